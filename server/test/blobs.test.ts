import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { segmentsThatCover } from '../src/intake/staging/bucket.ts';
import { AppError } from '../src/run/common/errors.ts';
import { startServer, type TestServer } from './support/server.ts';
import { putBytes } from './support/stored.ts';

let server: TestServer;
let folder: string;
before(async () => {
  server = await startServer();
  folder = await mkdtemp(join(tmpdir(), 'lectern-blobs-'));
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('blobs', () => {
  test('can be read whole, in part and as a local file, and are deleted by prefix', async () => {
    const { blobs } = server.services;
    const prefix = `books/${randomUUID()}/`;
    const bytes = Buffer.from('It was the whiteness of the whale.');
    const path = join(folder, 'file');
    await writeFile(path, bytes);
    await blobs.putFile(`${prefix}original`, path);
    await putBytes({ blobs }, `${prefix}pack`, Buffer.alloc(0));
    assert.equal(await blobs.size(`${prefix}original`), bytes.length);
    assert.deepEqual(await buffer(await blobs.read(`${prefix}original`)), bytes);
    const part = await blobs.read(`${prefix}original`, { start: 11, end: 19 });
    assert.equal((await buffer(part)).toString(), 'whiteness');
    {
      await using local = await blobs.local(`${prefix}original`);
      assert.deepEqual(await readFile(local.path), bytes);
    }
    assert.deepEqual(await buffer(await blobs.read(`${prefix}original`)), bytes);
    await putBytes({ blobs }, `${prefix}original`, Buffer.from('Written over.'));
    assert.equal(await blobs.size(`${prefix}original`), 13);
    await blobs.removeAll(prefix);
    await blobs.removeAll(prefix);
    for (const key of [`${prefix}original`, `${prefix}pack`]) {
      await assert.rejects(blobs.size(key), { name: 'BlobNotFound' });
      await assert.rejects(blobs.read(key), { name: 'BlobNotFound' });
      await assert.rejects(blobs.local(key), { name: 'BlobNotFound' });
    }
  });

  test('[AE-06] a key with .., a leading /, a backslash or an encoded form is refused with 400', async () => {
    const { blobs } = server.services;
    const isRefused = (error: unknown) => error instanceof AppError && error.status === 400;
    const keys = ['../lectern.db', 'books/../../secret', '/etc/passwd', 'books//x', 'books/%5c..%5csecret'];
    for (const key of [...keys, 'books\\..\\secret', 'books/%2e%2e/secret', '.', '', 'books/a\u0000b']) {
      await assert.rejects(blobs.read(key), isRefused, key);
      await assert.rejects(blobs.size(key), isRefused, key);
      await assert.rejects(blobs.local(key), isRefused, key);
      await assert.rejects(putBytes({ blobs }, key, Buffer.from('x')), isRefused, key);
    }
  });
});

describe('segments of an upload', () => {
  const segment = (offset: number, length: number) => ({ key: `u/${offset}-${length}`, offset, length });

  test('are read in order, once where they overlap, and not across a gap', () => {
    assert.deepEqual(segmentsThatCover([segment(4, 3), segment(0, 4)], 7), [
      { key: 'u/0-4', skip: 0, length: 4 },
      { key: 'u/4-3', skip: 0, length: 3 },
    ]);
    assert.deepEqual(segmentsThatCover([segment(0, 4), segment(0, 6), segment(3, 6)], 8), [
      { key: 'u/0-6', skip: 0, length: 6 },
      { key: 'u/3-6', skip: 3, length: 2 },
    ]);
    assert.deepEqual(segmentsThatCover([segment(0, 4), segment(5, 2)], 7), []);
    assert.deepEqual(segmentsThatCover([], 0), []);
  });
});
