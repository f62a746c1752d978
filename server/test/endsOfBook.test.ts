import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { asksWho, endAskedFor } from '../src/mentor/question/intents.ts';
import { firstMentions } from '../src/search/firstMentions.ts';
import { type Chapters, mentorTests } from './support/mentor/mentorTests.ts';

const mentor = mentorTests();

const put = (title: string, author: string, chapters: Chapters) =>
  mentor.addBook({ title, author, progress: 100, completed: 1 }, chapters);

async function quotedFor(text: string): Promise<string[]> {
  const { citations } = await mentor.ask(text);
  return citations.map((citation) => citation.text.replace(/[\uE000\uE001]/g, ''));
}

/** Long enough not to be a heading. */
const filled = (text: string) =>
  `${text} ${'The sea was calm, and the ship kept her course. '.repeat(4)}`.trim();

const voyage: Chapters = [
  { title: 'Title page', paragraphs: ['The Voyage'] },
  { title: 'Preface', paragraphs: [filled('I wrote this book at sea.')] },
  { title: 'I: The Harbor', paragraphs: ['I', filled('They sailed at dawn.'), filled('The wind rose.')] },
  { title: 'II: The Island', paragraphs: [filled('They saw land.'), filled('Nobody was there.')] },
  { title: 'Notes', paragraphs: [filled('Dawn is at six.')] },
];
const garden: Chapters = [
  { title: 'Spring', paragraphs: [filled('Miss Linden planted roses.')] },
  { title: 'Autumn', paragraphs: [filled('Begin again, said Linden.'), filled('The roses slept.')] },
];

describe('[Q-02] a question how a book begins or ends', () => {
  beforeEach(async () => {
    await put('The Voyage', 'A. Sailor', voyage);
    await put('The Garden', 'B. Gardener', garden);
  });

  test('is answered by its first passages, without title page, preface and headings', async () => {
    const [first] = await quotedFor('How does The Voyage begin?');
    assert.equal(first, `${filled('They sailed at dawn.')} ${filled('The wind rose.')}`);
  });

  test('is answered by its last passages in order, without notes', async () => {
    const quoted = await quotedFor('What is the last sentence of The Voyage?');
    assert.equal(quoted.at(-1), `${filled('They saw land.')} ${filled('Nobody was there.')}`);
  });

  test('about two books quotes both', async () => {
    const quoted = await quotedFor('How do The Voyage and The Garden end?');
    assert.ok(quoted.some((quotation) => quotation.endsWith(filled('Nobody was there.'))));
    assert.ok(quoted.some((quotation) => quotation.endsWith(filled('The roses slept.'))));
  });

  test('with other words is a search', async () => {
    const [first] = await quotedFor('Where does Linden begin in The Garden?');
    assert.equal(first, filled('Begin again, said Linden.'));
  });
});

describe('[Q-02] a question who somebody is', () => {
  test('is answered by the passage that names them first, not by a motto', async () => {
    const named = 'It was the second mate, a native of Cape Cod, and his name was Rowan.';
    const later = Array.from({ length: 200 }, (_, at) => `Rowan, Rowan and Rowan, ${at} of them.`);
    await put('The Voyage', 'A. Sailor', [
      { title: 'Extracts', paragraphs: ['“O Rowan, Rowan, where is Rowan?”, an old song says.'] },
      { title: 'I', paragraphs: ['The harbor was full.', named, ...later] },
    ]);
    assert.ok((await quotedFor('Who is Rowan?'))[0]?.includes(named));
    assert.ok(!(await quotedFor('Where is Rowan?'))[0]?.includes(named));
  });

  test('is answered where a book is called after them, too', async () => {
    await put('Rowan', 'A. Sailor', [
      { title: 'I', paragraphs: ['It was dawn.', 'Rowan was the second mate.'] },
    ]);
    assert.match((await quotedFor('Who is Rowan?'))[0] ?? '', /the second mate/);
  });

  test('is answered by the passages that write the name with a capital', async () => {
    await put('The Harbor', 'B. Sailor', [
      {
        title: 'I',
        paragraphs: Array.from({ length: 6 }, (_, at) => `They fix sail ${at} and fix mast ${at}.`),
      },
    ]);
    await put('The Voyage', 'A. Sailor', [
      { title: 'I', paragraphs: ['The inspector, Fix by name, waited.'] },
    ]);
    assert.match((await quotedFor('Who is Fix?'))[0] ?? '', /Fix by name/);
  });

  test('counts the first passages with the whole name, else with its rarest word, and the one before', async () => {
    const captains = Array.from({ length: 3 }, (_, at) => `Captain Hale had ${at} ships.`);
    const rowans = Array.from({ length: 5 }, (_, at) => `Rowan slept, and Captain Rowan woke ${at} times.`);
    await put('The Voyage', 'A. Sailor', [
      { title: 'I', paragraphs: [...captains, 'Rowan came.', ...rowans, 'Rowan Linden sang.'] },
    ]);
    const { db, fullText } = mentor.server.services;
    const userId = mentor.reader.user?.id ?? '';
    for (const [names, first, before] of [
      [['captain', 'rowan'], rowans[0], 'Rowan came.'],
      [['linden', 'rowan'], 'Rowan Linden sang.', rowans[4]],
      [['nobody', 'rowan'], 'Rowan came.', captains[2]],
    ] as const) {
      const terms = names.map((name) => ({ words: [name], open: false }));
      const hits = await fullText.search(db, { userId, terms, mode: 'any', limit: 100 });
      const mentions = await firstMentions(db, fullText, userId, { hits, names });
      assert.deepEqual(
        mentions.slice(0, 2).map(({ text }) => text),
        [first, before],
      );
    }
  });
});

describe('[Q-02] questions for the beginning, the ending, or a person', () => {
  for (const [text, words, asked] of [
    ['How does it begin?', ['begin'], 'beginning'],
    ['What is the first line?', ['line'], 'beginning'],
    ['How did the war begin?', ['war', 'begin'], null],
    ['Wie beginnt es?', ['beginnt'], 'beginning'],
    ['Wie endet es?', ['endet'], 'ending'],
    ['Comment commence-t-il ?', ['commence'], 'beginning'],
    ['¿Cómo termina?', ['termina'], 'ending'],
    ['Como começa?', ['começa'], 'beginning'],
    ['結末は？', ['結末'], 'ending'],
    ['第一句是什么？', ['第一句'], 'beginning'],
    ['كيف تنتهي؟', ['تنتهي'], 'ending'],
    ['Who is Rowan?', ['Rowan'], 'person'],
    ['who is captain rowan', ['captain', 'rowan'], 'person'],
    ['Who is the man that Rowan fears?', ['man', 'Rowan', 'fears'], null],
    ['Wer ist Rowan?', ['Rowan'], 'person'],
    ['Qui est Rowan ?', ['Rowan'], 'person'],
    ['¿Quién es Rowan?', ['Rowan'], 'person'],
    ['Quem é Rowan?', ['Rowan'], 'person'],
    ['ローワンは誰ですか', ['ローワン'], 'person'],
    ['林黛玉是谁？', ['林黛玉'], 'person'],
    ['من هو روان؟', ['روان'], 'person'],
  ] as const)
    test(`${text} ${asked}`, () => {
      assert.equal(endAskedFor(text, words) ?? (asksWho(text, words) ? 'person' : null), asked);
    });
});
