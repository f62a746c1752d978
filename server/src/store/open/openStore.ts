import { WrongDatabaseVersion } from '../../common/errors.ts';
import { type Config, databaseFile } from '../../config/config.ts';
import type { Engine } from '../engine.ts';
import { migrate } from '../migrations/migrate.ts';
import { sqliteEngine } from '../sqlite/sqliteEngine.ts';

/** The database of the settings, in its newest shape. */
export async function openStore(config: Config): Promise<Engine> {
  const engine = await openEngine(config, null);
  try {
    await migrate(engine);
  } catch (error) {
    await engine.db.destroy();
    if (engine.shared && !(error instanceof WrongDatabaseVersion))
      throw new Error(`The database of DATABASE_URL cannot be used: ${reasonOf(error)}`);
    throw error;
  }
  if (!engine.shared) return engine;
  // A migration may take long, a request may not.
  await engine.db.destroy();
  return openEngine(config, config.databaseTimeout);
}

/** Where a host has several addresses, each of them has failed in its own way. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** @param timeout milliseconds that a statement may take, where another process executes it */
async function openEngine(config: Config, timeout: number | null): Promise<Engine> {
  if (config.databaseUrl === null) return sqliteEngine(databaseFile(config));
  // Its driver is not even read where it is not needed.
  const { postgresEngine } = await import('../postgres/postgresEngine.ts');
  return postgresEngine(config.databaseUrl, timeout);
}
