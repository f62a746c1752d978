/** @jest-environment node */
import type { BookStatus } from '@lectern/shared-contracts/api/books.ts';
import { textTest } from '@lectern/shared-contracts/domain/books/smartRule.ts';
import { sampleBook, sampleBooks, sampleId } from '../testing/sampleBooks.ts';
import { countByFilter, newestBooks, selectBooks } from './selectBooks.ts';
import { seriesAddress, stackSeries } from './seriesStacks.ts';
import { sortBooks, sortLetter } from './sortBooks.ts';

describe('which books are shown', () => {
  const shelf = [
    sampleBook(1, { is_reading: true }),
    sampleBook(2, { completed: true }),
    sampleBook(3, { is_reading: true, completed: true }),
    sampleBook(4),
  ];

  test('[LB-04] each filter has its count', () => {
    expect(countByFilter(shelf)).toEqual({ all: 4, reading: 1, completed: 2, unread: 1 });
  });

  test('[LB-04] and shows what it counts', () => {
    const ids = (filter: 'all' | 'reading' | 'completed' | 'unread') =>
      selectBooks(shelf, filter, '').map(({ title }) => title);
    expect(ids('reading')).toEqual(['Book 1']);
    expect(ids('completed')).toEqual(['Book 2', 'Book 3']);
    expect(ids('unread')).toEqual(['Book 4']);
  });

  test('words are found without case and accents, in title, author, series and genre', () => {
    const book = sampleBook(1, { title: 'Les Misérables', author: 'Victor Hugo', genre: 'Fiction' });
    expect(textTest('miserables HUGO')(book)).toBe(true);
    expect(textTest('fic')(book)).toBe(true);
    expect(textTest('hugo dumas')(book)).toBe(false);
  });

  test('[LB-03] the six newest by creation date', () => {
    const shuffled = sampleBooks(9).sort(() => 0.5 - Math.random());
    expect(newestBooks(shuffled).map(({ title }) => title)).toEqual([
      'Book 9',
      'Book 8',
      'Book 7',
      'Book 6',
      'Book 5',
      'Book 4',
    ]);
  });
});

describe('in which order', () => {
  const shelf = [
    sampleBook(1, {
      title: 'The Waste Land',
      author: 'Eliot',
      progress: 10,
      status: 'unread',
      last_opened: null,
    }),
    sampleBook(2, {
      title: 'Emma',
      author: 'Austen',
      progress: 90,
      status: 'reading',
      last_opened: '2026-01-02T00:00:00Z',
    }),
    sampleBook(3, {
      title: 'Ulysses',
      author: 'Joyce',
      progress: 50,
      status: 'paused',
      last_opened: '2026-01-03T00:00:00Z',
    }),
  ];
  test.each([
    ['status', 'Emma Ulysses The Waste Land'],
    ['title', 'Emma Ulysses The Waste Land'],
    ['author', 'Emma The Waste Land Ulysses'],
    ['added', 'Ulysses Emma The Waste Land'],
    ['opened', 'Ulysses Emma The Waste Land'],
    ['progress', 'Emma Ulysses The Waste Land'],
  ] as const)('by %s', (order, expected) => {
    expect(
      sortBooks(shelf, order)
        .map(({ title }) => title)
        .join(' '),
    ).toBe(expected);
  });

  test('[LB-11] reading, paused, unread, completed; ties by higher progress, then title', () => {
    const rows: [string, BookStatus, number][] = [
      ['h', 'completed', 100],
      ['g', 'completed', 100],
      ['f', 'unread', 0],
      ['e', 'unread', 0],
      ['d', 'paused', 10],
      ['c', 'paused', 90],
      ['b', 'reading', 20],
      ['a', 'reading', 80],
    ];
    const books = rows.map(([title, status, progress], at) => sampleBook(at, { title, status, progress }));
    expect(sortBooks(books, 'status').map(({ title }) => title)).toEqual([...'abcdefgh']);
  });

  test('[LB-11] a running session puts its book among those being read', () => {
    const session = { isPaused: false, book: { id: shelf[0]?.id ?? '' } };
    expect(sortBooks(shelf, 'status', session).map(({ title }) => title)).toEqual([
      'Emma',
      'The Waste Land',
      'Ulysses',
    ]);
  });
});

describe('[B-05] in alphabetical order', () => {
  const byTitle = (...titles: [title: string, language: string | null][]) =>
    sortBooks(
      titles.map(([title, language], at) => sampleBook(at + 1, { title, language })),
      'title',
    ).map(({ title }) => title);

  test.each([
    ['de', 'Der Zauberberg', 'Zaun'],
    ['de-AT', 'Die Wand', 'Wanze'],
    ['fr', 'L’Étranger', 'Fable'],
    ['fr', "L'Étranger", 'Fable'],
    ['fr', 'La Peste', 'Quai'],
    ['es', 'El Aleph', 'Ansias'],
    ['es', '¿Quién anda?', 'Rayuela'],
    ['pt-BR', 'O Cortiço', 'Dom Casmurro'],
    ['it', 'Il nome della rosa', 'Ossi'],
    ['it', "Un'estate", 'Fede'],
    ['nl', "'t Hart", 'Ik'],
    ['sv', 'Ett drömspel', 'Egil'],
    ['ar', 'الأيام', 'بيت'],
    ['en', '“The Raven”', 'Sea'],
    ['en', '«A» is for Alibi', 'Beach'],
    ['en', 'Die Hard', 'Eat'],
  ])('of titles in %s: %s before %s', (language, first, second) => {
    expect(byTitle([second, language], [first, language])).toEqual([first, second]);
  });

  test('the article of another language is a word, and of an unknown one that of the app counts', () => {
    expect(byTitle(['El Dorado', 'en'], ['Daisy', 'en'], ['Farm', 'en'])).toEqual([
      'Daisy',
      'El Dorado',
      'Farm',
    ]);
    expect(byTitle(['The Waste Land', null], ['Walden', null])).toEqual(['Walden', 'The Waste Land']);
    expect(byTitle(['The', 'en'], ['!!!', 'en'], ['Sea', 'en'])).toEqual(['!!!', 'Sea', 'The']);
  });

  test('a title is sorted as its file says', () => {
    const book = sampleBook(1, { title: '図書館', title_sort: 'としょかん' });
    expect(sortLetter(book, 'title')).toBe('と');
  });

  test.each([
    ['Ludwig van Beethoven', undefined, 'B'],
    ['Ursula K. Le Guin', undefined, 'L'],
    ['Austen, Jane', undefined, 'A'],
    ['Martin Luther King Jr.', undefined, 'K'],
    ['Ann Zola, Bob Baker', undefined, 'Z'],
    ['Homer', undefined, 'H'],
    ['Gabriel García Márquez', 'García Márquez, Gabriel', 'G'],
  ])('%s is sorted by last name', (author, author_sort, letter) => {
    const book = sampleBook(1, { author, ...(author_sort ? { author_sort } : {}) });
    expect(sortLetter(book, 'author')).toBe(letter);
  });

  test('series of one name by two authors are two stacks, each with its own address', () => {
    const of = (id: number, author: string, series_index: number) =>
      sampleBook(id, { author, series: 'Chronicles', series_index });
    const books = [of(1, 'Ann Able', 2), of(2, 'Bea South', 1), of(3, 'Able, Ann', 1), of(4, 'Bea South', 2)];
    const { stacks } = stackSeries(books);
    expect([...stacks.values()].map((stack) => stack.books.map(({ id }) => id))).toEqual(
      [
        [3, 1],
        [2, 4],
      ].map((ids) => ids.map(sampleId)),
    );
    expect([...stacks.values()].map(seriesAddress)).toEqual([
      '/library?series=Chronicles&author=Ann%20Able',
      '/library?series=Chronicles&author=Bea%20South',
    ]);
    const [alone] = stackSeries(
      books.slice(1).filter(({ author }) => author === 'Bea South'),
    ).stacks.values();
    expect(alone && seriesAddress(alone)).toBe('/library?series=Chronicles');
  });
});
