import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { DatabaseTooNew, DatabaseTooOld } from '../../common/errors.ts';
import { ownVersion } from '../../config/ownVersion.ts';
import type { Engine } from '../engine.ts';
import { tablesOf1_0 } from './0200_tables_of_1_0.ts';
import { lastRead } from './0201_last_read.ts';
import type { Migration, MigrationDb } from './migration.ts';

const first = '0200_tables_of_1_0';

/** In order. A new migration gets the next number and its own file, and is never changed after its release. */
const migrations: Readonly<Record<string, Migration>> = { [first]: tablesOf1_0, '0201_last_read': lastRead };

/** The last migration before 1.0: a database that has executed it has the tables of 1.0. */
const lastBefore = '0139_pdf_headings';
const isOfBefore = (name: string) => name < first;

/** The latest migration of this version. */
export const newestMigration = Object.keys(migrations).at(-1) ?? first;

/** Whether this version knows a migration; those before 1.0 are part of the first one. */
export const isKnownMigration = (name: string) => isOfBefore(name) || Object.hasOwn(migrations, name);

const writtenBySetting = 'written_by';

/** Records which version uses the database, for error messages of older ones. */
export async function noteWriter(db: MigrationDb, version: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: writtenBySetting, value: version })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: version }))
    .execute();
}

async function writerOf(db: MigrationDb): Promise<string | null> {
  const { rows } = await sql<{ value: string }>`select value from settings
    where name = ${writtenBySetting}`.execute(db);
  return rows[0]?.value ?? null;
}

/** Names of pending migrations; empty for a new database, or one of another version. */
export async function pendingMigrations(db: MigrationDb): Promise<string[]> {
  const done = await executed(db);
  if (done.length === 0 || done.some((name) => !isKnownMigration(name))) return [];
  return Object.keys(migrations).filter((name) => name !== first && !done.includes(name));
}

/**
 * Migrates the database to the latest schema, in one transaction.
 * @throws DatabaseTooNew, DatabaseTooOld; errors of the failing migration
 */
export async function migrate(engine: Pick<Engine, 'db' | 'schema' | 'acquireLock'>): Promise<void> {
  const { db, schema } = engine;
  await adoptTables(engine);
  const unknown = (await executed(db)).find((name) => !Object.hasOwn(migrations, name));
  if (unknown !== undefined) throw new DatabaseTooNew(unknown, await writerOf(db), ownVersion());
  const provider = {
    getMigrations: async () =>
      Object.fromEntries(
        Object.entries(migrations).map(([name, up]) => [name, { up: (trx: MigrationDb) => up(trx, schema) }]),
      ),
  };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
}

/** Records the first migration in a database of the last version before 1.0. */
async function adoptTables({ db, acquireLock }: Pick<Engine, 'db' | 'acquireLock'>): Promise<void> {
  if (!(await executed(db)).some(isOfBefore)) return;
  await db.transaction().execute(async (trx) => {
    await acquireLock(trx, 'migrations');
    const names = await executed(trx);
    // Another process may have done it meanwhile.
    if (!names.some(isOfBefore)) return;
    if (!names.includes(lastBefore)) throw new DatabaseTooOld();
    await sql`update kysely_migration set name = ${first} where name = ${lastBefore}`.execute(trx);
    await sql`delete from kysely_migration where name < ${first}`.execute(trx);
  });
}

/** Names of the executed migrations; empty for a new database. */
async function executed(db: MigrationDb): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}
