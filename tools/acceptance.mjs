/**
 * npm run acceptance [-- playwright arguments]: each row of the specification from outside, by its words alone, in a
 * real Chromium or over plain HTTP (e2e/acceptance), and journeys whose proofs `npm test` has elsewhere (e2e/repeated).
 * `npm run requirements` then lists the rows that did not pass.
 */
import { join } from 'node:path';
import { e2e } from './e2e.mjs';
import { ensureInstalled } from './lib/ensureInstalled.mjs';
import { root } from './lib/paths.mjs';

await ensureInstalled();
process.env.LECTERN_ACCEPTANCE = 'all';
process.env.LECTERN_E2E_REPORT = join(root, '.cache', 'results', 'acceptance.json');
process.exit(await e2e(['e2e/acceptance/', 'e2e/repeated/', ...process.argv.slice(2)]));
