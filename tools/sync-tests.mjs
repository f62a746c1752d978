/**
 * npm run test:sync: the real queue of the client against a real server, through a thousand random schedules of faults
 * (e2e/sync). LECTERN_SYNC_RUNS, LECTERN_SYNC_SEED and LECTERN_SYNC_PATH say how many, which, and which one again.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/paths.mjs';
import { ready } from './lib/ready.mjs';
import { run } from './lib/run.mjs';

export function syncTests() {
  const results = join(root, '.cache', 'results');
  mkdirSync(results, { recursive: true });
  return run(process.execPath, [
    '--test',
    // Tabs that were killed leave their timers behind.
    '--test-force-exit',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=./tools/lib/resultsReporter.mjs',
    `--test-reporter-destination=${join(results, 'sync.json')}`,
    'e2e/sync/sync.test.ts',
  ]);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ready();
  process.exit(await syncTests());
}
