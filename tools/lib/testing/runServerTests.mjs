/**
 * node tools/lib/testing/runServerTests.mjs RESULTS PLAN: runs test files on Node's own runner. RESULTS is the file for
 * the results; PLAN is JSON, a list of processes in start order: { files, suite, env }, where suite names all tests of
 * the files and env contains additional environment variables.
 */
import { createWriteStream, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { root } from '../paths.mjs';
import { concurrency } from './concurrency.mjs';
import resultsReporter from './results/resultsReporter.mjs';

/** Milliseconds after which a hanging process has failed. */
const timeout = 15 * 60_000;

// The server reads books in processes of the lowest priority, with time limits. Beside tests of normal priority on all
// cores they would get about a hundredth of a core.
setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));

const [, , results, plan] = process.argv;
const folder = join(root, '.cache', 'test-groups', String(process.pid));

/** A file that runs the tests of several, each in its own suite: Node and our code are loaded only once. */
function grouped({ files, suite, env }, index) {
  if (files.length === 1 && suite === undefined) return join(root, files[0]);
  const place = join(folder, `${index}.test.mjs`);
  const body = `import { runTogether } from '../../../tools/lib/testing/runTogether.mjs';
Object.assign(process.env, ${JSON.stringify(env ?? {})});
await runTogether(${JSON.stringify(files)}, ${JSON.stringify(suite)});
`;
  writeFileSync(place, body);
  return place;
}

mkdirSync(folder, { recursive: true });
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const tests = run({ cwd: root, concurrency, timeout, files: JSON.parse(plan).map(grouped) });
tests.on('test:fail', () => {
  process.exitCode = 1;
});
tests.compose(resultsReporter).pipe(createWriteStream(results));
tests.compose(new spec()).pipe(process.stdout);
