import {
  inEnglish,
  type MentorPart,
  type MentorValue,
  type MentorWord,
} from '@lectern/shared-contracts/domain/mentorWords.ts';

/** Paragraphs, each of its parts: sentences by their codes, and words as they stand in books. */
export type Paragraphs = MentorPart[][];

/** A sentence of the mentor's own. */
export function message(word: MentorWord, values?: Record<string, MentorValue>): MentorPart {
  return values ? { say: word, with: values } : { say: word };
}

/** The answer as a text of paragraphs, in English. */
export function plainTextOf(paragraphs: Paragraphs): string {
  return paragraphs.map(inEnglish).join('\n\n');
}
