import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { loadConfig } from '../src/run/config/config.ts';
import { spawnServer } from './support/server.ts';

let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-settings-'));
});
after(() => rm(dataDir, { recursive: true, force: true }));

test('an unsupported DATABASE_URL stops the start without repeating its password', () => {
  for (const url of ['mysql://me:hunter2@host/db', 'postgres:/hunter2', 'hunter2'])
    assert.throws(
      () => loadConfig({ DATA_DIR: dataDir, DATABASE_URL: url }),
      (error: Error) => /DATABASE_URL must be/.test(error.message) && !error.message.includes('hunter2'),
    );
  assert.equal(loadConfig({ DATA_DIR: dataDir, DATABASE_URL: '' }).databaseUrl, null);
});

test('an unreachable database stops the start with a message', async () => {
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

test('the secret is created once', async () => {
  const first = loadConfig({ DATA_DIR: dataDir }).secret;
  assert.equal(loadConfig({ DATA_DIR: dataDir }).secret, first);
  assert.deepEqual(
    (await readdir(dataDir)).filter((name) => name.startsWith('secret')),
    ['secret'],
  );
});

test('every setting is documented, and the examples contain no unknown one', async () => {
  const root = new URL('../../', import.meta.url);
  const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
  const sources = readdirSync(new URL('server/src/run/config/', root)).map((name) =>
    read(`server/src/run/config/${name}`),
  );
  const known = new Set(
    sources.flatMap((source) =>
      [...source.matchAll(/\b((?:LECTERN|S3|SMTP|OIDC|MENTOR)_[A-Z0-9_]+|DATABASE_URL|DATA_DIR)\b/g)].map(
        ([name]) => name,
      ),
    ),
  );
  const documents = ['README.md', ...readdirSync(new URL('docs/', root)).map((name) => `docs/${name}`)]
    .filter((path) => path.endsWith('.md'))
    .map(read)
    .join('\n');
  // Paths within a checkout, and examples of misspelled names.
  const internal = new Set(['LECTERN_ROOT', 'LECTERN_PUBLIC_DIR', 'LECTERN_REGISTRATON']);
  const missing = [...known].filter((name) => !internal.has(name) && !documents.includes(name));
  assert.deepEqual(missing, []);
  for (const name of readdirSync(new URL('deploy/', root)))
    for (const [setting] of read(`deploy/${name}`).matchAll(/\bLECTERN_[A-Z_]+\b/g))
      assert.ok(known.has(setting), `${setting} of deploy/${name}`);
});
