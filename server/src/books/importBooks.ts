import { randomUUID } from 'node:crypto';
import type { ImportedBook } from '@lectern/shared-contracts/api/books.ts';
import type { CallResponse } from '@lectern/shared-contracts/api/routes.ts';
import { chunks } from '../common/chunks.ts';
import { bytesOf, requireRoom } from '../store/bounds.ts';
import type { Db } from '../store/db.ts';
import { changeBook } from './changeBook.ts';
import { fillEmpty } from './fillEmpty.ts';
import { importedRow } from './importedBook.ts';
import { type KnownBook, knownBooksOf } from './knownBooks.ts';

type ImportedItem = CallResponse<'POST /books/import'>['items'][number];
type Filling = ReturnType<typeof fillEmpty>;

/** Rows per statement, few enough not to block others. */
const rowsAtOnce = 20;

/** Adds the books that are not there yet; the others get what they lack. Importing a list again changes nothing. */
export async function importBooks(
  db: Db,
  userId: string,
  listed: readonly ImportedBook[],
  now: Date,
): Promise<ImportedItem[]> {
  const known = await knownBooksOf(db, userId, listed);
  const added = new Map<string, KnownBook>();
  const filled = new Map<string, Filling>();
  const items = listed.map((listing): ImportedItem => {
    const match = known.find(listing);
    const row = importedRow({ id: randomUUID(), userId, now }, listing);
    if (match?.likeness === 'same') {
      const { book } = match;
      const filling = fillEmpty(book, row);
      // Its ISBN may be known only now.
      known.add(Object.assign(book, filling));
      if (Object.keys(filling).length > 0 && !added.has(book.id))
        filled.set(book.id, { ...filled.get(book.id), ...filling });
      return { id: book.id, created: false };
    }
    const book = { ...row, perhaps_same_as: match?.book.id ?? null };
    known.add(book);
    added.set(book.id, book);
    return { id: book.id, created: true, ...(match ? { perhaps: true } : {}) };
  });
  const texts: Partial<KnownBook>[] = [...added.values(), ...filled.values()];
  await requireRoom(db, userId, 'books', {
    rows: added.size,
    bytes: texts.reduce(
      (sum, { title, author, publisher, series }) => sum + bytesOf(title, author, publisher, series),
      0,
    ),
  });
  for (const rows of chunks([...added.values()], rowsAtOnce))
    await db.insertInto('books').values(rows).execute();
  for (const [id, filling] of filled) await changeBook(db, id, { ...filling, updated_at: now.toISOString() });
  return items;
}
