import {
  inEnglish,
  type MentorPart,
  type MentorValue,
  type MentorWord,
} from '@lectern/shared-contracts/domain/mentorWords.ts';

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
