import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brokenLinks, missingPaths } from '../documents.mjs';

const files = { 'docs/sync.md': '# Sync\n\n## Kinds of writes\n', 'README.md': '# Lectern\n', docs: '' };
const broken = (text, path = 'docs/operators.md') => brokenLinks(path, text, (name) => files[name] ?? null);

describe('links in the documents', () => {
  it('lead to a file, a folder, a heading or another site', () => {
    assert.deepEqual(
      broken(
        '[a](sync.md) [b](sync.md#kinds-of-writes) [c](../README.md) [d](../docs) [e](https://a.example)',
      ),
      [],
    );
  });

  for (const [what, text, reason] of [
    ['a file that is not there', '[a](gone.md)', /docs\/gone\.md is not there/],
    ['a heading that is not there', '[a](sync.md#kinds)', /no such heading/],
    ['a heading of its own that is not there', '# Limits\n[a](#bytes)', /no such heading|not there/],
  ]) {
    it(`reports a link to ${what}`, () => assert.match(broken(text).join(), reason));
  }

  it('ignores links in code', () => assert.deepEqual(broken('`[a](gone.md)`\n```\n[a](gone.md)\n```\n'), []));
});

describe('paths that a text names', () => {
  const missing = (path, text) => missingPaths(path, text, (name) => files[name] ?? null);

  it('exist, of documents everywhere and of code in documents', () => {
    assert.deepEqual(missing('server/src/x.ts', '/** See docs/sync.md. `server/src/y.ts` */'), []);
    assert.deepEqual(missing('README.md', '`server/src/*.ts` and `mf-x/src/App.tsx`'), []);
  });

  for (const [what, path, text] of [
    ['a document', 'server/src/x.ts', `/** See docs/${'gone'}.md. */`],
    ['code', 'README.md', 'in `server/src/gone.ts`'],
  ])
    it(`are reported if ${what} is missing`, () => assert.equal(missing(path, text).length, 1));
});
