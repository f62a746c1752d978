/**
 * fast-check with the same examples each time, so that a test never fails by chance: a seed of the day would find a
 * new fault in whatever change happens to be tested then. LECTERN_SEED=… draws others. `npm test` draws a third of the
 * examples of `npm run test:all`.
 */
const fc = require('../../../node_modules/fast-check/lib/cjs/fast-check.js');

fc.configureGlobal({
  seed: Number(process.env.LECTERN_SEED ?? 20_260_101),
  numRuns: process.env.LECTERN_TESTS === 'all' ? 100 : 33,
});

module.exports = fc;
