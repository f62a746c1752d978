import { randomUUID } from 'node:crypto';
import { importedRow, KnownBooks } from '../books/importedBook.ts';
import type { RouteHandlers } from '../http/route.ts';

/** Books of another library's list. Sent again, none is there twice. */
export const bookImportHandlers: RouteHandlers<'POST /books/import'> = {
  'POST /books/import': async ({ db, services, user, body }) => {
    const known = new KnownBooks(
      await db
        .selectFrom('books')
        .select(['id', 'title', 'author', 'isbn13', 'isbn10'])
        .where('user_id', '=', user.id)
        .execute(),
    );
    const now = services.now();
    const items: { id: string; created: boolean }[] = [];
    for (const book of body.items) {
      const there = known.find(book);
      if (there !== undefined) {
        items.push({ id: there, created: false });
        continue;
      }
      const row = importedRow({ id: randomUUID(), userId: user.id, now }, book);
      await db.insertInto('books').values(row).execute();
      known.add({ ...row, isbn13: row.isbn13 ?? null, isbn10: row.isbn10 ?? null });
      items.push({ id: row.id, created: true });
    }
    return { items };
  },
};
