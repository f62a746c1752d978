import type { MentorTask } from '@lectern/shared-contracts/api/search.ts';

/** What can be asked for in words: a task, or something about the reader's own reading. */
export type Intent =
  | Exclude<MentorTask, 'ask'>
  | 'underWay'
  | 'habit'
  | 'timeLeft'
  | 'highlights'
  | 'lookedUp'
  | 'opinion'
  | 'place';

/**
 * How a language asks. A wording is words in their order, `*` for any words between (at least none), a hyphen at the
 * end of a word for any ending. Case and accents do not matter, nor do they have to be written.
 */
export interface IntentPhrases {
  intents: Readonly<Record<Intent, readonly string[]>>;
  /** How a chapter is named by its number, which stands for `#`. */
  chapter: readonly string[];
  /** Pronouns that stand for somebody who was named before. */
  persons: string;
  /** Those that stand for something, and often for nothing that was named. */
  things: string;
  /** Those of `persons` that stand for somebody else than the subject of their sentence ("What did Ann tell him?"). */
  objects: string;
  /** Words of asking and of grammar, which say nothing about what is looked for. */
  stopWords: string;
}
