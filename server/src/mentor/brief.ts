import type { Citation, MentorTask, SentToModel } from '@lectern/shared-contracts/api/search.ts';
import type { Reader } from '../gamification/reader.ts';
import type { Services } from '../services.ts';
import type { Db } from '../store/db.ts';
import type { Paragraphs } from './say.ts';

/** A question, as it came. */
export interface Asked {
  userId: string;
  text: string;
  /** Only this book is looked into. */
  bookId: string | null;
  task: MentorTask | null;
  /** What stands after the reader's place may be told, too. */
  spoilers: boolean;
  /** What was said before in this conversation, oldest first. */
  before: SentToModel;
}

/** What every task is given. */
export interface TaskContext {
  db: Db;
  services: Pick<Services, 'fullText'>;
  reader: Reader;
  asked: Asked;
}

/**
 * What was found, ready to be told. `said` is the whole answer as it is given without a model: every claim in it
 * carries the number of its citation in brackets, a paragraph that begins with '> ' is a quotation, and one that begins
 * with '|| ' is shown only when the reader wants it.
 */
export interface Brief {
  /** Numbered from 1. Those marked `ahead` stand after the reader's place and never go to a model. */
  citations: readonly Citation[];
  said: Paragraphs;
  /** What a model is to do with the citations; null when `said` says all there is (plans, figures, nothing found). */
  instruction: string | null;
}

/** A citation before it has its number. */
export type Found = Omit<Citation, 'number'>;

export function numbered(found: readonly Found[]): Citation[] {
  return found.map((item, index) => ({ ...item, number: index + 1 }));
}
