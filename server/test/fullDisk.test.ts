/** A disk that is full or cannot be written: each step says so, loses nothing, and works once there is room. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { ErrorBody } from '@lectern/shared-contracts/api/errors.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { asAppError } from '../src/http/errors/errors.ts';
import { IngestInterrupted } from '../src/intake/jobs/IngestPool.ts';
import { StartError } from '../src/run/common/errors.ts';
import { checkLibrary } from '../src/run/watch/checkLibrary.ts';
import { lastBackup } from '../src/store/backup/backupManifest.ts';
import { takeNightlyBackup } from '../src/store/backup/nightlyBackups.ts';
import { verifyBackup } from '../src/store/backup/verifyBackup.ts';
import { explainSqliteError } from '../src/store/sqlite/sqliteEngine.ts';
import { bookFile, packageDocument, page } from './support/bookFiles.ts';
import type { Client } from './support/client.ts';
import { commandLine } from './support/commandLine.ts';
import { noSmallDisk, type SmallDisk, smallDisk } from './support/faults/smallDisk.ts';
import { spawnServer, startServer, type TestServer } from './support/server.ts';
import { address, received, send } from './support/tus.ts';
import { finished, upload } from './support/uploads.ts';

const megabyte = 1024 ** 2;
/** It does not shrink when it is compressed, so the server needs its size twice: for the upload and for the book. */
async function heavyBook(): Promise<Buffer> {
  const noise = { width: 700, height: 700, channels: 3 as const };
  return bookFile({
    'OPS/book.opf': packageDocument({
      manifest: '<item id="noise" href="noise.png" media-type="image/png"/>',
    }),
    'OPS/one.xhtml': page(`<p>${randomBytes(16).toString('hex')}</p><img src="noise.png" alt="noise"/>`),
    'OPS/noise.png': await sharp(randomBytes(3 * 700 * 700), { raw: noise })
      .png()
      .toBuffer(),
  });
}
const onFiles = { databaseUrl: null, bucket: null };
const anybody = { email: 'ada@example.org', password: 'correct horse', name: 'Ada' };

describe('[O-02] the library is on a full disk', { skip: noSmallDisk }, () => {
  let disk: SmallDisk;
  let server: TestServer;
  let reader: Client;
  const kept: string[] = [];

  before(async () => {
    disk = smallDisk(40);
    server = await startServer({ dataDir: disk.folder, config: onFiles });
    reader = await server.reader();
  });
  after(async () => {
    await server.stop();
    disk.remove();
  });

  const write = async (characters = 100): Promise<number> => {
    const content = randomBytes(characters / 2).toString('hex');
    const { status, body } = await reader.try('POST /notes', { body: { content } });
    if (status === 201) kept.push(content);
    else assert.match((body as ErrorBody).error, /^The disk of this library is full/);
    return status;
  };

  async function assertAllKept(): Promise<void> {
    const rows = await server.services.db.selectFrom('notes').select('content').execute();
    assert.deepEqual(rows.map(({ content }) => content).sort(), [...kept].sort());
  }

  test('a write', async () => {
    disk.fill();
    const statuses = new Set<number>();
    for (let i = 0; i < 20; i++) statuses.add(await write(10_000));
    assert.ok(statuses.has(507));
    assert.equal((await reader.call('GET /notes', {})).items.length > 0, kept.length > 0);
    disk.free();
    assert.equal(await write(10_000), 201);
    await assertAllKept();
  });

  test('a checkpoint', async () => {
    for (let i = 0; i < 20; i++) await write(10_000);
    disk.fill();
    const error = await sql`pragma wal_checkpoint(truncate)`
      .execute(server.services.db)
      .catch((e: unknown) => e);
    if (error instanceof Error) assert.equal(asAppError(error).status, 507);
    await assertAllKept();
    disk.free();
    await sql`pragma wal_checkpoint(truncate)`.execute(server.services.db);
    await assertAllKept();
  });

  test('the bytes of an upload, which then continues', async () => {
    const bytes = await heavyBook();
    const at = await address(reader, bytes.length);
    disk.fill(megabyte / 2);
    const answer = await send(reader, at, bytes);
    assert.equal(answer.status, 507);
    assert.equal(((await answer.json()) as ErrorBody).code, 'storage_full');
    disk.free();
    const offset = (await received(reader, at)) ?? 0;
    assert.equal((await send(reader, at, bytes.subarray(offset), offset)).status, 200);
  });

  test('a book in one request', async () => {
    disk.fill(megabyte / 2);
    const bytes = await heavyBook();
    const { status, body } = await upload(reader, bytes);
    assert.deepEqual([status, (body as ErrorBody).code], [507, 'storage_full']);
    disk.free();
    assert.equal((await upload(reader, bytes)).status, 201);
  });

  test('a book that is being read: the request is answered, the upload says why it waits, and continues', async () => {
    const bytes = await heavyBook();
    disk.fill(2 * megabyte);
    const { status, body } = await upload(reader, bytes);
    assert.deepEqual([status, (body as ErrorBody).code], [507, 'storage_full']);
    const { items } = await reader.call('GET /uploads', {});
    const waiting = items.find(({ state }) => state !== 'done' && state !== 'refused');
    assert.ok(waiting);
    disk.free();
    const row = await finished(server.services.ingest, waiting.id);
    assert.deepEqual([row.state, row.error], ['done', null]);
    // Sent again, as after any error, it is the same book.
    const again = await upload(reader, bytes);
    assert.deepEqual([again.status, (again.body as Book).id], [200, row.book_id]);
  });

  test('a cover', async () => {
    const [book] = (await reader.call('GET /books', {})).items;
    const noise = { width: 400, height: 600, channels: 3 as const };
    const picture = await sharp(randomBytes(720_000), { raw: noise }).png().toBuffer();
    const request = { params: { id: book?.id ?? '' }, body: { image: picture.toString('base64') } };
    disk.fill(64 * 1024);
    await reader.fails(507, 'PUT /books/:id/cover', request);
    disk.free();
    await reader.call('PUT /books/:id/cover', request);
  });

  test('a nightly backup, which leaves nothing and is made once there is room', async () => {
    const place = smallDisk(32);
    try {
      let now = new Date();
      const config = { ...server.config, backups: { place: place.folder, keep: 7 } };
      const log = { error() {}, warn() {}, info() {} };
      const take = () => takeNightlyBackup({ ...server.services, config, now: () => now }, log);
      place.fill(megabyte);
      assert.equal(await take(), null);
      assert.match(
        (await lastBackup(server.services.db))?.error ?? '',
        /^The disk of \S+ is full\. Make room/,
      );
      assert.deepEqual(await readdir(place.folder), ['filler']);
      place.free();
      now = new Date(now.getTime() + 3_600_000);
      const made = await take();
      assert.ok(made);
      await verifyBackup(made);
    } finally {
      place.remove();
    }
  });

  test('the check of the library warns', async () => {
    const check = (await checkLibrary(server.services)).find(({ name }) => name === 'disk');
    assert.equal(check?.ok, false);
    assert.match(check?.message ?? '', /^only \d+ MB are free\. Make room on the disk of /);
  });
});

describe('[O-02] the disk is full while the log of SQLite is large', { skip: noSmallDisk }, () => {
  /** Pages that the first part of the index of the log has room for, and their bytes in the log. */
  const [firstPart, frame] = [4_062, 4_120];

  test('the index cannot grow: a write is answered, and the next one once there is room', async () => {
    const disk = smallDisk(48);
    const server = await startServer({ dataDir: disk.folder, config: onFiles });
    try {
      const { db } = server.services;
      await sql`pragma wal_autocheckpoint = 1000000`.execute(db);
      const reader = await server.reader();
      const frames = () => statSync(join(disk.folder, 'lectern.db-wal')).size / frame;
      const write = (characters: number) =>
        reader.try('POST /notes', { body: { content: 'x'.repeat(characters) } });
      while (frames() < firstPart - 200) assert.equal((await write(90_000)).status, 201);
      disk.fill((firstPart - frames()) * frame + 12 * 1024);
      const codes = new Set<string>();
      for (let i = 0; i < 400; i++)
        await sql`update users set name = ${`name ${i}`}`
          .execute(db)
          .catch((error: { code: string }) => codes.add(error.code));
      assert.deepEqual([...codes], ['SQLITE_IOERR_SHMSIZE']);
      const { status, body } = await write(1);
      assert.deepEqual([status, (body as ErrorBody).code], [507, 'storage_full']);
      disk.free();
      assert.equal((await write(1)).status, 201);
    } finally {
      await server.stop();
      disk.remove();
    }
  });
});

describe('[O-02] a process ends on a full disk', { skip: noSmallDisk }, () => {
  let disk: SmallDisk;
  before(() => {
    disk = smallDisk(24);
  });
  after(() => disk.remove());

  test('the next one says so, and starts once there is room, with everything', async () => {
    const first = await spawnServer(disk.folder);
    await first.visitor.register(anybody);
    disk.fill();
    await first.kill();
    for (const left of [0, 8 * 1024, 32 * 1024]) {
      disk.free();
      disk.fill(left);
      await assert.rejects(
        spawnServer(disk.folder).then((server) => server.kill()),
        /Lectern cannot start: The disk of \S+ is full\. Make room, then try again\. Nothing was changed\.\n$/,
      );
    }
    disk.free();
    const next = await spawnServer(disk.folder);
    await next.visitor.signIn(anybody);
    await next.kill();
  });

  test('a disk that can only be read', async () => {
    disk.remount('ro');
    try {
      await assert.rejects(
        spawnServer(disk.folder).then((server) => server.kill()),
        /Lectern cannot start: The data folder \S+ cannot be written: its disk can only be read\./,
      );
    } finally {
      disk.remount('rw');
    }
  });
});

describe('[O-02] a backup by the command line', { skip: noSmallDisk }, () => {
  let disk: SmallDisk;
  let place: string;
  before(async () => {
    disk = smallDisk(8);
    place = await mkdtemp(join(tmpdir(), 'lectern-backed-up-'));
    const server = await startServer({ dataDir: join(place, 'data'), config: onFiles });
    await upload(await server.reader(), await heavyBook());
    await server.stop();
  });
  after(async () => {
    disk.remove();
    await rm(place, { recursive: true });
  });

  const full = { stderr: /^The disk of \S+ is full\. Make room, then try again\. Nothing was changed\.\n$/ };

  test('into a full disk is removed again', async () => {
    const data = { DATA_DIR: join(place, 'data') };
    const folder = join(disk.folder, 'backup');
    for (const left of [0, 64 * 1024, 2 * megabyte]) {
      await mkdir(folder, { recursive: true });
      disk.fill(left);
      await assert.rejects(commandLine(['backup', folder], data), full);
      assert.deepEqual(await readdir(folder), []);
      disk.free();
    }
    await commandLine(['backup', folder], data);
    await rm(folder, { recursive: true });
  });

  test('is restored onto a full disk not at all', async () => {
    const backup = join(place, 'backup');
    await commandLine(['backup', backup], { DATA_DIR: join(place, 'data') });
    const folder = join(disk.folder, 'data');
    for (const left of [0, 64 * 1024, 128 * 1024, megabyte, 2 * megabyte]) {
      await mkdir(folder, { recursive: true });
      disk.fill(left);
      await assert.rejects(commandLine(['restore', backup], { DATA_DIR: folder }), full);
      assert.deepEqual(await readdir(folder), []);
      disk.free();
    }
    await commandLine(['restore', backup], { DATA_DIR: folder });
  });
});

describe('[O-02] errors of the system and the databases', () => {
  const coded = (code: string) => Object.assign(new Error('disk I/O error'), { code });
  const answers: Record<string, readonly string[]> = {
    storage_full: ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', '53100'],
    storage_unwritable: [
      ...['EROFS', 'EIO', '58030', 'SQLITE_READONLY', 'SQLITE_READONLY_DBMOVED', 'SQLITE_CANTOPEN'],
      ...['WRITE', 'FSYNC', 'DIR_FSYNC', 'TRUNCATE', 'SHMOPEN', 'SHMMAP', 'SHMLOCK', 'DELETE'].map(
        (what) => `SQLITE_IOERR_${what}`,
      ),
    ],
    storage_damaged: ['SQLITE_CORRUPT', 'SQLITE_CORRUPT_INDEX', 'SQLITE_NOTADB', 'XX001'],
    server_error: ['SQLITE_IOERR_READ', 'ENOENT'],
  };
  for (const [answer, codes] of Object.entries(answers))
    test(`${codes.join(', ')}: ${answer}`, () => {
      for (const code of codes) {
        const { code: answered, status } = asAppError(coded(code));
        assert.deepEqual([code, answered, status === 507], [code, answer, /full|unwritable/.test(answer)]);
      }
    });

  test('at the start, each is a sentence', () => {
    for (const code of [...(answers.storage_full ?? []), ...(answers.storage_unwritable ?? [])]) {
      if (!code.startsWith('SQLITE_')) continue;
      const explained = explainSqliteError(coded(code), '/data/lectern.db');
      assert.ok(explained instanceof StartError);
      assert.match(explained.message, /is full\. Make room|at the free space of the disk/);
    }
  });

  test('in a helper process', () => {
    assert.equal(asAppError(new IngestInterrupted('EDQUOT')).code, 'storage_full');
  });
});
