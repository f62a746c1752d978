import type {
  Citation,
  MentorNotice,
  MentorTask,
  SentToModel,
} from '@lectern/shared-contracts/api/search.ts';
import {
  inEnglish,
  type MentorPart,
  type MentorValue,
  type MentorWord,
} from '@lectern/shared-contracts/domain/mentorWords.ts';
import { asPassages } from '../../library/books/passages.ts';
import type { UserCalendar } from '../../library/gamification/userCalendar.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import type { FullTextHit } from '../../store/fullText.ts';
import { placesIn } from './place.ts';

/** A question as it was sent. */
export interface MentorQuestion {
  userId: string;
  text: string;
  /** The books to look in; undefined where the titles and authors in the text decide, empty for all. */
  bookIds: readonly string[] | undefined;
  /** What was asked for by a button; null for a typed question. */
  task: MentorTask | null;
  /** The title of a chapter of the chosen book. */
  chapter: string | null;
  /** Text after the reader's place may be used, too. */
  spoilers: boolean;
  /** Earlier messages of this conversation, oldest first, as they are sent to a model. */
  before: SentToModel;
}

/** What every tool and task works with. */
export interface MentorContext {
  db: Db;
  services: Pick<Services, 'fullText' | 'dictionaries'>;
  calendar: UserCalendar;
  asked: MentorQuestion;
}

/** A citation without its number. */
export type Found = Omit<Citation, 'number'>;

/**
 * What was found for a question. `said` is the whole answer without a model: a paragraph that begins with '> ' is a
 * quotation, with '||> ' one after the reader's place, and with '|| ' a text that is hidden at first.
 */
export interface AnswerPlan {
  /** Numbered from 1. Those marked `ahead` are after the reader's place and are never sent to a model. */
  citations: readonly Citation[];
  said: Paragraphs;
  /** Sources for a model, where it gets more than is quoted; numbered in the same way. */
  forModel?: readonly Citation[];
  /** What a model has to do with the citations; null where `said` is complete. */
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

export function numbered(found: readonly Found[]): Citation[] {
  return found.map((item, index) => ({ ...item, number: index + 1 }));
}

/** Passages as citations, those after the reader's place marked. */
export async function foundIn(
  { db, asked }: Pick<MentorContext, 'db' | 'asked'>,
  hits: readonly FullTextHit[],
): Promise<Found[]> {
  const places = await placesIn(db, asked.userId, [...new Set(hits.map(({ bookId }) => bookId))]);
  const isAhead = ({ bookId, seq }: FullTextHit) =>
    !asked.spoilers && seq >= (places.find((place) => place.bookId === bookId)?.collapsedFrom ?? Infinity);
  const found = await Promise.all(
    hits.map(async (hit) => {
      const [passage] = await asPassages(db, [hit], { characters: Infinity, query: asked.text });
      return passage && { kind: 'passage' as const, ...passage, ...(isAhead(hit) ? { ahead: true } : {}) };
    }),
  );
  return found.filter((passage) => passage !== undefined);
}

/** Paragraphs of parts: sentences by their codes, and text of books. */
export type Paragraphs = MentorPart[][];

/** A sentence by its code. */
export function message(word: MentorWord, values?: Record<string, MentorValue>): MentorPart {
  return values ? { say: word, with: values } : { say: word };
}

/** The paragraphs as text, in English. */
export function plainTextOf(paragraphs: Paragraphs): string {
  return paragraphs.map(inEnglish).join('\n\n');
}
