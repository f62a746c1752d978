import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderBackup } from '../../src/store/backup/folderBackups.ts';
import { makeBackup } from '../../src/store/backup/makeBackup.ts';
import { restoreBackup } from '../../src/store/backup/restoreBackup.ts';
import { openStore } from '../../src/store/open/openStore.ts';
import { startServer } from '../support/server.ts';

test('[O-03] nothing is restored into a database in use by a server, even when it is empty', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-restore-'));
  const full = await startServer();
  const empty = await startServer();
  try {
    await full.reader('ada');
    const backup = folderBackup(join(folder, 'backup'));
    const manifest = await makeBackup(full.services, backup);
    const engine = await openStore(empty.config, { role: 'command' });
    const services = { ...empty.services, engine };
    await assert.rejects(restoreBackup(services, backup, manifest), /A server is running on this database/);
    await engine.db.destroy();
    assert.equal((await empty.services.db.selectFrom('users').select('id').execute()).length, 0);
  } finally {
    await full.stop();
    await empty.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
