/**
 * A Stryker checker that selects a share of the mutants by a seed and ignores the others. MUTANTS_SAMPLE (percent) and
 * MUTANTS_SEED configure it; with the same seed, a smaller sample is a subset of a larger one.
 */
import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { root } from '../../lib/paths.mjs';

/** @param {{ fileName: string, location: object, mutatorName: string, replacement: string }} mutant */
export function isInSample({ fileName, location, mutatorName, replacement }, percent, seed) {
  const name = [seed, relative(root, fileName), location, mutatorName, replacement];
  const digest = createHash('sha256').update(JSON.stringify(name)).digest();
  return digest.readUInt32BE() / 2 ** 32 < percent / 100;
}

const leftOut = { status: 'compileError', reason: 'not in the sample' };

const checker = {
  init: async () => {},
  group: async (mutants) => [mutants.map(({ id }) => id)],
  check: async (mutants) => {
    const { MUTANTS_SAMPLE, MUTANTS_SEED } = process.env;
    return Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        isInSample(mutant, Number(MUTANTS_SAMPLE), MUTANTS_SEED) ? { status: 'passed' } : leftOut,
      ]),
    );
  },
};

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', value: checker }];
