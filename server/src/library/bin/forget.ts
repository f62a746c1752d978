import type { BinKind } from '@lectern/shared-contracts/api/bin.ts';
import { sql } from 'kysely';
import { chunks } from '../../run/common/chunks.ts';
import type { Db } from '../../store/db.ts';
import { things } from '../../store/history/things.ts';
import { rowsInPages } from '../../store/rowsInPages.ts';
import { deletedBy } from './binEntries.ts';

const idsAtOnce = 1_000;

/**
 * Deletes entries of the bin for good, with what was deleted with them and all versions. The files of books follow
 * (runPendingBlobDeletes).
 * @returns the number of entries
 */
export async function forget(
  db: Db,
  userId: string,
  { id, kind, until }: { id?: number; kind?: BinKind | undefined; until?: number },
): Promise<number> {
  let entries = deletedBy(db, userId).select('id');
  if (id !== undefined) entries = entries.where('id', '=', id);
  if (kind !== undefined) entries = entries.where('thing', '=', kind);
  if (until !== undefined) entries = entries.where('id', '<=', until);
  const gone = (await entries.execute()).map((entry) => entry.id);
  for (const ids of chunks(gone, idsAtOnce)) {
    await forgetResponses(db, userId, ids);
    await db.deleteFrom('row_history').where('id', 'in', ids).execute();
  }
  if (gone.length > 0) await forgetVersions(db, userId);
  return gone.length;
}

/** Versions of things that are neither in the library nor in the bin, alone or with their book. */
async function forgetVersions(db: Db, userId: string): Promise<void> {
  const inBin = (id: string) => sql`exists (
    select 1 from row_history as entry where entry.user_id = ${userId} and entry.event = 'deleted'
    and entry.with_id is null and entry.thing_id = ${sql.ref(id)}
  )`;
  for (const { kind, table } of things.filter((thing) => thing.texts.length > 0))
    await sql`delete from row_history where user_id = ${userId} and thing = ${kind} and event = 'replaced'
      and not exists (select 1 from ${sql.table(table)} where id = row_history.thing_id)
      and not ${inBin('row_history.thing_id')} and not ${inBin('row_history.book_id')}`.execute(db);
  await sql`delete from session_changes where user_id = ${userId} and kind = 'deleted'
    and not ${inBin('session_changes.session_id')}`.execute(db);
}

/** The stored responses to writes repeat the texts of what was written. */
async function forgetResponses(db: Db, userId: string, entries: readonly number[]): Promise<void> {
  const rows = await db
    .selectFrom('row_history')
    .select(['thing_id', 'row'])
    .where(({ or, eb }) => or([eb('id', 'in', entries), eb('with_id', 'in', entries)]))
    .where('bytes', '>', 0)
    .execute();
  const gone = new Set(rows.flatMap(({ thing_id, row }) => [thing_id, ...idsIn(row)]));
  for await (const page of rowsInPages(db, 'idempotency', ['key'], userId, ['key', 'body'])) {
    const keys = page.filter(({ body }) => idsIn(String(body)).some((id) => gone.has(id)));
    for (const { key } of keys)
      await db
        .updateTable('idempotency')
        .set({ body: 'null' })
        .where('user_id', '=', userId)
        .where('key', '=', String(key))
        .execute();
  }
}

/** The values of all fields `id` in a JSON text. */
const idsIn = (json: string) => [...json.matchAll(/"id":\s*"([0-9a-f-]{36})"/g)].map(([, id = '']) => id);
