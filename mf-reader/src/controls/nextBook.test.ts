/** @jest-environment node */

import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import { nextBook } from './Finished.tsx';

const book = (
  id: string,
  series: string | null = null,
  series_index: number | null = null,
  completed = false,
) => ({ id, series, series_index, completed }) as Book;
const collection = (name: string, ...bookIds: string[]) =>
  ({ name, bookIds, rule: null }) as unknown as Collection;

const first = book('first', 'Barsetshire', 1, true);
const second = book('second', 'Barsetshire', 2, true);
const third = book('third', 'Barsetshire', 3);
const alone = book('alone');

describe('the next book', () => {
  const idOf = (of: Book, books: Book[], collections: Collection[] = []) => {
    const next = nextBook(of, books, collections, 0);
    return next && [next.book.id, next.within];
  };

  test('[U-05] is the next of the series that is not finished', () => {
    expect(idOf(first, [third, second, first])).toEqual(['third', 'Barsetshire']);
    expect(idOf(third, [first, second, third])).toBeNull();
  });

  test('[U-05] is else the next of a collection', () => {
    const collections = [collection('Other', 'first'), collection('Winter', 'alone', 'second', 'third')];
    expect(idOf(alone, [first, second, third, alone], collections)).toEqual(['third', 'Winter']);
    expect(idOf(alone, [first, second, third, alone])).toBeNull();
  });
});
