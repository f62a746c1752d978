import { sql } from 'kysely';
import type { Services } from '../../run/services/services.ts';
import { changeRows, listRows, removeRows } from '../../store/rows.ts';

type Needs = Pick<Services, 'db' | 'engine' | 'now' | 'staging'>;

/** Milliseconds after which an upload that nobody continues is abandoned. */
const staleUploadTimeoutMs = 24 * 3_600_000;

/**
 * At startup, before the ingest starts: queues uploads that were complete when the process died, and deletes uploads
 * without bytes, and bytes without an upload.
 */
export async function recoverUploads({ db, engine, now, staging }: Needs): Promise<void> {
  // Another process may be receiving an upload, so recent ones are left alone.
  const horizon = engine.shared ? now().getTime() - staleUploadTimeoutMs : Number.POSITIVE_INFINITY;
  const open = await listRows(db, 'uploads', { state: ['receiving', 'queued', 'ingesting'] });
  for (const { id, state, size, updated_at } of open) {
    if (state !== 'receiving') continue;
    const received = await staging.size(id);
    if (received === null && Date.parse(updated_at) > horizon) continue;
    if (received === null) await removeRows(db, 'uploads', { id });
    else if (received === Number(size)) {
      const queued = { state: 'queued' as const, updated_at: now().toISOString() };
      await changeRows(db, 'uploads', { id, state: 'receiving' }, queued);
    }
  }
  // Libraries that are taken in after their upload is done.
  const zips = await db.selectFrom('folders').select('zip').where('zip', 'is not', null).execute();
  await staging.sweep(
    new Set([...open.map(({ id }) => id), ...zips.flatMap(({ zip }) => zip ?? [])]),
    horizon,
  );
}

/** How long the result of an upload can be queried. */
const retentionMs = 30 * 24 * 3_600_000;
/** Remembered uploads per user, so that repeated uploads cannot fill the disk. */
const maxRemembered = 10_000;

/** Deletes the rows of uploads that ended 30 days ago, and those beyond the newest `limit` per user. */
export async function forgetOldUploads({ db, now }: Needs, limit = maxRemembered): Promise<void> {
  const horizon = new Date(now().getTime() - retentionMs).toISOString();
  await db
    .deleteFrom('uploads')
    .where('state', 'in', ['done', 'refused'])
    .where('updated_at', '<', horizon)
    .execute();
  await sql`delete from uploads where id in (
    select id from (
      select id, row_number() over (partition by user_id order by updated_at desc, id) as recency
      from uploads where state in ('done', 'refused')
      and id not in (select zip from folders where zip is not null)
    ) as ended where recency > ${limit}
  )`.execute(db);
}

/** Abandons uploads that nobody has continued for a day. */
export async function abandonStaleUploads({ db, now, staging }: Needs): Promise<void> {
  const horizon = new Date(now().getTime() - staleUploadTimeoutMs).toISOString();
  const stale = await db
    .deleteFrom('uploads')
    .where('state', '=', 'receiving')
    .where('updated_at', '<', horizon)
    .returning('id')
    .execute();
  for (const { id } of stale) await staging.remove(id);
}
