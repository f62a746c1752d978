import fc from 'fast-check';
import {
  foldedOnce,
  isRefinement,
  rank,
  ranking,
  relevance,
  resultCaps,
  type Searchable,
} from './relevance.ts';
import { type SearchQuery, searchQuery } from './searchQuery.ts';

function query(typed: string): SearchQuery {
  const made = searchQuery(typed);
  if (!made) throw new Error(`too little to search for: ${typed}`);
  return made;
}
const item = (title: string, text = ''): Searchable => ({ title, text });

describe('relevance', () => {
  it('[GS-03] an exact phrase is worth 100 in the title and 50 in the full text', () => {
    const wanted = query('white whale');
    const wordsOnly = relevance(item('', 'a whale, and it was white'), wanted);
    expect(relevance(item('', 'of the white whale'), wanted) - wordsOnly).toBe(50);
    const inTitle = relevance(item('The White Whale'), wanted);
    const wordsInTitle = relevance(item('Whale, white'), wanted);
    expect(inTitle - wordsInTitle).toBe(150); // The title is part of the full text.
  });

  it('[GS-03] each word adds something, less than a phrase does', () => {
    const wanted = query('whale harpoon');
    const one = relevance(item('', 'the whale'), wanted);
    const two = relevance(item('', 'the whale and the harpoon'), wanted);
    expect(one).toBeGreaterThan(0);
    expect(two).toBeGreaterThan(one);
    expect(two).toBeLessThan(50);
  });

  it('[GS-03] caps are 20 books, 20 notes and 10 collections', () => {
    expect(resultCaps).toEqual({ books: 20, notes: 20, collections: 10 });
    const many = Array.from({ length: 50 }, (_, n) => `Whale ${n}`);
    expect(rank(many, (title) => item(title), query('whale'), resultCaps.books)).toHaveLength(20);
  });

  it('puts the best first and leaves out what does not fit', () => {
    const shelf = ['Emma', 'Moby-Dick', 'On Moby-Dick and Emma', 'Middlemarch'];
    expect(rank(shelf, (title) => item(title), query('moby-dick'), 20).map((found) => found.item)).toEqual([
      'Moby-Dick',
      'On Moby-Dick and Emma',
    ]);
    expect(rank(shelf, (title) => item(title), query('zanzibar'), 20)).toEqual([]);
  });

  it('shows what fits equally by title, and by the same title as they came, and drops the worst', () => {
    const shelf = ['Whale c', 'The whale', 'Whale a', 'whale b', 'Whale a'].map((title, at) => ({
      title,
      at,
    }));
    const found = (cap: number) =>
      rank(shelf, ({ title }) => item(title), query('whale'), cap).map((one) => one.item.at);
    expect(found(20)).toEqual([1, 2, 4, 3, 0]);
    expect(found(3)).toEqual([1, 2, 4]);
    const inTexts = ['a whale', 'of a whale', 'the whale itself'];
    const [best] = rank(
      [...inTexts, 'Whale'],
      (one) => (one === 'Whale' ? item(one) : item('', one)),
      query('whale'),
      1,
    );
    expect(best?.item).toBe('Whale');
  });

  it('pauses after every hundred things, and says all that fits in the order it came', () => {
    const many = Array.from({ length: 250 }, (_, n) => ({ title: n % 2 ? 'Whale' : 'Emma' }));
    const work = ranking(many, (one) => foldedOnce(one, ({ title }) => item(title)), query('whale'), 10);
    let pauses = 0;
    let step = work.next();
    for (; !step.done; step = work.next()) pauses += 1;
    expect(pauses).toBe(2);
    expect(step.value.matches).toEqual(many.filter(({ title }) => title === 'Whale'));
  });

  it('takes a thing apart once, however often it is compared', () => {
    const book = { title: 'Moby-Dick' };
    let described = 0;
    const describe = ({ title }: { title: string }) => {
      described += 1;
      return item(title);
    };
    expect(foldedOnce(book, describe)).toBe(foldedOnce(book, describe));
    expect(described).toBe(1);
    foldedOnce({ ...book }, describe);
    expect(described).toBe(2);
  });

  it.each([
    ['wha', 'whale', true],
    ['whale', 'wha', false],
    // Any one of the words matches.
    ['white', 'white whale', false],
    ['white whale', 'white', true],
    ['white whale', 'whale white', true],
    ['whale', 'white', false],
  ])('after %j, %j fits nothing else: %p', (earlier, later, expected) => {
    expect(isRefinement(query(later), query(earlier))).toBe(expected);
  });

  it('does not mind accents, case or line breaks', () => {
    expect(relevance(item('Jane Eyre', 'by Charlotte\nBrontë'), query('CHARLOTTE BRONTE'))).toBeGreaterThan(
      50,
    );
  });

  it('a phrase in the title never ranks below the same phrase in the text alone', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{2,8}( [a-z]{2,8})?$/), fc.string(), (phrase, rest) => {
        const wanted = query(phrase);
        expect(relevance(item(phrase, rest), wanted)).toBeGreaterThan(
          relevance(item('', `${phrase} ${rest}`), wanted),
        );
      }),
    );
  });
});
