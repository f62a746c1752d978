import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { overview } from '../src/people/admin/overview.ts';
import { loadConfig } from '../src/run/config/config.ts';
import { dataFiles } from '../src/run/dataFolder/dataFolder.ts';
import { folderBackups } from '../src/store/backup/folderBackups.ts';
import { lastNight, takeNightlyBackup } from '../src/store/backup/nightlyBackups.ts';
import { listBackups } from '../src/store/backup/openBackups.ts';
import { verifyBackup } from '../src/store/backup/verifyBackup.ts';
import { blobKeys } from '../src/store/blobs/blobs.ts';
import { writeSetting } from '../src/store/settings.ts';
import { bookFile } from './support/bookFiles.ts';
import { startServer, type TestServer } from './support/server.ts';
import { uploadBook } from './support/uploads.ts';

const day = 86_400_000;
const silent = { error() {}, warn() {}, info() {} };

describe('a nightly backup', () => {
  let folder: string;
  let server: TestServer;
  let now = new Date('2026-03-01T12:00:00.000Z');

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-nightly-'));
    server = await startServer({ services: { now: () => now } });
    await uploadBook(await server.reader('ada'), bookFile());
  });
  after(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const take = (to = folder) => {
    const config = { ...server.config, backups: { place: to, keep: 2 } };
    return takeNightlyBackup({ ...server.services, config }, silent);
  };
  /** The data of the Administration page; a session would expire in so many nights. */
  const seen = () => overview(server.services);

  test('[O-15] is made once a night, is complete, and shown in Administration', async () => {
    const made = await take();
    assert.ok(made);
    assert.equal((await verifyBackup(made)).rows.books, 1);
    assert.equal(await take(), null);
    assert.equal((await seen()).last_backup?.ok_at, now.toISOString());
  });

  test('[O-15] keeps the configured number; other files in the folder stay', async () => {
    await mkdir(join(folder, 'my own'));
    for (const cutShort of [
      'lectern-2026-02-01T02-00-00-000Z.unfinished',
      'lectern-2026-02-02T02-00-00-000Z',
    ])
      await mkdir(join(folder, cutShort));
    for (let nights = 0; nights < 3; nights++) {
      now = new Date(now.getTime() + day);
      assert.ok(await take());
    }
    const names = (await readdir(folder)).sort();
    assert.deepEqual(names, [
      'lectern-2026-03-03T12-00-00-000Z',
      'lectern-2026-03-04T12-00-00-000Z',
      'my own',
    ]);
  });

  test('[O-15] is listed, newest first, and an interrupted one is marked', async () => {
    const cut = join(folder, 'lectern-2026-01-01T02-00-00-000Z');
    await mkdir(cut);
    const listed = await listBackups(folderBackups(folder));
    assert.deepEqual(
      listed.map(({ manifest }) => manifest?.made_at),
      ['2026-03-04T12:00:00.000Z', '2026-03-03T12:00:00.000Z', undefined],
    );
    assert.match(listed.at(-1)?.problem ?? '', /no whole backup/);
    await rm(cut, { recursive: true });
  });

  test('[O-03] counts missing book files, and Administration warns', async () => {
    now = new Date(now.getTime() + day);
    const { id } = await server.services.db.selectFrom('books').select('id').executeTakeFirstOrThrow();
    await server.services.blobs.removeAll(blobKeys.original({ id: id, file_id: null }));
    assert.ok(await take());
    const { last_backup, warnings } = await seen();
    assert.equal(last_backup?.faults, 1);
    assert.ok(warnings.includes('files_missing'));
  });

  test('[O-15] that fails is recorded, and retried an hour later', async () => {
    now = new Date(now.getTime() + day);
    const file = join(folder, 'a file');
    await writeFile(file, '');
    assert.equal(await take(join(file, 'below')), null);
    const { last_backup, warnings } = await seen();
    assert.match(last_backup?.error ?? '', /ENOTDIR|EEXIST/);
    assert.ok(warnings.includes('backup_failed'));
    assert.equal(await take(), null);
    now = new Date(now.getTime() + 3_600_000);
    assert.ok(await take());
    assert.equal((await seen()).last_backup?.error, null);
  });

  test('[O-15] that fails leaves nothing, so that a full disk has room again', async () => {
    now = new Date(now.getTime() + day);
    const secret = dataFiles.secret(server.config.dataDir);
    await rename(secret, `${secret}.away`);
    // It cannot be copied.
    await mkdir(secret);
    const before = await readdir(folder);
    assert.equal(await take(), null);
    assert.match((await seen()).last_backup?.error ?? '', /EISDIR/);
    assert.deepEqual(await readdir(folder), before);
    await rmdir(secret);
    await rename(`${secret}.away`, secret);
  });

  test('[O-15] is made and kept after the clock was ahead', async () => {
    const right = now;
    now = new Date(right.getTime() + 1_000 * day);
    assert.ok(await take());
    now = new Date(now.getTime() + day);
    assert.ok(await take());
    await writeSetting(server.services.db, 'nightly_backup', String(now.getTime()));
    now = new Date(right.getTime() + day);
    const made = await take();
    assert.ok(made);
    await verifyBackup(made);
  });

  test('[O-15] a warning is shown after more than a week without one', async () => {
    now = new Date(now.getTime() + 9 * day);
    assert.ok((await seen()).warnings.includes('backup_old'));
  });
});

test('a night begins at 2 a.m.', () => {
  const at = (hour: number) => new Date(2026, 2, 10, hour, 30);
  assert.equal(lastNight(at(1)).getTime(), new Date(2026, 2, 9, 2).getTime());
  assert.equal(lastNight(at(3)).getTime(), new Date(2026, 2, 10, 2).getTime());
});

test('a place for backups in the data folder, or in the bucket of the books, stops the start', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-nightly-'));
  assert.throws(
    () => loadConfig({ DATA_DIR: dataDir, LECTERN_BACKUP_DIR: join(dataDir, 'backups') }),
    /LECTERN_BACKUP_DIR is .*, which lies in DATA_DIR/,
  );
  assert.throws(
    () => loadConfig({ DATA_DIR: dataDir, S3_BUCKET: 'books', LECTERN_BACKUP_DIR: 's3://books/backups' }),
    /LECTERN_BACKUP_DIR is s3:\/\/books\/backups\/, which lies in S3_BUCKET.*Set it to another bucket/,
  );
  await rm(dataDir, { recursive: true });
});
