import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { stagedFile, stagingFolder } from '../jobs/staging.ts';
import type { Services } from '../services.ts';
import { removeStagedUploads } from './stagedUploads.ts';

type Needs = Pick<Services, 'config' | 'db' | 'engine' | 'now'>;

/** Milliseconds after which an upload that nobody continues is given up. */
const patience = 24 * 3_600_000;

/**
 * At the start, before the ingest looks for work: an upload whose last byte was written before the process died is
 * queued, one whose file is gone is forgotten, and so is a file that no upload knows.
 */
export async function recoverUploads({ config, db, engine, now }: Needs): Promise<void> {
  // Another process may be in the middle of an upload: what is young is left alone.
  const horizon = engine.shared ? now().getTime() - patience : Number.POSITIVE_INFINITY;
  const folder = stagingFolder(config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const open = await db
    .selectFrom('uploads')
    .selectAll()
    .where('state', 'in', ['receiving', 'queued', 'ingesting'])
    .execute();
  for (const { id, state, size, updated_at } of open) {
    if (state !== 'receiving') continue;
    const file = await stat(stagedFile(config, id)).catch(() => null);
    if (file === null && Date.parse(updated_at) > horizon) continue;
    if (file === null) await db.deleteFrom('uploads').where('id', '=', id).execute();
    else if (file.size === size) {
      const queued = { state: 'queued' as const, updated_at: now().toISOString() };
      await db
        .updateTable('uploads')
        .set(queued)
        .where('id', '=', id)
        .where('state', '=', 'receiving')
        .execute();
    }
  }
  const known = new Set(open.map(({ id }) => id));
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (known.has(name) || ((await stat(path).catch(() => null))?.mtimeMs ?? 0) > horizon) continue;
    await rm(path, { recursive: true, force: true });
  }
}

/** What became of an upload can be asked for so long. */
const memory = 30 * 24 * 3_600_000;

export async function forgetOldUploads({ db, now }: Needs): Promise<void> {
  const horizon = new Date(now().getTime() - memory).toISOString();
  await db
    .deleteFrom('uploads')
    .where('state', 'in', ['done', 'refused'])
    .where('updated_at', '<', horizon)
    .execute();
}

/** Gives up uploads that nobody has continued for a day. */
export async function giveUpStaleUploads({ config, db, now }: Needs): Promise<void> {
  const horizon = new Date(now().getTime() - patience).toISOString();
  const stale = await db
    .deleteFrom('uploads')
    .where('state', '=', 'receiving')
    .where('updated_at', '<', horizon)
    .returning('id')
    .execute();
  await removeStagedUploads(config, stale);
}
