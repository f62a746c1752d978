/**
 * npm run acceptance [-- playwright arguments]: checks each row of the specification from outside, in a real Chromium
 * or over plain HTTP (e2e/acceptance). `npm run requirements` then lists the rows that did not pass.
 */
import './lib/build/forTests.mjs';
import { join } from 'node:path';
import { e2e } from './e2e.mjs';
import { ensureInstalled } from './lib/install/ensureInstalled.mjs';
import { root } from './lib/paths.mjs';

await ensureInstalled();
process.env.LECTERN_ACCEPTANCE = 'all';
process.env.LECTERN_E2E_REPORT = join(root, '.cache', 'results', 'acceptance.json');
process.exit(await e2e(['e2e/acceptance/', ...process.argv.slice(2)]));
