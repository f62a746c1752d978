import type { Kysely } from 'kysely';

/** When a sign-in began, which its refresh tokens carry on; and the browsers that a reader has signed in from. */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its own time, not those of today
export async function knownDevices(db: Kysely<any>, { text }: { text: any }): Promise<void> {
  await db.schema.alterTable('refresh_tokens').addColumn('session_started_at', text).execute();
  await db
    .updateTable('refresh_tokens')
    .set((eb) => ({
      session_started_at: eb
        .selectFrom('refresh_tokens as first')
        .select(({ fn }) => fn.min('first.created_at').as('at'))
        .whereRef('first.family_id', '=', 'refresh_tokens.family_id'),
    }))
    .execute();
  await db.schema
    .createTable('known_devices')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('device_hash', text, (c) => c.notNull())
    .addColumn('user_agent', text, (c) => c.notNull())
    .addColumn('first_seen_at', text, (c) => c.notNull())
    .addColumn('last_seen_at', text, (c) => c.notNull())
    .addColumn('unseen', 'integer', (c) => c.notNull())
    .addUniqueConstraint('known_devices_once', ['user_id', 'device_hash'])
    .execute();
  await db.schema
    .createIndex('known_devices_by_last_seen_at')
    .on('known_devices')
    .column('last_seen_at')
    .execute();
}
