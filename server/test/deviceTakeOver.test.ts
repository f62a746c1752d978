import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import Database from 'better-sqlite3';
import { partialMd5 } from '../src/library/books/digests.ts';
import { bookFile, nav, packageDocument, page } from './support/bookFiles.ts';
import type { Client } from './support/client.ts';
import { clockAt } from './support/clock.ts';
import { addDevice, type Device } from './support/devices.ts';
import { makePdf } from './support/pdf.ts';
import { startServer, type TestServer } from './support/server.ts';
import { begin, send } from './support/tus.ts';
import { uploadBook } from './support/uploads.ts';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const names = ['one', 'two', 'three'];
const bookOf = (title: string) =>
  bookFile({
    'OPS/book.opf': packageDocument({ chapters: names.map((name) => `${name}.xhtml`) }),
    'OPS/nav.xhtml': nav(names.map((name) => `<li><a href="${name}.xhtml">${name}</a></li>`).join('')),
    ...Object.fromEntries(
      names.map((name) => [`OPS/${name}.xhtml`, page(`<h1>${title} ${name}</h1><p>First of ${name}.</p>`)]),
    ),
  });
const file = bookOf('A');
const at = (fragment: number) => `/body/DocFragment[${fragment}]/body/h1/text().0`;

const clock = clockAt('2026-05-04T12:00:00Z');
let server: TestServer;
let ada: Client;
let device: Device;
let content: string;

before(async () => {
  server = await startServer({ services: { now: clock.now } });
  content = await digestOf(file);
});
after(() => server.stop());
beforeEach(async () => {
  ada = await server.reader();
  device = await addDevice(ada, { scopes: ['progress', 'write'] });
});

async function digestOf(bytes: Uint8Array): Promise<string> {
  const path = join(server.config.dataDir, 'digest.epub');
  await writeFile(path, bytes);
  return partialMd5(path);
}
const placeIn = (id: string) => ada.call('GET /books/:id/progress', { params: { id } });
const pastPlaces = async (id: string) =>
  (await ada.call('GET /books/:id/places', { params: { id } })).items.map(({ position }) => position);
const put = async (path: string, body: string | Buffer<ArrayBuffer>) =>
  assert.ok((await device.fetch(`/dav/${path}`, { method: 'PUT', body })).ok);

for (const [how, document] of [
  ['its content', () => content],
  ['its file name', () => md5('A Book.epub')],
] as const)
  test(`[N-04] a place sent before the upload, by ${how}, is the place of the book`, async () => {
    await device.push(document(), at(2), 0.4);
    clock.pass(1);
    const { id } = await uploadBook(ada, file, 'A Book.epub');
    const place = await placeIn(id);
    assert.deepEqual([place?.position?.spine_index, place?.device], [1, 'Kobo']);
    const book = await ada.call('GET /books/:id', { params: { id } });
    assert.equal(book.status, 'reading');
    assert.ok(book.progress > 30);
    // The same device moves on from there, and back.
    await device.push(document(), at(1), 0);
    assert.equal((await placeIn(id))?.position?.spine_index, 0);
  });

test('[N-04] places of two devices: the furthest is the place, the other one is listed', async () => {
  const phone = await addDevice(ada, { name: 'Phone', scopes: ['progress'] });
  await phone.push(content, at(3), 0.9);
  clock.pass(1);
  await device.push(content, at(2), 0.4);
  const { id } = await uploadBook(ada, file);
  assert.equal((await placeIn(id))?.device, 'Phone');
  assert.deepEqual(
    (await pastPlaces(id)).map((position) => position?.spine_index),
    [1],
  );
});

test('[N-04] a place comes back with a book that was deleted', async () => {
  const first = await uploadBook(ada, file);
  await device.push(content, at(2), 0.4);
  await ada.call('DELETE /books/:id', { params: { id: first.id } });
  const { id } = await uploadBook(ada, file);
  assert.equal((await placeIn(id))?.position?.spine_index, 1);
});

test('[N-04] a place in the file that replaces another one', async () => {
  const { id } = await uploadBook(ada, bookOf('B'), 'B.epub');
  await device.push(content, at(2), 0.4);
  const begun = await begin(ada, file.length, { metadata: { filename: 'A.epub', replaces: id } });
  assert.ok((await send(ada, begun.headers.get('location') ?? '', file)).ok);
  assert.equal((await placeIn(id))?.position?.spine_index, 1);
});

test('[N-04] a page of a PDF', async () => {
  await device.push(md5('Pages.pdf'), '1', 0.5);
  const { id } = await uploadBook(ada, await makePdf(), 'Pages.pdf');
  assert.deepEqual((await placeIn(id))?.position, { page: 1 });
});

test('[N-04] highlights exported before the upload, and again after the book was deleted', async () => {
  const entry = { sort: 'highlight', text: 'First of two.', pn_xp: at(2), page: 3, time: 1_700_000_000 };
  await put('all.json', JSON.stringify({ documents: [{ file: '/books/A Book.epub', entries: [entry] }] }));
  for (let round = 0; round < 2; round++) {
    const { id } = await uploadBook(ada, file, 'A Book.epub');
    const { items } = await ada.call('GET /books/:id/highlights', { params: { id } });
    assert.deepEqual(
      items.map(({ text, position }) => [text, position?.spine_index]),
      [['First of two.', 1]],
    );
    await ada.call('DELETE /books/:id', { params: { id } });
  }
});

test('[N-04] reading times sent before the upload are sessions, once, also when the book comes back', async () => {
  const database = new Database(':memory:');
  database.exec(`
    create table book (id integer primary key autoincrement, title text, authors text, notes integer, last_open integer,
      highlights integer, pages integer, series text, language text, md5 text, total_read_time integer,
      total_read_pages integer);
    create table page_stat_data (id_book integer, page integer not null default 0, start_time integer not null default 0,
      duration integer not null default 0, total_pages integer not null default 0,
      unique (id_book, page, start_time));
    pragma user_version = 20221111;`);
  database.prepare("insert into book (title, authors, md5) values ('A', 'B', ?)").run(content);
  database.exec('insert into page_stat_data values (1, 1, 1777800000, 60, 3), (1, 2, 1777800060, 60, 3)');
  await put('statistics.sqlite3', Buffer.from(database.serialize()));
  database.close();
  for (let round = 0; round < 2; round++) {
    const { id } = await uploadBook(ada, file);
    const { items } = await ada.call('GET /reading/sessions', {});
    assert.deepEqual(
      items.map(({ book_id, seconds }) => [book_id, seconds]),
      [[id, 120]],
    );
    await ada.call('DELETE /books/:id', { params: { id } });
  }
});
