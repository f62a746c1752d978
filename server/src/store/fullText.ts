import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';
import { queryWords } from './textTokens.ts';

export interface FullTextHit {
  passageId: number;
  bookId: string;
  target: number;
  fraction: number;
  seq: number;
  chapter: string | null;
  text: string;
  /** The text with matches between U+E000 and U+E001. */
  marked: string;
  /** Higher is better. */
  score: number;
}

/** A word, or several in a phrase. */
export interface SearchTerm {
  words: readonly string[];
  /** Whether the last word is a prefix: 'wha' finds 'whale'. */
  open: boolean;
}

export interface FullTextQuery {
  userId: string;
  /** User input; the last word may be incomplete. Any input is valid. */
  text?: string;
  /** Instead of `text`. */
  terms?: readonly SearchTerm[];
  bookId?: string;
  /** Restricts to these books; an empty list finds nothing. */
  bookIds?: readonly string[] | undefined;
  /** Excludes this book. */
  notBookId?: string | undefined;
  limit: number;
  /** 'all' (default) requires every term; 'any' ranks by the number of matches. */
  mode?: 'all' | 'any';
  /** 'text': the first passages in the order of the text. By default the best ones. */
  order?: 'score' | 'text';
}

/** Full-text search in passages, implemented per engine (FTS5, tsvector). */
export interface FullText {
  /** Any input is a valid query: operators and quotes are treated as text, never as syntax. */
  search(db: Kysely<Tables>, query: FullTextQuery): Promise<FullTextHit[]>;
  /** Number of the user's passages with a term, up to `most` (20,000). @param bookIds only in these books */
  count(
    db: Kysely<Tables>,
    userId: string,
    term: SearchTerm,
    limits?: { most?: number; bookIds?: readonly string[] | undefined },
  ): Promise<number>;
  /** Indexed words similar to a mistyped one: same first letter, similar length. Not ranked. */
  wordsLike(db: Kysely<Tables>, userId: string, word: string): Promise<string[]>;
}

/** Terms of a query; more are ignored. */
const maxTerms = 64;

/** Splits user input into terms: one per word, the last one as a prefix. */
export function typedTerms(text: string): SearchTerm[] {
  const words = queryWords(text);
  return words.map((word, index) => ({ words: [word], open: index === words.length - 1 }));
}

/** The terms of a query, without empty ones. */
export function termsOfQuery({ text, terms }: Pick<FullTextQuery, 'text' | 'terms'>): SearchTerm[] {
  if (!terms) return typedTerms(text ?? '');
  return terms
    .map(({ words, open }) => ({ words: words.flatMap(queryWordsInOrder), open }))
    .filter(({ words }) => words.length > 0)
    .slice(0, maxTerms);
}

/** The books of a query; null for all. */
export function booksOfQuery({
  bookId,
  bookIds,
}: Pick<FullTextQuery, 'bookId' | 'bookIds'>): string[] | null {
  if (bookId !== undefined) return [bookId];
  return bookIds ? [...bookIds] : null;
}

/** Like queryWords, but keeps duplicates, which matter in a phrase. */
function queryWordsInOrder(word: string): string[] {
  return word.split(/\s+/).flatMap((part) => queryWords(part));
}
