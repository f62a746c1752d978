import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brokenLinks, recordProblems } from '../documents.mjs';

const files = { 'docs/sync.md': '# Sync\n\n## Kinds of writes\n', 'README.md': '# Lectern\n', docs: '' };
const broken = (text, path = 'docs/limits.md') => brokenLinks(path, text, (name) => files[name] ?? null);

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

describe('a decision record', () => {
  const path = 'docs/adr/0034-queue-batching.md';
  const record = '# 0034 Queue batching\n\nStatus: accepted\nDate: 2026-11-21\n\nText.\n';
  const row = '| [0034](0034-queue-batching.md) | Queue batching | accepted | 2026-11-21 |';

  it('is valid with its number, status, date and row', () =>
    assert.deepEqual(recordProblems(path, record, row), []));

  for (const [what, text] of [
    ['status', record.replace('Status: accepted\n', '')],
    ['date', record.replace('Date: 2026-11-21\n', '')],
    ['number', record.replace('0034', '0035')],
  ]) {
    it(`is rejected without its ${what}`, () =>
      assert.match(recordProblems(path, text, row)[0], /must begin/));
  }

  it('is rejected if the index disagrees', () => {
    assert.match(recordProblems(path, record, row.replace('accepted', 'superseded'))[0], /lacks the row/);
  });
});
