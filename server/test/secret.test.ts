import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Client, client } from './support/client.ts';
import { startServer } from './support/server.ts';
import { dropDatabaseOf } from './support/store.ts';

test('[S-14] another secret voids access tokens and signed addresses; a sign-in goes on with its cookie', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-secret-'));
  try {
    const first = await startServer({ dataDir });
    let ada: Client;
    let url: string;
    try {
      ada = await first.reader('ada');
      ({ url } = await ada.call('POST /export', { body: {} }));
      const open = await ada.fetch(url);
      assert.equal(open.status, 200);
      await open.arrayBuffer();
    } finally {
      await first.stop();
    }
    const second = await startServer({
      dataDir,
      config: { secret: 'another secret of this library'.repeat(2) },
    });
    try {
      const before = client(second.origin, '/v1');
      before.token = ada.token;
      await before.fails(401, 'GET /books', {});
      assert.equal((await before.fetch(url)).status, 404);
      for (const [name, value] of ada.cookies) before.cookies.set(name, value);
      Object.assign(before, await before.call('POST /auth/refresh', {}));
      assert.deepEqual((await before.call('GET /books', {})).items, []);
    } finally {
      await second.stop();
    }
  } finally {
    await dropDatabaseOf(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  }
});
