import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { partialMd5 } from '../src/library/books/digests.ts';
import { folderBackup } from '../src/store/backup/folderBackups.ts';
import { makeBackup } from '../src/store/backup/makeBackup.ts';
import { whaleEpub } from './support/annotations/marks.ts';
import type { Client } from './support/client.ts';
import { addDevice } from './support/devices.ts';
import { makeEpub } from './support/epub.ts';
import { makePdf } from './support/pdf.ts';
import { startServer, type TestServer } from './support/server.ts';
import { storedKeys } from './support/stored.ts';
import { begin, send } from './support/tus.ts';
import { uploadBook } from './support/uploads.ts';
import { unzip } from './support/zip.ts';

let server: TestServer;
let reader: Client;
let book: { id: string; file: string; epub: Buffer; pdf: Buffer };

before(async () => {
  server = await startServer();
});
after(() => server.stop());

/** A book that is read as an EPUB and has a PDF, too. */
beforeEach(async () => {
  reader = await server.reader();
  const epub = await makeEpub({ title: 'Moby', chapters: ['One.', 'Two.', 'Three.', 'Four.'] });
  const pdf = makePdf({ pages: [['One.'], ['Two.']] });
  const { id } = await uploadBook(reader, epub, 'moby.epub');
  const begun = await begin(reader, pdf.length, { metadata: { filename: 'moby.pdf', book: id } });
  await send(reader, begun.headers.get('location') ?? '', pdf);
  const { items } = await reader.call('GET /books/:id/files', { params: { id } });
  book = { id, file: items[1]?.id ?? '', epub, pdf };
});

describe('all files of a book', () => {
  test('count against the quota, also in the bin, and come back from there', async () => {
    const { id, file, epub, pdf } = book;
    const userId = reader.user?.id ?? '';
    const users = server.services.db.updateTable('users').where('id', '=', userId);
    await users.set({ quota_bytes: epub.length + pdf.length + 1_000 }).execute();
    const isFull = async () => (await begin(reader, 1_500)).status === 413;
    assert.ok(await isFull());
    await reader.call('DELETE /books/:id', { params: { id }, query: {} });
    assert.ok(await isFull());
    const [entry] = (await reader.call('GET /bin', {})).items;
    await reader.call('POST /bin/:id/restore', { params: { id: entry?.id ?? '' }, body: {} });
    const { items } = await reader.call('GET /books/:id/files', { params: { id } });
    const bytes = await (await reader.fetch(items[1]?.url ?? '')).arrayBuffer();
    assert.deepEqual(Buffer.from(bytes), pdf);
    await reader.call('DELETE /books/:id/files/:file', { params: { id, file } });
    assert.ok(await isFull());
    await reader.call('DELETE /bin', {});
    assert.equal(await isFull(), false);
    await reader.call('DELETE /books/:id', { params: { id }, query: {} });
    await reader.call('DELETE /bin', {});
    assert.deepEqual(
      (await storedKeys(server.services)).filter((key) => key.includes(id)),
      [],
    );
  });

  test('are in the export and in the backup', async () => {
    const { url } = await reader.call('POST /export', { body: { files: true } });
    const zip = await unzip(new Uint8Array(await (await server.visitor.fetch(url)).arrayBuffer()));
    assert.deepEqual(
      [...zip.keys()].filter((name) => name.startsWith('books/')),
      ['books/Moby - An Author.epub', 'books/Moby - An Author.pdf'],
    );
    const [row] = JSON.parse(Buffer.from(zip.get('book-files.json') ?? []).toString());
    assert.equal(row.file_name, 'moby.pdf');
    const folder = await mkdtemp(join(tmpdir(), 'lectern-files-'));
    try {
      const { files, faults } = await makeBackup(server.services, folderBackup(join(folder, 'backup')));
      assert.ok(files.includes(`books/${book.id}/files/${book.file}/original`));
      assert.deepEqual(faults, []);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('are in the catalog, with a link each', async () => {
    const device = await addDevice(reader);
    const atom = await (await device.fetch('/opds/v1.2/books')).text();
    const links = [...atom.matchAll(/acquisition" href="([^"]+)" type="([^"]+)"/g)].map(
      ([, ...link]) => link,
    );
    const further = `/opds/books/${book.id}/files/${book.file}`;
    assert.deepEqual(links, [
      [`/opds/books/${book.id}/file`, 'application/epub+zip'],
      [further, 'application/pdf'],
    ]);
    for (const path of ['/opds/v2/books', `/opds/v2/publications/${book.id}`])
      assert.ok((await (await device.fetch(path)).text()).includes(further), path);
    assert.deepEqual(Buffer.from(await (await device.fetch(further)).arrayBuffer()), book.pdf);
    const stranger = await addDevice(await server.reader());
    assert.equal((await stranger.fetch(further)).status, 404);
  });

  test('are known to KOReader; the place in one that is not read is a share of the book', async () => {
    const path = join(server.config.dataDir, `${createHash('sha256').update(book.pdf).digest('hex')}.pdf`);
    await writeFile(path, book.pdf);
    const device = await addDevice(reader);
    await device.push(await partialMd5(path), '2', 0.75);
    const place = await reader.call('GET /books/:id/progress', { params: { id: book.id } });
    assert.deepEqual([place?.percentage, place?.position?.spine_index], [75, 3]);
  });

  test('bring the annotations in them, and what devices have sent for them before', async () => {
    const { id } = await uploadBook(reader, whaleEpub('The Whale'), 'whale.epub');
    const params = { id };
    const add = async (file: Uint8Array, filename: string) => {
      const begun = await begin(reader, file.length, { metadata: { filename, book: id } });
      await send(reader, begun.headers.get('location') ?? '', file);
      return (await reader.call('GET /books/:id/files', { params })).items.at(-1)?.id ?? '';
    };
    const highlights = async () => (await reader.call('GET /books/:id/highlights', { params })).items;
    const pdf = makePdf({
      pages: [['Call me Ishmael.']],
      annotations: [
        '<< /Type /Annot /Subtype /Highlight /Rect [50 733 140 762] /QuadPoints [50 762 140 762 50 747 140 747] /Contents (A name) >>',
        '<< /Type /Annot /Subtype /Text /Rect [300 700 320 720] /Contents (Who is this?) >>',
      ],
    });
    const path = join(server.config.dataDir, 'earlier.pdf');
    await writeFile(path, pdf);
    await (await addDevice(reader)).push(await partialMd5(path), '1', 0.5);
    const file = await add(pdf, 'earlier.pdf');
    const [marked] = await highlights();
    assert.deepEqual(
      [marked?.note, marked?.position, marked?.page],
      ['A name', { quote: { exact: 'Call me Ishmael.' }, file_id: file }, null],
    );
    assert.equal((await reader.call('GET /books/:id/progress', { params }))?.percentage, 50);
    await reader.call('POST /books/:id/files/:file/read', { params: { id, file } });
    assert.deepEqual((await highlights())[0]?.position?.rects, [[50, 747, 140, 762]]);
    const { items: notes } = await reader.call('GET /notes/:bookId', { params: { bookId: id } });
    assert.deepEqual(
      notes.map(({ content, page }) => [content, page]),
      [['Who is this?', 1]],
    );
    const set = {
      type: 'AnnotationSet',
      items: [
        {
          id: 'urn:test:1',
          type: 'Annotation',
          target: {
            source: 'text/two.xhtml',
            selector: [{ type: 'TextQuoteSelector', exact: 'white whale' }],
          },
        },
      ],
    };
    const epub = whaleEpub('The Whale', { 'META-INF/annotations.annotation': JSON.stringify(set) });
    await reader.call('POST /books/:id/files/:file/read', { params: { id, file: id } });
    await add(epub, 'marked.epub');
    assert.deepEqual((await highlights()).map(({ text }) => text).sort(), [
      'Call me Ishmael.',
      'white whale',
    ]);
  });
});
