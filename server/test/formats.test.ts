import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { ErrorBody } from '@lectern/shared-contracts/api/errors.ts';
import { partialMd5 } from '../src/library/books/digests.ts';
import { takeIn } from './support/annotations/marks.ts';
import type { Client } from './support/client.ts';
import { addDevice, type Device } from './support/devices.ts';
import { makeEpub } from './support/epub.ts';
import { makeFb2 } from './support/formats/documents.ts';
import { makeMobi } from './support/formats/mobi.ts';
import { makePdf } from './support/pdf.ts';
import { startServer, type TestServer } from './support/server.ts';
import { address, begin, send } from './support/tus.ts';
import { filesLeft, upload, uploadBook } from './support/uploads.ts';
import { unzip } from './support/zip.ts';

const file = makeFb2();
let server: TestServer;
let ada: Client;
let device: Device;
let bookId: string;

before(async () => {
  server = await startServer();
  ada = await server.reader();
  device = await addDevice(ada);
  bookId = (await uploadBook(ada, file, 'A Small Way.fb2')).id;
});
after(() => server.stop());

const book = () => ada.call('GET /books/:id', { params: { id: bookId } });

describe('a book that is read as the EPUB that was made of it', () => {
  test('is an EPUB to the reader, and names the format of its file', async () => {
    const { format, source_format, title } = await book();
    assert.deepEqual([format, source_format, title], ['epub', 'fb2', 'A Small Way']);
    const manifest = await ada.call('GET /books/:id/manifest', { params: { id: bookId } });
    assert.equal(manifest.format, 'epub');
    const page = await ada.fetch(`${manifest.content_url}/${manifest.spine[1]?.href}`);
    assert.match(await page.text(), /Call me Ishmael/);
    const { items } = await ada.call('GET /books/:id/search', {
      params: { id: bookId },
      query: { q: 'Ishmael' },
    });
    assert.equal(items.length, 1);
  });

  test('is downloaded as it was, by readers, catalogs and the export', async () => {
    const { file_url } = await ada.call('GET /books/:id/manifest', { params: { id: bookId } });
    const answers = [await ada.fetch(file_url), await device.fetch(`/opds/books/${bookId}/file`)];
    for (const answer of answers) {
      assert.equal(answer.headers.get('content-type'), 'application/x-fictionbook+xml');
      assert.match(answer.headers.get('content-disposition') ?? '', /A Small Way\.fb2/);
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), file);
    }
    const feed = await (await device.fetch(`/opds/v2/publications/${bookId}`)).text();
    assert.match(feed, /"application\/x-fictionbook\+xml"/);
    const { url } = await ada.call('POST /export', { body: { files: true } });
    const files = await unzip(Buffer.from(await (await ada.fetch(url)).arrayBuffer()));
    assert.deepEqual(files.get('books/A Small Way - Ann Writer.fb2'), file);
  });

  test('has no annotated copy, and only the percentage of a device means the same', async () => {
    const path = join(server.config.dataDir, 'a.fb2');
    await writeFile(path, file);
    const document = await partialMd5(path);
    await device.push(document, '/body/DocFragment[2]/body/p/text().0', 0.5);
    const place = await ada.call('GET /books/:id/progress', { params: { id: bookId } });
    assert.equal(place?.percentage, 50);
    await ada.call('PUT /books/:id/progress', {
      params: { id: bookId },
      body: {
        current_page: 1,
        total_pages: 4,
        percentage: 75,
        position: { spine_index: 2, fraction: 0.5 },
        updated_at: new Date().toISOString(),
      },
    });
    const { body } = await device.kosync('GET', `/syncs/progress/${document}`);
    assert.ok(!String(body.progress).includes('DocFragment[3]'), JSON.stringify(body));
    const copy = await ada.call('POST /export', { body: { marks: { book_id: bookId, in_file: true } } });
    assert.equal((await ada.fetch(copy.url)).status, 404);
  });

  const settings = (...places: [words: string, start: string, end: string][]) => `return {
    ["annotations"] = {
${places
  .map(
    (
      [words, start, end],
      at,
    ) => `[${at + 1}] = { ["datetime"] = "2026-11-29 22:11:1${at}", ["drawer"] = "lighten",
      ["page"] = "${start}", ["pageno"] = ${at + 1}, ["pos0"] = "${start}", ["pos1"] = "${end}", ["text"] = "${words}" },`,
  )
  .join('\n')}
    },
    ["doc_path"] = "/mnt/onboard/way.fb2", ["doc_props"] = { ["authors"] = "Ann Writer", ["title"] = "A Small Way" },
  }`;
  const first = '/FictionBook/body[1]/section[1]';
  const words = ['Call me Ishmael.', 'Part of two'] as const;
  const ofDevices: [string, string][] = [
    [
      'its FB2',
      settings(
        [words[0], `${first}/p/text().0`, `${first}/p/text().16`],
        [words[1], '/FictionBook/body[1]/section[2]/section/title/p/text().0', `${first}/p/text().11`],
      ),
    ],
    [
      'an EPUB of it',
      settings(
        [words[0], '/body/DocFragment[9]/body/p/text().0', '/body/DocFragment[9]/body/p/text().16'],
        [words[1], '/body/DocFragment[1]/body/h1/text().0', '/body/DocFragment[1]/body/h1/text().11'],
      ),
    ],
  ];
  for (const [name, lua] of ofDevices)
    test(`has the highlights of a KOReader that reads ${name} at their words`, async () => {
      const body = takeIn(Buffer.from(lua), 'metadata.fb2.lua');
      const { counts, items } = await ada.call('POST /marks/proof', { body });
      assert.deepEqual(counts, { placed: 2, near: 0, not_found: 0, known: 0 });
      assert.deepEqual(
        items.map(({ text }) => text),
        words,
      );
    });

  test('may be replaced by an EPUB, but not by a PDF', async () => {
    const replace = async (next: Uint8Array) => {
      const begun = await begin(ada, next.length, { metadata: { filename: 'new.file', replaces: bookId } });
      return (await (
        await send(ada, begun.headers.get('location') ?? '', next)
      ).json()) as Partial<ErrorBody>;
    };
    assert.equal((await replace(makePdf())).code, 'other_format');
    const mark = await ada.call('POST /books/:id/highlights', {
      params: { id: bookId },
      body: {
        text: 'Call me Ishmael.',
        color: 'yellow',
        page: 1,
        position: { spine_index: 1, fraction: 0, quote: { exact: 'Call me Ishmael.' } },
      },
    });
    assert.equal((await replace(await makeEpub())).code, undefined);
    const { format, source_format } = await book();
    assert.deepEqual([format, source_format], ['epub', undefined]);
    const { items } = await ada.call('GET /books/:id/highlights', { params: { id: bookId }, query: {} });
    assert.equal(items.find(({ id }) => id === mark.id)?.position?.spine_index, 0);
  });
});

test('a file with DRM, or half a file, leaves nothing but a sentence', async () => {
  const other = await server.reader();
  const before = await filesLeft(server.services);
  for (const [bytes, sentence] of [
    [makeMobi({ encryption: 2 }), 'This book is protected by DRM or a password, so Lectern cannot open it.'],
    [makeMobi().subarray(0, 100), 'This file is damaged and cannot be opened.'],
  ] as const) {
    const { status, body } = await upload(other, bytes, 'a.mobi');
    assert.deepEqual([status, (body as ErrorBody).error], [422, sentence]);
  }
  assert.deepEqual(await filesLeft(server.services), before);
  assert.equal((await other.call('GET /books', { query: {} })).total, 0);
});

test('a MOBI arrives by tus too', async () => {
  const bytes = makeMobi();
  const answer = await send(ada, await address(ada, bytes.length, 'way.mobi'), bytes);
  const { book: added } = (await answer.json()) as { book?: { source_format?: string } };
  assert.equal(added?.source_format, 'mobi');
});
