import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderBackup } from '../../src/store/backup/folderBackups.ts';
import { makeBackup } from '../../src/store/backup/makeBackup.ts';
import { restoreBackup } from '../../src/store/backup/restoreBackup.ts';
import { openStore } from '../../src/store/open/openStore.ts';
import { fillLibrary } from '../support/library.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { dropDatabaseOf } from '../support/store.ts';

test('a library moves from SQLite to PostgreSQL by backup and restore', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'lectern-moving-'));
  const onSqlite = await startServer({ config: { databaseUrl: null, bucket: null } });
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-moved-'));
  const empty = await startServer({ dataDir });
  await empty.stop();
  const engine = await openStore(empty.config, { role: 'command' });
  let onPostgres: TestServer | undefined;
  try {
    assert.deepEqual([onSqlite.services.engine.shared, engine.shared], [false, true]);
    const reader = await onSqlite.reader('ada');
    const { bookId } = await fillLibrary(onSqlite, reader, 'Moby-Dick');
    const manifest = await makeBackup(onSqlite.services, folderBackup(copy));
    await restoreBackup({ ...empty.services, engine }, folderBackup(copy), manifest);
    onPostgres = await startServer({ dataDir });
    const there = onPostgres.visitor;
    await there.signIn({ email: 'ada@example.org', password: 'password of ada' });
    const here = await reader.call('GET /notes', {});
    assert.deepEqual(
      (await there.call('GET /notes', {})).items.map(({ id, content }) => [id, content]),
      here.items.map(({ id, content }) => [id, content]),
    );
    assert.equal((await there.call('GET /search', { query: { q: 'ishmael' } })).items[0]?.book_id, bookId);
    assert.deepEqual(
      (await there.call('GET /api/gamification/stats', {})).totalPoints,
      (await reader.call('GET /api/gamification/stats', {})).totalPoints,
    );
    await fillLibrary(onPostgres, there, 'A second one, with passages that are counted on');
  } finally {
    await Promise.all([onSqlite.stop(), onPostgres?.stop(), engine.db.destroy()]);
    await dropDatabaseOf(dataDir);
    for (const folder of [copy, dataDir]) await rm(folder, { recursive: true, force: true });
  }
});
