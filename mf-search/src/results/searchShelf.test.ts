/** @jest-environment node */
import { book, collection, note } from '../testing/shelfFixtures.ts';
import { buildIndex } from './searchIndex.ts';
import { type ShelfSearch, searchShelf } from './searchShelf.ts';
import { runInSlices, runToEnd } from './useShelfSearch.ts';

const words =
  'whale whaler sea ship harbour snow moor lamp reader page hand voice house letter stone light'.split(' ');
const saying = (n: number) => `${words[n % 7]} ${words[(n * 3) % 16]} ${words[(n * 5 + 1) % 16]} ${n}`;
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const shelf = runToEnd(
  buildIndex({
    books: numbers(60).map((n) => book(`b${n}`, saying(n), 'Anon')),
    notes: numbers(900).map((n) => note(`n${n}`, saying(n * 11), n % 3 === 0 ? saying(n) : '')),
    highlights: [],
    collections: numbers(30).map((n) => collection(`c${n}`, saying(n * 7))),
  }),
);
const kinds = { books: true, notes: true, collections: true };
const keys = (typed: string, before: ShelfSearch | null = null) => {
  const search = runToEnd(searchShelf(shelf, typed, kinds, before));
  return { search, keys: search.results.map(({ key }) => key), corrected: search.corrected };
};

describe('a search that refines the last one', () => {
  it.each([
    ['wh', 'wha', 'whal', 'whale', 'whaler', 'whaler s', 'whaler sea'],
    ['se', 'sea', 'sea s', 'sea sh', 'sea ship', 'sea shi', 'sea'],
    ['la', 'lamp', 'lam', 'snow', 'snoww', 'snowwy', 'snow lamp'],
    ['"sea', '"sea"', '"sea" whale', 'whale', 'author:anon whale', 'whale'],
  ])('[GS-03] finds the same results in the same order as a search from scratch: %s %s %s …', (...typed) => {
    let before: ShelfSearch | null = null;
    for (const text of typed) {
      const onwards: ReturnType<typeof keys> = keys(text, before);
      const anew = keys(text);
      expect([text, onwards.keys, onwards.corrected]).toEqual([text, anew.keys, anew.corrected]);
      before = onwards.search;
    }
  });

  it('reuses the last matches only for the same shelf and chips', () => {
    const before = keys('wh').search;
    const onlyBooks = { books: true, notes: false, collections: false };
    const found = runToEnd(searchShelf(shelf, 'whale', onlyBooks, before)).results;
    expect(found.every(({ group }) => group === 'books')).toBe(true);
    const back = runToEnd(
      searchShelf(shelf, 'whale', kinds, runToEnd(searchShelf(shelf, 'whal', onlyBooks))),
    );
    expect(back.results.some(({ group }) => group === 'notes')).toBe(true);
  });
});

describe('runInSlices', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** Three steps, each longer than a slice. */
  function* long() {
    for (let step = 0; step < 3; step += 1) {
      jest.setSystemTime(Date.now() + 20);
      jest.advanceTimersByTime(20);
      yield;
    }
    return 'done';
  }

  it('yields to the main thread between slices, and can be canceled', () => {
    const told = jest.fn();
    const stop = runInSlices(long(), told);
    expect(told).not.toHaveBeenCalled();
    stop();
    jest.runAllTimers();
    expect(told).not.toHaveBeenCalled();
  });

  it('finishes little work synchronously', () => {
    const told = jest.fn();
    runInSlices(buildIndex({ books: [], notes: [], highlights: [], collections: [] }), told);
    expect(told).toHaveBeenCalledTimes(1);
  });
});

describe('[Q-07] results on the shelf', () => {
  const books = [
    { ...book('b1', 'Moby-Dick', 'Herman Melville'), isbn13: '978-0-14-243724-7', isbn: '978-0-14-243724-7' },
    book('b2', '吾輩は猫である', '夏目漱石'),
    ...numbers(260).map((n) => book(`x${n}`, `Volume ${n}`, 'Anon')),
    book('b3', 'The Last of All', 'Zadie'),
    book('b4', 'وبالكتاب نبدأ', 'مفيد'),
    book('b5', 'מפליגים בישראל', 'עידן'),
  ];
  const whole = runToEnd(
    buildIndex({ books, notes: [note('n1', 'she inhaled the sea')], highlights: [], collections: [] }),
  );
  it.each([
    ['hale', []],
    ['inhal', ['note-n1']],
    ['猫', ['book-b2']],
    ['a b', []],
    ['978 0142437247', ['book-b1']],
    ['ISBN 9780142437247', ['book-b1']],
    ['the last of all', ['book-b3']],
    ['كتاب', ['book-b4']],
    ['تاب', []],
    ['ישראל', ['book-b5']],
    ['שראל', []],
    ['who is Zadie', ['book-b3']],
  ])('%s: words at their beginnings, telling words, all books', (typed, found) => {
    expect(runToEnd(searchShelf(whole, typed, kinds)).results.map(({ key }) => key)).toEqual(found);
  });
});
