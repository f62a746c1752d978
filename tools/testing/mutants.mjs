/**
 * npm run mutants [-- area …]: mutation testing with Stryker: puts small faults into the code, one at a time, and runs
 * the tests that reach them; a fault that no test notices has survived. The areas are in mutants/areas.mjs;
 * `client/offline` names all that begin with it; without arguments all areas run, which takes hours. Additional file
 * names restrict the faults to these files. `--sample 10` runs ten percent of the mutants; `--seed 2` selects others
 * than `--seed 1`.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from '../lib/install/ensureInstalled.mjs';
import { root, withCompileCache } from '../lib/paths.mjs';
import { areas } from './mutants/areas.mjs';

await ensureInstalled();
const { Stryker } = await import('@stryker-mutator/core');

/** Minimum percentage of an area's mutants that its tests must notice. */
const promised = 85;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
});
const isFile = (word) => /\.tsx?$/.test(word);
const files = positionals.filter(isFile);
const asked = positionals.filter((word) => !isFile(word));
const isAsked = (name) => asked.some((one) => name === one || name.startsWith(`${one}/`));
const names = Object.keys(areas).filter((name) => asked.length === 0 || isAsked(name));
if (names.length === 0) {
  console.error(`No such area. There are:\n${Object.keys(areas).join('\n')}`);
  process.exit(1);
}

/** With its tests in MUTANTS_TESTS and the sample in MUTANTS_SAMPLE, which Stryker's processes read. */
function optionsOf(name, { files: mutated, tests, environment }) {
  const file = name.replaceAll('/', '-');
  const onJest = {
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner'],
    jest: {
      projectType: 'custom',
      configFile: 'tools/testing/mutants/jest.config.mjs',
      enableFindRelatedTests: true,
    },
    buildCommand: 'node tools/testing/mutants/environments.mjs',
  };
  const onNode = {
    testRunner: 'tap',
    plugins: ['@stryker-mutator/tap-runner'],
    tap: { testFiles: tests, nodeArgs: ['--test-reporter=tap', '-r', '{{hookFile}}', '{{testFile}}'] },
  };
  const runner = environment ? onJest : onNode;
  const isSample = values.sample !== undefined;
  return {
    ...runner,
    mutate: [...mutated, '!**/*.test.{ts,tsx}'],
    plugins: [...runner.plugins, join(root, 'tools/testing/mutants/sample.mjs')],
    checkers: isSample ? ['sample'] : [],
    coverageAnalysis: 'perTest',
    concurrency: 1,
    disableTypeChecks: false,
    // Only for rewriting references in it, with a compiler API that TypeScript 7 does not have.
    tsconfigFile: 'none',
    ignorePatterns: ['/dist', '/data', '/.cache', '/bench', '/e2e', '/test-results'],
    tempDirName: '.cache/stryker',
    cleanTempDir: 'always',
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: `.cache/mutants/${file}.json` },
    // Mutants with unchanged code and tests are not run again. A sample's ignored mutants would count as run.
    incremental: !isSample,
    incrementalFile: `.cache/mutants/incremental/${file}.json`,
    force: process.env.MUTANTS_ANEW === '1',
    warnings: false,
    timeoutMS: 10_000,
    // The first run of all tests takes long on a busy machine.
    dryRunTimeoutMinutes: 20,
  };
}

process.chdir(root);
let isKept = true;
for (const name of names) {
  const area = files.length > 0 ? { ...areas[name], files } : areas[name];
  Object.assign(process.env, withCompileCache, {
    MUTANTS_SAMPLE: values.sample ?? '',
    MUTANTS_SEED: values.seed,
    MUTANTS_TESTS: area.tests.join(' '),
    MUTANTS_ENVIRONMENT: area.environment ?? '',
  });
  const results = await new Stryker(optionsOf(name, area)).runMutationTest();
  const count = (...statuses) => results.filter(({ status }) => statuses.includes(status)).length;
  const [killed, survived] = [count('Killed', 'Timeout'), count('Survived', 'NoCoverage')];
  const share = (100 * killed) / (killed + survived);
  isKept &&= share >= promised;
  console.log(`${name}: ${killed} killed, ${survived} survived, of ${results.length}: ${share.toFixed(1)} %`);
}
process.exit(isKept ? 0 : 1);
