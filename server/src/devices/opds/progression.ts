import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { Selectable } from 'kysely';
import { clampTimestamp } from '../../http/routing/deviceClock.ts';
import type { SignedInUser } from '../../http/routing/route.ts';
import { ownBook } from '../../library/books/ownBook.ts';
import { savePlace, storedPlace } from '../../library/books/savePlace.ts';
import type { Services } from '../../run/services/services.ts';
import { changeAndNotify } from '../../store/changes/revisions.ts';
import { tryAgain } from '../../store/engine.ts';
import type { BooksTable, ProgressTable } from '../../store/schema.ts';
import { findSyncDocuments, type SyncDocument, saveSyncDocument } from '../kosync/syncDocuments.ts';
import { deviceProgressOf } from '../xpointer/bookPlaces.ts';
import type { Progression } from './feedModel.ts';
import { placeOfProgression } from './progressionPlaces.ts';

type Place = Selectable<ProgressTable>;

/**
 * Key under which a device's references are stored; it contains a space, so that it cannot clash with a document of
 * KOReader.
 */
const documentOf = (bookId: string) => `opds ${bookId}`;

/**
 * The position in a book; null when there is none.
 * @throws AppError not_found
 */
export async function readProgression(
  services: Services,
  user: SignedInUser,
  bookId: string,
): Promise<Progression | null> {
  const book = await ownBook(services.db, user.id, bookId);
  const place = await storedPlace(services.db, user.id, bookId);
  if (place === undefined) return null;
  const reported = await findSyncDocuments(services.db, user.id, documentOf(bookId));
  const latest = reported.find(({ place_at }) => place_at === place.updated_at);
  return progressionOf(services, book, place, latest);
}

export interface SavedProgression {
  /** 'older': a newer position is already stored. */
  outcome: 'created' | 'updated' | 'older';
  stored: Progression;
}

/**
 * Stores a position, unless the stored one is newer.
 * @throws AppError not_found
 */
export async function saveProgression(
  services: Services,
  user: SignedInUser,
  bookId: string,
  reported: Progression,
): Promise<SavedProgression> {
  const readBook = await ownBook(services.db, user.id, bookId);
  const place = await placeOfProgression(services, readBook, reported);
  const modified = clampTimestamp(reported.modified, services.now());
  const { saved, document } = await tryAgain(services.engine, () =>
    changeAndNotify(services, user.id, ['places'], async (db) => {
      const book = await ownBook(db, user.id, bookId);
      const saved = await savePlace(db, services, user, book, {
        current_page: place?.current_page ?? 0,
        total_pages: book.page_count,
        percentage: place?.percentage ?? reported.progression * 100,
        position: place?.position ?? null,
        device: reported.device.name.slice(0, 100),
        updated_at: modified,
        wins: (stored) => modified >= stored.updated_at,
      });
      const document: SyncDocument = {
        user_id: user.id,
        document: documentOf(bookId),
        app_password_id: user.sessionId,
        progress: JSON.stringify(reported.references ?? null),
        percentage: reported.progression,
        device: reported.device.name.slice(0, 100),
        device_id: reported.device.id,
        place_at: saved.stands.updated_at,
        updated_at: modified,
      };
      if (saved.won) await saveSyncDocument(db, document);
      return { saved, document };
    }),
  );
  // Outside of the transaction, since reading the book takes time.
  const stored = await progressionOf(services, readBook, saved.stands, saved.won ? document : undefined);
  return { outcome: !saved.won ? 'older' : saved.before === null ? 'created' : 'updated', stored };
}

/** @param reported the device's original references for this position, which are returned unchanged */
async function progressionOf(
  services: Pick<Services, 'originals' | 'db'>,
  book: Selectable<BooksTable>,
  place: Place,
  reported: SyncDocument | undefined,
): Promise<Progression> {
  const common = { title: book.title, modified: place.updated_at };
  if (reported) {
    const references: string[] | null = JSON.parse(reported.progress);
    return {
      ...common,
      device: { id: reported.device_id, name: reported.device },
      progression: reported.percentage,
      ...(references ? { references } : {}),
    };
  }
  return {
    ...common,
    // All browsers count as one device, to not reveal sessions.
    device: { id: `urn:uuid:${book.user_id}`, name: place.device ?? 'Lectern' },
    progression: Math.round(place.percentage * 100) / 10_000,
    references: await referencesOf(services, book, place),
  };
}

async function referencesOf(
  services: Pick<Services, 'originals' | 'db'>,
  book: Selectable<BooksTable>,
  place: Place,
): Promise<string[]> {
  const position: Locator | null = place.position === null ? null : JSON.parse(place.position);
  const { current_page } = place;
  const progress = await deviceProgressOf(services, book, { current_page, position }, null);
  if (book.format === 'pdf') return [`#page=${progress ?? current_page}`];
  const item = await services.db
    .selectFrom('spine_items')
    .select('href')
    .where('book_id', '=', book.id)
    .where('idx', '=', position?.spine_index ?? -1)
    .executeTakeFirst();
  const words = position?.quote?.exact.split(/\s+/).slice(0, 8).join(' ');
  const exact =
    item && words ? [`${item.href}#:~:text=${encodeURIComponent(words).replaceAll('-', '%2D')}`] : [];
  return [...(progress ? [`#xpointer(${progress})`] : []), ...exact, ...(item ? [item.href] : [])];
}
