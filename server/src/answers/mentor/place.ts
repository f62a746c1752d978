import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import { passageCount } from '../../library/books/passages.ts';
import type { Db } from '../../store/db.ts';

/** How far a reader has read in a book, in passages. */
export interface Place {
  bookId: string;
  /** Passages with a lower `seq` than this have been read. */
  readTo: number;
  /** Begun and not finished: later passages are spoilers. */
  underWay: boolean;
  /** Passages from this `seq` on are collapsed; Infinity for none. */
  collapsedFrom: number;
  /** Of a long book that is not begun: passages before this `seq` are its beginning; Infinity for any other. */
  beginningTo: number;
}

/** Passages of a book that is long enough for spoilers: some sixty pages. */
const longBook = 150;
/** Of a book that is not begun: where its ending begins, and where its beginning ends. */
const [endingFrom, beginningTo] = [0.8, 0.25];

/** From this percentage on a book counts as finished. */
const atTheEnd = 99.5;

/** The reader's place in each of these books. The passage at the place does not count as read. */
export async function placesIn(db: Db, userId: string, bookIds: readonly string[]): Promise<Place[]> {
  if (bookIds.length === 0) return [];
  const books = await db
    .selectFrom('books')
    .leftJoin('progress', (join) =>
      join.onRef('progress.book_id', '=', 'books.id').on('progress.user_id', '=', userId),
    )
    .select(['books.id', 'books.format', 'books.completed', 'books.progress', 'progress.position'])
    .where('books.user_id', '=', userId)
    .where('books.id', 'in', bookIds)
    .execute();
  return Promise.all(
    books.map(async ({ id, format, completed, progress, position }): Promise<Place> => {
      const underWay = !completed && progress > 0 && progress < atTheEnd;
      if (!underWay && (progress > 0 || completed))
        return { bookId: id, readTo: Infinity, underWay, ...nothingCollapsed };
      if (!underWay) return { bookId: id, readTo: 0, underWay, ...(await unbegun(db, id)) };
      const locator = position === null ? null : (JSON.parse(position) as Locator | null);
      const first = await firstAfter(db, id, format, locator);
      const byShare = async () => Math.floor(((await passageCount(db, id)) * progress) / 100);
      const readTo = first === null ? await byShare() : Math.max(0, first - 1);
      return { bookId: id, readTo, underWay, collapsedFrom: readTo, beginningTo: Infinity };
    }),
  );
}

const nothingCollapsed = { collapsedFrom: Infinity, beginningTo: Infinity };

async function unbegun(db: Db, bookId: string): Promise<Pick<Place, 'collapsedFrom' | 'beginningTo'>> {
  const count = await passageCount(db, bookId);
  if (count < longBook) return nothingCollapsed;
  return { collapsedFrom: Math.floor(count * endingFrom), beginningTo: Math.floor(count * beginningTo) };
}

/** Whether any of these cites a spoiler. */
export async function citesAhead(db: Db, userId: string, citations: readonly Citation[]): Promise<boolean> {
  const bookIds = [...new Set(citations.map(({ book_id }) => book_id))];
  const places = new Map((await placesIn(db, userId, bookIds)).map((place) => [place.bookId, place]));
  for (const { book_id, kind, position } of citations) {
    const place = places.get(book_id);
    if (kind !== 'passage' || !place || place.collapsedFrom === Infinity) continue;
    const format = position?.page !== undefined && position.spine_index === undefined ? 'pdf' : 'epub';
    // The passage after the cited one; null after the last passage of the book.
    const next = await firstAfter(db, book_id, format, position ?? null);
    if (next === null || next - 1 >= place.collapsedFrom) return true;
  }
  return false;
}

/** `seq` of the first passage that begins after the place; null for a place without a position. */
async function firstAfter(
  db: Db,
  bookId: string,
  format: string,
  locator: Locator | null,
): Promise<number | null> {
  const { spine_index: item, fraction, page } = locator ?? {};
  // The open page of a PDF counts as read.
  const isPage = format === 'pdf' && page !== undefined;
  if (!isPage && (format !== 'epub' || item === undefined)) return null;
  const { seq } = await db
    .selectFrom('passages')
    .select((eb) => eb.fn.min('seq').as('seq'))
    .where('book_id', '=', bookId)
    .where(({ eb, or, and }) =>
      isPage
        ? eb('target', '>', page)
        : or([
            eb('target', '>', item ?? 0),
            and([eb('target', '=', item ?? 0), eb('fraction', '>', fraction ?? 0)]),
          ]),
    )
    .executeTakeFirstOrThrow();
  return seq === null ? null : Number(seq) + (isPage ? 1 : 0);
}
