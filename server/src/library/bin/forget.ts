import type { BinKind } from '@lectern/shared-contracts/api/bin.ts';
import { sql } from 'kysely';
import { chunks } from '../../run/common/chunks.ts';
import type { Db } from '../../store/db.ts';
import { things } from '../../store/history/things.ts';
import { changeRows, listRows, removeRows } from '../../store/rows.ts';
import { rowsInPages } from '../../store/rowsInPages.ts';
import { deletedBy } from './binEntries.ts';

const idsAtOnce = 1_000;

/** Rows that are read at once, since some are large. */
const rowsAtOnce = 50;

interface ForgottenEntries {
  id?: number;
  thingId?: string | undefined;
  kind?: BinKind | undefined;
  /** Time of the last one. */
  until?: string | undefined;
}

/**
 * Deletes entries of the bin for good, with what was deleted with them and all versions. The files of books follow
 * (runPendingBlobDeletes), also of those that were removed from the books before.
 * @returns the number of entries
 */
export async function forget(
  db: Db,
  userId: string,
  { id, thingId, kind, until }: ForgottenEntries,
): Promise<number> {
  let entries = deletedBy(db, userId).select('id');
  if (id !== undefined) entries = entries.where('id', '=', id);
  if (thingId !== undefined) entries = entries.where('thing_id', '=', thingId);
  if (kind !== undefined) entries = entries.where('thing', '=', kind);
  if (until !== undefined) entries = entries.where('at', '<=', until);
  const forgotten = (await entries.execute()).map((entry) => entry.id);
  const gone = new Set<string>();
  for (const ids of chunks(forgotten, idsAtOnce)) {
    for (const thing of await thingsIn(db, ids)) gone.add(thing);
    const books = deletedBy(db, userId).select('thing_id').where('thing', '=', 'book').where('id', 'in', ids);
    await db
      .deleteFrom('row_history')
      .where('user_id', '=', userId)
      .where('thing', '=', 'file')
      .where('book_id', 'in', books)
      .execute();
    await removeRows(db, 'row_history', { id: ids });
  }
  for (const ids of chunks([...gone], idsAtOnce)) await forgetVersions(db, userId, ids);
  if (gone.size > 0) await forgetResponses(db, userId, gone);
  return forgotten.length;
}

/** Ids of all things in these entries. */
async function thingsIn(db: Db, entries: readonly number[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('row_history')
    .select('id')
    .where(({ or, eb }) => or([eb('id', 'in', entries), eb('with_id', 'in', entries)]))
    .where('bytes', '>', 0)
    .execute();
  const found = new Set<string>();
  for (const some of chunks(rows, rowsAtOnce)) {
    const ids = some.map(({ id }) => id);
    const texts = await listRows(db, 'row_history', { id: ids }, ['thing_id', 'row']);
    for (const { thing_id, row } of texts) for (const id of [thing_id, ...idsIn(row)]) found.add(id);
  }
  return found;
}

/** Versions of these things, unless they are in the library, or in the bin by another entry. */
async function forgetVersions(db: Db, userId: string, ids: readonly string[]): Promise<void> {
  for (const { kind, table } of things)
    await sql`delete from row_history where user_id = ${userId} and thing = ${kind} and event = 'replaced'
      and thing_id in (${sql.join(ids)})
      and not exists (select 1 from ${sql.table(table)} where id = row_history.thing_id)
      and not exists (
        select 1 from row_history as entry where entry.user_id = ${userId} and entry.thing in (${kind}, 'book')
        and entry.thing_id in (row_history.thing_id, row_history.book_id) and entry.event = 'deleted'
      )`.execute(db);
}

/** The stored responses to writes repeat the texts of what was written. */
async function forgetResponses(db: Db, userId: string, gone: ReadonlySet<string>): Promise<void> {
  for await (const page of rowsInPages(db, 'idempotency', ['key'], userId, ['key', 'body'])) {
    const keys = page.filter(({ body }) => idsIn(String(body)).some((id) => gone.has(id)));
    for (const { key } of keys)
      await changeRows(db, 'idempotency', { user_id: userId, key: String(key) }, { body: 'null' });
  }
}

/** The values of all fields `id` in a JSON text. */
const idsIn = (json: string) => [...json.matchAll(/"id":\s*"([0-9a-f-]{36})"/g)].map(([, id = '']) => id);
