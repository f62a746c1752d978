import fc from 'fast-check';
import type { Book } from '../../api/books.ts';
import type { SmartRule } from '../../api/collections.ts';
import { normalizeBook } from './book.ts';
import { booksOfCollection, holdsBook, smartRuleTest } from './smartRule.ts';

const now = Date.parse('2026-05-20T12:00:00Z');
const book = (fields: Partial<Book>): Book =>
  normalizeBook({
    id: crypto.randomUUID(),
    title: 'Emma',
    created_at: '2026-01-01T00:00:00Z',
    ...fields,
  }) as Book;

describe('the rule of a smart collection', () => {
  const novel = book({
    author: 'Émile Zola',
    genre: 'Fiction',
    tags: ['Mines', 'Été'],
    language: 'fr',
    series: 'Les Rougon-Macquart',
    rating: 4,
    favorite: true,
    format: 'epub',
    created_at: '2026-05-10T00:00:00Z',
  });

  test.each<[SmartRule, boolean]>([
    [{}, false],
    [{ authors: [] }, false],
    [{ authors: ['emile zola'] }, true],
    [{ authors: ['Jane Austen', 'Émile Zola'] }, true],
    [{ authors: ['Jane Austen'] }, false],
    [{ genres: ['fiction'], languages: ['fr'] }, true],
    [{ genres: ['fiction'], languages: ['en'] }, false],
    [{ tags: ['coal', 'ete'] }, true],
    [{ tags: ['mine'] }, false],
    [{ statuses: ['unread', 'paused'] }, true],
    [{ statuses: ['completed'] }, false],
    [{ formats: ['epub'] }, true],
    [{ formats: ['pdf', 'none'] }, false],
    [{ favorite: true }, true],
    [{ rating: 4 }, true],
    [{ rating: 5 }, false],
    [{ addedWithin: 30 }, true],
    [{ addedWithin: 5 }, false],
    [{ text: 'rougon EMILE' }, true],
    [{ text: 'rougon austen' }, false],
    [{ text: 'rougon mines' }, true],
  ])('%j: %p', (rule, fits) => {
    expect(smartRuleTest(rule, now)(novel)).toBe(fits);
  });

  test('each condition more fits the same books or fewer', () => {
    const some = fc.record(
      {
        genres: fc.array(fc.constantFrom('Fiction', 'Poetry'), { minLength: 1 }),
        rating: fc.integer({ min: 1, max: 5 }),
        favorite: fc.constant(true as const),
        addedWithin: fc.integer({ min: 1, max: 400 }),
      },
      { requiredKeys: ['genres'] },
    );
    const shelf = fc.array(
      fc
        .record({
          genre: fc.constantFrom('Fiction', 'Poetry', null),
          rating: fc.constantFrom(null, 1, 3, 5),
          favorite: fc.boolean(),
        })
        .map(book),
    );
    fc.assert(
      fc.property(some, shelf, (rule, books) => {
        const wide = new Set(books.filter(smartRuleTest({ genres: rule.genres }, now)));
        expect(books.filter(smartRuleTest(rule, now)).every((one) => wide.has(one))).toBe(true);
      }),
    );
  });
});

test('a collection has the books of its rule, newest first, or those chosen by hand, in their order', () => {
  const [old, young] = [
    book({ created_at: '2026-01-01T00:00:00Z' }),
    book({ created_at: '2026-02-01T00:00:00Z' }),
  ];
  const gone = crypto.randomUUID();
  const books = [old, young];
  expect(booksOfCollection({ bookIds: [young.id, gone, old.id] }, books, now)).toEqual([young, old]);
  expect(booksOfCollection({ bookIds: [old.id], rule: { text: 'emma' } }, books, now)).toEqual([young, old]);
});

test('books that were added at once come in one order, however they are given', () => {
  const [a, b] = [book({ id: 'a' }), book({ id: 'b' })];
  const young = book({ id: 'z', created_at: '2026-02-01T00:00:00Z' });
  for (const books of [
    [a, b, young],
    [young, b, a],
  ])
    expect(booksOfCollection({ bookIds: [], rule: { text: 'emma' } }, books, now)).toEqual([young, a, b]);
});

test('words are looked for in each field by itself, and what was added to the very day counts', () => {
  const added = book({ author: 'Jane', created_at: '2026-05-10T12:00:00Z' });
  expect(smartRuleTest({ text: 'emmajane' }, now)(added)).toBe(false);
  expect(smartRuleTest({ addedWithin: 10 }, now)(added)).toBe(true);
  expect(smartRuleTest({ text: ' emma ' }, now)(added)).toBe(true);
});

test('a collection holds just the books that it shows', () => {
  const books = [book({ genre: 'Poetry' }), book({ genre: 'Fiction' }), book({ genre: null })];
  fc.assert(
    fc.property(
      fc.subarray(books.map(({ id }) => id)),
      fc.option(fc.record({ genres: fc.subarray(['Poetry', 'Fiction']) })),
      (bookIds, rule) => {
        const shown = new Set(booksOfCollection({ bookIds, rule }, books, now));
        for (const one of books) expect(holdsBook({ bookIds, rule }, one, now)).toBe(shown.has(one));
      },
    ),
  );
});
