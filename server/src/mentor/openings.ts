import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import { isApparatus, withoutTitlePages } from '../search/apparatus.ts';
import type { Db } from '../store/db.ts';

/** A citation for each book at the reader's place or the beginning, numbered in the given order. */
export async function openings(db: Db, userId: string, ids: readonly string[]): Promise<Citation[]> {
  const books = await db
    .selectFrom('books')
    .leftJoin('progress', (join) =>
      join.onRef('progress.book_id', '=', 'books.id').on('progress.user_id', '=', userId),
    )
    .select(['books.id', 'books.title', 'books.author', 'books.progress', 'progress.position'])
    .where('books.user_id', '=', userId)
    .where('books.id', 'in', ids)
    .execute();
  const passages = await Promise.all(books.map((book) => passageAt(db, book.id, book.progress)));
  return ids.flatMap((id, index) => {
    const at = books.findIndex((book) => book.id === id);
    const book = books[at];
    if (!book) return [];
    return {
      number: index + 1,
      kind: 'passage' as const,
      book_id: id,
      book_title: book.title,
      author: book.author,
      chapter: passages[at]?.chapter ?? null,
      text: passages[at]?.text ?? '',
      position: book.position === null ? null : JSON.parse(book.position),
      score: 0,
    };
  });
}

/** Passages after a place among which one is not of a title page or the like. */
const passagesAtPlace = 30;

/** The passage at a place of a book, or the next that is text; for the end of the book the last that is text. */
async function passageAt(db: Db, bookId: string, percent: number) {
  const { last } = await db
    .selectFrom('passages')
    .select((eb) => eb.fn.max('seq').as('last'))
    .where('book_id', '=', bookId)
    .executeTakeFirstOrThrow();
  const seq = Math.floor((Number(last ?? 0) * percent) / 100);
  const near = async (after: boolean) => {
    const rows = await db
      .selectFrom('passages')
      .select(['book_id as bookId', 'seq', 'chapter', 'text'])
      .where('book_id', '=', bookId)
      .where('seq', after ? '>=' : '<', seq)
      .orderBy('seq', after ? 'asc' : 'desc')
      .limit(passagesAtPlace)
      .execute();
    const text = await withoutTitlePages(db, rows);
    return { first: rows[0], text: text.find((row) => !isApparatus(row)) };
  };
  const after = await near(true);
  return after.text ?? (await near(false)).text ?? after.first;
}
