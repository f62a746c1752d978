/**
 * npm test: the complete test run, on a machine that has only Node and npm. Installs missing packages (and a browser,
 * with a message), then runs lint, types, boundaries, unit tests, server tests, the build, and the end-to-end tests.
 */
import './lib/build/forTests.mjs';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureInstalled } from './lib/install/ensureInstalled.mjs';
import { root, withCompileCache } from './lib/paths.mjs';

await ensureInstalled();
const { run, step } = await import('./lib/processes/run.mjs');
const { check } = await import('./check.mjs');
const { serverTests } = await import('./server-tests.mjs');
const { syncTests } = await import('./sync-tests.mjs');
const { e2e } = await import('./e2e.mjs');
const { results } = await import('./lib/testing/results/results.mjs');
const { requirementTable } = await import('./requirements.mjs');

const resultsFolder = join(root, '.cache', 'results');
Object.assign(process.env, withCompileCache);
rmSync(resultsFolder, { recursive: true, force: true });
mkdirSync(resultsFolder, { recursive: true });

const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const codes = [
  await check(),
  await step('Unit and component tests', () =>
    run(process.execPath, [jest, '--silent', '--json', `--outputFile=${join(resultsFolder, 'unit.json')}`]),
  ),
  await step('Server tests', () => serverTests()),
  await step('The queue against the server, through random schedules', () => syncTests()),
  // version-mix.spec.ts runs the tagged test itself.
  await step('End-to-end tests in a real browser', () => e2e(['--grep-invert', '@in-version-mix'])),
];

const all = results();
const count = (result) => all.filter((test) => test.result === result).length;
const table = requirementTable();
const proven = table.filter(
  ({ proofs }) => proofs.length > 0 && proofs.every(({ result }) => result === 'passed'),
);
console.log(
  `\n${proven.length} of ${table.length} requirements and attacks are named by tests that pass (npm run requirements lists them).`,
);
for (const { title, file, error = '' } of all.filter(({ result }) => result === 'failed'))
  console.log(`✗ ${file}: ${title}\n${stripVTControlCharacters(error).slice(0, 1_000)}`);
console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
process.exit(codes.some((code) => code !== 0) || count('failed') > 0 || count('passed') === 0 ? 1 : 0);
