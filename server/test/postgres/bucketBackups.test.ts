import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { type BucketSettings, bucketAddress, bucketSettings } from '../../src/run/config/bucketSettings.ts';
import { bucketBackups } from '../../src/store/backup/bucketBackups.ts';
import { takeNightlyBackup } from '../../src/store/backup/nightlyBackups.ts';
import { verifyBackup } from '../../src/store/backup/verifyBackup.ts';
import type { BucketBlobs } from '../../src/store/blobs/bucket.ts';
import { bucketFor, openBucket } from '../support/blobs/bucket.ts';
import { bookFile } from '../support/bookFiles.ts';
import { commandLine } from '../support/commandLine.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { uploadBook } from '../support/uploads.ts';

const day = 86_400_000;
const silent = { error() {}, warn() {}, info() {} };
/** Unicode line separators do not break the lines of a backup. */
const note = 'first\u2028second\u2029third\r\nfourth';

describe('[O-15] backups to a bucket', { skip: !process.env.S3_TEST && 'there is no S3 server' }, () => {
  let settings: Record<string, string>;
  let place: BucketSettings;
  let bucket: BucketBlobs;
  let server: TestServer;
  let scratch: string;
  let now = new Date('2026-03-01T12:00:00.000Z');

  before(async () => {
    settings = await bucketFor(`backups-${randomUUID()}`);
    const [given, opened] = [bucketSettings(settings), openBucket(settings)];
    assert.ok(given && opened);
    [place, bucket] = [given, opened];
    scratch = await mkdtemp(join(tmpdir(), 'lectern-bucket-'));
    server = await startServer({ services: { now: () => now } });
    const reader = await server.reader('ada');
    await uploadBook(reader, bookFile());
    await reader.call('POST /notes', { body: { content: note } });
  });
  after(async () => {
    await server.stop();
    await bucket.removeAll('');
    await rm(scratch, { recursive: true, force: true });
  });

  const take = () => {
    const config = { ...server.config, backups: { place, keep: 1 } };
    return takeNightlyBackup({ ...server.services, config }, silent);
  };
  /** The command line of a library on SQLite and files, with backups in the bucket. */
  const cli = async (...args: string[]) => {
    const { S3_BUCKET: _, S3_PREFIX: __, ...keys } = settings;
    const env = {
      ...keys,
      DATA_DIR: join(scratch, 'restored'),
      LECTERN_BACKUP_DIR: bucketAddress(place),
    };
    return (await commandLine(args, env)).stdout;
  };

  test('are complete, limited to the configured number, and interrupted ones are removed', async () => {
    await bucket.put('my-own/file', Buffer.from('mine'));
    await bucket.put('lectern-2026-02-01T02-00-00-000Z/tables/users.ndjson', Buffer.from('cut'));
    for (let nights = 0; nights < 2; nights++) {
      const made = await take();
      assert.ok(made);
      assert.equal((await verifyBackup(made)).rows.books, 1);
      now = new Date(now.getTime() + day);
    }
    assert.deepEqual(await bucketBackups(place, scratch).names(), [
      'lectern-2026-03-02T12-00-00-000Z',
      'my-own',
    ]);
  });

  test('are listed, verified and restored by URL', async () => {
    const address = `${bucketAddress(place)}lectern-2026-03-02T12-00-00-000Z`;
    assert.match(await cli('verify', address), /^Whole: 1 readers, 1 books, 1 notes/);
    assert.match(await cli('restore', address), /^Restored: 1 readers, 1 books, 1 notes/);
    assert.ok((await cli('backups')).startsWith(`${address}/  Holds: 1 readers`));
    // Compared as a backup of the restored library.
    const again = `${bucketAddress(place)}again`;
    assert.match(await cli('backup', again), /^Backed up: 1 readers, 1 books, 1 notes/);
    const notes = await buffer(await bucket.read('again/tables/notes.ndjson'));
    assert.equal(JSON.parse(notes.toString()).content, note);
    await assert.rejects(cli('backup', again), /is not empty/);
  });

  test('[N-07] are restored beside the library by a drill, which compares them and opens the book', async () => {
    assert.match(
      await cli('drill'),
      /^Restored beside the library, and nothing is missing: 1 readers, 1 notes, .*1 books? opened/s,
    );
  });

  test('name a damaged or missing file', async () => {
    const folder = 'lectern-2026-03-02T12-00-00-000Z';
    const backup = bucketBackups(place, scratch).open(folder);
    await bucket.put(`${folder}/tables/users.ndjson`, Buffer.from('{}'));
    await assert.rejects(
      verifyBackup(backup),
      /damaged: s3:.*\/tables\/users\.ndjson: its content has changed/,
    );
    await bucket.removeAll(`${folder}/tables/users.ndjson`);
    await assert.rejects(verifyBackup(backup), /damaged: s3:.*\/tables\/users\.ndjson: it is missing/);
    await bucket.removeAll(`${folder}/backup.json`);
    await assert.rejects(verifyBackup(backup), /no whole backup: s3:.*backup\.json is missing/);
  });
});
