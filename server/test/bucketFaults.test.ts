/** A bucket that is slow, overloaded or wrong. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import type { BucketBlobs } from '../src/store/blobs/bucket.ts';
import { type FakeBucket, type ObjectRequest, startFakeBucket } from './support/blobs/fakeBucket.ts';
import { bookFile, page } from './support/bookFiles.ts';
import type { Client } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';
import { uploadBook } from './support/uploads.ts';

let bucket: FakeBucket;
let server: TestServer;
let chapter: string;

before(async () => {
  bucket = await startFakeBucket();
  server = await startServer({ config: { bucket: bucket.settings } });
  chapter = await chapterOf(await server.reader());
});
beforeEach(() => {
  bucket.misbehave = null;
});
after(async () => {
  bucket.misbehave = null;
  await server.stop();
  bucket.stop();
});

/** @returns the address of a chapter of a new book */
async function chapterOf(who: Client): Promise<string> {
  const { id } = await uploadBook(who, bookFile({ 'OPS/one.xhtml': page('<p>Call me Ishmael.</p>') }));
  const { content_url, spine } = await who.call('GET /books/:id/manifest', { params: { id } });
  return `${content_url}/${spine[0]?.href}`;
}

const get = (address: string, signal: AbortSignal | null = null) => server.visitor.fetch(address, { signal });

const wrong: [what: string, misbehave: (response: ServerResponse, request: ObjectRequest) => void][] = [
  ['the whole object instead of a part', (response, { object }) => response.end(object)],
  [
    'half of the part',
    (response, { part }) => {
      const half = part.subarray(0, part.length / 2);
      response.writeHead(206, { 'content-length': half.length }).end(half);
    },
  ],
  [
    'more than the part',
    (response, { part }) => {
      const longer = Buffer.concat([part, part]);
      response.writeHead(206, { 'content-length': longer.length }).end(longer);
    },
  ],
  ['nothing', (response) => response.writeHead(206, { 'content-length': 0 }).end()],
];
for (const [what, misbehave] of wrong)
  test(`[O-11] ${what} is refused, and no cache keeps it`, async () => {
    assert.match(await (await get(chapter)).text(), /Ishmael/);
    bucket.misbehave = misbehave;
    const response = await get(chapter);
    assert.deepEqual([response.status, response.headers.get('cache-control')], [500, 'no-store']);
    await response.body?.cancel();
  });

test('[O-11] an error without an end is an error, and so is an object or a list without one', async () => {
  bucket.misbehave = (response) => {
    response.writeHead(500);
    const piece = Buffer.alloc(65_536, ' ');
    const write = (): void => {
      while (response.write(piece));
      response.once('drain', write);
    };
    write();
  };
  assert.equal((await get(chapter)).status, 500);
  const blobs = server.services.blobs as BucketBlobs;
  const [stored] = await blobs.list('books/');
  bucket.misbehave = (response) => response.writeHead(200).write('a chunk');
  await assert.rejects(blobs.local(stored?.key ?? ''), /any number of bytes/);
  bucket.nextToken = 'again';
  await assert.rejects(blobs.list('books/'), /again and again/);
  bucket.nextToken = null;
});

test('[O-11] a page of something in between is neither an empty bucket nor a stored object', async () => {
  const blobs = server.services.blobs as BucketBlobs;
  bucket.isBehindPage = true;
  await assert.rejects(blobs.isEmpty('books/'), /did not answer with a list/);
  await assert.rejects(blobs.removeAll('books/'), /did not answer with a list/);
  await assert.rejects(blobs.put('books/x', Buffer.from('x')), /did not confirm/);
  bucket.isBehindPage = false;
});

test('[O-11] a bucket that asks to slow down makes the library busy, not broken', async () => {
  bucket.misbehave = (response) => response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
  const response = await get(chapter);
  assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '5']);
  await response.body?.cancel();
});

test('[O-18] stalled downloads of one user hold 64 connections, and do not keep another user waiting', async () => {
  const other = await chapterOf(await server.reader());
  const ending = new AbortController();
  const { promise: areOpen, resolve } = Promise.withResolvers<void>();
  let open = 0;
  bucket.misbehave = (response, { key, part }) => {
    response.writeHead(206, { 'content-length': part.length });
    if (other.includes(key.split('/')[1] ?? '')) return response.end(part);
    response.flushHeaders();
    if (++open === 64) resolve();
  };
  const stalled = Array.from({ length: 100 }, () => get(chapter, ending.signal).catch(() => null));
  await areOpen;
  const response = await get(other);
  assert.equal(response.status, 200);
  assert.match(await response.text(), /Ishmael/);
  assert.equal(open, 64);
  ending.abort();
  await Promise.all(stalled);
});
