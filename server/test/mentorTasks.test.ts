import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { MentorMessage } from '@lectern/shared-contracts/api/search.ts';
import { clockAt } from './support/clock.ts';
import { mentorTests } from './support/mentor/mentorTests.ts';
import { startServer } from './support/server.ts';

const mentor = mentorTests(() => startServer({ services: { now: clockAt('2026-03-04T09:00:00.000Z').now } }));
const { ask } = mentor;
let moby: string;
let eyre: string;

beforeEach(async () => {
  moby = await mentor.addBook({ title: 'Moby-Dick; or, The Whale', author: 'Herman Melville' }, [
    {
      title: 'Loomings',
      paragraphs: [
        'Ishmael went to sea because the sea and its ships drew him away from the land and the city. The sea was his cure.',
        'Every man, thought Ishmael, is drawn to the sea, and the ships of the harbour wait for every man.',
        'So Ishmael left the city for the harbour, where the ships of Nantucket lay, and went to sea with the whalers.',
      ],
    },
    {
      title: 'The Inn',
      paragraphs: [
        'At the inn Ishmael met the harpooneer Queequeg, who shared the bed of the inn with Ishmael and his harpoon.',
        'The landlord of the inn laughed at Ishmael, for Queequeg was out selling heads while Ishmael slept in the inn.',
      ],
    },
    {
      title: 'The Chase',
      paragraphs: [
        'On the third day of the chase the white whale sank the ship, and captain Ahab went down with the line.',
        'Only Ishmael was left of the ship and the chase, afloat on the coffin of Queequeg after the whale had gone.',
      ],
    },
  ]);
  eyre = await mentor.addBook({ title: 'Jane Eyre', author: 'Charlotte Brontë' }, [
    {
      title: 'Chapter I',
      paragraphs: [
        'Books of the harbour and of ships at sea filled the window seat where Jane hid from the city.',
      ],
    },
  ]);
});

/** The user's position is the start of the third chapter. */
async function readTwoChapters(): Promise<void> {
  await mentor.reader.call('PUT /books/:id/progress', {
    params: { id: moby },
    body: {
      current_page: 2,
      total_pages: 4,
      percentage: 60,
      updated_at: '2026-03-04T08:00:00.000Z',
      position: { spine_index: 2, fraction: 0 },
    },
  });
}

const everything = ({ text, citations }: MentorMessage) =>
  [text, ...citations.map((citation) => citation.text)].join('\n');

describe('a summary of what was read', () => {
  test('uses the book’s own sentences, and never beyond the user’s position', async () => {
    await readTwoChapters();
    for (const answer of [
      await ask('What has happened so far in Moby-Dick?', { task: 'summary', book_id: moby }),
      await ask('Sum up what I have read so far'),
    ]) {
      assert.match(answer.text, /“Moby-Dick; or, The Whale”, as far as you have read, 60%/);
      assert.match(answer.text, /Loomings:\n\n> .*Ishmael/);
      assert.match(answer.text, /The Inn:/);
      assert.doesNotMatch(everything(answer), /Ahab|coffin|sank/);
      assert.ok(answer.citations.every(({ book_id }) => book_id === moby));
    }
  });

  test('covers the work and not its edition', async () => {
    const sentence =
      'The makers of this edition thank the many volunteers of the library for long hours of patient work. ';
    const book = await mentor.addBook({ title: 'Typee', author: 'Herman Melville' }, [
      { title: 'Imprint', paragraphs: [sentence.repeat(3)] },
      {
        title: 'The Valley',
        paragraphs: [
          'The islanders of the valley fed the sailor with breadfruit and would not let him leave the valley. '.repeat(
            3,
          ),
        ],
      },
    ]);
    const { text, citations } = await ask('Sum it up', { task: 'summary', book_id: book, spoilers: true });
    assert.match(text, /breadfruit/);
    assert.deepEqual([...new Set(citations.map(({ chapter }) => chapter))], ['The Valley']);
  });

  test('covers the whole book when asked', async () => {
    await readTwoChapters();
    const answer = await ask('Sum it up', { task: 'summary', book_id: moby, spoilers: true });
    assert.match(answer.text, /all of it/);
    assert.match(answer.text, /The Chase:/);
  });

  test('is empty for a book just begun', async () => {
    await mentor.reader.call('PUT /books/:id/progress', {
      params: { id: moby },
      body: {
        current_page: 1,
        total_pages: 4,
        percentage: 1,
        updated_at: '2026-03-04T08:00:00.000Z',
        position: { spine_index: 0, fraction: 0 },
      },
    });
    const answer = await ask('Sum it up', { task: 'summary', book_id: moby });
    assert.match(answer.text, /only just started/);
    assert.deepEqual(answer.citations, []);
  });
});

test('hides passages beyond the user’s position in an answer', async () => {
  await readTwoChapters();
  const answer = await ask('Who was afloat on the coffin?', { book_id: moby });
  assert.ok(answer.withheld);
  for (const line of answer.text.split('\n\n').filter((paragraph) => /coffin of/.test(paragraph))) {
    assert.match(line, /^\|\| /);
  }
});

test('[L-13] an answer entirely beyond the user’s position begins by saying so', async () => {
  await readTwoChapters();
  const answer = await ask('Who is captain Ahab?', { book_id: moby });
  assert.match(answer.text, /^(The only match is|All \d+ matches are) further on than you’ve read/);
});

describe('a quiz', () => {
  test('asks about a chapter that was read, with hidden, cited answers', async () => {
    await readTwoChapters();
    const answer = await ask('Quiz me on chapter Loomings of Moby-Dick');
    const paragraphs = answer.text.split('\n\n');
    assert.match(paragraphs[0] ?? '', /on “Loomings” of “Moby-Dick; or, The Whale”/);
    const [first = '', folded = ''] = paragraphs.slice(1);
    assert.match(first, /^1\. “.*____.*”\n.* · /);
    assert.match(folded, /^\|\| .+\. \[1\]$/);
    assert.ok(first.includes(folded.slice(3).split('.')[0] ?? '?'), 'the answer is among those offered');
    assert.doesNotMatch(everything(answer), /Ahab|coffin/);
  });
});

describe('explaining a passage', () => {
  test('uses its position, what went before, and where its names occurred; nothing beyond it', async () => {
    await readTwoChapters();
    const answer = await ask(
      '> The landlord of the inn laughed at Ishmael, for Queequeg was out selling heads\n\nExplain these words',
      { task: 'explain', book_id: moby },
    );
    assert.match(answer.text, /^These words are from Moby-Dick; or, The Whale, The Inn\. \[2\]/);
    assert.match(answer.text, /Just before:\n\n> At the inn Ishmael met the harpooneer Queequeg/);
    assert.doesNotMatch(everything(answer), /coffin|Ahab/);
  });
});

describe('connections', () => {
  test('are made between highlights and passages of other books by shared words', async () => {
    await mentor.reader.call('POST /books/:id/highlights', {
      params: { id: moby },
      body: { text: 'the ships of the harbour wait for every man', color: 'blue' },
    });
    const answer = await ask('Connect what I marked with my other books');
    assert.match(
      answer.text,
      /Your highlight in Moby-Dick.* and a passage of Jane Eyre both mention “ships” and “harbour”/,
    );
    assert.deepEqual(
      answer.citations.map(({ kind, book_id }) => [kind, book_id]),
      [
        ['highlight', moby],
        ['passage', eyre],
      ],
    );
  });

  test('reports what is missing without a highlight', async () => {
    assert.match((await ask('Connect my books', { task: 'connect' })).text, /no highlights or notes/);
  });
});

describe('a draft review', () => {
  test('begins with annotations in reading order', async () => {
    for (const [text, fraction] of [
      ['the second thing', 0.8],
      ['the first thing', 0.1],
    ] as const) {
      await mentor.reader.call('POST /books/:id/highlights', {
        params: { id: moby },
        body: { text, color: 'blue', position: { spine_index: 0, fraction } },
      });
    }
    const answer = await ask('Help me write a review of Moby-Dick');
    assert.match(answer.text, /> the first thing \[1\]\n\n> the second thing \[2\]/);
    assert.match(answer.text, /Who would you recommend it to/);
  });
});

test('[ME-03] a reading plan lists unread books with their days', async () => {
  const answer = await ask('Make me a reading plan');
  assert.match(answer.text, /this assumes 30 minutes a day/);
  // 60,000 words at 230 a minute are 261 minutes: nine days of half an hour each.
  assert.match(
    answer.text,
    /4 March to 12 March: .*, 4 hours\. \[1\]\n\n13 March to 21 March: .*, 4 hours\. \[2\]/,
  );
});
