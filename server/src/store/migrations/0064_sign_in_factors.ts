import type { Kysely } from 'kysely';
import type { SchemaParts } from '../engine.ts';
import type { Tables } from '../schema.ts';

/** Passkeys, the second factor with its recovery codes, challenges on their way, and recent confirmations. */
export async function signInFactors(db: Kysely<Tables>, { text }: SchemaParts): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('passkeys')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('credential_id', text, (c) => c.notNull().unique())
    .addColumn('public_key', text, (c) => c.notNull())
    .addColumn('counter', 'bigint', (c) => c.notNull())
    .addColumn('transports', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('synced', 'integer', (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('last_used_at', text)
    .execute();
  await schema.createIndex('passkeys_by_user_id').on('passkeys').column('user_id').execute();
  await schema
    .createTable('second_factors')
    .addColumn('user_id', text, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('sealed_secret', text, (c) => c.notNull())
    .addColumn('last_step', 'bigint', (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('enabled_at', text)
    .execute();
  await schema
    .createTable('recovery_codes')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('code_hash', text, (c) => c.notNull())
    .execute();
  await schema.createIndex('recovery_codes_by_user_id').on('recovery_codes').column('user_id').execute();
  await schema
    .createTable('sign_in_challenges')
    .addColumn('value_hash', text, (c) => c.primaryKey())
    .addColumn('user_id', text, (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('stay', 'integer', (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .execute();
  await schema
    .createIndex('sign_in_challenges_by_user_id')
    .on('sign_in_challenges')
    .column('user_id')
    .execute();
  await schema
    .createIndex('sign_in_challenges_by_expires_at')
    .on('sign_in_challenges')
    .column('expires_at')
    .execute();
  await schema
    .createTable('confirmations')
    .addColumn('family_id', text, (c) => c.primaryKey())
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('confirmed_at', text, (c) => c.notNull())
    .execute();
  await schema.createIndex('confirmations_by_user_id').on('confirmations').column('user_id').execute();
}
