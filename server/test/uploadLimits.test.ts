import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { request as rawRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { ErrorBody } from '@lectern/shared-contracts/api/errors.ts';
import { createIngestQueue } from '../src/intake/jobs/createIngestQueue.ts';
import { UploadRepository } from '../src/intake/jobs/UploadRepository.ts';
import { stagingFolder } from '../src/intake/staging/staging.ts';
import { bookFile, page } from './support/bookFiles.ts';
import type { Client } from './support/client.ts';
import { helperScript } from './support/helperScript.ts';
import { startServer, type TestServer } from './support/server.ts';
import { stagedNames } from './support/stored.ts';
import { address, begin } from './support/tus.ts';
import { stage, upload } from './support/uploads.ts';

const quota = 300_000;
let server: TestServer;
let reader: Client;
let other: Client;

before(async () => {
  server = await startServer({ config: { quotaBytes: quota } });
  reader = await server.reader();
  other = await server.reader();
});
after(() => server.stop());

const idOf = (who: Client) => who.user?.id ?? '';

describe('uploads', () => {
  test('[S-03] alternate between users, whoever came first', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-turns-'));
    const orderFile = join(folder, 'order');
    const script = helperScript(`
      import { appendFileSync } from 'node:fs';
      process.on('message', ({ id, fileName }) => {
        appendFileSync(${JSON.stringify(orderFile)}, fileName + '\\n');
        process.send({ id, kind: 'refused', code: 'epub_broken', sentence: 'no' });
      });`);
    const ids: string[] = [];
    const add = async (who: Client, filename: string, second: number) =>
      ids.push(
        await stage(server.services, idOf(who), bookFile({ 'OPS/one.xhtml': page(filename) }), {
          filename,
          created_at: `2026-01-01T00:00:0${second}.000Z`,
        }),
      );
    for (const [at, name] of ['a1', 'a2', 'a3', 'a4', 'a5'].entries()) await add(reader, name, at);
    await add(other, 'b1', 7);
    await add(other, 'b2', 8);
    const left = await new UploadRepository(server.services).queued();
    const owners = left.map(({ user_id }) => (user_id === idOf(reader) ? 'a' : 'b'));
    assert.deepEqual(owners.join(''), 'ababaaa');
    const queue = await createIngestQueue(server.services, {
      size: 1,
      // With a process of its own, b1 would wait for its start while the first one reads on.
      reserve: 0,
      script,
      onTrouble: () => {},
    });
    await Promise.all(ids.map((id) => queue.finished(id)));
    await queue.stop();
    const order = (await readFile(orderFile, 'utf8')).trim().split('\n');
    await rm(folder, { recursive: true });
    // Several are prepared in parallel, so one may be overtaken. In upload order, b1 would be sixth and b2 last.
    assert.equal(order.length, 7);
    assert.ok(order.indexOf('b1') <= 3, order.join());
    assert.ok(order.indexOf('b2') <= 5, order.join());
  });

  test('[S-03] are limited to twenty at once per user; the next is refused before its first byte', async () => {
    const hoarder = await server.reader();
    for (let i = 0; i < 20; i++) await address(hoarder, 10);
    const resumable = await begin(hoarder, 10);
    assert.equal(resumable.status, 429);
    assert.match(
      await resumable.text(),
      /too_many_uploads.*Too many uploads|Too many uploads.*too_many_uploads/,
    );
    const answer = await headersOnly(hoarder, { 'content-length': '5000' });
    assert.deepEqual([answer.status, answer.code], [429, 'too_many_uploads']);
    assert.ok(Number(answer.retryAfter) > 0);
    assert.equal((await upload(other, bookFile({ 'OPS/one.xhtml': page('Other.') }))).status, 201);
  });

  test('[S-11] count against the quota before any byte is stored', async () => {
    const answer = await headersOnly(other, { 'content-length': String(quota + 100_000) });
    assert.deepEqual([answer.status, answer.code], [413, 'quota_exceeded']);
    assert.equal(answer.bytesKept, 0);
    assert.equal((await begin(other, quota + 1)).status, 413);
  });

  test('[S-11] with far more text than file count by their text: what does not fit is refused, and nothing is left', async () => {
    const full = await server.reader();
    // 8 MB of one word compress to some kilobytes, and are stored uncompressed for search.
    const bomb = bookFile({ 'OPS/one.xhtml': page('whale '.repeat(1_400_000)) });
    assert.ok(bomb.length < quota / 4, `${bomb.length} bytes`);
    const refused = await upload(full, bomb);
    assert.equal(refused.status, 413);
    assert.equal((refused.body as ErrorBody).code, 'quota_exceeded');
    assert.equal((await full.call('GET /books', {})).total, 0);
    assert.equal((await upload(full, bookFile({ 'OPS/one.xhtml': page('Short.') }))).status, 201);
    const { extra_bytes } = await server.services.db
      .selectFrom('books')
      .select('extra_bytes')
      .where('user_id', '=', idOf(full))
      .executeTakeFirstOrThrow();
    assert.equal(Number(extra_bytes), 0);
  });

  test('[S-11] of unknown length end at the quota, and nothing is left of them', async () => {
    const late = await server.reader();
    const answer = await headersOnly(late, { 'transfer-encoding': 'chunked' }, 40 * quota);
    assert.deepEqual([answer.status, answer.code], [413, 'quota_exceeded']);
    assert.ok(answer.bytesKept <= quota, `${answer.bytesKept} bytes were kept`);
    assert.deepEqual(
      (await stagedNames(server.services)).filter((name) => name.endsWith('.work')),
      [],
    );
    assert.deepEqual((await late.call('GET /uploads', {})).items, []);
  });
});

interface Refusal {
  status: number;
  code: string;
  retryAfter: string | undefined;
  /** Maximum bytes in the staging folder. */
  bytesKept: number;
}

/** A multipart upload that sends its headers and, until it gets a response, `bytes` bytes of a file. */
async function headersOnly(who: Client, headers: Record<string, string>, bytes = 0): Promise<Refusal> {
  const asked = rawRequest(`${server.origin}/v1/books`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${who.token}`,
      'content-type': 'multipart/form-data; boundary=xxxx',
      ...headers,
    },
  });
  asked.on('error', () => {});
  const answered = new Promise<Refusal>((resolve, reject) => {
    asked.once('close', () => reject(new Error('no answer')));
    asked.once('response', (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          code: JSON.parse(text).code,
          retryAfter: response.headers['retry-after'],
          bytesKept: 0,
        }),
      );
    });
  });
  answered.catch(() => {});
  let bytesKept = 0;
  const look = async () => {
    const folder = stagingFolder(server.config);
    for (const name of await stagedNames(server.services)) {
      const found = name.endsWith('.work') ? await stat(join(folder, name)).catch(() => null) : null;
      bytesKept = Math.max(bytesKept, found?.size ?? 0);
    }
  };
  asked.flushHeaders();
  if (bytes > 0) {
    asked.write('--xxxx\r\ncontent-disposition: form-data; name="file"; filename="x.epub"\r\n\r\n');
    const piece = Buffer.alloc(50_000);
    for (let sent = 0; sent < bytes && !asked.destroyed && asked.writable; sent += piece.length) {
      asked.write(piece);
      await look();
    }
  }
  const refusal = await answered;
  asked.destroy();
  return { ...refusal, bytesKept };
}
