import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { joinConsecutive } from '../src/answers/mentor/tasks/searchAnswer.ts';
import type { FullTextHit } from '../src/store/fullText.ts';

const passage = (seq: number, other: Partial<FullTextHit> = {}): FullTextHit => ({
  passageId: seq,
  bookId: 'a book',
  target: 1,
  fraction: seq / 100,
  seq,
  chapter: null,
  text: `${seq}.`,
  marked: `${seq}.`,
  score: 1,
  ...other,
});
const long = (seq: number) => passage(seq, { text: `${seq}${'x'.repeat(800)}` });
const textsOf = (hits: readonly FullTextHit[]) => hits.map(({ text }) => text.replaceAll('x', ''));

describe('[Q-02] passages that follow each other are quoted as one', () => {
  const farApart = Array.from({ length: 19 }, (_, at) => 10 * (at + 1));
  for (const [what, hits, texts] of [
    ['the better one first', [passage(4), passage(9), passage(5)], ['4. 5.', '9.']],
    ['the better one last', [passage(4), passage(9), passage(3)], ['3. 4.', '9.']],
    ['three of them', [passage(4), passage(5), passage(3)], ['3. 4. 5.']],
    ['but not of two books', [passage(4), passage(5, { bookId: 'another' })], ['4.', '5.']],
    ['but not of two chapter files or pages', [passage(4), passage(5, { target: 2 })], ['4.', '5.']],
    ['but not with one between them', [passage(4), passage(6)], ['4.', '6.']],
    ['but not if that is too long', [long(4), long(5)], ['4', '5']],
    [
      'but not beyond the twentieth',
      [4, ...farApart, 5].map((seq) => passage(seq)),
      [4, ...farApart, 5].map((seq) => `${seq}.`),
    ],
  ] as const)
    test(what, () => assert.deepEqual(textsOf(joinConsecutive(hits)), texts));

  test('but not across the boundary between read and unread, in either order', () => {
    const isBoundary = ({ seq }: { seq: number }) => seq === 5;
    for (const hits of [
      [passage(4), passage(5)],
      [passage(5), passage(4)],
    ])
      assert.equal(joinConsecutive(hits, isBoundary).length, 2);
    assert.equal(joinConsecutive([passage(5), passage(6)], isBoundary).length, 1);
  });

  test('with the marks of both and the place of the first', () => {
    const [joined] = joinConsecutive([passage(4, { marked: 'B' }), passage(3, { marked: 'A' })]);
    assert.deepEqual(joined, { ...passage(3), text: '3. 4.', marked: 'A B' });
  });
});
