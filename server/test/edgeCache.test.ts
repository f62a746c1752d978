/** A cache in front of the server keeps what books are made of once for all readers, and gives nothing away. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { bookFile, packageDocument, page } from './support/bookFiles.ts';
import { assertErrorBody, type Client } from './support/client.ts';
import { freePort } from './support/freePort.ts';
import { startServer, type TestServer } from './support/server.ts';
import { uploadBook } from './support/uploads.ts';

/** Long enough to be compressed. */
const chapter = (words: string) => page(`<p>${words.repeat(200)}</p>`);
const book = (words: string) =>
  bookFile({ 'OPS/book.opf': packageDocument({ title: 'Shared' }), 'OPS/one.xhtml': chapter(words) });

interface Addresses {
  chapter: string;
  file: string;
  cover: string;
}

async function addressesFor(reader: Client, file: Uint8Array, name: string): Promise<Addresses> {
  const { id, cover_base } = await uploadBook(reader, file, name);
  const manifest = await reader.call('GET /books/:id/manifest', { params: { id } });
  return {
    chapter: `${manifest.content_url}/OPS/one.xhtml`,
    file: manifest.file_url,
    cover: `${cover_base}/small.webp`,
  };
}

let server: TestServer;
let ada: Addresses;
let eve: Addresses;
let eveReads: Client;
/** Of files of books, since the beginning of the test. */
let reads = 0;
/** Milliseconds by which the server's clock is put forward. */
let later = 0;

before(async () => {
  const now = () => new Date(Date.now() + later);
  server = await startServer({ config: { trustProxy: true }, services: { now } });
  const { blobs } = server.services;
  const read = blobs.read.bind(blobs);
  blobs.read = (...asked) => {
    reads += 1;
    return read(...asked);
  };
  ada = await addressesFor(await server.reader('ada'), book('The same words. '), 'of ada.epub');
  eveReads = await server.reader('eve');
  eve = await addressesFor(eveReads, book('The same words. '), 'of eve.epub');
});
beforeEach(() => {
  reads = 0;
});
after(() => server.stop());

const head = (address: string) => fetch(`${server.origin}${address}`, { method: 'HEAD' });
const contentOf = async (address: string) => (await head(address)).headers.get('lectern-content');

describe('the name of what an address leads to', () => {
  test('is the same for two readers with the same file, and is told without reading it', async () => {
    for (const what of ['chapter', 'file'] as const) {
      assert.notEqual(ada[what], eve[what]);
      assert.match((await contentOf(ada[what])) ?? '', /^(pack|file)-[0-9a-f]{64}/);
      assert.equal(await contentOf(ada[what]), await contentOf(eve[what]));
    }
    assert.equal(reads, 0);
  });

  test('is another one for other bytes, and for covers, which readers may change', async () => {
    const other = await addressesFor(await server.reader(), book('Other words. '), 'other.epub');
    for (const what of ['chapter', 'file', 'cover'] as const)
      assert.notEqual(await contentOf(other[what]), await contentOf(ada[what]));
    assert.notEqual(await contentOf(ada.cover), await contentOf(eve.cover));
  });

  test('is not told to whom the address was not given', async () => {
    const forged = ada.chapter.replace(/(content\/)[^/]+/, `$1${/content\/([^/]+)/.exec(eve.chapter)?.[1]}`);
    const answer = await head(forged);
    assert.equal(answer.status, 404);
    assert.equal(answer.headers.get('lectern-content'), null);
  });
});

const isInstalled = !spawnSync('nginx', ['-v'], { stdio: 'ignore' }).error;

describe('behind deploy/nginx-cache.conf', { skip: !isInstalled && 'there is no nginx' }, () => {
  let folder: string;
  let nginx: ChildProcess;
  let origin: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-nginx-'));
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    const example = await readFile(new URL('../../deploy/nginx-cache.conf', import.meta.url), 'utf8');
    const site = example
      .replace(/server \{\n {2}listen 80;[\s\S]*?\n\}\n/, '')
      .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
      .replace(/ {2}(http2|ssl_).*\n/g, '')
      .replace('/var/cache/nginx/lectern', `${folder}/cache`)
      .replaceAll('http://127.0.0.1:8080', server.origin);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
      .join('\n');
    await writeFile(
      join(folder, 'nginx.conf'),
      `daemon off;\nuser ${userInfo().username};\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${site}}\n`,
    );
    nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
      stdio: 'ignore',
    });
    const isUp = () =>
      fetch(`${origin}/v1/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (nginx.exitCode === null && !(await isUp()));
    assert.equal(nginx.exitCode, null, 'nginx has ended');
  });
  after(async () => {
    const gone = once(nginx, 'exit');
    nginx.kill();
    await gone;
    await rm(folder, { recursive: true, force: true });
  });

  const get = (address: string, headers: Record<string, string> = {}) =>
    fetch(`${origin}${address}`, { headers });

  test('a chapter and a file are read once for two readers who have the same', async () => {
    for (const what of ['chapter', 'file'] as const) {
      const first = await get(ada[what]);
      // Completely read, and so kept, before it is asked for again.
      const bytes = await first.bytes();
      const second = await get(eve[what]);
      assert.deepEqual([first.status, second.status], [200, 200]);
      assert.deepEqual(await second.bytes(), bytes);
    }
    assert.equal(reads, 2);
  });

  test('a part of a file that is kept is answered as such', async () => {
    const whole = await (await get(ada.file)).bytes();
    reads = 0;
    const part = await get(eve.file, { range: 'bytes=10-19' });
    assert.equal(part.status, 206);
    assert.deepEqual(await part.bytes(), whole.slice(10, 20));
    assert.equal(reads, 0);
  });

  test('nothing of the first reader is in the answer to the second', async () => {
    await (await get(ada.file)).bytes();
    const answer = await get(eve.file);
    assert.match(answer.headers.get('content-disposition') ?? '', /of eve\.epub/);
    assert.doesNotMatch(JSON.stringify([...answer.headers]), /ada/);
    await answer.bytes();
  });

  test('an address that was forged, or whose sign-in has ended, opens nothing that is kept', async () => {
    await (await get(ada.chapter)).bytes();
    const forged = await get(ada.chapter.replace(/(content\/.)./, '$1~'));
    assertErrorBody(await forged.json(), 404);
    assert.equal((await get(eve.chapter)).status, 200);
    await eveReads.call('POST /auth/logout', {});
    // Whether a sign-in stands is asked once in three seconds.
    later = 4_000;
    const ended = await get(eve.chapter);
    assertErrorBody(await ended.json(), 404);
  });
});
