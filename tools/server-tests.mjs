/** npm run test:server [-- file …]: the server over HTTP on a real database, on Node's own test runner. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/paths.mjs';
import { ready } from './lib/ready.mjs';
import { run } from './lib/run.mjs';

export function serverTests(files = []) {
  const results = join(root, '.cache', 'results');
  mkdirSync(results, { recursive: true });
  const all = readdirSync(join(root, 'server/test'))
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `server/test/${file}`);
  return run(process.execPath, [
    '--test',
    '--test-concurrency=2',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=./tools/lib/resultsReporter.mjs',
    `--test-reporter-destination=${join(results, 'server.json')}`,
    ...(files.length > 0 ? files : all),
  ]);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ready();
  process.exit(await serverTests(process.argv.slice(2)));
}
