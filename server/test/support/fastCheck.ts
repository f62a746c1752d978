/**
 * fast-check with a constant seed, so that a test never fails by chance in an unrelated change. LECTERN_SEED=… sets
 * another one.
 */
import fc from 'fast-check';

export const seed = Number(process.env.LECTERN_SEED ?? 20_260_101);
fc.configureGlobal({ seed });

export { default } from 'fast-check';
