import { readdirSync, readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { StartError } from '../../run/common/errors.ts';
import { ownVersion } from '../../run/config/config.ts';
import type { Engine, SchemaParts } from '../engine.ts';

/**
 * The database as a migration sees it. It knows the tables of its own time, not those of today, so they have no types
 * here.
 */
// biome-ignore lint/suspicious/noExplicitAny: see above
type MigrationDb = Kysely<any>;

const folder = new URL('./', import.meta.url);

/**
 * The names of all migrations: the files of statements in this folder, in order. A new one has the next number, and is
 * never changed after its release. {text}, {row_number} and {generated} stand for types of the engine.
 */
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.replace('.sql', ''))
  .sort();
const [first = ''] = names;

/** The last migration before 1.0: a database that has executed it has the tables of 1.0. */
const lastBefore = '0139_pdf_headings';
const isOfBefore = (name: string) => name < first;

/** The latest migration of this version. */
export const newestMigration = names.at(-1) ?? first;

/** Whether this version knows a migration; those before 1.0 are part of the first one. */
export const isKnownMigration = (name: string) => isOfBefore(name) || names.includes(name);

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
  return names.filter((name) => name !== first && !done.includes(name));
}

/**
 * Migrates the database to the latest schema, in one transaction.
 * @throws StartError when it was written by a newer version, or one that is too old; errors of the failing migration
 */
export async function migrate(engine: Pick<Engine, 'db' | 'schema' | 'acquireLock'>): Promise<void> {
  const { db, schema } = engine;
  await adoptTables(engine);
  const unknown = (await executed(db)).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const writer = await writerOf(db);
    throw new StartError(
      `This library was written by ${writer === null ? 'a newer Lectern' : `Lectern ${writer}`} (${unknown}), and this is Lectern ${ownVersion()}. Start that version again, or restore a backup from before the update into an empty data folder. Nothing was changed.`,
    );
  }
  const steps = names.map((name) => [name, { up: (trx: MigrationDb) => run(name, trx, schema) }] as const);
  const provider = { getMigrations: async () => Object.fromEntries(steps) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
}

/** Runs a migration. All pending ones run in one transaction. */
async function run(name: string, db: MigrationDb, engine: SchemaParts): Promise<void> {
  const text = readFileSync(new URL(`${name}.sql`, folder), 'utf8').replace(/^--.*$/gm, '');
  const types = { '{text}': engine.text, '{row_number}': engine.rowNumber, '{generated}': engine.generated };
  for (const statement of text.split(';').map((one) => one.trim())) {
    if (statement === '') continue;
    const parts = statement.split(/(\{\w+\})/).map((part) => types[part as keyof typeof types] ?? part);
    await sql.raw(parts.join('')).execute(db);
  }
  if (name === first) await engine.createFullText(db);
}

/** Records the first migration in a database of the last version before 1.0. */
async function adoptTables({ db, acquireLock }: Pick<Engine, 'db' | 'acquireLock'>): Promise<void> {
  if (!(await executed(db)).some(isOfBefore)) return;
  await db.transaction().execute(async (trx) => {
    await acquireLock(trx, 'migrations');
    const names = await executed(trx);
    // Another process may have done it meanwhile.
    if (!names.some(isOfBefore)) return;
    if (!names.includes(lastBefore))
      throw new StartError(
        'This library was last opened by a version that is older than this one can bring over. Start it once with Lectern 0.1, then with this version. Nothing was changed.',
      );
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
