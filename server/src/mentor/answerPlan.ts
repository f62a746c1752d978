import type {
  Citation,
  MentorNotice,
  MentorTask,
  SentToModel,
} from '@lectern/shared-contracts/api/search.ts';
import type { UserCalendar } from '../gamification/userCalendar.ts';
import type { Services } from '../services/services.ts';
import type { Db } from '../store/db.ts';
import type { Earlier } from './followUp.ts';
import type { Paragraphs } from './message.ts';

/** A question, as it came. */
export interface MentorQuestion {
  userId: string;
  text: string;
  /** Only this book is looked into. */
  bookId: string | null;
  task: MentorTask | null;
  /** What stands after the reader's place may be told, too. */
  spoilers: boolean;
  /** What was said before in this conversation, oldest first. */
  before: SentToModel;
  earlier: Earlier;
}

/** What every task is given. */
export interface TaskContext {
  db: Db;
  services: Pick<Services, 'fullText'>;
  calendar: UserCalendar;
  asked: MentorQuestion;
}

/**
 * What was found, ready to be told. `said` is the whole answer as it is given without a model: every claim in it
 * carries the number of its citation in brackets, a paragraph that begins with '> ' is a quotation, and one that begins
 * with '|| ' is shown only when the reader wants it.
 */
export interface AnswerPlan {
  /** Numbered from 1. Those marked `ahead` stand after the reader's place and never go to a model. */
  citations: readonly Citation[];
  said: Paragraphs;
  /**
   * What a model is given in place of the citations, where it can take more than is quoted; numbered in the same way.
   */
  forModel?: readonly Citation[];
  /** What a model is to do with the citations; null when `said` says all there is (plans, figures, nothing found). */
  instruction: string | null;
}

/** An answer as it is kept. */
export interface StoredAnswer {
  text: string;
  /** The same by codes, where it is the mentor's own and not a model's. */
  said: Paragraphs | null;
  citations: readonly Citation[];
  model: string | null;
  sent: SentToModel | null;
  notice: MentorNotice | null;
  withheld: number;
}

/** A citation before it has its number. */
export type Found = Omit<Citation, 'number'>;

export function numbered(found: readonly Found[]): Citation[] {
  return found.map((item, index) => ({ ...item, number: index + 1 }));
}
