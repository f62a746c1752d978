import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { root } from '../lib/paths.mjs';
import { brokenCopiesOf, reportOf, verdictsOf } from '../lib/testing/results/epubReport.mjs';
import { readerCode, refuseOldReport } from '../lib/testing/results/readerCode.mjs';

/** A checkout with a reader of one file. */
function checkout(t) {
  const folder = mkdtempSync(join(tmpdir(), 'reader-code-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const each of ['mf-reader/src', 'server/src/intake/ingest'])
    mkdirSync(join(folder, each), { recursive: true });
  const write = (text, name = 'page.ts') => writeFileSync(join(folder, 'mf-reader/src', name), text);
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: folder });
  write('first');
  return { folder, write, git };
}

describe('the report of the EPUB tests', () => {
  it('[E-14] is about the reader’s code that is there, or that of the last release', (t) => {
    const tags = execFileSync('git', ['tag', '--list', 'v[0-9]*'], { cwd: root, encoding: 'utf8' });
    if (tags === '') return t.skip('There is no release yet; `npm run release` writes the report.');
    const report = JSON.parse(readFileSync(join(root, 'docs/evidence/epub-tests/lectern.json'), 'utf8'));
    refuseOldReport(report, root);
  });

  it('[E-14] is refused when the reader’s code has changed since', (t) => {
    const { folder, write } = checkout(t);
    const report = { code: readerCode(folder) };
    refuseOldReport(report, folder);
    write('a test', 'page.test.ts');
    refuseOldReport(report, folder);
    write('second');
    assert.throws(() => refuseOldReport(report, folder), /older than the reader/);
    assert.throws(() => refuseOldReport({}, folder), /older than the reader/);
  });

  it('[E-14] stays that of a release until the next one, whose code it must be about', (t) => {
    const { folder, write, git } = checkout(t);
    const report = { code: readerCode(folder) };
    const release = (tag) => {
      git('add', '.');
      git('commit', '--quiet', '--message', tag);
      git('tag', tag);
    };
    git('init', '--quiet');
    release('v1.0.0');
    write('second');
    refuseOldReport(report, folder);
    release('v1.1.0');
    assert.throws(() => refuseOldReport(report, folder), /older than the reader/);
    refuseOldReport({ code: readerCode(folder) }, folder);
  });

  it('[E-13] counts the broken copies that passed, and keeps them out of the verdicts', () => {
    const spec = (title, status) => ({ title, tests: [{ status, annotations: [] }] });
    const specs = [
      spec('[a-test]', 'expected'),
      spec('broken copy of a-test: no font', 'expected'),
      spec('broken copy of a-test: silence', 'unexpected'),
    ];
    const results = { suites: [{ file: 'a.spec.ts', specs }] };
    assert.deepEqual(Object.keys(reportOf(verdictsOf(results), { code: 'x' }).tests), ['a-test']);
    assert.deepEqual(brokenCopiesOf(results), [
      { name: 'a-test: no font', found: true },
      { name: 'a-test: silence', found: false },
    ]);
  });
});
