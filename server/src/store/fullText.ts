import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

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

/** A word that is looked for, or several that stand together in this order. */
export interface SearchTerm {
  words: readonly string[];
  /** The last word may go on: 'wha' finds 'whale'. */
  open: boolean;
}

export interface FullTextQuery {
  userId: string;
  /** What a reader typed; its last word may be unfinished. Any input is legal. */
  text?: string;
  /** In place of `text`. */
  terms?: readonly SearchTerm[];
  bookId?: string;
  /** Of several books; none of them finds nothing. */
  bookIds?: readonly string[];
  /** Not of this one. */
  notBookId?: string;
  limit: number;
  /** 'all' (by default) wants every term, 'any' ranks by how many there are. */
  mode?: 'all' | 'any';
}

/** Search in passages: the one thing with a body of its own per engine (FTS5, tsvector). */
export interface FullText {
  /** Any input is a legal query: quotes, operators and lone surrogates are taken as words, never as syntax. */
  search(db: Kysely<Tables>, query: FullTextQuery): Promise<FullTextHit[]>;
  /** In how many of the reader's passages a term is; not more than `most` (20,000) are counted. */
  count(db: Kysely<Tables>, userId: string, term: SearchTerm, most?: number): Promise<number>;
  /** Words of the index that a mistyped one may have meant: same first letter, about as long. Not ranked. */
  wordsLike(db: Kysely<Tables>, userId: string, word: string): Promise<string[]>;
}
