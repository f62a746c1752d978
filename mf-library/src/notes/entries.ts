import type { Highlight } from '@lectern/shared-contracts/api/annotations.ts';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import { dayOf } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import type { Day } from '../books/formats.ts';

/** One entry: a note, or a highlight with or without a note. */
export interface Entry {
  id: string;
  kind: 'note' | 'highlight';
  bookId: string | null;
  bookTitle: string | null;
  author: string | null;
  /** BCP 47 tag of the book's language. */
  language: string | null;
  title: string;
  /** Quotation from the book. */
  quote: string | null;
  /** What the reader wrote, Markdown. */
  thought: string;
  color: string | null;
  tags: readonly string[];
  page: number | null;
  position: Locator | null;
  unread: boolean;
  createdAt: string;
  /** The local day of `createdAt`. */
  day: Day;
  source: Note | Highlight;
}

/** Notes and highlights of all books in one list, newest first. */
export function entriesOf(
  notes: readonly Note[],
  highlights: readonly Highlight[],
  books: readonly Book[],
): Entry[] {
  const byId = new Map(books.map((book) => [book.id, book]));
  const sourceOf = (bookId: string | null) => {
    const book = bookId === null ? undefined : byId.get(bookId);
    return {
      bookId,
      bookTitle: book?.title ?? null,
      author: book?.author || null,
      language: book?.language ?? null,
    };
  };
  return [
    ...notes.map(
      (note): Entry => ({
        ...sourceOf(note.book_id),
        id: note.id,
        kind: 'note',
        title: note.title,
        quote: note.position?.quote?.exact || null,
        thought: note.content,
        color: note.color,
        tags: note.tags,
        page: note.page ?? note.position?.page ?? null,
        position: note.position,
        unread: note.unread,
        createdAt: note.created_at,
        day: dayOf(new Date(note.created_at)),
        source: note,
      }),
    ),
    ...highlights.map(
      (highlight): Entry => ({
        ...sourceOf(highlight.book_id),
        id: highlight.id,
        kind: 'highlight',
        title: '',
        quote: highlight.text,
        thought: highlight.note ?? '',
        color: highlight.color,
        tags: [],
        page: highlight.page ?? highlight.position?.page ?? null,
        position: highlight.position,
        unread: false,
        createdAt: highlight.created_at,
        day: dayOf(new Date(highlight.created_at)),
        source: highlight,
      }),
    ),
  ].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** The note, when it keeps the other version of a conflict. */
export const otherVersionIn = ({ source }: Entry): Note | null =>
  'twin_of' in source && source.twin_of ? source : null;

/** A note of type review, or one with the tag, as the server counts reviews. */
export const isReviewNote = ({ type, tags }: Pick<Note, 'type' | 'tags'>): boolean =>
  type === 'review' || tags.some((tag) => tag.toLowerCase() === 'review');

export const isReview = ({ source }: Entry): boolean => 'type' in source && isReviewNote(source);
