import type { TextRange } from '@lectern/shared-contracts/domain/search/foldText.ts';
import { type Reading, type Recorded, SentenceNarrator } from './narration.ts';
import { TextMap } from './textMap.ts';

const mapOf = (markup: string) =>
  new TextMap(new DOMParser().parseFromString(`<body>${markup}</body>`, 'text/html').body);

/** A book of these units with their markup and offset at which reading begins; null is a page without text. */
function book(units: readonly ([markup: string, start?: number] | null)[], from = 0) {
  let at = from;
  const shown: (string | null)[] = [];
  const narrator = new SentenceNarrator({
    async current() {
      const unit = units[at] ?? null;
      if (unit === null) return null;
      const map = mapOf(unit[0]);
      const reading: Reading = {
        map,
        language: 'en',
        start: () => unit[1] ?? 0,
        show: (span: TextRange | null) => shown.push(span && map.text.slice(span.start, span.end)),
      };
      return reading;
    },
    async turn(forward) {
      const next = at + (forward ? 1 : -1);
      if (next < 0 || next >= units.length) return false;
      at = next;
      return true;
    },
  });
  return { narrator, shown, at: () => at };
}

const sentence = (text: string) => ({ text, language: 'en' });
const firstOfUnit = (text: string) => ({ ...sentence(text), beginsUnit: true });
const two = '<p>One is here. Two is here.</p>';

test('a book is read sentence by sentence, forward and back, over the ends of its units', async () => {
  const { narrator } = book([[two], ['<p>Three.</p>']]);
  expect(await narrator.begin()).toEqual(sentence('One is here.'));
  expect(await narrator.next()).toEqual(sentence('Two is here.'));
  expect(await narrator.next()).toEqual(firstOfUnit('Three.'));
  expect(await narrator.previous()).toEqual(sentence('Two is here.'));
  expect(await narrator.previous()).toEqual(sentence('One is here.'));
});

test.each([
  [true, ['One fine day.', 'A whale', 'It is two.', 'One fine day.']],
  [false, ['One day.', 'It is two.', 'One day.', null]],
])('pictures are described as chosen: %s', async (describes, read) => {
  const map = mapOf(
    '<p>One <img src="b.png" alt="fine"> day.</p><img src="a.png" alt="A whale"><p><img src="i.png" alt="I">t is two.</p>',
  );
  const reading: Reading = { map, language: 'en', start: () => 0, show: () => {} };
  const narrator = new SentenceNarrator(
    { current: async () => reading, turn: async () => false },
    { skips: () => false, describes: () => describes },
  );
  const said = [await narrator.begin(), await narrator.next()];
  if (describes) said.push(await narrator.next(), (await narrator.previous()) && (await narrator.previous()));
  else said.push(await narrator.previous(), await narrator.previous());
  expect(said.map((each) => each?.text ?? null)).toEqual(read);
});

test('a phrase in another language is read in it', async () => {
  const { narrator } = book([['<p>In French, <i lang="fr">bonjour</i></p>']]);
  expect(await narrator.begin()).toEqual(sentence('In French,'));
  expect(await narrator.next()).toEqual({ text: 'bonjour', language: 'fr' });
});

test('at either end of the book there is nothing more', async () => {
  const { narrator } = book([[two]]);
  await narrator.begin();
  expect(await narrator.previous()).toBeNull();
  await narrator.next();
  expect(await narrator.next()).toBeNull();
});

test('the sentence that is read is shown, and none after the end', async () => {
  const { narrator, shown } = book([[two], ['<p>Three.</p>']]);
  await narrator.begin();
  await narrator.next();
  await narrator.next();
  narrator.end();
  // The highlight is removed when leaving a unit.
  expect(shown).toEqual(['One is here.', 'Two is here.', null, 'Three.', null]);
  narrator.end();
  expect(shown).toHaveLength(5);
});

test.each([
  ['at its first letter', 13, 'Two is here.'],
  ['in its first half', 18, 'Two is here.'],
  ['exactly in its middle', 19, 'Two is here.'],
  ['in its second half', 20, 'Three is here.'],
  ['after its end', 25, 'Three is here.'],
])(
  'a sentence that begins on the page before is read when most of it is here: shown %s',
  async (_, from, said) => {
    const { narrator } = book([['<p>One is here. Two is here. Three is here.</p>', from]]);
    expect(await narrator.begin()).toEqual(sentence(said));
  },
);

test('a page that ends before its last sentence does goes on with the next one', async () => {
  const { narrator } = book([[two, 24], ['<p>Three.</p>']]);
  expect(await narrator.begin()).toEqual(firstOfUnit('Three.'));
});

test('with nothing but what was read before on the page, the next unit follows', async () => {
  const { narrator } = book([[two, 25], ['<p>Three.</p>']]);
  expect(await narrator.begin()).toEqual(firstOfUnit('Three.'));
});

test('pages without words are passed over, in both directions', async () => {
  const { narrator, at } = book([[two], null, ['<p>* * *</p>'], ['<p>Three.</p>']], 1);
  expect(await narrator.begin()).toEqual(firstOfUnit('Three.'));
  expect(at()).toBe(3);
  expect(await narrator.previous()).toEqual(sentence('Two is here.'));
  expect(at()).toBe(0);
});

test('after thirty pages without words the reading ends', async () => {
  const empty = (count: number) => Array.from({ length: count }, () => null);
  expect(await book([null, ...empty(29), [two]]).narrator.begin()).toEqual(firstOfUnit('One is here.'));
  const tooMany = book([null, ...empty(30), [two]]);
  expect(await tooMany.narrator.begin()).toBeNull();
  expect(tooMany.at()).toBe(30);
});

/** A chapter with a media overlay: text, a footnote, two table cells, text. */
function spokenChapter(skips: boolean) {
  const map = mapOf('<p>One. Note. Cell. Cell two. Last.</p>');
  const at = (words: string, more: Partial<Recorded> = {}): Recorded => {
    const start = map.text.indexOf(words);
    return { span: { start, end: start + words.length }, ...more };
  };
  const recorded = [
    at('One.'),
    at('Note.', { skip: true }),
    at('Cell.', { leave: 4 }),
    at('Cell two.', { leave: 4 }),
    at('Last.'),
  ];
  const reading: Reading = { map, language: 'en', start: () => 0, show: () => {}, recorded };
  return new SentenceNarrator(
    { current: async () => reading, turn: async () => false },
    { skips: () => skips, describes: () => true },
  );
}

test('[E-10] what a spoken book marks as a note is left out when the reader wants it, forward and back', async () => {
  const narrator = spokenChapter(true);
  await narrator.begin();
  expect((await narrator.next())?.text).toBe('Cell.');
  expect((await narrator.previous())?.text).toBe('One.');
  const all = spokenChapter(false);
  await all.begin();
  expect((await all.next())?.text).toBe('Note.');
});

test('[E-10] a table can be left for what follows it', async () => {
  const narrator = spokenChapter(true);
  await narrator.begin();
  expect(await narrator.next()).toEqual({ ...sentence('Cell.'), canLeave: true });
  expect(await narrator.leave()).toEqual(sentence('Last.'));
});

test('[E-10] a sentence that was tapped is read from its beginning', async () => {
  const narrator = spokenChapter(false);
  await narrator.begin();
  expect((await narrator.at({ target: 0, offset: 27 }))?.text).toBe('Last.');
  expect(await narrator.at({ target: 0, offset: 400 })).toBeNull();
});
