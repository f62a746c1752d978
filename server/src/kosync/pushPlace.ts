import type { Selectable } from 'kysely';
import { type SavedPlace, savePlace } from '../books/savePlace.ts';
import { changeAndNotify } from '../changes/changeAndNotify.ts';
import type { SignedInUser } from '../routing/route.ts';
import type { Services } from '../services/services.ts';
import type { Db } from '../store/db.ts';
import type { BooksTable } from '../store/schema.ts';
import { tryAgain } from '../store/tryAgain.ts';
import { type BookPlace, placeOfDevice } from '../xpointer/bookPlaces.ts';
import { recordSeenPlace, seenPlaceOf } from './devicePlaces.ts';
import { bookOfDocument, saveSyncDocument } from './syncDocuments.ts';

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
  const place = book ? await placeOfDevice(services, book, reported) : null;
  const areas = book && place ? (['places'] as const) : [];
  await tryAgain(services.engine, () =>
    changeAndNotify(services, user.id, areas, async (db) => {
      const saved =
        book && place ? await saveInBook(db, services, user, { book, place, reported, now }) : null;
      // A position that did not win is in the book's history.
      if (saved && !saved.won) return;
      await saveSyncDocument(db, {
        ...reported,
        user_id: user.id,
        place_at: saved?.stands.updated_at ?? null,
        updated_at: now.toISOString(),
      });
    }),
  );
  return now;
}

interface PushedPlace {
  book: Selectable<BooksTable>;
  place: BookPlace;
  reported: ReportedPlace;
  now: Date;
}

async function saveInBook(
  db: Db,
  services: Services,
  user: SignedInUser,
  { book: { id }, place, reported, now }: PushedPlace,
): Promise<SavedPlace | null> {
  // Read again within the transaction.
  const book = await db.selectFrom('books').selectAll().where('id', '=', id).executeTakeFirst();
  if (book === undefined) return null;
  const seenPlace = await seenPlaceOf(db, user, id);
  const saved = await savePlace(db, services, user, book, {
    current_page: place.current_page,
    total_pages: book.page_count,
    percentage: place.percentage,
    position: place.position,
    device: reported.device,
    updated_at: now.toISOString(),
    // Pushes carry no time and may have waited for weeks: they never move another device's position back, unless this
    // device has seen that position and was read on from there.
    wins: (stored) =>
      stored.mine ||
      place.percentage >= stored.percentage ||
      (seenPlace !== undefined &&
        seenPlace.seen_place_at === stored.updated_at &&
        now.getTime() - Date.parse(seenPlace.pulled_at ?? '') >= queueTime),
  });
  if (saved.won) await recordSeenPlace(db, user, id, { seen_place_at: saved.stands.updated_at });
  return saved;
}
