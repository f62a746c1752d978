import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../lib/paths.mjs';

const read = (half) => readFileSync(join(root, 'bench', 'questions', `${half}.tsv`), 'utf8');

/**
 * Weights and rules of the search are tuned with the seen half only, so that the unseen half is a fair measure. When it
 * changes, measure the figures in docs/mentor.md again and update the digest here.
 */
test('the unseen half of the questions is the one whose figures are published', () => {
  const digest = createHash('sha256').update(read('unseen')).digest('hex');
  assert.equal(digest, '1d34829e50f36c5bd59ed92ad786346de4b7e5788a1660d7e385cf1b25cc0d3e');
});

test('there are at least 250 questions, and none is in both halves', () => {
  const [seen, unseen] = ['seen', 'unseen'].map((half) =>
    read(half)
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t')[1]),
  );
  assert.ok(seen.length + unseen.length >= 250, `${seen.length + unseen.length}`);
  assert.deepEqual(
    seen.filter((question) => unseen.includes(question)),
    [],
  );
});
