/** A network that loses everything on the way to PostgreSQL for a while, as at a failover. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startServer, type TestServer } from '../support/server.ts';
import { databaseFor, dropDatabaseOf } from '../support/store.ts';

let isStalled = false;
let dataDir: string;
let server: TestServer;
const database = createServer((socket) => relay(socket));
let address: URL;

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-stalled-'));
  address = new URL((await databaseFor(dataDir, 'migrated')) ?? '');
  database.listen(0, '127.0.0.1');
  await once(database, 'listening');
  const relayed = new URL(address);
  relayed.host = `127.0.0.1:${(database.address() as AddressInfo).port}`;
  server = await startServer({ dataDir, config: { databaseUrl: relayed.href, databaseTimeout: 1_000 } });
});
after(async () => {
  isStalled = false;
  await server.stop();
  database.close();
  await dropDatabaseOf(dataDir);
  await rm(dataDir, { recursive: true, force: true });
});

function relay(socket: Socket): void {
  const behind = connect(Number(address.port || 5432), address.hostname);
  for (const [from, to] of [
    [socket, behind],
    [behind, socket],
  ] as const) {
    from.on('data', (bytes) => isStalled || to.write(bytes));
    from.on('close', () => to.destroy());
    from.on('error', () => {});
  }
}

test('[O-11] makes the library busy, and no longer than that', async () => {
  // More than there are connections.
  const readers = await Promise.all(Array.from({ length: 10 }, () => server.reader()));
  isStalled = true;
  // Some wait for an answer on a connection, and some for a connection.
  const answers = await Promise.all(
    readers.flatMap((reader) => [reader, reader]).map((reader) => reader.fetch('/v1/books')),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [503]);
  isStalled = false;
  for (const reader of readers) await reader.call('GET /books', {});
});
