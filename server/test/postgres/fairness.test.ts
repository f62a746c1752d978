import assert from 'node:assert/strict';
import { test } from 'node:test';
import { client } from '../support/client.ts';
import { holdBooks } from '../support/hold.ts';
import { startServer } from '../support/server.ts';

const list = (i: number) => ({
  body: { items: [{ title: `Book ${i}`, author: 'An Author', status: 'unread' }] },
});

test('[O-18] sixty waiting imports and notes of one user leave connections to others', async () => {
  const server = await startServer();
  const [one, two] = [await server.reader(), await server.reader()];
  const release = await holdBooks(server.config.dataDir);
  const waiting = Array.from({ length: 60 }, (_, i) => [
    one.try('POST /books/import', list(i)),
    one.try('POST /notes', { body: { content: `Note ${i}` } }),
  ]).flat();
  try {
    await two.call('GET /books', {});
    await two.call('POST /notes', { body: { content: 'Mine.' } });
    assert.equal((await two.call('GET /notes', {})).items.length, 1);
  } finally {
    await release();
  }
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  assert.deepEqual(
    [...new Set(statuses)].sort(),
    [200, 201, 429].filter((status) => statuses.includes(status)),
  );
  assert.ok(statuses.filter((status) => status !== 429).length >= 80, statuses.join());
  await server.stop();
});

test('[O-18] refreshes that wait for a write of their user leave connections to others', async () => {
  const server = await startServer();
  const [one, two] = [await server.reader(), await server.reader()];
  const waiting: Promise<unknown>[] = [];
  const { db, engine } = server.services;
  try {
    await db.transaction().execute(async (trx) => {
      await engine.acquireLock(trx, one.user?.id ?? '');
      // More than there are connections.
      for (let asked = 0; asked < 20; asked += 1) waiting.push(one.try('POST /auth/refresh', {}));
      await two.call('GET /books', {});
    });
  } finally {
    await Promise.all(waiting);
    await server.stop();
  }
});

test('[O-18] a database timeout is answered with 503 and Retry-After', async () => {
  const server = await startServer();
  const reader = await server.reader();
  // Only the request that has to wait is sent to the server with a short timeout: a busy machine may take as long.
  const hasty = await startServer({ dataDir: server.config.dataDir, config: { databaseTimeout: 300 } });
  const impatient = client(hasty.origin, hasty.config.root);
  impatient.token = reader.token;
  const release = await holdBooks(server.config.dataDir);
  const answer = await impatient.try('POST /books/import', list(1));
  await release();
  assert.equal(answer.status, 503);
  assert.equal((answer.body as { code: string }).code, 'busy');
  assert.equal(answer.headers.get('retry-after'), '5');
  await reader.call('POST /books/import', list(1) as never);
  await hasty.stop();
  await server.stop();
});
