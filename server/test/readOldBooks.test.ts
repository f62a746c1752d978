import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readNextOldBook } from '../src/jobs/readOldBooks.ts';
import { bookFile, packageDocument, page } from './support/bookFiles.ts';
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

test('[E-09] the file of an existing book is read again, and the user’s changes are kept', async () => {
  const metadata =
    '<meta property="schema:accessibilityFeature">alternativeText</meta><dc:title id="t" xml:lang="fr">Un titre</dc:title><meta refines="#t" property="title-type">main</meta>';
  const bytes = bookFile({
    'OPS/book.opf': packageDocument({
      metadata,
      manifest: '<item id="x" href="x.foo" media-type="application/x-foo"/>',
      spine: '<itemref idref="c0"/><itemref idref="x"/>',
    }),
    'OPS/x.foo': 'of a kind that cannot be shown',
    'OPS/one.xhtml': page('<p>One <b>two</p>'),
    'OPS/nav.xhtml': page(
      '<nav epub:type="toc"><ol><li><a href="one.xhtml">One</a></li></ol></nav><nav epub:type="landmarks"><ol><li><a href="one.xhtml">Start</a></li></ol></nav>',
    ),
  });
  const location = await address(reader, bytes.length);
  assert.equal((await send(reader, location, bytes)).status, 200);
  const params = { id: idOf(location) };
  await reader.call('PATCH /books/:id', { params, body: { title: 'A title of mine' } });
  // The state left by an older version, which extracted less.
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
  assert.equal(book.unshown_parts, 1);
  const { landmarks } = await reader.call('GET /books/:id/manifest', { params });
  assert.deepEqual(landmarks, [{ title: 'Start', href: 'OPS/one.xhtml', target: 0 }]);
});

test('[E-02, E-10] spreads and audio of an existing book are found too', async () => {
  const bytes = bookFile({
    'OPS/book.opf': packageDocument({
      metadata: '<meta property="rendition:layout">pre-paginated</meta>',
      manifest:
        '<item id="s" href="one.smil" media-type="application/smil+xml"/><item id="a" href="a.mp3" media-type="audio/mpeg"/>',
    })
      .replace('id="c0"', 'id="c0" media-overlay="s"')
      .replace('idref="c0"', 'idref="c0" properties="page-spread-right"'),
    'OPS/one.xhtml': page('<p id="p1">One.</p>'),
    'OPS/one.smil':
      '<smil xmlns="http://www.w3.org/ns/SMIL"><body><par><text src="one.xhtml#p1"/><audio src="a.mp3" clipEnd="2s"/></par></body></smil>',
    'OPS/a.mp3': 'a sound',
  });
  const location = await address(reader, bytes.length);
  assert.equal((await send(reader, location, bytes)).status, 200);
  const params = { id: idOf(location) };
  const { db } = server.services;
  const overlay = 'OPS/one.xhtml.overlay.json';
  await db.updateTable('spine_items').set({ rendition: null, overlay: null }).execute();
  await db.deleteFrom('resources').where('path', 'in', [overlay, 'OPS/a.mp3']).execute();
  await db.updateTable('books').set({ read_again: 1 }).where('id', '=', params.id).execute();

  assert.equal(await readNextOldBook(server.services), true);

  const { spine, content_url } = await reader.call('GET /books/:id/manifest', { params });
  assert.deepEqual(spine[0]?.rendition, { side: 'right' });
  assert.equal(spine[0]?.overlay, overlay);
  const text = async (path: string) => (await reader.fetch(`${content_url}/${path}`)).text();
  assert.match(await text(overlay), /"audio":"OPS\/a.mp3","begin":0,"end":2/);
  assert.equal(await text('OPS/a.mp3'), 'a sound');
  assert.match(await text('OPS/one.xhtml'), /One\./);
  // Its pack is longer than the one that was digested.
  const { pack_digest } = await db
    .selectFrom('books')
    .select('pack_digest')
    .where('id', '=', params.id)
    .executeTakeFirstOrThrow();
  assert.equal(pack_digest, null);
});

test('[E-09] a book that would have other chapters now gets no places in them', async () => {
  const bytes = bookFile({
    'OPS/book.opf': packageDocument({ chapters: ['one.xhtml', 'two.xhtml'] }),
    'OPS/two.xhtml': page('<p>Two.</p>'),
    'OPS/nav.xhtml': page(
      '<nav epub:type="toc"><ol><li><a href="two.xhtml">Two</a></li></ol></nav><nav epub:type="landmarks"><ol><li><a href="two.xhtml">Start</a></li></ol></nav>',
    ),
  });
  const location = await address(reader, bytes.length);
  assert.equal((await send(reader, location, bytes)).status, 200);
  const params = { id: idOf(location) };
  // The state left by a version that left the first chapter out.
  const { db } = server.services;
  await db.deleteFrom('spine_items').where('book_id', '=', params.id).where('idx', '=', 0).execute();
  await db.updateTable('spine_items').set({ idx: 0 }).where('book_id', '=', params.id).execute();
  await db.updateTable('book_contents').set({ landmarks: null }).where('book_id', '=', params.id).execute();
  await db.updateTable('books').set({ read_again: 1 }).where('id', '=', params.id).execute();

  assert.equal(await readNextOldBook(server.services), true);

  const { landmarks, spine } = await reader.call('GET /books/:id/manifest', { params });
  assert.deepEqual([landmarks, spine.length], [undefined, 1]);
});

test('[R-10] the contents of an existing PDF lead to the headings, and its text stays', async () => {
  const bytes = makePdf({ pages: [['One.'], ['Two.']], outline: [['Second', 2, '/XYZ 72 396 null']] });
  const location = await address(reader, bytes.length, 'headings.pdf');
  assert.equal((await send(reader, location, bytes)).status, 200);
  const params = { id: idOf(location) };
  const { db } = server.services;
  const toc = JSON.stringify([{ title: 'Second', href: null, target: 2, children: [] }]);
  await db.updateTable('book_contents').set({ toc }).where('book_id', '=', params.id).execute();
  await db
    .updateTable('books')
    .set({ read_again: 1, title: 'My title' })
    .where('id', '=', params.id)
    .execute();

  assert.equal(await readNextOldBook(server.services), true);

  const manifest = await reader.call('GET /books/:id/manifest', { params });
  assert.deepEqual(
    manifest.toc.map(({ target, fraction }) => [target, fraction]),
    [[2, 0.5]],
  );
  assert.equal((await reader.call('GET /books/:id', { params })).title, 'My title');
  const texts = await db.selectFrom('passages').select('text').where('book_id', '=', params.id).execute();
  assert.deepEqual(texts.map(({ text }) => text).sort(), ['One.', 'Two.']);
});

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

  assert.equal(await readNextOldBook(server.services), true);
  assert.equal(await readNextOldBook(server.services), false);

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
  assert.equal(await readNextOldBook(server.services), true);
  assert.equal(await readNextOldBook(server.services), false);
});
