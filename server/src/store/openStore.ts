import { type Config, databaseFile } from '../config.ts';
import type { Engine } from './engine.ts';
import { migrate } from './migrations.ts';
import { sqliteEngine } from './sqlite/sqliteEngine.ts';

/** The database of the settings, in its newest shape. */
export async function openStore(config: Config): Promise<Engine> {
  const engine = await openEngine(config);
  try {
    await migrate(engine.db, engine.schema);
  } catch (error) {
    await engine.db.destroy();
    throw error;
  }
  return engine;
}

async function openEngine(config: Config): Promise<Engine> {
  if (config.databaseUrl === null) return sqliteEngine(databaseFile(config));
  // Its driver is not even read where it is not needed.
  const { postgresEngine } = await import('./postgres/postgresEngine.ts');
  return postgresEngine(config.databaseUrl);
}
