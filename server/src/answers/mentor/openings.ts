import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import { passageCount, passagesOf } from '../../library/books/passages.ts';
import type { Db } from '../../store/db.ts';
import type { FullTextHit } from '../../store/fullText.ts';
import { isApparatus, withoutTitlePages } from '../search/apparatus.ts';

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
  const opened = await Promise.all(
    books.map(async (book) => ({ ...book, passage: await passageAt(db, book.id, book.progress) })),
  );
  return ids.flatMap((id, index) => {
    const book = opened.find((one) => one.id === id);
    if (!book) return [];
    return {
      number: index + 1,
      kind: 'passage' as const,
      book_id: id,
      book_title: book.title,
      author: book.author,
      chapter: book.passage?.chapter ?? null,
      text: book.passage?.text ?? '',
      position: book.position === null ? null : JSON.parse(book.position),
      score: 0,
    };
  });
}

/** Passages on either side of a place among which one is not of a title page or the like. */
const passagesNear = 30;

/** The passage at a place of a book, or the next that is text; for the end of the book the last that is text. */
async function passageAt(db: Db, bookId: string, percent: number) {
  const seq = Math.floor((((await passageCount(db, bookId)) - 1) * percent) / 100);
  const near = await passagesOf(db, bookId, seq - passagesNear, seq + passagesNear);
  const texts = (await withoutTitlePages(db, near)).filter((passage) => !isApparatus(passage));
  const isAfter = (passage: FullTextHit) => passage.seq >= seq;
  return texts.find(isAfter) ?? texts.at(-1) ?? near.find(isAfter);
}
