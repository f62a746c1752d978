import type { Kysely } from 'kysely';

/** The security log. What it says of an account outlives the account, so it refers to none. */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its own time, not those of today
export async function securityEvents(db: Kysely<any>, { text }: { text: any }): Promise<void> {
  await db.schema
    .createTable('security_events')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('at', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('account_id', text)
    .addColumn('actor_id', text)
    .addColumn('address', text)
    .addColumn('user_agent', text)
    .addColumn('details', text, (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('by_strangers', 'integer', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('security_events_by_at').on('security_events').columns(['at', 'id']).execute();
  for (const column of ['account_id', 'actor_id'])
    await db.schema
      .createIndex(`security_events_by_${column}`)
      .on('security_events')
      .column(column)
      .execute();
  await db.schema
    .createIndex('security_events_by_kind')
    .on('security_events')
    .columns(['kind', 'at', 'id'])
    .execute();
  await db.schema
    .createIndex('security_events_by_strangers')
    .on('security_events')
    .columns(['by_strangers', 'at'])
    .execute();
}
