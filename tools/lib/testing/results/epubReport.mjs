/** The results of the last run of the W3C's EPUB tests: a report in their format, and a table for people. */

/**
 * @typedef {object} Verdict
 * @property {string} name
 * @property {string} file
 * @property {boolean | null} passed null if not applicable
 * @property {string} note
 * @property {string | null} human judgment of a person
 * @property {boolean} scripting whether it needs scripts
 */

/** @typedef {{ name: string, found: boolean }} Copy a broken copy of a test; whether its fault was found */

/** @typedef {{ version: string, date: string }} Origin what the report is about */

/** Notes of e2e/epub-tests/epubTest.ts. */
const notes = {
  notApplicable: 'does not apply',
  scripting: 'asks for scripts',
  human: 'judged by a person',
};

/** @param {object} results Playwright's JSON @returns {Verdict[]} by name */
export function verdictsOf(results) {
  const found = specsOf(results).flatMap(({ spec, file }) => {
    const name = /^\[(.+)\]$/.exec(spec.title)?.[1];
    return name ? [verdictOf(name, spec, file)] : [];
  });
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** @param {object} results Playwright's JSON @returns {Copy[]} by name */
export function brokenCopiesOf(results) {
  const found = specsOf(results).flatMap(({ spec }) => {
    const name = /^broken copy of (.+)$/.exec(spec.title)?.[1];
    return name ? [{ name, found: spec.tests[0].status === 'expected' }] : [];
  });
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function specsOf(results) {
  const found = [];
  const walk = (suite, file) => {
    for (const spec of suite.specs ?? []) found.push({ spec, file });
    for (const inner of suite.suites ?? []) walk(inner, file);
  };
  for (const suite of results.suites ?? []) walk(suite, suite.file);
  return found;
}

function verdictOf(name, spec, file) {
  const [test] = spec.tests;
  const said = (type) => test.annotations.find((each) => each.type === type);
  const expectedToFail = said('fail');
  const scripting = said(notes.scripting) !== undefined;
  const skipped = test.status === 'skipped';
  const ran = test.status === 'expected';
  return {
    name,
    file,
    // A test that needs scripts counts as failed, although refusing them is what we want.
    passed: skipped ? null : ran && !expectedToFail && !scripting,
    scripting,
    human: said(notes.human)?.description ?? null,
    note: skipped
      ? (said(notes.notApplicable)?.description ?? 'not at hand')
      : scripting && ran
        ? 'Scripts do not run.'
        : (expectedToFail?.description ?? (ran ? '' : 'failed in this run')),
  };
}

/** @param {Verdict[]} verdicts @param {Origin} origin @returns the report in the format of w3c/epub-tests */
export function reportOf(verdicts, origin) {
  const tests = Object.fromEntries(verdicts.map(({ name, passed }) => [name, passed]));
  return {
    name: 'Lectern',
    ref: 'docs/evidence/epub-tests/README.md',
    variant: 'Web (Chromium)',
    ...origin,
    tests,
  };
}

/** Counts passed and failed applicable tests, as the W3C does. @param {(boolean | null)[]} values */
function scoreOf(values) {
  const passed = values.filter((value) => value === true).length;
  const failed = values.filter((value) => value === false).length;
  return { passed, failed, percent: passed + failed === 0 ? 0 : (100 * passed) / (passed + failed) };
}

const line = (cells) => `| ${cells.join(' | ')} |`;
const percent = ({ percent: value }) => `${value.toFixed(1)} %`;

/**
 * @param {Verdict[]} verdicts
 * @param {object[]} published reports of other reading systems, in the format of w3c/epub-tests
 * @param {Copy[]} copies
 * @param {Origin} origin
 * @returns a page of Markdown
 */
export function pageOf(verdicts, published, copies, origin) {
  const all = scoreOf(verdicts.map(({ passed }) => passed));
  const excused = scoreOf(verdicts.filter(({ scripting }) => !scripting).map(({ passed }) => passed));
  // The published reports are about the tests of EPUB 3.3.
  const listed = new Set(published.flatMap(({ tests }) => Object.keys(tests)));
  const common = scoreOf(verdicts.filter(({ name }) => listed.has(name)).map(({ passed }) => passed));
  const rows = published
    .map(({ name, variant, tests }) => ({ name, variant, ...scoreOf(Object.values(tests)) }))
    .filter(({ passed, failed }) => passed + failed >= 50)
    .concat([{ name: '**Lectern**', variant: 'Web (Chromium)', ...common }])
    .sort((a, b) => b.percent - a.percent);
  const human = verdicts.filter((each) => each.human);
  return [
    '# The W3C’s EPUB tests',
    '',
    `Written on ${origin.date} for Lectern ${origin.version} by \`npm run release\`, which opens the books of`,
    '[w3c/epub-tests](https://github.com/w3c/epub-tests) in the real reader, on the real server, in Chromium, and judges',
    'each by an assertion about what is drawn (pixels, lines, the face that was used) or heard (the samples of a sound).',
    'The report in their format is [lectern.json](lectern.json), with the version that it is about, which must be that of the',
    'last release. `npm run epub-tests` runs all tests without writing the report, and with `-- --write` writes it.',
    '',
    'The limits of the judgment: a headless browser has no voices, so that text-to-speech is judged by the words that are',
    'passed to it. Sound files that are not at hand are replaced by tones that rise each second. Where the browser has no',
    'dictionary of hyphens, automatic hyphens must be absent as in its own text.',
    '',
    line(['', 'passed', 'failed', 'score']),
    line(['---', '---', '---', '---']),
    line([
      'all tests that apply, nothing excused but scripting',
      excused.passed,
      excused.failed,
      percent(excused),
    ]),
    line(['all tests that apply', all.passed, all.failed, percent(all)]),
    '',
    'Scripts of a book never run in Lectern, for the safety of its readers: the tests that ask for them are counted as failed',
    'in the report and in the second line.',
    '',
    '## Reading systems by the same rule',
    '',
    'Passed, of those that were judged, of the tests of EPUB 3.3. The others are the reports that were published.',
    '',
    line(['reading system', 'passed', 'failed', 'score']),
    line(['---', '---', '---', '---']),
    ...rows.map((row) =>
      line([[row.name, row.variant].filter(Boolean).join(', '), row.passed, row.failed, percent(row)]),
    ),
    '',
    '## Broken copies',
    '',
    'A judgment that cannot fail says nothing. For these copies of the tests, each with one fault, it must fail, by the',
    'assertion about the fault ([the list](../../../e2e/epub-tests/brokenCopies.ts)):',
    `${copies.filter(({ found }) => found).length} of ${copies.length} do.`,
    '',
    ...copies.filter(({ found }) => !found).map(({ name }) => `- ${name} **passes**`),
    '',
    '## Judged by a person',
    '',
    ...(human.length === 0
      ? ['None: every test is judged by an assertion.']
      : human.map(({ name, human: words }) => `- \`${name}\`: ${words}`)),
    '',
    '## Tests with a note',
    '',
    'Every other test passed; the report lists them all.',
    '',
    line(['test', 'verdict', 'note']),
    line(['---', '---', '---']),
    ...verdicts
      .filter(({ passed, note }) => !passed || note)
      .map(({ name, passed, note }) =>
        line([name, passed === null ? '–' : passed ? 'pass' : '**fail**', note]),
      ),
    '',
  ].join('\n');
}

/** Summary for the end of a run. @param {Verdict[]} verdicts @param {Copy[]} copies */
export function summaryOf(verdicts, copies) {
  const files = new Set(verdicts.map(({ file }) => file));
  const failed = verdicts.filter(({ passed, scripting }) => passed === false && !scripting);
  return [
    ...[...files].map((file) => {
      const each = verdicts.filter((verdict) => verdict.file === file);
      const { passed, failed: bad } = scoreOf(each.map((verdict) => verdict.passed));
      const rest = each.length - passed - bad;
      return `  ${file.padEnd(38)} ${String(passed).padStart(4)} passed ${String(bad).padStart(4)} failed ${String(rest).padStart(4)} do not apply`;
    }),
    `  failed: ${failed.map(({ name, note }) => `${name} (${note})`).join('; ') || 'none'}`,
    `  ${copies.filter(({ found }) => found).length} of ${copies.length} broken copies fail as they must`,
    `  ${percent(scoreOf(verdicts.filter(({ scripting }) => !scripting).map(({ passed }) => passed)))} of all that apply, scripting excused`,
  ].join('\n');
}
