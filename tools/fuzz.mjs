/** npm run fuzz: 100,000 requests to every route of the server, on SQLite; see server/test/fuzz.test.ts. */
import { ready } from './lib/ready.mjs';
import { run } from './lib/run.mjs';

await ready();
const env = { ...process.env, LECTERN_FUZZ_RUNS: process.env.LECTERN_FUZZ_RUNS ?? '100000' };
process.exit(await run(process.execPath, ['--test', 'server/test/fuzz.test.ts'], { env }));
