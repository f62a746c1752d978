import { StartError } from '../../common/errors.ts';
import { type Config, databaseFile } from '../../config/config.ts';
import { hasDatabaseFile } from '../../dataFolder/dataFolder.ts';
import type { Engine } from '../engine.ts';
import { migrate } from '../migrations/migrate.ts';
import { explainSqliteError, refuseDamaged } from '../sqlite/damage.ts';
import { sqliteEngine } from '../sqlite/sqliteEngine.ts';

/**
 * The database of the settings, in its newest shape.
 * @param create whether an empty one is made where there is none
 * @throws StartError when it cannot be used, or there is none
 */
export async function openStore(config: Config, { create = true } = {}): Promise<Engine> {
  if (!create && config.databaseUrl === null && !hasDatabaseFile(config.dataDir))
    throw new StartError(
      `There is no library in ${config.dataDir}: set DATA_DIR to the folder of the library. Nothing was changed.`,
    );
  const engine = await openEngine(config, null);
  try {
    if (!engine.shared) await refuseDamaged(engine.db, databaseFile(config));
    if (!create) await refuseEmpty(engine);
    await migrate(engine);
  } catch (error) {
    await engine.db.destroy();
    if (error instanceof StartError) throw error;
    if (engine.shared)
      throw new StartError(`The database of DATABASE_URL cannot be used: ${reasonOf(error)}`);
    throw explainSqliteError(error, databaseFile(config));
  }
  if (!engine.shared) return engine;
  // A migration may take long, a request may not.
  await engine.db.destroy();
  return openEngine(config, config.databaseTimeout);
}

async function refuseEmpty({ db, shared }: Engine): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (tables.some(({ name }) => name === 'kysely_migration')) return;
  throw new StartError(
    `There is no library in the database of ${shared ? 'DATABASE_URL' : 'DATA_DIR'}: set it to that of the library. Nothing was changed.`,
  );
}

/** Where a host has several addresses, each of them has failed in its own way. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** @param timeout milliseconds that a statement may take, where another process executes it */
async function openEngine(config: Config, timeout: number | null): Promise<Engine> {
  if (config.databaseUrl === null) return openSqliteEngine(databaseFile(config));
  // Its driver is not even read where it is not needed.
  const { postgresEngine } = await import('../postgres/postgresEngine.ts');
  return postgresEngine(config.databaseUrl, timeout);
}

function openSqliteEngine(path: string): Engine {
  try {
    return sqliteEngine(path);
  } catch (error) {
    throw explainSqliteError(error, path);
  }
}
