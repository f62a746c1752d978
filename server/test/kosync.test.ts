import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { namesOfFile, partialMd5 } from '../src/library/books/digests.ts';
import { bookFile, nav, packageDocument, page } from './support/bookFiles.ts';
import type { Client } from './support/client.ts';
import { addDevice, type Device } from './support/devices.ts';
import { makePdf } from './support/pdf.ts';
import { startServer, type TestServer } from './support/server.ts';
import { uploadBook } from './support/uploads.ts';

const md5 = (data: string | Uint8Array) => createHash('md5').update(data).digest('hex');
const chapter = (name: string) =>
  page(
    `<h1>${name}</h1><p>First of ${name}.</p><div><p>Second <i>of</i> ${name}, and more words of it.</p></div>`,
  );
const names = ['one', 'two', 'three'];
const file = bookFile({
  'OPS/book.opf': packageDocument({ chapters: names.map((name) => `${name}.xhtml`) }),
  'OPS/nav.xhtml': nav(names.map((name) => `<li><a href="${name}.xhtml">${name}</a></li>`).join('')),
  ...Object.fromEntries(names.map((name) => [`OPS/${name}.xhtml`, chapter(name)])),
});
const second = '/body/DocFragment[2]/body/div/p/text()[2].3';

let server: TestServer;
let now = new Date('2026-05-01T10:00:00.000Z');
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000);
};
let ada: Client;
let device: Device;
let bookId: string;
let document: string;

before(async () => {
  server = await startServer({ services: { now: () => now } });
});
after(() => server.stop());

/** A user with the book and a device. */
async function begin(): Promise<void> {
  now = new Date();
  ada = await server.reader();
  device = await addDevice(ada);
  bookId = (await uploadBook(ada, file, 'A Book.epub')).id;
  const path = join(server.config.dataDir, `${bookId}.epub`);
  await writeFile(path, file);
  document = await partialMd5(path);
}

const placeOf = (reader = ada) => reader.call('GET /books/:id/progress', { params: { id: bookId } });
const told = (of = device) => of.kosync('GET', `/syncs/progress/${document}`).then(({ body }) => body);
const readTo = (percentage: number, spine_index: number, fraction: number) =>
  ada.call('PUT /books/:id/progress', {
    params: { id: bookId },
    body: {
      current_page: 1,
      total_pages: 3,
      percentage,
      updated_at: now.toISOString(),
      position: { spine_index, fraction },
      device: 'Chrome on Linux',
    },
  });

describe('the protocol', () => {
  before(begin);

  test('sign-in: 200 with the right key, 401 with another or none; accounts cannot be created', async () => {
    assert.deepEqual(await device.kosync('GET', '/users/auth'), { status: 200, body: { authorized: 'OK' } });
    const nobody = await fetch(`${server.origin}/kosync/users/auth`);
    assert.deepEqual([nobody.status, await nobody.json()], [401, { code: 2001, message: 'Unauthorized' }]);
    const made = await device.kosync('POST', '/users/create', { username: 'x', password: md5('x') });
    assert.equal(made.status, 402);
    assert.equal(made.body.code, 2005);
  });

  test('an unknown document is 200 with an empty object', async () => {
    assert.deepEqual(await device.kosync('GET', `/syncs/progress/${md5('?')}`), { status: 200, body: {} });
    assert.deepEqual(await told(), {});
  });

  test('a document of no book is stored unchanged, for its user only', async () => {
    const foreign = md5('foreign');
    const { status, body } = await device.push(foreign, '/body/DocFragment[3]/body/p[2].0', 0.25);
    assert.equal(status, 200);
    assert.deepEqual(body, { document: foreign, timestamp: Math.floor(now.getTime() / 1_000) });
    const back = (await device.kosync('GET', `/syncs/progress/${foreign}`)).body;
    assert.deepEqual(back, {
      document: foreign,
      progress: '/body/DocFragment[3]/body/p[2].0',
      percentage: 0.25,
      device: 'Kobo',
      device_id: 'Kobo',
      timestamp: body.timestamp,
    });
    const eve = await addDevice(await server.reader());
    assert.deepEqual((await eve.kosync('GET', `/syncs/progress/${foreign}`)).body, {});
  });

  for (const [what, body] of [
    ['no document', { progress: 'x', percentage: 0, device: 'x' }],
    ['a document with a path', { document: '../x', progress: 'x', percentage: 0, device: 'x' }],
    ['no percentage', { document: 'x', progress: 'x', device: 'x' }],
    ['a percentage above one', { document: 'x', progress: 'x', percentage: 45, device: 'x' }],
    ['a progress that is a number', { document: 'x', progress: 3, percentage: 0, device: 'x' }],
    ['a progress of a megabyte', { document: 'x', progress: 'x'.repeat(15_000), percentage: 0, device: 'x' }],
    ['a list', [1]],
  ] as const)
    test(`400 in the protocol’s format: ${what}`, async () => {
      const answer = await device.kosync('PUT', '/syncs/progress', body);
      assert.equal(answer.status, 400);
      assert.equal(answer.body.code, 2003);
      assert.ok(answer.body.message);
    });

  test('an unknown path is 404, whatever the app has at that URL', async () => {
    assert.equal((await device.kosync('GET', '/healthcheck')).status, 404);
  });
});

describe('documents', () => {
  before(begin);

  for (const [size, samples] of [
    [0, []],
    [500, [[0, 500]]],
    [1_024, [[0, 1_024]]],
    [
      1_500,
      [
        [0, 1_024],
        [1_024, 1_500],
      ],
    ],
    [
      20_000,
      [
        [0, 1_024],
        [1_024, 2_048],
        [4_096, 5_120],
        [16_384, 17_408],
      ],
    ],
  ] as [number, [number, number][]][])
    test(`the digest of ${size} bytes is KOReader’s partial MD5`, async () => {
      const bytes = randomBytes(size);
      const path = join(server.config.dataDir, `sample-${size}`);
      await writeFile(path, bytes);
      const parts = samples.map(([from, to]) => bytes.subarray(from, to));
      assert.equal(await partialMd5(path), md5(Buffer.concat(parts)));
    });

  test('are found by content and by the names that a file may have', async () => {
    await device.push(document, second, 0.5);
    const wanted = (await placeOf())?.current_page;
    assert.ok(wanted);
    for (const name of ['A Book.epub', 'Unknown Author - A Made Book.epub']) {
      const answer = (await device.kosync('GET', `/syncs/progress/${md5(name)}`)).body;
      assert.match(answer.progress ?? '', /^\/body\/DocFragment\[2\]/, name);
    }
  });

  for (const [title, author, expected] of [
    ['Who? What: a Tale', 'A/B', 'A_B - Who_ What_ a Tale.epub'],
    ['The end...', 'A', 'A - The end.epub'],
    ['é'.repeat(200), 'A', `A - ${'é'.repeat(118)}.epub`],
  ] as const)
    test(`KOReader’s catalog names “${title.slice(0, 20)}” by its own rules`, () => {
      assert.ok(namesOfFile({ file_name: 'x.EPUB', title, author }).includes(expected), expected);
    });

  test('another user’s copy of a file is another book', async () => {
    const eve = await server.reader();
    const theirs = await addDevice(eve);
    await uploadBook(eve, file);
    assert.deepEqual(await told(theirs), {});
  });
});

describe('positions', () => {
  before(begin);

  test('from the device to the browser: the same text', async () => {
    await device.push(document, second, 0.41);
    const place = await placeOf();
    assert.equal(place?.position?.spine_index, 1);
    assert.equal(place?.position?.quote?.exact, 'o, and more words of it.');
    assert.equal(place?.device, 'Kobo');
    assert.equal(place?.mine, false);
    const { progress, percentage } = await told();
    assert.deepEqual([progress, percentage], [second, 0.41]);
  });

  test('from the browser to the device: the same text', async () => {
    later(60);
    const place = await placeOf();
    await ada.call('PUT /books/:id/progress', {
      params: { id: bookId },
      body: {
        current_page: 3,
        total_pages: 3,
        percentage: 70,
        updated_at: now.toISOString(),
        follows: place?.updated_at ?? null,
        position: { spine_index: 2, fraction: 0.5, quote: { exact: 'more words of it.' } },
        device: 'Chrome on Linux',
      },
    });
    const { progress, percentage, device: name, device_id, timestamp } = await told();
    assert.equal(progress, '/body/DocFragment[3]/body/div/p/text()[2].12');
    assert.deepEqual([percentage, name, device_id], [0.7, 'Chrome on Linux', 'lectern']);
    assert.equal(timestamp, Math.floor(now.getTime() / 1_000));
  });

  test('in a chapter without the position: the percentage within that chapter', async () => {
    later(60);
    await device.push(document, '/body/DocFragment[3]/body/section[9]/p[40]/text().2', 0.05);
    const estimated = await placeOf();
    assert.deepEqual([estimated?.percentage, estimated?.position?.spine_index], [66.67, 2]);
    await device.push(document, '/body/DocFragment[3]/body/section[9]/p[40]/text().2', 1);
    const place = await placeOf();
    assert.equal(place?.position?.spine_index, 2);
    assert.equal(place?.percentage, 100);
  });

  for (const nonsense of [
    'x',
    '/body/DocFragment[99]/body/p[1].0',
    '/body/DocFragment[1]/body/*[position()>0]',
    '<script>',
    '12',
  ])
    test(`${nonsense} is accepted, but moves nothing`, async () => {
      const before = await placeOf();
      assert.equal((await device.push(document, nonsense, 0.5)).status, 200);
      assert.deepEqual(await placeOf(), before);
    });
});

describe('two devices', () => {
  before(begin);
  const at = (fragment: number) => `/body/DocFragment[${fragment}]/body/h1/text().0`;

  test('a late push never moves another device’s position back, and is added to the history', async () => {
    await device.push(document, at(1), 0.1);
    later(90);
    await readTo(60, 2, 0);
    later(90);
    await device.push(document, at(2), 0.4);
    assert.equal((await placeOf())?.percentage, 60);
    assert.equal((await told()).device, 'Chrome on Linux');
    const { items } = await ada.call('GET /books/:id/places', { params: { id: bookId } });
    assert.equal(items[0]?.device, 'Kobo');
  });

  test('nor does a push right after a pull, since it may have waited in the queue', async () => {
    await told();
    later(5);
    await device.push(document, at(2), 0.4);
    assert.equal((await placeOf())?.percentage, 60);
  });

  test('once the device has seen that position and was read on, it may go back', async () => {
    await told();
    later(90);
    await device.push(document, at(2), 0.4);
    assert.equal((await placeOf())?.position?.spine_index, 1);
  });

  test('a device moves forward and back from its own position', async () => {
    later(60);
    await device.push(document, at(3), 0.9);
    assert.equal((await placeOf())?.position?.spine_index, 2);
    later(60);
    await device.push(document, at(1), 0);
    assert.equal((await placeOf())?.position?.spine_index, 0);
  });

  test('a position further on is accepted, whoever set the other one', async () => {
    const phone = await addDevice(ada, { name: 'Phone' });
    later(60);
    await phone.push(document, at(2), 0.5);
    assert.equal((await placeOf())?.device, 'Phone');
    assert.equal((await told()).device, 'Phone');
  });

  const pushFrom = (device_id: string, fragment: number, percentage: number, of = document) =>
    device.kosync('PUT', '/syncs/progress', {
      document: of,
      progress: at(fragment),
      percentage,
      device: 'Kobo',
      device_id,
    });

  test('[N-06] two devices with one password: a late push of one is a past place, the other may go back', async () => {
    await pushFrom('LIBRA', 3, 0.8);
    await told();
    later(90);
    await pushFrom('CLARA', 1, 0.01);
    assert.equal((await placeOf())?.position?.spine_index, 2);
    assert.equal((await told()).device_id, 'LIBRA');
    const { items } = await ada.call('GET /books/:id/places', { params: { id: bookId } });
    assert.equal(items[0]?.position?.spine_index, 0);
    await pushFrom('LIBRA', 2, 0.4);
    assert.equal((await placeOf())?.position?.spine_index, 1);
    // The place of the other device is left, and listed.
    await pushFrom('CLARA', 3, 0.9);
    const places = await ada.call('GET /books/:id/places', { params: { id: bookId } });
    assert.equal(places.items[0]?.position?.spine_index, 1);
    await pushFrom('LIBRA', 2, 0.4);
    assert.equal((await told()).device_id, 'CLARA');
  });

  test('[N-06] nor does a late push hide the place in a document that is no book here', async () => {
    const foreign = md5('two devices');
    await pushFrom('LIBRA', 3, 0.8, foreign);
    later(60);
    await pushFrom('CLARA', 1, 0.01, foreign);
    const pulled = async () => (await device.kosync('GET', `/syncs/progress/${foreign}`)).body.progress;
    assert.equal(await pulled(), at(3));
    await pushFrom('LIBRA', 2, 0.4, foreign);
    assert.equal(await pulled(), at(2));
  });

  test('open pages are notified', async () => {
    const before = await ada.call('GET /changes', {});
    await device.push(document, at(3), 0.9);
    assert.equal((await ada.call('GET /changes', {})).revisions.places, before.revisions.places + 1);
  });
});

test('PDFs use pages', async () => {
  await begin();
  const pdf = await makePdf();
  const { id, page_count } = await uploadBook(ada, pdf, 'Pages.pdf');
  const name = md5('Pages.pdf');
  await device.push(name, '1', 0.5);
  const params = { id };
  const place = await ada.call('GET /books/:id/progress', { params });
  assert.deepEqual([place?.current_page, place?.position], [1, { page: 1 }]);
  await device.push(name, '400000', 1);
  assert.equal((await ada.call('GET /books/:id/progress', { params }))?.current_page, page_count);
  later(60);
  const last = await ada.call('GET /books/:id/progress', { params });
  await ada.call('PUT /books/:id/progress', {
    params,
    body: {
      current_page: 1,
      total_pages: 1,
      percentage: 1,
      updated_at: now.toISOString(),
      follows: last?.updated_at ?? null,
    },
  });
  assert.equal((await device.kosync('GET', `/syncs/progress/${name}`)).body.progress, '1');
});
