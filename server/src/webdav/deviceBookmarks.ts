import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { Services } from '../services/services.ts';
import { deviceProgressOf, type PlacedBook } from '../xpointer/bookPlaces.ts';
import { lastDeviceProgress } from './deviceHighlights.ts';

/** A bookmark as sent to devices. */
export interface BookmarkForDevice {
  /** An XPointer; for a PDF the page. */
  place: string | number;
  /** Title of its chapter. */
  label: string | null;
  marked_at: string;
}

/**
 * The bookmarks of a book with their positions, newest first.
 * @param budget how many more may be located, counted down; pages of a PDF need no lookup
 */
export async function bookmarksForDevices(
  services: Services,
  book: PlacedBook & { user_id: string },
  budget: { bookmarks: number },
): Promise<BookmarkForDevice[]> {
  const rows = await services.db
    .selectFrom('bookmarks')
    .selectAll()
    .where('user_id', '=', book.user_id)
    .where('book_id', '=', book.id)
    .orderBy('updated_at', 'desc')
    .execute();
  const reported =
    rows.length > 0 && book.format === 'epub' ? await lastDeviceProgress(services, book) : null;
  const bookmarks: BookmarkForDevice[] = [];
  for (const { page, position, label, updated_at } of rows) {
    if (book.format === 'epub' && budget.bookmarks-- <= 0) break;
    const at = { current_page: page, position: position === null ? null : (JSON.parse(position) as Locator) };
    const place = await deviceProgressOf(services, book, at, reported);
    if (place !== null)
      bookmarks.push({ place: book.format === 'pdf' ? Number(place) : place, label, marked_at: updated_at });
  }
  return bookmarks;
}
