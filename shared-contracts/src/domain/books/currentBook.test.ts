import type { Book } from '../../api/books.ts';
import { currentBook } from './bookStatus.ts';

const book = (fields: Partial<Book>) =>
  ({
    id: 'b1',
    progress: 0,
    is_reading: false,
    completed: false,
    last_opened: null,
    created_at: '2025-01-01T00:00:00.000Z',
    ...fields,
  }) as Book;
const day = (date: number) => `2026-01-0${date}T00:00:00.000Z`;

describe('the current book', () => {
  it.each<[string, Book[], string | undefined]>([
    ['is none when no book was started', [book({})], undefined],
    ['is not a finished one', [book({ completed: true, progress: 100 })], undefined],
    [
      'is the most recently opened one',
      [
        book({ id: 'old', progress: 5, last_opened: day(1) }),
        book({ id: 'new', progress: 1, last_opened: day(3) }),
      ],
      'new',
    ],
    [
      'may be one marked as being read that was never opened',
      [book({ id: 'marked', is_reading: true })],
      'marked',
    ],
    [
      '[U-01] is the one of which a page was read last, not the one opened last',
      [
        book({ id: 'read', is_reading: true, last_read: day(2), last_opened: day(2) }),
        book({ id: 'opened', is_reading: true, last_read: day(1), last_opened: day(3) }),
      ],
      'read',
    ],
    [
      '[U-01] is not a book that the reader stopped reading',
      [
        book({ id: 'read', is_reading: true, status: 'paused', last_read: day(2), last_opened: day(2) }),
        book({ id: 'stopped', is_reading: true, status: 'paused', last_read: null, last_opened: day(3) }),
      ],
      'read',
    ],
  ])('%s', (_, books, id) => {
    expect(currentBook(books)?.id).toBe(id);
  });
});
