import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mentorTests } from './support/mentor/mentorTests.ts';

const mentor = mentorTests();

test('[Q-02] of two passages the one on the pages that have the other words comes first', async () => {
  const other = 'Nothing else was to be seen that day.';
  const apart = Array.from({ length: 20 }, () => other);
  const around = ['They came to the island.', other];
  const paragraphs = [
    'The bell rang soon.',
    ...apart,
    ...around,
    'The bell rang late.',
    ...around.toReversed(),
  ];
  await mentor.addBook({ title: 'The Voyage', progress: 100, completed: 1 }, [{ title: 'I', paragraphs }]);
  const { citations } = await mentor.ask('Which bell rang on the island?');
  assert.match(citations[0]?.text.replace(/[\uE000\uE001]/g, '') ?? '', /The bell rang late\./);
});
