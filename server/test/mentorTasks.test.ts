import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { MentorTask } from '@lectern/shared-contracts/api/search.ts';
import { clockAt } from './support/clock.ts';
import { mentorTests } from './support/mentor/mentorTests.ts';
import { startServer } from './support/server.ts';

const mentor = mentorTests(() => startServer({ services: { now: clockAt('2026-03-04T09:00:00.000Z').now } }));
const { ask } = mentor;
const tasks: MentorTask[] = [
  'summary',
  'chapter',
  'who',
  'highlights',
  'left',
  'quiz',
  'next',
  'connect',
  'review',
  'explain',
];
let inn: string;
let empty: string;

const secret = 'Queequeg sank with the ship';

beforeEach(async () => {
  const book = { title: 'The Inn', author: 'A. Writer', progress: 50, word_count: 60_000 };
  inn = await mentor.addBook(book, [
    {
      title: 'Harbour',
      paragraphs: [
        'Ishmael went to sea because the sea and its ships drew him away from the land and the city.',
        'Every man, thought Ishmael, is drawn to the sea, and the ships of the harbour wait for every man.',
        'So Ishmael left the city for the harbour, where the ships of Nantucket lay, and met Queequeg.',
      ],
    },
    {
      title: 'Chase',
      paragraphs: [
        `On the third day ${secret}, and captain Ahab went down with the line of the harpoon.`,
        'Only Ishmael was left of the ship and the chase, afloat on the coffin of his old friend.',
        'The sea rolled on as it had rolled for five thousand years, and nobody saw the ship again.',
      ],
    },
  ]);
  empty = await mentor.addBook({ title: 'No Text', author: 'B. Writer' });
});

const of = (task: MentorTask, more: object = {}, text = 'A button') =>
  ask(text, { task, book_ids: [inn], ...more });

describe('each button of the mentor', () => {
  for (const task of tasks) {
    test(`${task}: shows nothing after the place of the reader unhidden`, async () => {
      const { text } = await of(task, { chapter: 'Harbour' }, task === 'who' ? 'Queequeg' : 'the ships');
      const open = text.split('\n\n').filter((paragraph) => !paragraph.startsWith('||'));
      assert.doesNotMatch(open.join('\n'), /sank with the ship/);
      assert.notEqual(text.trim(), '');
      assert.doesNotMatch(text, /\{\{|undefined|NaN/);
    });

    test(`${task}: answers for a book without text`, async () => {
      const { text } = await of(task, { book_ids: [empty] });
      assert.notEqual(text.trim(), '');
      assert.doesNotMatch(text, /\{\{|undefined|NaN|Infinity/);
    });
  }

  test('chapter: says that a chapter is unknown, or further on', async () => {
    assert.match((await of('chapter', { chapter: 'Nowhere' })).text, /can’t find that chapter/);
    const ahead = await of('chapter', { chapter: 'Chase' });
    assert.match(ahead.text, /further on than you’ve read/);
    assert.deepEqual(ahead.citations, []);
  });

  test('who: quotes where a name is first mentioned', async () => {
    const { text } = await of('who', {}, 'Queequeg');
    assert.match(text, /first mentioned here/);
    assert.match(text, /Nantucket lay/);
  });

  test('highlights: the newest first', async () => {
    for (const text of ['drew him away', 'wait for every man'])
      await mentor.reader.call('POST /books/:id/highlights', {
        params: { id: inn },
        body: { text, color: 'blue' },
      });
    for (const more of [{}, { book_ids: undefined }]) {
      const { citations } = await of('highlights', more);
      assert.deepEqual(citations.map(({ text }) => text).sort(), ['drew him away', 'wait for every man']);
    }
  });

  test('connect: highlights of all books with passages of others', async () => {
    await mentor.addBook({ title: 'The Port', completed: 1, progress: 100 }, [
      { title: 'Quay', paragraphs: ['The harbour of Nantucket had ships of every nation at its long quay.'] },
    ]);
    await mentor.reader.call('POST /books/:id/highlights', {
      params: { id: inn },
      body: { text: 'the ships of the harbour', color: 'blue' },
    });
    const { citations } = await of('connect', { book_ids: undefined });
    assert.deepEqual(
      citations.map(({ book_title }) => book_title),
      ['The Inn', 'The Port'],
    );
  });

  test('left: the part and the time that are left', async () => {
    assert.match((await of('left')).text, /Left in “The Inn”: 50%/);
  });
});

test('the chapters of a book say which are further on', async () => {
  const { items } = await mentor.reader.call('GET /mentor/chapters', { query: { book_id: inn } });
  assert.deepEqual(items, [
    { title: 'Harbour', ahead: false },
    { title: 'Chase', ahead: true },
  ]);
});
