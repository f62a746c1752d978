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

/** Notes of e2e/support/epubTests.ts. */
const notes = {
  notApplicable: 'does not apply',
  scripting: 'asks for scripts',
  human: 'judged by a person',
};

/** @param {object} results Playwright's JSON @returns {Verdict[]} by name */
export function verdictsOf(results) {
  const found = [];
  const walk = (suite, file) => {
    for (const spec of suite.specs ?? []) {
      const name = /^\[(.+)\]$/.exec(spec.title)?.[1];
      if (name) found.push(verdictOf(name, spec, file));
    }
    for (const inner of suite.suites ?? []) walk(inner, file);
  };
  for (const suite of results.suites ?? []) walk(suite, suite.file);
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
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

/** @param {Verdict[]} verdicts @returns the report in the format of w3c/epub-tests */
export function reportOf(verdicts) {
  const tests = Object.fromEntries(verdicts.map(({ name, passed }) => [name, passed]));
  return { name: 'Lectern', ref: 'docs/epub-tests/README.md', variant: 'Web (Chromium)', tests };
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
 * @returns a page of Markdown
 */
export function pageOf(verdicts, published) {
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
    'Written by `npm run epub-tests`, which opens the books of [w3c/epub-tests](https://github.com/w3c/epub-tests) in the',
    'real reader, on the real server, in Chromium, and judges each by an assertion about what is on the screen or heard.',
    'The report in their format is [lectern.json](lectern.json).',
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
    '## Judged by a person',
    '',
    ...(human.length === 0
      ? ['None: every test is judged by an assertion.']
      : human.map(({ name, human: words }) => `- \`${name}\`: ${words}`)),
    '',
    '## Each test',
    '',
    line(['test', 'verdict', 'note']),
    line(['---', '---', '---']),
    ...verdicts.map(({ name, passed, note }) =>
      line([name, passed === null ? '–' : passed ? 'pass' : '**fail**', note]),
    ),
    '',
  ].join('\n');
}

/** Summary for the end of a run. @param {Verdict[]} verdicts */
export function summaryOf(verdicts) {
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
    `  ${percent(scoreOf(verdicts.filter(({ scripting }) => !scripting).map(({ passed }) => passed)))} of all that apply, scripting excused`,
  ].join('\n');
}
