/**
 * npm run test:sync: tests the client's real queue with a real server in 400 random schedules of faults (e2e/sync), in
 * two halves that run concurrently, each with its own server. LECTERN_SYNC_RUNS sets their number, LECTERN_SYNC_SEED
 * the seed, and LECTERN_SYNC_PATH repeats a single one.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from '../lib/install/ensureInstalled.mjs';
import { root, withCompileCache } from '../lib/paths.mjs';
import { run } from '../lib/processes/run.mjs';

const halves = 2;

/** @param {string} [schedules] their number, unless LECTERN_SYNC_RUNS sets it */
export async function syncTests(schedules = '400') {
  const { LECTERN_SYNC_RUNS = schedules, LECTERN_SYNC_SEED = '20260101', LECTERN_SYNC_PATH } = process.env;
  // A single schedule is repeated in one process.
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
      // Killed tabs leave their timers behind.
      '--test-force-exit',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      '--test-reporter=./tools/lib/testing/results/resultsReporter.mjs',
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
