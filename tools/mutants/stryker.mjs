/** Runs Stryker for a part of an area. */
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { root, withCompileCache } from '../lib/paths.mjs';

const onJest = {
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  jest: { projectType: 'custom', configFile: 'tools/mutants/jest.config.mjs', enableFindRelatedTests: true },
  buildCommand: 'node tools/mutants/environments.mjs',
};

const onNode = { testRunner: 'node', plugins: [join(root, 'tools/mutants/nodeRunner.mjs')] };

const sampler = { checkers: ['sample'], plugin: join(root, 'tools/mutants/sample.mjs') };

/** @param {string} name of the report in .cache/mutants @param {import('./areas.mjs').Part} part */
const optionsOf = (name, { files, environment }, isSample) => {
  const { plugins, ...runner } = environment === undefined ? onNode : onJest;
  return {
    mutate: [...files, '!**/*.test.{ts,tsx}'],
    ...runner,
    plugins: isSample ? [...plugins, sampler.plugin] : plugins,
    checkers: isSample ? sampler.checkers : [],
    coverageAnalysis: 'perTest',
    concurrency: 1,
    disableTypeChecks: false,
    // Only for rewriting references in it, with a compiler API that TypeScript 7 does not have.
    tsconfigFile: 'none',
    ignorePatterns: ['/dist', '/data', '/.cache', '/bench', '/e2e', '/test-results'],
    tempDirName: '.cache/stryker',
    cleanTempDir: 'always',
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: `.cache/mutants/${name}.json` },
    // Mutants with unchanged code and tests are not run again. Not the report itself, which is written meanwhile.
    // A sample stores nothing, since its ignored mutants would count as run.
    incremental: !isSample,
    incrementalFile: `.cache/mutants/incremental/${name}.json`,
    force: process.env.MUTANTS_ANEW === '1',
    warnings: false,
    timeoutMS: 10_000,
    // The first run of all tests takes long on a busy machine.
    dryRunTimeoutMinutes: 20,
  };
};

/**
 * @param {string} name
 * @param {import('./areas.mjs').Part} part
 * @param {{ percent: string, seed: string } | null} sample null runs all
 * @returns {Promise<{ all: number, killed: number, survived: number, report: string }>}
 */
export async function runStryker(name, part, sample) {
  // Read by jest.config.mjs, environments.mjs and sample.mjs, which run in Stryker's processes.
  process.env.MUTANTS_SAMPLE = sample?.percent ?? '';
  process.env.MUTANTS_SEED = sample?.seed ?? '';
  process.env.MUTANTS_TESTS = part.tests.join(' ');
  Object.assign(process.env, withCompileCache);
  process.env.MUTANTS_ENVIRONMENT = part.environment ?? '';
  process.chdir(root);
  const results = await new Stryker(optionsOf(name, part, sample !== null)).runMutationTest();
  const count = (...statuses) => results.filter(({ status }) => statuses.includes(status)).length;
  return {
    all: results.length,
    killed: count('Killed', 'Timeout'),
    survived: count('Survived', 'NoCoverage'),
    report: join(root, '.cache', 'mutants', `${name}.json`),
  };
}
