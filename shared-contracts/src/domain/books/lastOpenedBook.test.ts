import type { Book } from '../../api/books.ts';
import { lastOpenedBook } from './lastOpenedBook.ts';

const book = (id: string, last_opened: string | null, completed = false) =>
  ({ id, last_opened, completed }) as Book;

it('is the last one that was opened and not finished', () => {
  const books = [
    book('never', null),
    book('earlier', '2026-03-01T10:00:00.000Z'),
    book('later', '2026-03-02T10:00:00.000Z'),
    book('finished', '2026-03-03T10:00:00.000Z', true),
  ];
  expect(lastOpenedBook(books)?.id).toBe('later');
  expect(lastOpenedBook(books.slice(0, 1))).toBeUndefined();
});
