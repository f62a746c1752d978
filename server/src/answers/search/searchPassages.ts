import { hasTag } from '@lectern/shared-contracts/domain/books/tags.ts';
import { isCommonWord } from '@lectern/shared-contracts/domain/search/commonWords.ts';
import { foldText } from '@lectern/shared-contracts/domain/search/foldText.ts';
import {
  hasFilter,
  type ParsedSearch,
  parseSearch,
} from '@lectern/shared-contracts/domain/search/searchOperators.ts';
import { isbnOf } from '@lectern/shared-contracts/domain/search/searchQuery.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import { type FullTextHit, type FullTextQuery, type SearchTerm, typedTerms } from '../../store/fullText.ts';
import { rowsInPages } from '../../store/rowsInPages.ts';
import type { BookRow } from '../../store/schema.ts';
import { foldedWords, foldWord } from '../../store/textTokens.ts';
import { nearestWord } from './findPassages.ts';

/**
 * Passages for what a reader typed, operators included. A word that is in none of the reader's books counts as
 * mistyped: the nearest word that is in them is searched for instead.
 */
export async function searchPassages(
  db: Db,
  { fullText }: Pick<Services, 'fullText'>,
  asked: { userId: string; typed: string; bookId?: string; limit: number },
): Promise<{ hits: FullTextHit[]; corrected: string | null; leftOut: string[] }> {
  const parsed = parseSearch(asked.typed);
  const bookIds = await booksInScope(db, asked, parsed);
  const scope: Omit<FullTextQuery, 'terms'> = {
    userId: asked.userId,
    limit: asked.limit,
    ...(bookIds ? { bookIds } : {}),
  };
  const terms = termsOf(parsed);
  const hits = await fullText.search(db, { ...scope, terms });
  if (hits.length > 0 || terms.length === 0) {
    const more = await searchWithoutStopWords(db, fullText, scope, { terms, found: hits });
    return { hits: [...hits, ...more], corrected: null, leftOut: [] };
  }
  // Parts of an ISBN mean nothing.
  if (isbnOf(parsed.text) !== null) return { hits, corrected: null, leftOut: [] };
  const respelled = await spellcheck(db, fullText, asked.userId, terms);
  const respelledHits = respelled === null ? [] : await fullText.search(db, { ...scope, terms: respelled });
  const found =
    respelledHits.length > 0
      ? { hits: respelledHits, leftOut: [] }
      : await searchWithFewerWords(db, fullText, scope, respelled ?? terms);
  const isCorrected = respelled !== null && found.hits.length > 0;
  return {
    ...found,
    corrected: isCorrected ? respelled.map(({ words }) => words.join(' ')).join(' ') : null,
  };
}

/** Where there is room, further passages that have all words but the stop words: of a question they tell nothing. */
async function searchWithoutStopWords(
  db: Db,
  fullText: Services['fullText'],
  scope: Omit<FullTextQuery, 'terms'>,
  { terms, found }: { terms: readonly SearchTerm[]; found: readonly FullTextHit[] },
): Promise<FullTextHit[]> {
  const telling = terms.filter(isTelling);
  if (found.length >= scope.limit || telling.length === terms.length || telling.length === 0) return [];
  const foundIds = new Set(found.map(({ passageId }) => passageId));
  const hits = await fullText.search(db, { ...scope, terms: telling });
  return hits.filter(({ passageId }) => !foundIds.has(passageId)).slice(0, scope.limit - found.length);
}

const isQuoted = ({ words }: SearchTerm) => words.length > 1;
const isTelling = (term: SearchTerm) => isQuoted(term) || !isCommonWord(foldWord(term.words[0] ?? ''));

/** Of a query with more telling words, no single one is left out. */
const mostLeftOut = 6;

/**
 * For a query that no passage matches as a whole: without stop words, then without one of the other words, then with
 * any of them. Phrases in quotes are always required.
 */
async function searchWithFewerWords(
  db: Db,
  fullText: Services['fullText'],
  scope: Omit<FullTextQuery, 'terms'>,
  terms: readonly SearchTerm[],
): Promise<{ hits: FullTextHit[]; leftOut: string[] }> {
  const telling = terms.filter(isTelling);
  const nameOf = ({ words }: SearchTerm) => words.join(' ');
  const attempts = [
    ...(telling.length < terms.length ? [telling] : []),
    ...(telling.length <= mostLeftOut
      ? telling.filter((term) => !isQuoted(term)).map((left) => telling.filter((term) => term !== left))
      : []),
  ];
  for (const attempt of attempts) {
    if (attempt.length === 0) continue;
    const hits = await fullText.search(db, { ...scope, terms: attempt });
    if (hits.length === 0) continue;
    return { hits, leftOut: telling.filter((term) => !attempt.includes(term)).map(nameOf) };
  }
  const any = telling.filter((term) => !isQuoted(term));
  if (any.length < 2 || any.length < telling.length) return { hits: [], leftOut: [] };
  const hits = await fullText.search(db, { ...scope, terms: any, mode: 'any' });
  const foundWords = new Set(hits.flatMap(({ text }) => foldedWords(text)));
  const isThere = ({ words: [word = ''] }: SearchTerm) =>
    [...foundWords].some((found) => found.startsWith(foldWord(word)));
  return { hits, leftOut: hits.length === 0 ? [] : any.filter((term) => !isThere(term)).map(nameOf) };
}

/** Text in quotes as a phrase, every other word by itself. The last word may be unfinished. */
function termsOf({ text, phrases }: ParsedSearch): SearchTerm[] {
  const quoted = phrases.map((phrase) => ({ words: phrase.split(/\s+/), open: false }));
  const rest = phrases.reduce((left, phrase) => left.replace(phrase.replace(/\s+/g, ' '), ' '), text);
  return [...quoted, ...typedTerms(rest)];
}

/** The books to search; null for all. */
async function booksInScope(
  db: Db,
  { userId, bookId }: { userId: string; bookId?: string },
  parsed: ParsedSearch,
): Promise<string[] | null> {
  if (bookId !== undefined) return [bookId];
  if (!hasFilter(parsed)) return null;
  const [within, author, tag] = [parsed.within, parsed.author, parsed.tag].map(
    (wanted) => wanted && foldText(wanted),
  );
  const has = (text: string | null, wanted: string | null | undefined) =>
    !wanted || foldText(text ?? '').includes(wanted);
  const tagged = parsed.tag === null ? null : await booksTagged(db, userId, parsed.tag);
  const bookIds: string[] = [];
  const columns = ['created_at', 'id', 'title', 'author', 'genre', 'tags'];
  for await (const rows of rowsInPages(db, 'books', ['created_at', 'id'], userId, columns))
    for (const { id, title, author: by, genre, tags } of rows as unknown as BookRow[])
      if (has(title, within) && has(by, author))
        if (
          tagged === null ||
          tagged.has(id) ||
          has(genre, tag) ||
          hasTag(JSON.parse(tags), parsed.tag ?? '')
        )
          bookIds.push(id);
  return bookIds;
}

/** Books with a note that has the tag. */
async function booksTagged(db: Db, userId: string, tag: string): Promise<Set<string>> {
  const notes = await db
    .selectFrom('notes')
    .select(['book_id', 'tags'])
    .where('user_id', '=', userId)
    .where('book_id', 'is not', null)
    .where('tags', '!=', '[]')
    .execute();
  const folded = foldText(tag);
  return new Set(
    notes.flatMap(({ book_id, tags }) =>
      book_id !== null && (JSON.parse(tags) as string[]).some((other) => foldText(other) === folded)
        ? book_id
        : [],
    ),
  );
}

/** The terms with unknown words replaced by the nearest known ones; null when no known word is near enough. */
async function spellcheck(
  db: Db,
  fullText: Services['fullText'],
  userId: string,
  terms: readonly SearchTerm[],
): Promise<SearchTerm[] | null> {
  let changed = false;
  const corrected: SearchTerm[] = [];
  for (const term of terms) {
    const [typed] = term.words;
    const isKept = typed === undefined || isQuoted(term) || !isTelling(term);
    if (isKept || (await fullText.count(db, userId, term, { most: 1 })) > 0) {
      corrected.push(term);
      continue;
    }
    const best = await nearestWord(db, fullText, { userId, typed });
    if (best === undefined) return null;
    changed = true;
    corrected.push({ words: [best], open: false });
  }
  return changed ? corrected : null;
}
