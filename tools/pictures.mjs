/**
 * npm run pictures                 visual regression test: compares each page, at three widths, in both themes and both
 *                                  directions, with its accepted picture; differences are in test-results/pictures
 * npm run pictures -- --accept     accepts the current pictures
 * npm run pictures -- --grep /library …                        only these (other arguments are Playwright's)
 * npm run pictures -- --base https://books.example.org         of a deployed Lectern
 *
 * The pictures are in LECTERN_PICTURES (.cache/pictures); they are valid for one machine, since fonts differ.
 */
import './lib/build/forTests.mjs';
import { join } from 'node:path';
import { e2e } from './e2e.mjs';
import { ensureInstalled } from './lib/install/ensureInstalled.mjs';
import { root } from './lib/paths.mjs';

await ensureInstalled();
const { chromium } = await import('./lib/processes/chromium.mjs');
// The complete browser, in which the accepted pictures were made.
process.env.LECTERN_CHROMIUM ??= await chromium();
process.env.LECTERN_PICTURES ??= join(root, '.cache', 'pictures');
const args = process.argv.slice(2).map((word) => (word === '--accept' ? '--update-snapshots' : word));
process.exit(await e2e(args, 'e2e/pictures/playwright.config.ts'));
