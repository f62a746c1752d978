/** Runs Stryker over a part of an area. */
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { root } from '../lib/paths.mjs';

const onJest = {
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  jest: { projectType: 'custom', configFile: 'tools/mutants/jest.config.mjs', enableFindRelatedTests: true },
  buildCommand: 'node tools/mutants/environments.mjs',
};

const onNode = (tests) => ({
  testRunner: 'tap',
  plugins: ['@stryker-mutator/tap-runner'],
  tap: { testFiles: tests, nodeArgs: ['--test-reporter=tap', '-r', '{{hookFile}}', '{{testFile}}'] },
});

/** @param {string} name of the report in .cache/mutants @param {import('./areas.mjs').Part} part */
const optionsOf = (name, { files, tests, environment }) => ({
  mutate: [...files, '!**/*.test.{ts,tsx}'],
  ...(environment === undefined ? onNode(tests) : onJest),
  coverageAnalysis: 'perTest',
  concurrency: 1,
  disableTypeChecks: false,
  // Only for rewriting references in it, with an interface of the compiler that TypeScript 7 does not have.
  tsconfigFile: 'none',
  ignorePatterns: ['/dist', '/data', '/.cache', '/bench', '/e2e', '/test-results'],
  tempDirName: '.cache/stryker',
  cleanTempDir: 'always',
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: `.cache/mutants/${name}.json` },
  // Mutants whose code and tests are as they were are not run again. Not in the report, which is written meanwhile.
  incremental: true,
  incrementalFile: `.cache/mutants/incremental/${name}.json`,
  force: process.env.MUTANTS_ANEW === '1',
  warnings: false,
  timeoutMS: 10_000,
});

/**
 * @param {string} name
 * @param {import('./areas.mjs').Part} part
 * @returns {Promise<{ killed: number, survived: number }>}
 */
export async function runStryker(name, part) {
  // Read by jest.config.mjs and environments.mjs, which Stryker runs in its copy of the repository.
  process.env.MUTANTS_TESTS = part.tests.join(' ');
  process.env.MUTANTS_ENVIRONMENT = part.environment ?? '';
  process.chdir(root);
  const results = await new Stryker(optionsOf(name, part)).runMutationTest();
  const count = (...statuses) => results.filter(({ status }) => statuses.includes(status)).length;
  return {
    killed: count('Killed', 'Timeout'),
    survived: count('Survived', 'NoCoverage'),
    report: join(root, '.cache', 'mutants', `${name}.json`),
  };
}
