import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readNextOldBook } from '../src/jobs/readOldBooks.ts';
import { bookFile, packageDocument, page } from './support/bookFiles.ts';
import type { Client } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';
import { address, idOf, send } from './support/tus.ts';

let server: TestServer;
let reader: Client;

before(async () => {
  server = await startServer();
  reader = await server.reader();
});
after(() => server.stop());

test('[E-09] the file of a book that an earlier version has read is read again, and what readers changed stays', async () => {
  const metadata =
    '<meta property="schema:accessibilityFeature">alternativeText</meta><dc:title id="t" xml:lang="fr">Un titre</dc:title><meta refines="#t" property="title-type">main</meta>';
  const bytes = bookFile({
    'OPS/book.opf': packageDocument({ metadata }),
    'OPS/one.xhtml': page('<p>One <b>two</p>'),
    'OPS/nav.xhtml': page(
      '<nav epub:type="toc"><ol><li><a href="one.xhtml">One</a></li></ol></nav><nav epub:type="landmarks"><ol><li><a href="one.xhtml">Start</a></li></ol></nav>',
    ),
  });
  const location = await address(reader, bytes.length);
  assert.equal((await send(reader, location, bytes)).status, 200);
  const params = { id: idOf(location) };
  await reader.call('PATCH /books/:id', { params, body: { title: 'A title of mine' } });
  // As a version left it that read less of files.
  const { db } = server.services;
  await db
    .updateTable('books')
    .set({ accessibility: null, file_notes: null, title_language: null, read_again: 1 })
    .execute();
  await db.updateTable('book_contents').set({ landmarks: null, page_list: null }).execute();

  assert.equal(await readNextOldBook(server.services), true);
  assert.equal(await readNextOldBook(server.services), false);

  const book = await reader.call('GET /books/:id', { params });
  assert.equal(book.title, 'A title of mine');
  assert.equal(book.title_language, undefined);
  assert.deepEqual(book.accessibility?.features, ['alternativeText']);
  assert.deepEqual(book.file_notes, [{ kind: 'malformed', count: 1 }]);
  const { landmarks } = await reader.call('GET /books/:id/manifest', { params });
  assert.deepEqual(landmarks, [{ title: 'Start', href: 'OPS/one.xhtml', target: 0 }]);
});

test('a book whose file is gone is not tried again', async () => {
  const { db, blobs } = server.services;
  const { id } = await db.selectFrom('books').select('id').executeTakeFirstOrThrow();
  await blobs.removeAll(`books/${id}/original`);
  await db.updateTable('books').set({ read_again: 1 }).execute();
  assert.equal(await readNextOldBook(server.services), true);
  assert.equal(await readNextOldBook(server.services), false);
});
