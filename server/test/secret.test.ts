import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { loadConfig } from '../src/run/config/config.ts';
import { type Client, client } from './support/client.ts';
import { startServer } from './support/server.ts';
import { dropDatabaseOf } from './support/store.ts';

test('[S-14] another secret invalidates access tokens and signed URLs; a session continues with its cookie', async () => {
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

describe('the secret', () => {
  test('is created on the first start, and only its owner can read it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-secret-'));
    const first = loadConfig({ DATA_DIR: folder });
    assert.equal(loadConfig({ DATA_DIR: folder }).secret, first.secret);
    assert.equal((await stat(join(folder, 'secret'))).mode & 0o777, 0o600);
    assert.equal((await readFile(join(folder, 'secret'), 'utf8')).trim(), first.secret);
    await rm(folder, { recursive: true });
  });

  test('[AA-02] when it is missing, default or short in production, the server does not start and says why', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-secret-'));
    const start = (secret?: string, more: Record<string, string> = {}) =>
      loadConfig({
        DATA_DIR: folder,
        NODE_ENV: 'production',
        ...(secret ? { LECTERN_SECRET: secret } : {}),
        ...more,
      });
    // A single process creates its own (docs/evidence/deviations.md); several must be given one.
    assert.throws(() => start(undefined, { DATABASE_URL: 'postgres://127.0.0.1/library' }), /LECTERN_SECRET/);
    assert.throws(() => start('short'), /too weak/);
    assert.throws(() => start('changeme'.repeat(8)), /too weak/);
    assert.throws(() => start('a'.repeat(64)), /too weak/);
    start('q8Zt1-mWv0r7yUe5LkP2-xJ9aN4hBs6cDf3gTi');
    await rm(folder, { recursive: true });
  });
});
