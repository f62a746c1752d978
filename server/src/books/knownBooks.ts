import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Db } from '../store/db.ts';
import { type KnownBook, KnownBooks } from './importedBook.ts';

/** Rows that are read at once: two milliseconds on the thread that answers everybody. */
const rowsAtOnce = 250;

/**
 * What lists know of a reader's books, to find them again. Read in pages, outside of any transaction, so that others
 * are answered in between; a book that is changed meanwhile may be missing.
 * @param withoutFile only books that have no file
 */
export async function knownBooksOf(
  db: Db,
  userId: string,
  { withoutFile = false } = {},
): Promise<KnownBooks> {
  const known = new KnownBooks([]);
  let after = { created_at: '', id: '' };
  for (;;) {
    const page: (KnownBook & { created_at: string; format: string })[] = await db
      .selectFrom('books')
      .select(['id', 'title', 'author', 'isbn13', 'isbn10', 'created_at', 'format'])
      .where('user_id', '=', userId)
      .where((eb) => eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(after.created_at, after.id)))
      .orderBy('created_at')
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute();
    for (const book of page) if (!withoutFile || book.format === 'none') known.add(book);
    const last = page.at(-1);
    if (last === undefined || page.length < rowsAtOnce) return known;
    after = { created_at: last.created_at, id: last.id };
    await othersTurn();
  }
}
