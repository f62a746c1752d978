/** Folders of readers, for tests. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Folder, FolderFile } from '@lectern/shared-contracts/api/uploads.ts';
import type { Services } from '../../../src/run/services/services.ts';
import type { Client } from '../client.ts';
import type { TestServer } from '../server.ts';

/**
 * Gives a reader a folder, as the operator's command does.
 * @returns its id
 */
export async function addFolderRow(
  { db, now }: Pick<Services, 'db' | 'now'>,
  userId: string,
  path = `/nowhere/${randomUUID()}`,
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('folders')
    .values({
      id,
      user_id: userId,
      path,
      kind: 'files',
      state: 'new',
      problem: null,
      total: 0,
      done: 0,
      left_out_fields: '[]',
      seen: null,
      zip: null,
      looked_at: null,
      holder: null,
      lease_until: null,
      created_at: now().toISOString(),
    })
    .execute();
  return id;
}

const made: string[] = [];
process.once('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** A new folder, which is removed when the tests end. */
export async function madeFolder(prefix: string): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), prefix)));
  made.push(folder);
  return folder;
}

/** A folder of a reader, and what its page shows. */
export interface ReadersFolder {
  id: string;
  path: string;
  reader: Client;
  /** Looks twice, so that what no longer changes is taken in. */
  look(times?: number): Promise<Folder>;
  /** The report: by path, why it was left out or what of it. */
  report(): Promise<FolderFile[]>;
  /** Titles of the reader's books, sorted. */
  titles(): Promise<string[]>;
}

/** A new reader with an empty folder, or that at `path`. */
export async function readerWithFolder(server: TestServer, path?: string): Promise<ReadersFolder> {
  const reader = await server.reader(`reader-${randomUUID()}`);
  const folder = path ?? (await madeFolder('lectern-folder-'));
  const id = await addFolderRow(server.services, reader.user?.id ?? '', folder);
  return {
    id,
    path: folder,
    reader,
    async look(times = 2) {
      for (let time = 0; time < times; time++) await server.services.folders.look(id);
      const found = (await reader.call('GET /folders', {})).items.find((one) => one.id === id);
      if (found === undefined) throw new Error('The folder is not listed');
      return found;
    },
    report: async () => (await reader.call('GET /folders/:id/files', { params: { id } })).items,
    titles: async () => (await reader.call('GET /books', {})).items.map(({ title }) => title).sort(),
  };
}
