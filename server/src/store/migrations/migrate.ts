import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { DatabaseTooNew, DatabaseTooOld } from '../../common/errors.ts';
import { ownVersion } from '../../config/ownVersion.ts';
import type { Engine } from '../engine.ts';
import { baseline, replacedByBaseline } from './0071_baseline.ts';
import { plainNames } from './0072_plain_names.ts';
import { textFolding } from './0080_text_folding.ts';
import { idempotencyBytes } from './0081_idempotency_bytes.ts';
import { rendition } from './0086_rendition.ts';
import { returnPlaces } from './0088_return_places.ts';
import { accessibility } from './0092_accessibility.ts';
import { appPasswords } from './0093_app_passwords.ts';
import { kosync } from './0094_kosync.ts';
import { catalogIndexes } from './0095_catalog_indexes.ts';
import { formValues } from './0098_form_values.ts';
import { bookParts } from './0100_book_parts.ts';
import { lookedUpWords } from './0104_looked_up_words.ts';
import { deviceFiles } from './0106_device_files.ts';
import { bookMatchKey } from './0109_book_match_key.ts';
import { readAgain } from './0114_read_again.ts';
import { suspensionAndQuota } from './0116_suspension_and_quota.ts';
import { bookKeys } from './0118_book_keys.ts';
import { catalogIndexFormat } from './0119_catalog_index_format.ts';
import { indexPassagesLater } from './0120_index_passages_later.ts';
import { replacedFiles } from './0124_replaced_files.ts';
import { deviceHighlights } from './0125_device_highlights.ts';
import { certifiers } from './0126_certifiers.ts';
import { extraBytes } from './0127_extra_bytes.ts';
import { koreaderNames } from './0128_koreader_names.ts';
import { packDigest } from './0131_pack_digest.ts';
import { unshownParts } from './0134_unshown_parts.ts';
import { perhapsSame } from './0135_perhaps_same.ts';
import { placesOfEachDevice } from './0136_places_of_each_device.ts';
import { pdfHeadings } from './0139_pdf_headings.ts';
import { lastRead } from './0141_last_read.ts';
import type { Migration, MigrationDb } from './migration.ts';

const baselineName = '0071_baseline';

/** In order. A new migration gets the next number and its own file, and is never changed after its release. */
const migrations: Readonly<Record<string, Migration>> = {
  [baselineName]: baseline,
  '0072_plain_names': plainNames,
  '0080_text_folding': textFolding,
  '0081_idempotency_bytes': idempotencyBytes,
  '0086_rendition': rendition,
  '0088_return_places': returnPlaces,
  '0092_accessibility': accessibility,
  '0093_app_passwords': appPasswords,
  '0094_kosync': kosync,
  '0095_catalog_indexes': catalogIndexes,
  '0098_form_values': formValues,
  '0100_book_parts': bookParts,
  '0104_looked_up_words': lookedUpWords,
  '0106_device_files': deviceFiles,
  '0109_book_match_key': bookMatchKey,
  '0114_read_again': readAgain,
  '0116_suspension_and_quota': suspensionAndQuota,
  '0118_book_keys': bookKeys,
  '0119_catalog_index_format': catalogIndexFormat,
  '0120_index_passages_later': indexPassagesLater,
  '0124_replaced_files': replacedFiles,
  '0125_device_highlights': deviceHighlights,
  '0126_certifiers': certifiers,
  '0127_extra_bytes': extraBytes,
  '0128_koreader_names': koreaderNames,
  '0131_pack_digest': packDigest,
  '0134_unshown_parts': unshownParts,
  '0135_perhaps_same': perhapsSame,
  '0136_places_of_each_device': placesOfEachDevice,
  '0139_pdf_headings': pdfHeadings,
  '0141_last_read': lastRead,
};

/** The latest migration of this version. */
export const newestMigration = Object.keys(migrations).at(-1) ?? baselineName;

export const isKnownMigration = (name: string) => Object.hasOwn(migrations, name);

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
  const isOfBefore = (name: string) => replacedByBaseline.includes(name);
  const older = done.some(isOfBefore);
  if (older && !replacedByBaseline.every((name) => done.includes(name))) return [];
  if (done.length === 0 || done.some((name) => !isKnownMigration(name) && !isOfBefore(name))) return [];
  return Object.keys(migrations).filter((name) => !done.includes(name) && !(older && name === baselineName));
}

/**
 * Migrates the database to the latest schema, in one transaction.
 * @throws DatabaseTooNew, DatabaseTooOld; errors of the failing migration
 */
export async function migrate(engine: Pick<Engine, 'db' | 'schema' | 'acquireLock'>): Promise<void> {
  const { db, schema } = engine;
  await adoptBaseline(engine);
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

/** Records the baseline in a database from before it. */
async function adoptBaseline({ db, acquireLock }: Pick<Engine, 'db' | 'acquireLock'>): Promise<void> {
  const isOlder = (names: readonly string[]) => names.some((name) => replacedByBaseline.includes(name));
  if (!isOlder(await executed(db))) return;
  await db.transaction().execute(async (trx) => {
    await acquireLock(trx, 'migrations');
    const names = await executed(trx);
    // Another process may have done it meanwhile.
    if (!isOlder(names)) return;
    if (replacedByBaseline.some((name) => !names.includes(name))) throw new DatabaseTooOld();
    const replaced = sql.join(replacedByBaseline);
    await sql`insert into kysely_migration (name, "timestamp")
      select ${baselineName}, min("timestamp") from kysely_migration`.execute(trx);
    await sql`delete from kysely_migration where name in (${replaced})`.execute(trx);
  });
}

/** Names of the executed migrations; empty for a new database. */
async function executed(db: MigrationDb): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}
