import type { MentorTask } from '@lectern/shared-contracts/api/search.ts';

/** What a question asks for: a task, or something about the reader's own reading. */
export type Intent =
  | Exclude<MentorTask, 'ask'>
  | 'underWay'
  | 'finished'
  | 'habit'
  | 'readingTime'
  | 'timeLeft'
  | 'bookLeft'
  | 'highlights'
  | 'lookedUp'
  | 'author'
  | 'opinion'
  | 'aboutBook'
  | 'place'
  | 'beginning'
  | 'ending'
  | 'countBooks'
  | 'countUnread'
  | 'countAuthors'
  | 'countHighlights'
  | 'countNotes'
  | 'owned'
  | 'readWhen'
  | 'haveRead'
  | 'pace'
  | 'notes'
  | 'help'
  | 'characters'
  | 'favorites'
  | 'longest'
  | 'shortest'
  | 'newest';

/**
 * The phrases and words of a language. A phrase is words in their order; `*` is any number of words, also none, and a
 * hyphen at the end of a word is any ending; `!word` is not this word; `^` is the beginning of the question and `$` its
 * end. Case and accents are ignored.
 */
export interface IntentPhrases {
  intents: Readonly<Record<Intent, readonly string[]>>;
  /** Personal pronouns. */
  persons: string;
  /** Pronouns for things, which often refer to nothing that was named. */
  things: string;
  /** Those of `persons` that cannot refer to the subject of their sentence ("What did Ann tell him?"). */
  objects: string;
  /** The word that joins clauses; none where it is not a word of its own. */
  and: string;
  /** Words that a question about a book may have beside its title. */
  ofAnyBook: string;
  /** Words that name the subject of a question: "What did I read about Monday?" */
  subject: string;
}
