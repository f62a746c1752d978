/**
 * npm run epub-tests: the W3C's tests for EPUB reading systems, from ../shared/epub-tests, in a real Chromium.
 *   npm run epub-tests -- --grep spread       only matching tests
 *   npm run epub-tests -- --tests FOLDER      looks for each test in this folder of w3c/epub-tests first
 *   npm run epub-tests -- --write             also writes the report, as npm run release does (--version 1.2.0): a
 *                                             report in the W3C's format, and a table that compares it with others
 */
import '../lib/build/forTests.mjs';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureInstalled } from '../lib/install/ensureInstalled.mjs';
import { root } from '../lib/paths.mjs';
import {
  brokenCopiesOf,
  pageOf,
  reportOf,
  summaryOf,
  verdictsOf,
} from '../lib/testing/results/epubReport.mjs';
import { readerCode } from '../lib/testing/results/readerCode.mjs';
import { e2e } from './e2e.mjs';

await ensureInstalled();
const shared = join(root, '../shared/epub-tests');
const rest = process.argv.slice(2);
/** Removes an option from the arguments. @returns its value */
function taken(name, length = 2) {
  const at = rest.indexOf(name);
  return at < 0 ? undefined : rest.splice(at, length).at(-1);
}
const folder = taken('--tests');
if (folder) process.env.LECTERN_EPUB_TESTS_FOLDER = resolve(folder);
const version = taken('--version') ?? JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
const isWritten = taken('--write', 1) !== undefined;
if (isWritten && rest.length > 0) {
  console.error('Only a complete run can be written.');
  process.exit(1);
}
if (!process.env.LECTERN_EPUB_TESTS_FOLDER && !existsSync(join(shared, 'tests'))) {
  console.log(
    'The tests are read from ../shared/epub-tests, which does not exist, or from --tests FOLDER of w3c/epub-tests.',
  );
  process.exit(isWritten ? 1 : 0);
}
process.env.LECTERN_EPUB_TESTS = 'all';
const results = join(root, '.cache', 'results', 'epub-tests.json');
process.env.LECTERN_E2E_REPORT = results;
const code = await e2e(['e2e/epub-tests/', ...rest]);
const ran = JSON.parse(readFileSync(results, 'utf8'));
const [verdicts, copies] = [verdictsOf(ran), brokenCopiesOf(ran)];
console.log(`\n${summaryOf(verdicts, copies)}`);
if (isWritten) writeReport();
process.exit(code);

function writeReport() {
  const origin = { version, date: new Date().toISOString().slice(0, 10), code: readerCode(root) };
  const written = join(root, 'docs', 'evidence', 'epub-tests');
  const reports = join(shared, 'reports');
  const published = existsSync(reports)
    ? readdirSync(reports)
        .filter((name) => name.endsWith('.json') && !name.startsWith('xx-'))
        .map((name) => JSON.parse(readFileSync(join(reports, name), 'utf8')))
    : [];
  mkdirSync(written, { recursive: true });
  writeFileSync(join(written, 'lectern.json'), `${JSON.stringify(reportOf(verdicts, origin), null, 2)}\n`);
  writeFileSync(join(written, 'README.md'), pageOf(verdicts, published, copies, origin));
  console.log('  written: docs/evidence/epub-tests');
}
