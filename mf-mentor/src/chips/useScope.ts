import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { MentorMessage } from '@lectern/shared-contracts/api/search.ts';
import { useMemo, useState } from 'react';
import { booksNamed } from './namedBooks.ts';

const mostBooks = 20;

/**
 * The books of the next question: those that the line names, else the given one, else the only one that the last
 * answer cites; without those that the reader has taken off.
 */
export function useScope(
  line: string,
  shelf: readonly Book[],
  given: string | undefined,
  messages: readonly MentorMessage[],
) {
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const named = useMemo(() => booksNamed(line, shelf).slice(0, mostBooks), [line, shelf]);
  const answer = messages.findLast(({ role }) => role === 'mentor');
  const cited = new Set(answer?.citations.map(({ book_id }) => book_id));
  const ofAnswer = [...cited].filter((id) => cited.size === 1 && shelf.some((book) => book.id === id));
  const chosen = named.length > 0 ? named.map(({ id }) => id) : given === undefined ? ofAnswer : [given];
  return {
    /** The books that the line names. */
    named,
    /** The books that are searched: empty for all, undefined where the server decides by the text. */
    ids: chosen.length === 0 ? undefined : chosen.filter((id) => !dropped.has(id)),
    drop: (id: string) => setDropped(new Set([...dropped, id])),
    /** For the next question. */
    reset: () => setDropped(new Set()),
  };
}
