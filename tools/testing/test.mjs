/**
 * npm test: the tests of every change, on a machine that has only Node and npm: lint, types, boundaries, unit tests,
 * server tests, and the end-to-end tests tagged @every-run. Installs missing packages (and a browser, with a message).
 *
 * npm run test:all: every test, before a release: the whole server also on PostgreSQL and a bucket, all end-to-end
 * tests, more random examples, and a complete table of requirements. Takes more than half an hour (docs/testing.md).
 */
import '../lib/build/forTests.mjs';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureInstalled } from '../lib/install/ensureInstalled.mjs';
import { root, withCompileCache } from '../lib/paths.mjs';

await ensureInstalled();
const { run, step } = await import('../lib/processes/run.mjs');
const { check } = await import('../check.mjs');
const { serverTests } = await import('./server-tests.mjs');
const { syncTests } = await import('./sync-tests.mjs');
const { e2e } = await import('./e2e.mjs');
const { results } = await import('../lib/testing/results/results.mjs');
const { requirementTable } = await import('./requirements.mjs');

const isWhole = process.argv[2] === 'all';
// Tests that can be shorter or longer read it as well.
if (isWhole) process.env.LECTERN_TESTS = 'all';
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
  await step('The queue against the server, through random schedules', () =>
    syncTests(isWhole ? '400' : '100'),
  ),
  await step('End-to-end tests in a real browser', () =>
    // version-mix.spec.ts runs the test tagged @in-version-mix itself.
    e2e(isWhole ? ['--grep-invert', '@in-version-mix'] : ['--grep', '@every-run']),
  ),
];

const all = results();
const count = (result) => all.filter((test) => test.result === result).length;
const table = requirementTable();
const unproven = table.filter(
  ({ proofs }) => proofs.length === 0 || proofs.some(({ result }) => result !== 'passed'),
);
console.log(
  `\n${table.length - unproven.length} of ${table.length} requirements and attacks are named by tests that passed (npm run requirements lists them).`,
);
if (isWhole) for (const { id, text } of unproven) console.log(`✗ ${id} is not proven: ${text}`);
for (const { title, file, error = '' } of all.filter(({ result }) => result === 'failed'))
  console.log(`✗ ${file}: ${title}\n${stripVTControlCharacters(error).slice(0, 1_000)}`);
console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
const isProven = !isWhole || unproven.length === 0;
const isGreen = isProven && codes.every((code) => code === 0) && count('failed') === 0 && count('passed') > 0;
process.exit(isGreen ? 0 : 1);
