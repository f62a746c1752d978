/** A backup is whole, whatever readers do while it is made. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Upload } from '@lectern/shared-contracts/api/uploads.ts';
import { folderBackup } from '../src/backup/folderBackups.ts';
import { makeBackup } from '../src/backup/makeBackup.ts';
import { verifyBackup } from '../src/backup/verifyBackup.ts';
import { runPendingBlobDeletes } from '../src/blobs/pendingBlobDeletes.ts';
import { makeEpub } from './support/epub.ts';
import { startServer, type TestServer } from './support/server.ts';
import { storedKeys } from './support/stored.ts';
import { begin, send } from './support/tus.ts';

let server: TestServer;
let copy = '';

before(async () => {
  copy = await mkdtemp(join(tmpdir(), 'lectern-copy-'));
  server = await startServer();
});
after(async () => {
  await server.stop();
  await rm(copy, { recursive: true, force: true });
});

test('a backup has the file of a book that is replaced and imported into while it is made', async () => {
  const reader = await server.reader();
  const upload = async (title: string, metadata: Record<string, string>) => {
    const file = await makeEpub({ title });
    const begun = await begin(reader, file.length, { metadata: { filename: 'a.epub', ...metadata } });
    const answer = await send(reader, begun.headers.get('location') ?? '', file);
    return ((await answer.json()) as Upload).book;
  };
  const id = (await upload('First edition', {}))?.id ?? '';
  const store = folderBackup(copy);
  let isChanged = false;
  const whileCopying: typeof store = {
    ...store,
    // The rows have been written, and no file yet.
    async copyFrom(path, localPath) {
      if (!isChanged) {
        isChanged = true;
        await upload('Second edition', { replaces: id });
        await reader.call('POST /books/import', {
          body: { items: [{ title: 'Emma', author: '', status: 'unread' }] },
        });
      }
      return store.copyFrom(path, localPath);
    },
  };
  const { faults, files } = await makeBackup(server.services, whileCopying);
  assert.deepEqual(faults, []);
  await verifyBackup(folderBackup(copy));
  const kept = await storedKeys(server.services);
  assert.ok(files.some((key) => kept.includes(key)));
  await runPendingBlobDeletes(server.services);
  const left = await storedKeys(server.services);
  assert.ok(left.length < kept.length, 'the file that was replaced is deleted after the backup');
});
