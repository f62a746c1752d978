import type { MentorTask } from '@lectern/shared-contracts/api/search.ts';

export interface PendingQuestion {
  /** Sent, and shown as the question. */
  text: string;
  /** Empty for all books; undefined where the text decides. */
  bookIds?: readonly string[] | undefined;
  /** Of a chip; a typed question has none. */
  task?: MentorTask | undefined;
  /** The title of a chapter of the first book. */
  chapter?: string | null | undefined;
  /** A text to translate, instead of a question to the library. */
  translate?: string | undefined;
  /** Include text after the reader's position. */
  spoilers?: boolean | undefined;
}
