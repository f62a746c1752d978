import type { Kysely } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { Tables } from '../schema.ts';

/**
 * Sign-ins by a provider, invitations, settings made while the library runs, and whether a message went out by mail.
 */
export async function accounts(db: Kysely<Tables>, { text }: SchemaParts): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('identities')
    .addColumn('issuer', text, (c) => c.notNull())
    .addColumn('subject', text, (c) => c.notNull())
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('identities_key', ['issuer', 'subject'])
    .execute();
  await schema.createIndex('identities_by_user_id').on('identities').column('user_id').execute();
  await schema
    .createTable('invitations')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('token_hash', text, (c) => c.notNull().unique())
    .addColumn('email', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .execute();
  await schema
    .createTable('settings')
    .addColumn('name', text, (c) => c.primaryKey())
    .addColumn('value', text, (c) => c.notNull())
    .execute();
  await schema.alterTable('reports').addColumn('mailed_at', text).execute();
  await schema.createIndex('reports_by_kind').on('reports').columns(['kind', 'created_at']).execute();
}
