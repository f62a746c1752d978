import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { StartError } from '../../run/common/errors.ts';
import { type Config, databaseFile } from '../../run/config/config.ts';
import { dataFiles, hasDatabaseFile } from '../../run/dataFolder/dataFolder.ts';
import type { Engine } from '../engine.ts';
import { createHistoryTriggers, dropHistoryTriggers } from '../history/triggers.ts';
import { migrate, noteWriter, pendingMigrations } from '../migrations/migrate.ts';
import { explainSqliteError, refuseDamaged, sqliteEngine } from '../sqlite/sqliteEngine.ts';

type EngineRole = 'server' | 'command';

interface OpenOptions {
  create?: boolean;
  role?: EngineRole;
  onProgress?: (message: string) => void;
}

/**
 * Opens the configured database and migrates it.
 * @param create whether to create a missing database
 * @param role name of the connections in the database
 * @param onProgress called with progress messages
 * @throws StartError when it cannot be used, or does not exist
 */
export async function openStore(
  config: Config,
  { create = true, role = 'server', onProgress = () => {} }: OpenOptions = {},
): Promise<Engine> {
  if (!create && config.databaseUrl === null && !hasDatabaseFile(config.dataDir))
    throw new StartError(
      `There is no library in ${config.dataDir}: set DATA_DIR to the folder of the library. Nothing was changed.`,
    );
  const engine = await openEngine(config, null, role);
  try {
    if (!engine.shared) await refuseDamaged(engine.db, databaseFile(config));
    if (!create) await refuseEmpty(engine);
    await update(engine, config, onProgress);
  } catch (error) {
    await engine.db.destroy();
    if (error instanceof StartError) throw error;
    if (engine.shared)
      throw new StartError(`The database of DATABASE_URL cannot be used: ${reasonOf(error)}`);
    throw explainSqliteError(error, databaseFile(config));
  }
  if (!engine.shared) return engine;
  // Connect again with a statement timeout, which migrations do not have.
  await engine.db.destroy();
  return openEngine(config, config.databaseTimeout, role);
}

/** A database file is copied before its migration. PostgreSQL needs no copy, since its migrations are rolled back. */
async function update(engine: Engine, config: Config, onProgress: (message: string) => void): Promise<void> {
  const steps = await pendingMigrations(engine.db);
  if (steps.length > 0) {
    onProgress(`the database is brought up to date: ${steps.join(', ')}`);
    if (!engine.shared) {
      const copy = dataFiles.databaseBeforeUpdate(config.dataDir);
      await rm(copy, { force: true });
      await sql`vacuum into ${copy}`.execute(engine.db);
      onProgress(`what it was before is kept in ${copy}`);
    }
  }
  if (steps.length > 0) await dropHistoryTriggers(engine);
  await migrate(engine);
  await createHistoryTriggers(engine);
  if (steps.length > 0) onProgress('the database is up to date');
  await noteWriter(engine.db, config.version);
}

async function refuseEmpty({ db, shared }: Engine): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (tables.some(({ name }) => name === 'kysely_migration')) return;
  throw new StartError(
    `There is no library in the database of ${shared ? 'DATABASE_URL' : 'DATA_DIR'}: set it to that of the library. Nothing was changed.`,
  );
}

/** For a host with several addresses, there is an error for each. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** @param timeout statement timeout in milliseconds, PostgreSQL only */
async function openEngine(config: Config, timeout: number | null, role: EngineRole): Promise<Engine> {
  if (config.databaseUrl === null) return openSqliteEngine(databaseFile(config));
  // The driver is loaded only when needed.
  const { postgresEngine } = await import('../postgres/postgresEngine.ts');
  return postgresEngine(config.databaseUrl, { timeout, role });
}

function openSqliteEngine(path: string): Engine {
  try {
    return sqliteEngine(path);
  } catch (error) {
    throw explainSqliteError(error, path);
  }
}
