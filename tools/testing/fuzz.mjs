/**
 * npm run fuzz [-- --postgres]: 100,000 requests to every route of the server, on SQLite or on PostgreSQL (the server
 * that DATABASE_URL names, else one that is started for it); see server/test/fuzz.test.ts.
 */
import { ensureInstalled } from '../lib/install/ensureInstalled.mjs';
import { run } from '../lib/processes/run.mjs';
import { startPostgres } from '../lib/testing/postgres.mjs';

await ensureInstalled();
const {
  LECTERN_FUZZ_RUNS = '100000',
  // A new seed for each run; the test prints it.
  LECTERN_FUZZ_SEED = String(Date.now() % 2 ** 31),
} = process.env;
const env = { ...process.env, LECTERN_FUZZ_RUNS, LECTERN_FUZZ_SEED };
const postgres = process.argv.includes('--postgres') ? await startPostgres() : null;
if (postgres) Object.assign(env, { DATABASE_URL: postgres.url, LECTERN_TEST_ENGINE: 'postgres' });
const code = await run(process.execPath, ['--test', 'server/test/fuzz.test.ts'], { env });
await postgres?.stop();
process.exit(code);
