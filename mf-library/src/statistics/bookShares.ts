import type { Book, BookStatus } from '@lectern/shared-contracts/api/books.ts';
import { type SessionFacts, shownStatus } from '@lectern/shared-contracts/domain/books/bookStatus.ts';

export interface Share {
  label: string;
  count: number;
}

export function booksByStatus(
  books: readonly Book[],
  session?: SessionFacts | null,
): Record<BookStatus, number> {
  const counts = { reading: 0, paused: 0, unread: 0, completed: 0 };
  for (const book of books) counts[shownStatus(book, session)] += 1;
  return counts;
}

/**
 * Counts books by a field, most frequent first. Beyond `most` values the rest is summed under `otherLabel`; books
 * without a value are under `noneLabel`.
 */
export function booksBy(
  books: readonly Book[],
  field: 'genre' | 'author',
  { most, noneLabel, otherLabel }: { most: number; noneLabel: string; otherLabel: string },
): Share[] {
  const counts = new Map<string, Share>();
  for (const book of books) {
    const label = book[field]?.trim() || noneLabel;
    const key = label.toLowerCase();
    const share = counts.get(key) ?? { label, count: 0 };
    share.count += 1;
    counts.set(key, share);
  }
  const shares = [...counts.values()].sort((a, b) => b.count - a.count || a.label.localeCompare(b.label));
  if (shares.length <= most) return shares;
  const rest = shares.slice(most - 1).reduce((sum, { count }) => sum + count, 0);
  return [...shares.slice(0, most - 1), { label: otherLabel, count: rest }];
}
