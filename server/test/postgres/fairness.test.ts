import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedLocker } from '../../src/uploads/sharedLocker.ts';
import { client } from '../support/client.ts';
import { holdBooks } from '../support/hold.ts';
import { startServer } from '../support/server.ts';
import { address, idOf, send } from '../support/tus.ts';

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
  await server.services.db.transaction().execute(async (db) => {
    await server.services.engine.acquireLock(db, one.user?.id ?? '');
    // More than there are connections.
    for (let asked = 0; asked < 20; asked += 1) waiting.push(one.try('POST /auth/refresh', {}));
    await two.call('GET /books', {});
  });
  await Promise.all(waiting);
  await server.stop();
});

test('[O-18] of many requests for one upload, a few wait for their turn, and the others are refused', async () => {
  const server = await startServer();
  const reader = await server.reader();
  const location = await address(reader, 20);
  const held = sharedLocker(server.services).newLock(idOf(location));
  await held.lock(new AbortController().signal, () => {});
  let refused = 0;
  const { promise: areRefused, resolve } = Promise.withResolvers<void>();
  const asked = Array.from({ length: 10 }, async () => {
    const { status } = await send(reader, location, Buffer.alloc(10));
    if (status === 409 && ++refused === 7) resolve();
    return status;
  });
  await areRefused;
  await held.unlock();
  const statuses = (await Promise.all(asked)).filter((status) => status !== 409);
  assert.equal(statuses[0], 204);
  await server.stop();
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
