import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { unmarked } from '../src/store/excerpt.ts';
import { mentorTests } from './support/mentor/mentorTests.ts';

const mentor = mentorTests();

const put = (title: string, author: string, paragraphs: string[]) =>
  mentor.addBook({ title, author, progress: 100, completed: 1 }, [{ title: 'I', paragraphs }]);

const quotedFor = async (text: string) => (await mentor.ask(text)).citations;

const booksQuotedFor = async (text: string) => (await quotedFor(text)).map(({ book_title: title }) => title);
const textsQuotedFor = async (text: string) =>
  (await quotedFor(text)).map((citation) => unmarked(citation.text));

const voyage = [
  'Captain Rowan thought that marriage was a storm.',
  'Rowan kept the ship on her course, and Rowan smoked.',
  'Marriage, said Rowan, is no harbor.',
];
const garden = ['Miss Linden planted roses.', 'Of marriage Linden had never thought.'];

describe('[Q-04] a question about two books', () => {
  test('that are recognized by names in them quotes each in turn', async () => {
    await put('The Voyage', 'A. Sailor', voyage);
    const roses = Array.from({ length: 12 }, (_, row) => `Linden planted row ${row} of roses.`);
    await put('The Garden', 'B. Gardener', roses);
    const books = await booksQuotedFor('What do Rowan and Linden think of marriage?');
    assert.deepEqual(new Set(books.slice(0, 2)), new Set(['The Voyage', 'The Garden']));
  });

  test('adds no book where the one that is named has the name, too', async () => {
    await put('The Voyage', 'A. Sailor', [...voyage, 'The ship was called Linden.']);
    await put('The Garden', 'B. Gardener', [...garden, ...garden.map((text) => `Again: ${text}`)]);
    const books = await booksQuotedFor('What does The Voyage say about Linden and the ship?');
    assert.deepEqual([...new Set(books)], ['The Voyage']);
  });

  test('searches each book for the words of its own clause', async () => {
    await put('The Voyage', 'A. Sailor', [...voyage, 'The roses that I planted, said Rowan, drowned.']);
    await put('The Garden', 'B. Gardener', [
      ...garden,
      'The great storm sank a pond, and another storm sank a well.',
      ...Array.from({ length: 12 }, (_, row) => `In bed ${row}, Linden says, grow tulips.`),
    ]);
    const texts = await textsQuotedFor('Which great storm sank Rowan, and which roses did Linden plant?');
    assert.ok(texts.some((text) => text.includes('planted roses')));
    assert.ok(texts.every((text) => !text.includes('sank')));
  });

  test('shares the words where the conjunction is between two names', async () => {
    await put('The Voyage', 'A. Sailor', [
      ...Array.from({ length: 12 }, (_, day) => `On day ${day}, a good day, Rowan steered.`),
      'Rowan played the violin.',
    ]);
    await put('The Garden', 'B. Gardener', [
      ...Array.from({ length: 12 }, (_, row) => `Linden dug row ${row}.`),
      'Linden played the violin, too.',
    ]);
    const texts = await textsQuotedFor('How good do Rowan and Linden play the violin?');
    assert.equal(texts.filter((text) => text.includes('violin')).length, 2);
  });

  test('adds no book for a title that only one book uses', async () => {
    await put('The Voyage', 'A. Sailor', voyage);
    await put('The Garden', 'B. Gardener', ['Mr. Linden planted roses.', 'Mr. Alder planted none.']);
    const books = await booksQuotedFor('What does The Voyage say about Mr. Rowan?');
    assert.deepEqual([...new Set(books)], ['The Voyage']);
  });

  test('searches a book that is called after the person who is meant for that name', async () => {
    await put('The Voyage', 'A. Sailor', voyage);
    await put('Linden', 'B. Gardener', garden);
    const { text, citations } = await mentor.ask('Compare Rowan and Linden');
    assert.deepEqual(new Set(citations.map((one) => one.book_title)), new Set(['The Voyage', 'Linden']));
    assert.doesNotMatch(text, /^From “/);
  });

  test('quotes a text once of two copies of a book', async () => {
    await put('The Voyage', 'A. Sailor', voyage);
    await put('The Voyage', 'A. Sailor', voyage);
    assert.equal((await booksQuotedFor('What is marriage in The Voyage?')).length, 2);
  });
});

test('[Q-04] a name searches the book that it belongs to, though another book has the other words more often', async () => {
  await put('The Voyage', 'A. Sailor', [...voyage, 'The old dog of Rowan slept.']);
  await put('The Kennel', 'B. Keeper', ['An old dog, a dear old dog.', 'My spaniel is an old dog, too.']);
  const { text, citations } = await mentor.ask('Which old spaniel or dog had Rowan?');
  assert.deepEqual([...new Set(citations.map((one) => one.book_title))], ['The Voyage']);
  assert.match(unmarked(citations[0]?.text ?? ''), /dog of Rowan/);
  assert.doesNotMatch(text, /nothing/i);
});

for (const [what, question, one, other] of [
  [
    'begins a sentence',
    'Marriage of dogs?',
    'Marriage is a storm, says page',
    'Dogs know no marriage on day',
  ],
  [
    'is a German noun',
    'Welche Stürme zerstörten den Hafen?',
    'Der Hafen war grau an Tag',
    'Stürme zerstörten alles an Tag',
  ],
] as const)
  test(`[Q-04] a word with a capital chooses no book where it ${what}`, async () => {
    await put(
      'The Voyage',
      'A. Sailor',
      Array.from({ length: 6 }, (_, at) => `${one} ${at}.`),
    );
    await put('The Kennel', 'B. Keeper', [`${other} 1.`, `${other} 2.`]);
    assert.ok((await booksQuotedFor(question)).includes('The Kennel'));
  });
