import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { folderBackup } from '../src/store/backup/folderBackups.ts';
import { makeBackup } from '../src/store/backup/makeBackup.ts';
import type { Client } from './support/client.ts';
import { addNotes } from './support/many.ts';
import { startServer, type TestServer } from './support/server.ts';

const MB = 1_000_000;
/** Memory must not depend on the amount of data: a few rows and stream buffers. */
const maxHeldBytes = 80 * MB;
/** Notes of 100,000 bytes, which exceed the limit if all are held. */
const notes = 1_200;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes in use after garbage collection. */
function held(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

let server: TestServer;
let reader: Client;

before(async () => {
  server = await startServer();
  reader = await server.reader('ada');
  await addNotes(server.services, reader.user?.id ?? '', {
    count: notes,
    content: 'thought '.repeat(12_500),
  });
});
after(() => server.stop());

describe(`[S-02] ${notes / 10} MB of notes`, () => {
  test('are exported without being held in memory', async () => {
    const before = held();
    let most = 0;
    let pieces = 0;
    const response = await reader.fetch('/v1/export');
    assert.equal(response.status, 200);
    for await (const _ of response.body ?? [])
      if (pieces++ % 50 === 0) most = Math.max(most, held() - before);
    assert.ok(pieces > 20, `${pieces} pieces`);
    assert.ok(most < maxHeldBytes, `${Math.round(most / MB)} MB were held`);
  });

  test('are backed up without being held in memory', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-backup-'));
    try {
      const before = held();
      const samples: number[] = [];
      const timer = setInterval(() => samples.push(held() - before), 500);
      const { rows } = await makeBackup(server.services, folderBackup(folder));
      clearInterval(timer);
      const most = Math.max(...samples);
      assert.equal(rows.notes, notes);
      assert.ok((await stat(join(folder, 'tables', 'notes.ndjson'))).size > (notes / 10) * MB);
      assert.ok(samples.length > 0);
      assert.ok(most < maxHeldBytes, `${Math.round(most / MB)} MB were held`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
