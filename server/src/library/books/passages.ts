import type { Passage } from '@lectern/shared-contracts/api/books.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { TextRange } from '@lectern/shared-contracts/domain/search/foldText.ts';
import type { Db } from '../../store/db.ts';
import { bestMatch, excerpt, lastWord, unmarked } from '../../store/excerpt.ts';
import type { FullTextHit } from '../../store/fullText.ts';
import { listRows } from '../../store/rows.ts';
import { queryWords } from '../../store/textTokens.ts';

/** Passages of a book in order, as hits without a match: from a number, and before another. */
export async function passagesOf(db: Db, bookId: string, from = 0, to = Infinity): Promise<FullTextHit[]> {
  const rows = await db
    .selectFrom('passages')
    .select(['id as passageId', 'book_id as bookId', 'target', 'fraction', 'seq', 'chapter', 'text'])
    .where('book_id', '=', bookId)
    .where('seq', '>=', from)
    .$if(Number.isFinite(to), (some) => some.where('seq', '<', to))
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({ ...row, marked: row.text, score: 0 }));
}

/** The number of passages of a book. */
export async function passageCount(db: Db, bookId: string): Promise<number> {
  const { last } = await db
    .selectFrom('passages')
    .select((eb) => eb.fn.max('seq').as('last'))
    .where('book_id', '=', bookId)
    .executeTakeFirstOrThrow();
  return last === null ? 0 : Number(last) + 1;
}

/** Characters of a passage that a list of results shows. */
const shownCharacters = 240;
/** Characters of the quotation by which the reader page finds the place. */
const quotedCharacters = 60;

/**
 * Hits with the book's title, the text around the match, and the place to open. Hits of books that were deleted in the
 * meantime are left out.
 * @param characters of text, at most
 * @param query whose words are shown where they stand closest; without one the first match is shown
 */
export async function asPassages(
  db: Db,
  hits: readonly FullTextHit[],
  { characters = shownCharacters, query = '' }: { characters?: number; query?: string } = {},
): Promise<Passage[]> {
  if (hits.length === 0) return [];
  const ids = [...new Set(hits.map(({ bookId }) => bookId))];
  const books = await listRows(db, 'books', { id: ids }, ['id', 'title', 'author', 'format']);
  const spine = await listRows(
    db,
    'spine_items',
    { book_id: ids, idx: [...new Set(hits.map(({ target }) => target))] },
    ['book_id', 'idx', 'characters', 'first_position', 'positions'],
  );
  const bookOf = new Map(books.map((book) => [book.id, book]));
  const itemOf = new Map(spine.map((item) => [`${item.book_id}/${item.idx}`, item]));
  const words = queryWords(query);
  return hits.flatMap((hit) => {
    const book = bookOf.get(hit.bookId);
    if (!book) return [];
    const match = bestMatch(hit.marked, words);
    return {
      book_id: book.id,
      book_title: book.title,
      author: book.author,
      chapter: hit.chapter,
      text: excerpt(hit.marked, characters, match),
      position:
        book.format === 'pdf'
          ? { page: hit.target, quote: quoteOf(hit, match) }
          : epubPlace(hit, match, itemOf.get(`${book.id}/${hit.target}`)),
      score: hit.score,
    };
  });
}

function epubPlace(
  hit: FullTextHit,
  match: TextRange,
  item?: { characters: number; first_position: number; positions: number },
): Locator {
  const place = { spine_index: hit.target, fraction: hit.fraction, quote: quoteOf(hit, match) };
  if (!item) return place;
  const ahead = item.characters > 0 ? match.start / item.characters : 0;
  const fraction = Math.min(1, Math.max(0, hit.fraction + ahead));
  const page = item.first_position + Math.min(item.positions - 1, Math.floor(fraction * item.positions));
  return { ...place, fraction, page: Math.max(0, page) };
}

/** The match with the text around it, by which it is found in any layout. */
function quoteOf(hit: FullTextHit, { start, end }: TextRange): NonNullable<Locator['quote']> {
  const text = unmarked(hit.marked);
  const to = Math.max(end, lastWord(text, Math.min(text.length, start + quotedCharacters)));
  return {
    exact: text.slice(start, to).toWellFormed(),
    prefix: text.slice(Math.max(0, start - 40), start).toWellFormed(),
    suffix: text.slice(to, to + 40).toWellFormed(),
  };
}
