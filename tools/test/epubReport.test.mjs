import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { root } from '../lib/paths.mjs';
import { brokenCopiesOf, reportOf, verdictsOf } from '../lib/testing/results/epubReport.mjs';

describe('the report of the EPUB tests', () => {
  it('[E-14] is about the last release, which writes it', (t) => {
    const tags = execFileSync('git', ['tag', '--list', 'v[0-9]*'], { cwd: root, encoding: 'utf8' });
    if (tags === '') return t.skip('There is no release yet; `npm run release` writes the report.');
    const version = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).version;
    assert.equal(version('docs/epub-tests/lectern.json'), version('package.json'));
  });

  it('[E-13] counts the broken copies that passed, and keeps them out of the verdicts', () => {
    const spec = (title, status) => ({ title, tests: [{ status, annotations: [] }] });
    const specs = [
      spec('[a-test]', 'expected'),
      spec('broken copy of a-test: no font', 'expected'),
      spec('broken copy of a-test: silence', 'unexpected'),
    ];
    const results = { suites: [{ file: 'a.spec.ts', specs }] };
    assert.deepEqual(Object.keys(reportOf(verdictsOf(results), { version: '1.0.0' }).tests), ['a-test']);
    assert.deepEqual(brokenCopiesOf(results), [
      { name: 'a-test: no font', found: true },
      { name: 'a-test: silence', found: false },
    ]);
  });
});
