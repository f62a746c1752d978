import type { TaskContext } from '../brief.ts';
import { type Place, placesIn } from '../place.ts';
import { bookNamedIn, bookUnderWay, type ShelfBook, shelfOf } from '../shelf.ts';

type Chosen =
  | { book: ShelfBook; place: Place; none: '' }
  /** With the sentence why there is none. */
  | { book: null; place: null; none: string };

/** The book that a task is about: the one asked about or named, else the one that was opened last. */
export async function chosenBook({ db, asked }: TaskContext): Promise<Chosen> {
  const books = (await shelfOf(db, asked.userId)).filter(({ format }) => format !== 'none');
  const book = asked.bookId
    ? books.find(({ id }) => id === asked.bookId)
    : (bookNamedIn(asked.text, books) ?? bookUnderWay(books) ?? lastOpened(books));
  const [place] = book ? await placesIn(db, asked.userId, [book.id]) : [];
  if (book && place) return { book, place, none: '' };
  return {
    book: null,
    place: null,
    none:
      books.length === 0
        ? 'There is no book on your shelves yet, so I have nothing to look in. Upload one, and ask me again.'
        : 'Which book do you mean? Name it, or open one, and ask me again.',
  };
}

function lastOpened(books: readonly ShelfBook[]): ShelfBook | undefined {
  return books
    .filter(({ last_opened }) => last_opened !== null)
    .sort((a, b) => (b.last_opened ?? '').localeCompare(a.last_opened ?? ''))[0];
}
