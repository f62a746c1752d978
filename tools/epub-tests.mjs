/**
 * npm run epub-tests: the W3C's tests for EPUB reading systems, from ../shared/epub-tests, in a real Chromium.
 *   npm run epub-tests -- --grep spread       only matching tests
 *   npm run epub-tests -- --tests FOLDER      looks for each test in this folder of w3c/epub-tests first
 * A complete run writes docs/epub-tests: a report in the W3C's format, and a table that compares it with others.
 */
import './lib/build/forTests.mjs';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { e2e } from './e2e.mjs';
import { ensureInstalled } from './lib/install/ensureInstalled.mjs';
import { root } from './lib/paths.mjs';
import { pageOf, reportOf, summaryOf, verdictsOf } from './lib/results/epubReport.mjs';

await ensureInstalled();
const shared = join(root, '../shared/epub-tests');
const rest = process.argv.slice(2);
const named = rest.indexOf('--tests');
if (named >= 0) process.env.LECTERN_EPUB_TESTS_FOLDER = resolve(rest.splice(named, 2)[1] ?? '.');
if (!process.env.LECTERN_EPUB_TESTS_FOLDER && !existsSync(join(shared, 'tests'))) {
  console.log('The tests are read from ../shared/epub-tests, which does not exist.');
  process.exit(0);
}
process.env.LECTERN_EPUB_TESTS = 'all';
const results = join(root, '.cache', 'results', 'epub-tests.json');
process.env.LECTERN_E2E_REPORT = results;
const code = await e2e(['e2e/epub-tests/', ...rest]);
const verdicts = verdictsOf(JSON.parse(readFileSync(results, 'utf8')));
console.log(`\n${summaryOf(verdicts)}`);
if (rest.length === 0) writeReport(verdicts);
process.exit(code);

function writeReport(verdicts) {
  const folder = join(root, 'docs', 'epub-tests');
  const reports = join(shared, 'reports');
  const published = existsSync(reports)
    ? readdirSync(reports)
        .filter((name) => name.endsWith('.json') && !name.startsWith('xx-'))
        .map((name) => JSON.parse(readFileSync(join(reports, name), 'utf8')))
    : [];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'lectern.json'), `${JSON.stringify(reportOf(verdicts), null, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), pageOf(verdicts, published));
  console.log('  written: docs/epub-tests');
}
