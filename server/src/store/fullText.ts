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

/** Search in passages: the one thing with a body of its own per engine (FTS5, tsvector). */
export interface FullText {
  /**
   * Any input is a legal query: quotes, operators and lone surrogates are taken as words, never as syntax.
   * @param mode 'all' wants every word, 'any' ranks by how many there are.
   */
  search(
    db: Kysely<Tables>,
    query: { userId: string; text: string; bookId?: string; limit: number; mode?: 'all' | 'any' },
  ): Promise<FullTextHit[]>;
}
