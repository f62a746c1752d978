import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Folder, Upload } from '@lectern/shared-contracts/api/uploads.ts';
import { recoverUploads } from '../src/intake/uploads/recover.ts';
import type { Client } from './support/client.ts';
import { makeEpub } from './support/epub.ts';
import { type CalibreLibrary, calibreLibrary } from './support/folders/calibreLibrary.ts';
import { type RawEntry, rawZip } from './support/rawZip.ts';
import { startServer, type TestServer } from './support/server.ts';
import { stagedNames } from './support/stored.ts';
import { address, send } from './support/tus.ts';

let server: TestServer;
before(async () => {
  server = await startServer({ config: { quotaBytes: 100 * 1024 ** 2 } });
});
after(() => server.stop());

const epub = (title = 'As in the file') => makeEpub({ title, author: 'Of the file' });
const newReader = () => server.reader(`reader-${randomUUID()}`);

/** The files of a library as the entries of a zip. */
async function entriesOf({ path }: CalibreLibrary, root = ''): Promise<RawEntry[]> {
  const found = await readdir(path, { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return Promise.all(
    files.map(async (file) => ({ name: root + file.slice(path.length + 1), data: await readFile(file) })),
  );
}

async function uploadZip(reader: Client, bytes: Uint8Array, name = 'Calibre.zip'): Promise<Upload> {
  const location = await address(reader, bytes.length, name);
  const answer = await send(reader, location, bytes);
  if (answer.status === 200) return (await answer.json()) as Upload;
  const id = location.split('/').at(-1) ?? '';
  return reader.call('GET /uploads/:id', { params: { id } });
}

/** Waits until what a reader has uploaded is taken in. @returns the last library */
async function look(reader: Client): Promise<Folder> {
  const folders = async () => (await reader.call('GET /folders', {})).items;
  for (const { id } of await folders()) await server.services.folders.look(id);
  const last = (await folders()).at(-1);
  assert.ok(last);
  return last;
}

const titles = async (reader: Client) =>
  (await reader.call('GET /books', {})).items.map(({ title }) => title).sort();

describe('a calibre library in a zip', () => {
  test('becomes books as one in a folder does, and nothing is left of it but its report', async () => {
    const library = await calibreLibrary();
    await library.add({ title: 'Persuasion', tags: ['Sea'], read: true, files: { EPUB: await epub() } });
    await library.add({ title: 'No file' });
    const reader = await newReader();
    const zip = rawZip([
      { name: 'Calibre/', data: '' },
      ...(await entriesOf(library, 'Calibre/')),
      { name: '__MACOSX/Calibre/._metadata.db', data: 'of the system' },
      { name: 'Calibre/.caltrash/b/1/book.epub', data: 'deleted in calibre' },
    ]);
    const upload = await uploadZip(reader, zip);
    assert.deepEqual([upload.state, upload.book], ['done', null]);
    const { id, name, kind, state, taken, left_out, left_out_fields } = await look(reader);
    assert.deepEqual(
      { name, kind, state, taken, left_out, left_out_fields },
      {
        name: 'Calibre.zip',
        kind: 'zip',
        state: 'watching',
        taken: 1,
        left_out: 1,
        left_out_fields: ['#lent'],
      },
    );
    const [book] = (await reader.call('GET /books', {})).items;
    assert.deepEqual([book?.title, book?.genre, book?.status], ['Persuasion', 'Sea', 'completed']);
    const report = (await reader.call('GET /folders/:id/files', { params: { id } })).items;
    assert.deepEqual(
      report.map(({ reason }) => reason),
      ['calibre has no file of this book.'],
    );
    assert.deepEqual(await stagedNames(server.services), []);
  });

  test('a later zip brings what calibre has changed, and overwrites nothing that the reader has', async () => {
    const library = await calibreLibrary();
    const id = await library.add({ title: 'First', tags: ['Sea'], files: { EPUB: await epub() } });
    const reader = await newReader();
    await uploadZip(reader, rawZip(await entriesOf(library)));
    await look(reader);
    const [book] = (await reader.call('GET /books', {})).items;
    const params = { id: book?.id ?? '' };
    await reader.call('PATCH /books/:id', { params, body: { genre: 'Whales' } });
    library.run('update books set title = ? where id = ?', 'Second', id);
    library.touch(id);
    await library.add({ title: 'Later', files: { EPUB: await epub('Later') } });
    await uploadZip(reader, rawZip(await entriesOf(library)));
    assert.equal((await look(reader)).taken, 2);
    assert.deepEqual(await titles(reader), ['Later', 'Second']);
    assert.equal((await reader.call('GET /books/:id', { params })).genre, 'Whales');
  });

  test('is kept through a stop, and another one waits until it is taken in', async () => {
    const library = await calibreLibrary();
    await library.add({ title: 'One', files: { EPUB: await epub() } });
    const reader = await newReader();
    const zip = rawZip(await entriesOf(library));
    await uploadZip(reader, zip);
    const other = await uploadZip(reader, zip, 'Another.zip');
    assert.match(other.error?.error ?? '', /Wait until it is done/);
    await recoverUploads(server.services);
    assert.equal((await look(reader)).taken, 1);
    await uploadZip(reader, zip, 'Another.zip');
    assert.equal((await look(reader)).name, 'Another.zip');
  });

  const bomb = { name: 'A/B (1)/Book.txt', data: Buffer.alloc(80 * 1024 ** 2) };
  const unsafe: [string, readonly RawEntry[], RegExp][] = [
    ['links', [{ name: 'A/B (1)/Book.epub', data: '/etc/passwd', mode: 0o120777 }], /links/],
    ['a file above it', [{ name: '../A.epub', data: 'x' }], /outside/],
    ['a file of the system', [{ name: '/etc/A.epub', data: 'x' }], /outside/],
    ['a bomb', [bomb], /too large when unpacked/],
    ['more than there is room for', [{ ...bomb, data: 'x', claimedSize: 101 * 1024 ** 2 }], /too large|room/],
  ];
  for (const [name, entries, sentence] of unsafe)
    test(`with ${name} is refused with a sentence`, async () => {
      const reader = await newReader();
      const upload = await uploadZip(reader, rawZip([{ name: 'metadata.db', data: 'x' }, ...entries]));
      assert.equal(upload.state, 'refused');
      assert.match(upload.error?.error ?? '', sentence);
      assert.deepEqual((await reader.call('GET /folders', {})).items, []);
      assert.deepEqual(await stagedNames(server.services), []);
    });

  test('that is cut off is refused with a sentence', async () => {
    const zip = rawZip([{ name: 'metadata.db', data: 'x'.repeat(10_000), stored: true }]);
    const upload = await uploadZip(await newReader(), zip.subarray(0, 5_000));
    assert.match(upload.error?.error ?? '', /cut off/);
  });

  const lying: [string, readonly RawEntry[], RegExp][] = [
    ['a file that is longer than it says', [{ name: 'A/B', data: 'abc', claimedSize: 1 }], /damaged/],
    ['a file that never ends', [{ name: 'A/B', data: 'x', stored: true, method: 8 }], /damaged/],
    [
      'two files of one name',
      [
        { name: 'A/B', data: 'x' },
        { name: 'A/B', data: 'y' },
      ],
      /damaged/,
    ],
    ['a locked file', [{ name: 'A/B', data: 'x', flags: 1 }], /password/],
    ['no library in its metadata.db', [], /metadata\.db of this calibre library is damaged/],
  ];
  for (const [name, entries, sentence] of lying)
    test(`with ${name} is not taken in, and is removed`, async () => {
      const reader = await newReader();
      await uploadZip(reader, rawZip([{ name: 'metadata.db', data: 'no database' }, ...entries]));
      const { state, problem } = await look(reader);
      assert.equal(state, 'stopped');
      assert.match(problem ?? '', sentence);
      assert.deepEqual(await stagedNames(server.services), []);
    });

  test('can be sent in one request', async () => {
    const library = await calibreLibrary();
    await library.add({ title: 'One', files: { EPUB: await epub() } });
    const reader = await newReader();
    const form = new FormData();
    form.append('file', new Blob([Buffer.from(rawZip(await entriesOf(library)))]), 'Calibre.zip');
    const answer = await reader.fetch('/v1/books', { method: 'POST', body: form });
    assert.deepEqual([answer.status, ((await answer.json()) as Upload).state], [202, 'done']);
    await look(reader);
    assert.deepEqual(await titles(reader), ['One']);
  });
});
