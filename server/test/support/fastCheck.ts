/**
 * fast-check with a constant seed, so that a test never fails by chance in an unrelated change. LECTERN_SEED=… sets
 * another one. `npm test` draws a third of the examples of `npm run test:all`.
 */
import fc from 'fast-check';

export const seed = Number(process.env.LECTERN_SEED ?? 20_260_101);
fc.configureGlobal({ seed, numRuns: process.env.LECTERN_TESTS === 'all' ? 100 : 33 });

export { default } from 'fast-check';
