/** npm run fuzz: 100,000 requests to every route of the server, on SQLite; see server/test/fuzz.test.ts. */
import { ensureInstalled } from './lib/ensureInstalled.mjs';
import { run } from './lib/run.mjs';

await ensureInstalled();
const env = { ...process.env, LECTERN_FUZZ_RUNS: process.env.LECTERN_FUZZ_RUNS ?? '100000' };
process.exit(await run(process.execPath, ['--test', 'server/test/fuzz.test.ts'], { env }));
