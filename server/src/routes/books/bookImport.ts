import { randomUUID } from 'node:crypto';
import { addBookKeys } from '../../books/bookKeys.ts';
import { importedRow } from '../../books/importedBook.ts';
import { knownBooksOf } from '../../books/knownBooks.ts';
import { chunks } from '../../common/chunks.ts';
import type { RouteHandlers } from '../../routing/route.ts';
import { bytesOf, requireRoom } from '../../store/bounds.ts';

/** Rows per statement, few enough not to block others. */
const rowsAtOnce = 20;

/** Imports a list of books. Importing it again creates no duplicates. */
export const bookImportHandlers: RouteHandlers<'POST /books/import'> = {
  'POST /books/import': {
    untransacted: true,
    async handle({ services, user, body, commit }) {
      const now = services.now();
      await addBookKeys(services.db, user.id);
      return commit(async (db) => {
        const existingBooks = await knownBooksOf(db, user.id, body.items);
        const items: { id: string; created: boolean }[] = [];
        const rows: ReturnType<typeof importedRow>[] = [];
        for (const book of body.items) {
          const existingId = existingBooks.find(book);
          if (existingId !== undefined) {
            items.push({ id: existingId, created: false });
            continue;
          }
          const row = importedRow({ id: randomUUID(), userId: user.id, now }, book);
          rows.push(row);
          existingBooks.add({ ...row, isbn13: row.isbn13 ?? null, isbn10: row.isbn10 ?? null });
          items.push({ id: row.id, created: true });
        }
        await requireRoom(db, user.id, 'books', {
          rows: rows.length,
          bytes: rows.reduce(
            (sum, { title, author, publisher, series }) => sum + bytesOf(title, author, publisher, series),
            0,
          ),
        });
        for (const some of chunks(rows, rowsAtOnce)) await db.insertInto('books').values(some).execute();
        return { items };
      });
    },
  },
};
