import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addBook } from './support/books.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;

before(async () => {
  server = await startServer();
  // The first account is an administrator, who cannot leave.
  await server.reader();
});
after(() => server.stop());

const now = () => new Date().toISOString();

describe('deleting an account', () => {
  test('[AA-13] ends every session with 401, and removes every row and file', async () => {
    const { db, blobs } = server.services;
    const gone = await server.reader('gone');
    const userId = gone.user?.id ?? '';
    const bookId = await addBook(server.services, userId);
    await blobs.put(`books/${bookId}/original`, Buffer.from('bytes'));
    await gone.call('POST /books/:id/highlights', {
      params: { id: bookId },
      body: { text: 'x', color: 'yellow' },
    });
    await gone.call('POST /notes', { body: { content: 'x' } }, { idempotencyKey: 'k' });
    await gone.call('POST /reading/session', {
      body: { book_id: bookId, started_at: now(), ended_at: now(), seconds: 0 },
    });
    const phone = await server.reader('gone2');
    await phone.signIn({ email: 'gone@example.org', password: 'password of gone' });
    await gone.fails(403, 'DELETE /auth/delete-account', { body: { password: 'wrong' } });
    await gone.call('DELETE /auth/delete-account', { body: { password: 'password of gone' } });
    for (const browser of [gone, phone]) {
      await browser.fails(401, 'GET /books', {});
      await browser.fails(401, 'POST /auth/refresh', {});
    }
    await server.visitor.fails(401, 'POST /auth/login', {
      body: { email: 'gone@example.org', password: 'password of gone' },
    });
    const tables = await db.introspection.getTables();
    for (const { name, columns } of tables) {
      if (!columns.some((column) => column.name === 'user_id')) continue;
      const { rows } = await db.executeQuery(
        db
          .selectFrom(name as 'books')
          .selectAll()
          .where('user_id', '=', userId)
          .compile(),
      );
      assert.deepEqual(rows, [], name);
    }
    await assert.rejects(blobs.size(`books/${bookId}/original`), /No blob/);
  });
});
