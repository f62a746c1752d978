/**
 * npm run epub-tests: the W3C's tests for EPUB reading systems, from ../shared/epub-tests, in a real Chromium.
 *   npm run epub-tests -- --grep spread     only those
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { e2e } from './e2e.mjs';
import { ensureInstalled } from './lib/ensureInstalled.mjs';
import { root } from './lib/paths.mjs';

await ensureInstalled();
if (!existsSync(join(root, '../shared/epub-tests/tests'))) {
  console.log('The tests are read from ../shared/epub-tests, which is not there.');
  process.exit(0);
}
process.env.LECTERN_EPUB_TESTS = 'all';
process.exit(await e2e(['e2e/epub-tests/', ...process.argv.slice(2)]));
