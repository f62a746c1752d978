import type {
  Citation,
  MentorNotice,
  MentorTask,
  SentToModel,
} from '@lectern/shared-contracts/api/search.ts';
import type { UserCalendar } from '../gamification/userCalendar.ts';
import type { Services } from '../services/services.ts';
import type { Db } from '../store/db.ts';
import type { Paragraphs } from './message.ts';
import type { Earlier } from './question/followUp.ts';

/** A question as it was sent. */
export interface MentorQuestion {
  userId: string;
  text: string;
  /** The only book that is searched; null for all. */
  bookId: string | null;
  task: MentorTask | null;
  /** Text after the reader's place may be used, too. */
  spoilers: boolean;
  /** Earlier messages of this conversation, oldest first. */
  before: SentToModel;
  earlier: Earlier;
}

/** The arguments of every task. */
export interface TaskContext {
  db: Db;
  services: Pick<Services, 'fullText'>;
  calendar: UserCalendar;
  asked: MentorQuestion;
}

/**
 * What was found. `said` is the whole answer without a model: every claim has the number of its citation in brackets,
 * a paragraph that begins with '> ' is a quotation, and one that begins with '|| ' is collapsed at first.
 */
export interface AnswerPlan {
  /** Numbered from 1. Those marked `ahead` are after the reader's place and are never sent to a model. */
  citations: readonly Citation[];
  said: Paragraphs;
  /** Sources for a model, where it gets more than is quoted; numbered in the same way. */
  forModel?: readonly Citation[];
  /** More that was left out as text after the reader's place, without a citation. */
  withheld?: number;
  /** The task of the model; null where `said` is complete (plans, figures, nothing found). */
  instruction: string | null;
}

/** An answer as it is stored. */
export interface StoredAnswer {
  text: string;
  /** The same by codes, where no model wrote it. */
  said: Paragraphs | null;
  citations: readonly Citation[];
  model: string | null;
  sent: SentToModel | null;
  notice: MentorNotice | null;
  withheld: number;
}

/** A citation without its number. */
export type Found = Omit<Citation, 'number'>;

export function numbered(found: readonly Found[]): Citation[] {
  return found.map((item, index) => ({ ...item, number: index + 1 }));
}
