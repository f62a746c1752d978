import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readNextUnfinishedPdf } from '../src/intake/jobs/readRemainingPages.ts';
import type { Client } from './support/client.ts';
import { makePdf } from './support/pdf.ts';
import { startServer, type TestServer } from './support/server.ts';
import { address, idOf, send } from './support/tus.ts';

let server: TestServer;
let reader: Client;

before(async () => {
  server = await startServer();
  reader = await server.reader();
});
after(() => server.stop());

test('[P-04] a PDF that was not read completely says so, and is read on until it is', async () => {
  const bytes = makePdf({ pages: [['first words'], ['second words'], ['third words']] });
  const location = await address(reader, bytes.length, 'slow.pdf');
  assert.equal((await send(reader, location, bytes)).status, 200);
  const params = { id: idOf(location) };
  // The state left by an ingest that timed out after the first page.
  const { db } = server.services;
  await db.deleteFrom('passages').where('book_id', '=', params.id).where('target', '>', 1).execute();
  const file_notes = JSON.stringify([{ kind: 'unread', count: 2, from: 2 }]);
  await db
    .updateTable('books')
    .set({ file_notes, read_again: 1, word_count: 2 })
    .where('id', '=', params.id)
    .execute();
  const before = await reader.call('GET /books/:id', { params });
  assert.deepEqual([before.unread_pages, before.file_notes], [2, undefined]);

  assert.equal(await readNextUnfinishedPdf(server.services), true);
  assert.equal(await readNextUnfinishedPdf(server.services), false);

  const { unread_pages, word_count } = await reader.call('GET /books/:id', { params });
  assert.deepEqual([unread_pages, word_count], [undefined, 6]);
  const passages = await db
    .selectFrom('passages')
    .select(['seq', 'target', 'text'])
    .where('book_id', '=', params.id)
    .orderBy('seq')
    .execute();
  assert.deepEqual(
    passages.map(({ seq, target, text }) => [Number(seq), target, text]),
    [
      [0, 1, 'first words'],
      [1, 2, 'second words'],
      [2, 3, 'third words'],
    ],
  );
});

test('a book without its file is not tried again', async () => {
  const { db, blobs } = server.services;
  const { id } = await db.selectFrom('books').select('id').executeTakeFirstOrThrow();
  await blobs.removeAll(`books/${id}/original`);
  await db.updateTable('books').set({ read_again: 1 }).where('id', '=', id).execute();
  assert.equal(await readNextUnfinishedPdf(server.services), true);
  assert.equal(await readNextUnfinishedPdf(server.services), false);
});
