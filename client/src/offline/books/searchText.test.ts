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
    ['ishmael', ['Call me \uE000Ishmael\uE001.']],
    ['CAFE', ['The snow lay white upon the moor, at the \uE000café\uE001.']],
    ['white snow author:melville', ['It was the \uE000white\uE001ness of the whale, white as snow.']],
    ['"white as snow"', ['It was the whiteness of the whale, \uE000white as snow\uE001.']],
    ['snow in:eyre', ['The \uE000snow\uE001 lay white upon the moor, at the café.']],
    ['名前', ['吾輩は猫である。\uE000名前\uE001はまだ無い。']],
    ['الكتاب', ['قَرَأَ \uE000الكِتَابَ\uE001 في اللَّيلِ']],
    ['zeppelin', []],
    ['"', []],
  ])('%s', (typed, expected) => {
    expect(found(typed)).toEqual(expected);
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
