import type { Db } from '../../store/db.ts';
import type { BookRow } from '../../store/schema.ts';
import {
  type BookIdentity,
  type BookListing,
  compareBooks,
  identityOf,
  isbnOf,
  likelyKeys,
  likelyTitles,
} from './bookIdentity.ts';

/** A stored book, or one to be inserted, without the columns that the database sets. */
export type KnownBook = Omit<
  BookRow,
  'bytes' | 'file_id' | 'extra_bytes' | 'pack_digest' | 'last_read' | 'revision'
>;

interface Match {
  book: KnownBook;
  likeness: 'same' | 'perhaps';
}

/** Matches imported rows and files to existing books. */
export class KnownBooks {
  readonly #byTitle = new Map<string, { book: KnownBook; identity: BookIdentity }[]>();
  readonly #byIsbn = new Map<string, KnownBook>();

  constructor(books: Iterable<KnownBook>) {
    for (const book of books) this.add(book);
  }

  /** Adds a book, or one that was changed again. */
  add(book: KnownBook): void {
    const identity = identityOf(book);
    const namesakes = this.#byTitle.get(identity.mainTitle) ?? [];
    const known = namesakes.find((other) => other.book === book);
    if (known) known.identity = identity;
    else namesakes.push({ book, identity });
    this.#byTitle.set(identity.mainTitle, namesakes);
    if (identity.isbn && !this.#byIsbn.has(identity.isbn)) this.#byIsbn.set(identity.isbn, book);
  }

  /** The book that a listing describes, or the one that it may describe. */
  find(listing: BookListing): Match | undefined {
    const identity = identityOf(listing);
    const byIsbn = this.#byIsbn.get(identity.isbn ?? '');
    if (byIsbn) return { book: byIsbn, likeness: 'same' };
    const namesakes = likelyTitles(identity).flatMap((title) => this.#byTitle.get(title) ?? []);
    const like = (likeness: string) =>
      namesakes.filter((other) => compareBooks(identity, other.identity) === likeness);
    const same = like('same');
    const [first] = same.filter((other) => other.identity.isbn === identity.isbn).concat(same);
    // Several editions fit.
    const isClear =
      first?.identity.isbn === identity.isbn || new Set(same.map((other) => other.identity.isbn)).size === 1;
    const match = first ?? like('perhaps')[0];
    return match && { book: match.book, likeness: first && isClear ? 'same' : 'perhaps' };
  }
}

/** Books with the same titles or ISBNs that are compared at most. */
const maxCandidates = 10_000;

/**
 * The user's books that may match the listings. Call addBookKeys() first.
 * @param withoutFile only books without a file
 */
export async function knownBooksOf(
  db: Db,
  userId: string,
  listed: readonly BookListing[],
  { withoutFile = false } = {},
): Promise<KnownBooks> {
  const isbns = (name: 'isbn13' | 'isbn10') => listed.flatMap((book) => isbnOf(book)[name] ?? []);
  const wanted = [
    ['match_key', listed.flatMap(({ title }) => likelyKeys(title))],
    ['isbn13', isbns('isbn13')],
    ['isbn10', isbns('isbn10')],
  ] as const;
  const books = db
    .selectFrom('books')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(withoutFile, (query) => query.where('format', '=', 'none'))
    .limit(maxCandidates);
  const matches = new Map<string, KnownBook>();
  const collect = async (query: typeof books) => {
    for (const book of await query.execute()) matches.set(book.id, book);
  };
  await collect(books.where('match_key', 'is', null));
  for (const [column, values] of wanted)
    if (values.length > 0) await collect(books.where(column, 'in', [...new Set(values)]));
  const inOrder = [...matches.values()].sort((a, b) => compareKeys(orderOf(a), orderOf(b)));
  return new KnownBooks(inOrder);
}

/** The oldest first. */
const orderOf = ({ created_at, id }: KnownBook) => `${created_at} ${id}`;

const compareKeys = (a: string, b: string) => (a < b ? -1 : Number(a > b));
