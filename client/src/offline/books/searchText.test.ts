/** @jest-environment node */
import { prepared, type SearchedBook, searchText } from './searchText.ts';

const book = (id: string, title: string, author: string, ...texts: string[]): SearchedBook =>
  prepared({
    id,
    title,
    author,
    text: {
      format: 'epub',
      passages: texts.map((text, at) => ({ target: at, fraction: 0.25, chapter: `Chapter ${at + 1}`, text })),
    },
  });

const books = [
  book(
    'b1',
    'Moby-Dick',
    'Herman Melville',
    'Call me Ishmael.',
    'It was the whiteness of the whale, white as snow.',
  ),
  book('b2', 'Jane Eyre', 'Charlotte Brontë', 'The snow lay white upon the moor, at the café.'),
  book('b3', '吾輩は猫である', '夏目漱石', '吾輩は猫である。名前はまだ無い。'),
  book('b4', 'ألف ليلة', '', 'قَرَأَ الكِتَابَ في اللَّيلِ'),
];
const found = (typed: string) => searchText(books, typed, 10).map(({ text }) => text);

describe('full text of downloaded books', () => {
  it.each([
    ['大学', `${'字'.repeat(500)}大学${'字'.repeat(500)}`],
    ['大学', `${'字'.repeat(300)}大学${'字'.repeat(60)} Harvard University`],
  ])('[R-07] a hit in a long paragraph without spaces is shown: %s', (typed, text) => {
    const [hit] = searchText([book('b1', 'Long', 'One', text)], typed, 10);
    expect(hit?.text).toContain('\uE000大学\uE001');
    expect(hit?.text.length).toBeLessThan(250);
  });

  it('[R-07] a hit is the place where the words stand closest', () => {
    const text = `A lantern. ${'Nothing else. '.repeat(40)}A harbor, the harbor lantern of old.`;
    const [hit] = searchText([book('b1', 'Long', 'One', text)], 'lantern harbor', 10);
    expect(hit?.text).toContain('\uE000harbor\uE001 lantern of old.');
    expect(hit?.position?.quote?.prefix).toMatch(/A harbor, the $/);
  });

  it.each([
    ['ishmael', ['Call me \uE000Ishmael\uE001.']],
    ['CAFE', ['The snow lay white upon the moor, at the \uE000café\uE001.']],
    ['white snow author:melville', ['It was the whiteness of the whale, \uE000white\uE001 as snow.']],
    ['"white as snow"', ['It was the whiteness of the whale, \uE000white as snow\uE001.']],
    ['snow in:eyre', ['The \uE000snow\uE001 lay white upon the moor, at the café.']],
    ['名前', ['吾輩は猫である。\uE000名前\uE001はまだ無い。']],
    ['الكتاب', ['قَرَأَ \uE000الكِتَابَ\uE001 في اللَّيلِ']],
    ['zeppelin', []],
    ['"', []],
  ])('%s', (typed, expected) => {
    expect(found(typed)).toEqual(expected);
  });

  it('says which of the words each passage lacks, where none has all of them', () => {
    const lacks = (typed: string) => searchText(books, typed, 10).map((passage) => passage.lacks);
    expect(lacks('white snow')).toEqual([undefined, undefined]);
    expect(lacks('white zeppelin')).toEqual([['zeppelin'], ['zeppelin']]);
  });

  it('[R-07] opens where the words stand closest', () => {
    const [passage] = searchText(books, 'snow white author:melville', 10);
    expect(passage?.position?.quote).toMatchObject({
      exact: 'white as snow.',
      prefix: 'It was the whiteness of the whale, ',
    });
  });

  it('gives the place that opens the passage', () => {
    expect(searchText(books, 'whale', 1)[0]).toMatchObject({
      book_id: 'b1',
      chapter: 'Chapter 2',
      position: { spine_index: 1, fraction: 0.25, quote: { exact: expect.stringMatching(/^whale/) } },
    });
  });

  it('puts the phrase as a whole first, and no more than are wanted', () => {
    expect(searchText(books, 'white upon', 10)[0]?.book_id).toBe('b2');
    expect(searchText(books, 'white', 1)).toHaveLength(1);
  });
});

describe('the order of passages', () => {
  const among = [
    book('many', 'Many', 'A', 'red red red red red', 'red and blue, red again'),
    book('phrase', 'Phrase', 'B', 'a red blue thing', 'blue'),
    book('none', 'None', 'C', 'green', 'infrared'),
  ];
  const order = (typed: string, limit = 10) =>
    searchText(among, typed, limit).map(({ book_id, score, position }) => [
      book_id,
      position !== null && 'spine_index' in position ? position.spine_index : -1,
      score,
    ]);

  it.each([
    // A word counts three times at most, and the phrase as a whole ten times.
    [
      'red',
      [
        ['many', 0, 13],
        ['many', 1, 12],
        ['phrase', 0, 11],
      ],
    ],
    [
      'red blue',
      [
        ['phrase', 0, 12],
        ['many', 1, 3],
      ],
    ],
    [
      'blue red',
      [
        ['many', 1, 3],
        ['phrase', 0, 2],
      ],
    ],
    [
      'red green',
      [
        ['many', 0, 3],
        ['many', 1, 2],
        ['phrase', 0, 1],
        ['none', 0, 1],
      ],
    ],
    ['"red blue" thing', [['phrase', 0, 13]]],
    ['red author:b', [['phrase', 0, 11]]],
    ['red in:many author:b', []],
    ['red tag:x', []],
    ['"infrared"', [['none', 1, 11]]],
  ])('for %s', (typed, expected) => expect(order(typed)).toEqual(expected));
});

describe('a passage as it is shown', () => {
  const words = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${name}${at}`).join(' ');
  const only = (text: string, typed: string, format: 'epub' | 'pdf' = 'epub') => {
    const one = prepared({
      id: 'x',
      title: 'X',
      author: '',
      text: { format, passages: [{ target: 7, fraction: 0.5, chapter: null, text }] },
    });
    return searchText([one], typed, 1)[0];
  };

  it('is cut between words, around its first match', () => {
    const text = `${words('before', 30)} Match here ${words('after', 60)}`;
    const shown = only(text, 'match')?.text ?? '';
    expect(shown).toMatch(/^… before\d+ .*\uE000Match\uE001 here after0 .* …$/);
    expect(shown.length).toBe('… '.length + 240 + 2 + ' …'.length);
    const marked = shown.indexOf('\uE000');
    expect(marked).toBeGreaterThan(70);
    expect(marked).toBeLessThan(85);
  });

  it('is not cut when it is short', () => {
    expect(only('Match at the start', 'match')?.text).toBe('\uE000Match\uE001 at the start');
    expect(only('x'.repeat(235).concat(' match'), 'match')?.text).not.toMatch(/…$/);
    expect(only(`match${' x'.repeat(117)}y`, 'match')?.text).not.toMatch(/…/);
    expect(only(`match${' x'.repeat(117)}yz`, 'match')?.text).toMatch(/ …$/);
  });

  it('opens at its place: a page of a PDF, a part of a chapter', () => {
    const text = `${'a'.repeat(50)} match ${'b'.repeat(80)}`;
    const quote = { exact: text.slice(51, 111), prefix: text.slice(11, 51) };
    expect(only(text, 'match', 'pdf')).toMatchObject({
      position: { page: 7, quote },
      chapter: null,
      book_id: 'x',
      book_title: 'X',
    });
    expect(only(text, 'match')).toMatchObject({ position: { spine_index: 7, fraction: 0.5, quote } });
    expect(only('match', 'match')?.position?.quote).toEqual({ exact: 'match', prefix: '' });
    const long = 'word '.repeat(20).trim();
    expect(only(long, `"${long}"`)?.position?.quote?.exact).toBe(long);
  });
});
