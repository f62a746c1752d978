/** @jest-environment node */
import type { BookStatus } from '@lectern/shared-contracts/api/books.ts';
import { sampleBook, sampleBooks } from '../testing/sampleBooks.ts';
import { countByFilter, newestBooks, selectBooks, textTest } from './selectBooks.ts';
import { sortBooks } from './sortBooks.ts';

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
