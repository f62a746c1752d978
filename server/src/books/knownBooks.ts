import type { ImportedBook } from '@lectern/shared-contracts/api/books.ts';
import type { Db } from '../store/db.ts';
import { matchKey } from './matchKey.ts';

/** The fields of an imported row that identify a book. */
type ListedBook = Pick<ImportedBook, 'title' | 'author' | 'isbn13' | 'isbn10'>;

interface KnownBook {
  id: string;
  title: string;
  author: string;
  isbn13: string | null;
  isbn10: string | null;
}

/** Matches imported rows to existing books: by ISBN when both have one, else by title and author. */
export class KnownBooks {
  readonly #byKey = new Map<string, string>();
  readonly #byIsbn = new Map<string, string>();

  constructor(books: Iterable<KnownBook>) {
    for (const book of books) this.add(book);
  }

  add({ id, title, author, isbn13, isbn10 }: KnownBook): void {
    this.#byKey.set(matchKey(title, author), id);
    for (const isbn of [isbn13, isbn10]) if (isbn) this.#byIsbn.set(isbn, id);
  }

  /** The id of the matching book. */
  find({ title, author, isbn13, isbn10 }: ListedBook): string | undefined {
    return (
      (isbn13 ? this.#byIsbn.get(isbn13) : undefined) ??
      (isbn10 ? this.#byIsbn.get(isbn10) : undefined) ??
      this.#byKey.get(matchKey(title, author))
    );
  }
}

/**
 * The user's books that may match the rows. Call addBookKeys() first.
 * @param withoutFile only books without a file
 */
export async function knownBooksOf(
  db: Db,
  userId: string,
  listed: readonly ListedBook[],
  { withoutFile = false } = {},
): Promise<KnownBooks> {
  const keys = listed.map(({ title, author }) => matchKey(title, author));
  const isbns = (name: 'isbn13' | 'isbn10') => listed.flatMap((book) => book[name] ?? []);
  const wanted = [
    ['match_key', keys],
    ['isbn13', isbns('isbn13')],
    ['isbn10', isbns('isbn10')],
  ] as const;
  const books = db
    .selectFrom('books')
    .select(['id', 'title', 'author', 'isbn13', 'isbn10'])
    .where('user_id', '=', userId)
    .$if(withoutFile, (query) => query.where('format', '=', 'none'));
  const matches: KnownBook[] = await books.where('match_key', 'is', null).execute();
  for (const [column, values] of wanted)
    if (values.length > 0) matches.push(...(await books.where(column, 'in', values).execute()));
  return new KnownBooks(matches);
}
