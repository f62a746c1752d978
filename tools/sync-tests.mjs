/**
 * npm run test:sync: the real queue of the client against a real server, through 400 random schedules of faults
 * (e2e/sync), in two halves side by side, each against a server of its own. LECTERN_SYNC_RUNS, LECTERN_SYNC_SEED and
 * LECTERN_SYNC_PATH say how many, which, and which one again.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './lib/ensureInstalled.mjs';
import { root, withCompileCache } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

const halves = 2;

export async function syncTests() {
  const { LECTERN_SYNC_RUNS = '400', LECTERN_SYNC_SEED = '20260101', LECTERN_SYNC_PATH } = process.env;
  // One schedule again is one schedule.
  if (LECTERN_SYNC_PATH !== undefined) return half('sync.json', LECTERN_SYNC_RUNS, LECTERN_SYNC_SEED);
  const runs = String(Math.ceil(Number(LECTERN_SYNC_RUNS) / halves));
  const codes = await Promise.all(
    Array.from({ length: halves }, (_, index) =>
      half(`sync-${index}.json`, runs, String(Number(LECTERN_SYNC_SEED) + index)),
    ),
  );
  return Math.max(...codes);
}

function half(file, runs, seed) {
  const results = join(root, '.cache', 'results');
  mkdirSync(results, { recursive: true });
  return run(
    process.execPath,
    [
      '--test',
      // Tabs that were killed leave their timers behind.
      '--test-force-exit',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      '--test-reporter=./tools/lib/resultsReporter.mjs',
      `--test-reporter-destination=${join(results, file)}`,
      'e2e/sync/sync.test.ts',
    ],
    { env: { ...process.env, ...withCompileCache, LECTERN_SYNC_RUNS: runs, LECTERN_SYNC_SEED: seed } },
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureInstalled();
  process.exit(await syncTests());
}
