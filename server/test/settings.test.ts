import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { loadConfig } from '../src/config/config.ts';
import { spawnServer } from './support/server.ts';

let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-settings-'));
});
after(() => rm(dataDir, { recursive: true, force: true }));

test('a DATABASE_URL of another kind stops the start, and its password is not repeated', () => {
  for (const url of ['mysql://me:hunter2@host/db', 'postgres:/hunter2', 'hunter2'])
    assert.throws(
      () => loadConfig({ DATA_DIR: dataDir, DATABASE_URL: url }),
      (error: Error) => /DATABASE_URL must be/.test(error.message) && !error.message.includes('hunter2'),
    );
  assert.equal(loadConfig({ DATA_DIR: dataDir, DATABASE_URL: '' }).databaseUrl, null);
});

test('a database that is not there stops the start with a sentence', async () => {
  const url = 'postgres://me:hunter2@localhost:1/none';
  await assert.rejects(spawnServer(dataDir, { DATABASE_URL: url }), (error: Error) => {
    assert.match(
      error.message,
      /Lectern cannot start: The database of DATABASE_URL cannot be used: .*ECONNREFUSED/,
    );
    assert.ok(!error.message.includes('hunter2'));
    return true;
  });
});

test('the secret is made once and stays', async () => {
  const first = loadConfig({ DATA_DIR: dataDir }).secret;
  assert.equal(loadConfig({ DATA_DIR: dataDir }).secret, first);
  assert.deepEqual(
    (await readdir(dataDir)).filter((name) => name.startsWith('secret')),
    ['secret'],
  );
});
