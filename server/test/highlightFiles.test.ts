import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { bookFile, nav, packageDocument, page } from './support/bookFiles.ts';
import type { Client } from './support/client.ts';
import { addDevice, type Device } from './support/devices.ts';
import { turnsOfChapters } from './support/faults/slowWork.ts';
import { makePdf } from './support/pdf.ts';
import { startServer, type TestServer } from './support/server.ts';
import { uploadBook } from './support/uploads.ts';

const file = bookFile({
  'OPS/book.opf': packageDocument({ chapters: ['one.xhtml', 'two.xhtml'] }),
  'OPS/nav.xhtml': nav('<li><a href="one.xhtml">one</a></li>'),
  'OPS/one.xhtml': page('<h1>One</h1><p>Only words.</p>'),
  'OPS/two.xhtml': page(
    '<h1>Two</h1><p>First of two.</p><div><p>Same words. Same words.</p><p>Second <i>of</i> them,\n and more 😀 of it.</p></div>',
  ),
});

let server: TestServer;
let ada: Client;
let device: Device;
let bookId: string;
before(async () => {
  server = await startServer();
});
after(() => server.stop());
beforeEach(async () => {
  ada = await server.reader();
  device = await addDevice(ada, { scopes: ['write'] });
  bookId = (await uploadBook(ada, file, 'A Book.epub')).id;
});

/** The names in a folder. */
async function listed(path: string): Promise<string[]> {
  const answer = await device.fetch(path, { method: 'PROPFIND', headers: { depth: '1' } });
  const names = [...(await answer.text()).matchAll(/<D:href>([^<]*)<\/D:href>/g)].map(([, name]) =>
    decodeURIComponent(name ?? ''),
  );
  return names.filter((name) => name !== path);
}
const own = '/dav/highlights/A Book.epub.annotations.lua';
const told = async () => (await device.fetch(encodeURI(own))).text();
const valuesOf = (lua: string, key: string) =>
  [...lua.matchAll(new RegExp(`\\["${key}"\\] = "([^"]*)"`, 'g'))].map(([, value]) => value);

async function mark(text: string, fraction: number, more: object = {}) {
  return ada.call('POST /books/:id/highlights', {
    params: { id: bookId },
    body: {
      text,
      color: 'pink',
      page: 2,
      position: { spine_index: 1, fraction, quote: { exact: text } },
      note: null,
      ...more,
    },
  });
}
const sendExport = async (entry: object) => {
  const body = JSON.stringify({
    title: 'x',
    file: '/mnt/A Book.epub',
    entries: [{ sort: 'highlight', ...entry }],
  });
  assert.ok((await device.fetch('/dav/all.json', { method: 'PUT', body })).ok);
};

test('highlights of this library are in a file that KOReader imports, with positions and notes', async () => {
  assert.deepEqual(await listed('/dav/'), []);
  await mark('Same words.', 0.2, { note: 'A "thought"\\\nof two lines' });
  await mark('Second of them, and more 😀', 0.6, { style: 'underline', color: 'blue' });
  await mark('words that are nowhere', 0.6);
  assert.deepEqual(await listed('/dav/'), ['/dav/highlights/']);
  assert.deepEqual(
    (await listed('/dav/highlights/')).filter((name) => name.includes('A Book')),
    [own],
  );
  const lua = await told();
  const node = '/body/DocFragment[2]/body/div';
  assert.deepEqual(valuesOf(lua, 'pos0'), [`${node}/p[1]/text().0`, `${node}/p[2]/text()[1].0`]);
  assert.deepEqual(valuesOf(lua, 'pos1'), [`${node}/p[1]/text().11`, `${node}/p[2]/text()[2].17`]);
  assert.deepEqual(valuesOf(lua, 'page'), valuesOf(lua, 'pos0'));
  assert.deepEqual(valuesOf(lua, 'color'), ['red', 'blue']);
  assert.deepEqual(valuesOf(lua, 'drawer'), ['lighten', 'underscore']);
  assert.match(lua, /\["note"\] = "A \\034thought\\034\\092\\010of two lines"/);
  assert.match(lua, /\["device_id"\] = "lectern"/);
  assert.match(lua, /^ {4}\["datetime"\] = "",$/m);
  assert.doesNotMatch(lua, /paging/);
});

test('a device’s highlights are sent to others unchanged; a later change here wins', async () => {
  const said = '/body[1]/DocFragment[2]/body[1]/p[1]/text()[1].0';
  await sendExport({
    text: 'First of two.',
    pn_xp: said,
    time: 1_700_000_000,
    drawer: 'underscore',
    color: 'green',
  });
  const lua = await told();
  assert.deepEqual(valuesOf(lua, 'pos0'), [said]);
  assert.deepEqual(valuesOf(lua, 'pos1'), ['/body[1]/DocFragment[2]/body[1]/p[1]/text()[1].13']);
  assert.deepEqual(valuesOf(lua, 'datetime'), ['2023-11-14 22:13:20', '']);
  assert.deepEqual(valuesOf(lua, 'datetime_updated'), []);
  const [mark] = (await ada.call('GET /books/:id/highlights', { params: { id: bookId } })).items;
  assert.ok(mark);
  await ada.call('PUT /highlights/:id', { params: { id: mark.id }, body: { note: 'Better' } });
  assert.equal(valuesOf(await told(), 'datetime_updated').length, 1);
});

test('of the same words in a chapter, those at the XPointer are meant', async () => {
  const said = '/body/DocFragment[2]/body/div/p[1]/text().12';
  await sendExport({ text: 'Same words.', pn_xp: said, time: 1_700_000_000 });
  const [mark] = (await ada.call('GET /books/:id/highlights', { params: { id: bookId } })).items;
  assert.match(mark?.position?.quote?.prefix ?? '', /Same words\.$/);
  assert.deepEqual(valuesOf(await told(), 'pos0'), [said]);
});

test('a highlight deleted here is removed from the file, and not restored by the next export', async () => {
  const time = Math.floor(Date.now() / 1_000);
  const entry = { text: 'First of two.', pn_xp: '/body/DocFragment[2]/body/p/text().0', time };
  await sendExport(entry);
  const own = await mark('Same words.', 0.5);
  assert.equal(valuesOf(await told(), 'pos0').length, 2);
  const all = async () => (await ada.call('GET /books/:id/highlights', { params: { id: bookId } })).items;
  for (const { id } of await all()) await ada.call('DELETE /highlights/:id', { params: { id } });
  await sendExport(entry);
  await sendExport({ ...entry, text: own.text });
  assert.deepEqual(await all(), []);
  assert.deepEqual(await listed('/dav/highlights/'), []);
  await sendExport({ ...entry, time: time + 3 * 86_400 });
  assert.equal((await all()).length, 1);
});

test('only the library writes to the folder', async () => {
  await mark('Same words.', 0.5);
  await device.fetch('/dav/mine.lua', { method: 'PUT', body: 'mine' });
  for (const [method, path, headers] of [
    ['PUT', '/dav/highlights/x.lua', {}],
    ['MKCOL', '/dav/highlights/x', {}],
    ['COPY', '/dav/mine.lua', { destination: '/dav/highlights/x.lua' }],
    ['MOVE', '/dav/mine.lua', { destination: encodeURI(own) }],
  ] as const)
    assert.equal((await device.fetch(path, { method, headers })).status, 403, method);
  assert.match(await told(), /Same words/);
});

test('bookmarks of EPUBs and PDFs are included with their chapters, and removed when deleted', async () => {
  const add = async (book: string, body: object) =>
    ada.call('PUT /books/:id/bookmark', {
      params: { id: book },
      body: { page: 2, updated_at: new Date().toISOString(), ...body },
    });
  const quote = { exact: 'Second of them' };
  await add(bookId, { label: 'Two', position: { spine_index: 1, fraction: 0.6, quote } });
  const pdf = (await uploadBook(ada, makePdf(), 'Pages.pdf')).id;
  const { id } = await add(pdf, { page: 1, position: { page: 1 } });
  const place = '/body/DocFragment[2]/body/div/p[2]/text()[1].0';
  const lua = await told();
  assert.deepEqual(valuesOf(lua, 'page'), [place]);
  assert.deepEqual(valuesOf(lua, 'chapter'), ['Two']);
  assert.doesNotMatch(lua, /drawer|pos0|paging/);
  const ofPdf = '/dav/highlights/Pages.pdf.annotations.lua';
  const pages = await (await device.fetch(ofPdf)).text();
  assert.match(pages, /\["page"\] = 1,/);
  assert.match(pages, /\["paging"\] = true/);
  await ada.call('DELETE /bookmarks/:id', { params: { id } });
  assert.equal((await device.fetch(ofPdf)).status, 404);
});

test('[O-18] others are answered between the highlights of a chapter', async () => {
  for (let number = 0; number < 5; number += 1) await mark('Same words.', number / 10);
  const turns = await turnsOfChapters(server.services, () => listed('/dav/highlights/'));
  assert.equal(turns.length, 5);
  assert.equal(new Set(turns).size, turns.length);
});

test('a book that is deleted while its highlights are located has no file', async () => {
  await mark('Same words.', 0.2);
  const { originals } = server.services;
  server.services.originals = {
    ...originals,
    async chapter(...asked) {
      await ada.call('DELETE /books/:id', { params: { id: bookId } });
      return originals.chapter(...asked);
    },
  };
  const answer = await device.fetch('/dav/', { method: 'PROPFIND', headers: { depth: '1' } });
  server.services.originals = originals;
  assert.equal(answer.status, 207);
  assert.deepEqual(await listed('/dav/highlights/'), []);
});
