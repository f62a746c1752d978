import type { Kysely } from 'kysely';
import { localTime } from '../../gamification/localTime.ts';
import type { SchemaParts } from '../engine.ts';
import type { Tables } from '../schema.ts';

/**
 * Sessions know the clock on the wall where they were read, points the day they were earned for, and a correction
 * leaves behind what was there before. What is stored already is taken as read in the reader's own zone.
 */
export async function sessions(db: Kysely<Tables>, { text }: SchemaParts): Promise<void> {
  const change = () => db.schema.alterTable('reading_sessions');
  for (const column of ['time_zone', 'local_start', 'local_end', 'edited_at'])
    await change().addColumn(column, text).execute();
  for (const column of ['by_hand', 'settled'])
    await change()
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  await db.schema.alterTable('points').addColumn('day', text).execute();
  await db.schema
    .createTable('session_changes')
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('session_id', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('changed_at', text, (c) => c.notNull())
    .addColumn('before', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('session_changes_key', ['id'])
    .execute();
  await fillIn(db);
  await db.schema
    .createIndex('session_changes_by_session')
    .on('session_changes')
    .columns(['user_id', 'session_id'])
    .execute();
  await db.schema
    .createIndex('reading_sessions_unsettled')
    .on('reading_sessions')
    .columns(['user_id', 'settled'])
    .execute();
  await db.schema
    .createIndex('points_by_day')
    .on('points')
    .columns(['user_id', 'action', 'day', 'points'])
    .execute();
}

async function fillIn(db: Kysely<Tables>): Promise<void> {
  for (const { id: userId, time_zone } of await db
    .selectFrom('users')
    .select(['id', 'time_zone'])
    .execute()) {
    const local = localTime(time_zone);
    const read = await db
      .selectFrom('reading_sessions')
      .select(['id', 'started_at', 'ended_at'])
      .where('user_id', '=', userId)
      .execute();
    for (const { id, started_at, ended_at } of read) {
      await db
        .updateTable('reading_sessions')
        .set({
          time_zone,
          local_start: local.wall(started_at),
          local_end: ended_at === null ? null : local.wall(ended_at),
          // The ledger has known it since it ended.
          settled: 1,
        })
        .where('id', '=', id)
        .execute();
    }
    const paid = await db
      .selectFrom('points')
      .select(['id', 'created_at'])
      .where('user_id', '=', userId)
      .execute();
    for (const { id, created_at } of paid)
      await db
        .updateTable('points')
        .set({ day: local.day(created_at) })
        .where('id', '=', id)
        .execute();
  }
}
