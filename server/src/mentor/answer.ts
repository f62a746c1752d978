import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import type { Question } from './question.ts';

/** What was found about a question in the reader's own books, notes and highlights; best first, numbered from 1. */
export interface Evidence {
  question: Question;
  citations: readonly Citation[];
  /** How many books were looked through. */
  booksSearched: number;
  /** Set when the question was about this book alone. */
  bookTitle: string | null;
}

/** Turns evidence into an answer. Every claim carries the number of its citation in brackets: [1]. */
export interface Answerer {
  mode: 'passages' | 'model';
  model: string | null;
  answer(evidence: Evidence): Promise<string>;
}
