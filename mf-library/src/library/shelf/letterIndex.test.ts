/** @jest-environment node */
import { sortBooks } from '../../books/sortBooks.ts';
import { sampleBook } from '../../testing/sampleBooks.ts';
import { letterIndex } from './LetterIndex.tsx';

const books = ['Émile', 'The Waste Land', 'Emma', '1984', 'Walden'].map((title, index) =>
  sampleBook(index + 1, { title, author: `Author ${title}` }),
);

describe('[L-09] A to Z', () => {
  it('has the first book of each letter as titles are sorted: without article and accent, digits as one', () => {
    const sorted = sortBooks(books, 'title');
    const titleOf = (id: string) => sorted.find((book) => book.id === id)?.title;
    expect(letterIndex(sorted, 'title').map(({ letter, bookId }) => `${letter} ${titleOf(bookId)}`)).toEqual([
      '# 1984',
      'E Émile',
      'W Walden',
    ]);
  });

  it('is empty where the books are not in alphabetical order', () => {
    expect(letterIndex(books, 'added')).toEqual([]);
  });
});
