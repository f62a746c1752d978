import type { SignedInUser } from '../../http/routing/route.ts';
import { type SavedPlace, savePlace, storedPlace } from '../../library/books/savePlace.ts';
import type { Services } from '../../run/services/services.ts';
import { changeAndNotify } from '../../store/changes/revisions.ts';
import type { Db } from '../../store/db.ts';
import { tryAgain } from '../../store/engine.ts';
import type { BookRow } from '../../store/schema.ts';
import {
  type BookPlace,
  deviceProgressOf,
  type PlaceParts,
  placeOfDevice,
  placeOfShare,
} from '../xpointer/bookPlaces.ts';
import {
  bookOfDocument,
  documentsOfBook,
  findSyncDocuments,
  hasOtherDevice,
  isFurtherFile,
  recordSeenPlace,
  type SyncDocument,
  saveSyncDocument,
  seenPlaceOf,
} from './syncDocuments.ts';

type PlaceServices = Pick<Services, 'config' | 'signedUrls' | 'now' | 'engine' | 'liveEvents'>;
/** `sessionId` is the id of the app password. */
type Device = Pick<SignedInUser, 'id' | 'sessionId'>;

/** A position as sent by a device. */
export interface ReportedPlace {
  document: string;
  progress: string;
  percentage: number;
  device: string;
  device_id: string;
}

/**
 * After a pull, pushes within this many milliseconds may be older than the pull: KOReader flushes its queue when it
 * gets a network, and pulls when it opens a book.
 */
const queueTime = 60_000;

/**
 * Stores a position from a device.
 * @returns when it was stored
 */
export async function pushPlace(
  services: Services,
  user: SignedInUser,
  reported: ReportedPlace,
): Promise<Date> {
  const now = services.now();
  const book = await bookOfDocument(services.db, user.id, reported.document);
  // Outside of the transaction, since reading the book takes time.
  const place = book ? await placeInDocument(services, book, reported) : null;
  const areas = book && place ? (['places'] as const) : [];
  await tryAgain(services.engine, () =>
    changeAndNotify(services, user.id, areas, async (db) => {
      const saved =
        book && place ? await saveInBook(db, services, user, { book, place, reported, now }) : null;
      // A position that did not win is in the book's history.
      if (saved && !saved.won) return;
      if (saved)
        await recordSeenPlace(db, user, saved.stands.book_id, { seen_place_at: saved.stands.updated_at });
      await saveSyncDocument(db, {
        ...reported,
        user_id: user.id,
        app_password_id: user.sessionId,
        place_at: saved?.stands.updated_at ?? null,
        updated_at: now.toISOString(),
      });
    }),
  );
  return now;
}

/** Of a place in another file of the book, only the share of the book means something in the one that is read. */
async function placeInDocument(
  parts: PlaceParts,
  book: BookRow,
  reported: Pick<ReportedPlace, 'document' | 'progress' | 'percentage'>,
): Promise<BookPlace | null> {
  return (await isFurtherFile(parts.db, book, reported.document))
    ? placeOfShare(parts, book, reported.percentage)
    : placeOfDevice(parts, book, reported);
}

interface PushedPlace {
  book: BookRow;
  place: BookPlace;
  reported: ReportedPlace;
  now: Date;
}

async function saveInBook(
  db: Db,
  services: PlaceServices,
  user: Device,
  { book: { id }, place, reported, now }: PushedPlace,
): Promise<SavedPlace | null> {
  // Read again within the transaction.
  const book = await db.selectFrom('books').selectAll().where('id', '=', id).executeTakeFirst();
  if (book === undefined) return null;
  const seenPlace = await seenPlaceOf(db, user, id);
  const documents = await findSyncDocuments(db, user.id, reported.document);
  const own = documents.find(({ device_id }) => device_id === reported.device_id);
  // A pull does not say which of several devices with this password has seen the position.
  const isShared = seenPlace !== undefined && (await hasOtherDevice(db, user, reported.device_id));
  return savePlace(db, services, user, book, {
    current_page: place.current_page,
    total_pages: book.page_count,
    percentage: place.percentage,
    position: place.position,
    device: reported.device,
    updated_at: now.toISOString(),
    last: own?.place_at ?? null,
    // Pushes carry no time and may have waited for weeks: they never move another device's position back, unless this
    // device has seen that position and was read on from there.
    wins: (stored) =>
      stored.mine ||
      place.percentage >= stored.percentage ||
      (seenPlace !== undefined &&
        !isShared &&
        seenPlace.seen_place_at === stored.updated_at &&
        now.getTime() - Date.parse(seenPlace.pulled_at ?? '') >= queueTime),
  });
}

/** What devices have sent for the file of a book before it was here becomes its place and its past places. */
export async function takeOverPlaces(services: PlaceServices & PlaceParts, book: BookRow): Promise<void> {
  const hasPlace = (await storedPlace(services.db, book.user_id, book.id)) !== undefined;
  const documents = (await documentsOfBook(services.db, book)).filter(
    ({ place_at }) => place_at === null || !hasPlace,
  );
  const placed: { document: SyncDocument; place: BookPlace }[] = [];
  for (const document of documents) {
    const place = await placeInDocument(services, book, document);
    if (place) placed.push({ document, place });
  }
  if (placed.length === 0) return;
  await changeAndNotify(services, book.user_id, ['places'], async (db) => {
    for (const { document, place } of placed) {
      const device = { id: book.user_id, sessionId: document.app_password_id };
      const now = new Date(document.updated_at);
      const saved = await saveInBook(db, services, device, { book, place, reported: document, now });
      if (saved?.won) await saveSyncDocument(db, { ...document, place_at: saved.stands.updated_at });
    }
  });
}

/** A position as sent to a device. */
interface PlaceForDevice {
  document: string;
  progress: string;
  /** 0..1 */
  percentage: number;
  device: string;
  device_id: string;
  /** Seconds since 1970. */
  timestamp: number;
}

/** Stands for all browsers: no KOReader device has this id. */
const ownDeviceId = 'lectern';

/** The current position in a document, from any device; null when unknown. */
export async function pullPlace(
  services: Services,
  user: SignedInUser,
  document: string,
): Promise<PlaceForDevice | null> {
  const { db } = services;
  const documents = await findSyncDocuments(db, user.id, document);
  const book = await bookOfDocument(db, user.id, document);
  const place = book && (await storedPlace(db, user.id, book.id));
  if (book === undefined || place === undefined) {
    const furthest = documents.toSorted((a, b) => b.percentage - a.percentage)[0];
    return furthest ? asReported(furthest) : null;
  }
  const reported = documents.find(
    ({ place_at, updated_at }) =>
      place_at === place.updated_at || (place_at === null && updated_at > place.updated_at),
  );
  await recordSeenPlace(db, user, book.id, {
    seen_place_at: place.updated_at,
    pulled_at: services.now().toISOString(),
  });
  if (reported) return asReported(reported);
  const position = place.position === null ? null : JSON.parse(place.position);
  const isOther = await isFurtherFile(db, book, document);
  const progress = isOther
    ? null
    : await deviceProgressOf(services, book, { current_page: place.current_page, position });
  if (progress === null) return documents[0] ? asReported(documents[0]) : null;
  return {
    document,
    progress,
    percentage: Math.round(place.percentage * 100) / 10_000,
    device: place.device ?? 'Lectern',
    device_id: ownDeviceId,
    timestamp: seconds(place.updated_at),
  };
}

function asReported({
  document,
  progress,
  percentage,
  device,
  device_id,
  updated_at,
}: SyncDocument): PlaceForDevice {
  return { document, progress, percentage, device, device_id, timestamp: seconds(updated_at) };
}

const seconds = (moment: string) => Math.floor(Date.parse(moment) / 1_000);
