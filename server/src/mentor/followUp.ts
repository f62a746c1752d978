import { pronounKind } from './intents.ts';
import { parseQuestion, wordsOf } from './question.ts';

/** What was said before in a conversation, as far as a further question may mean it. */
export interface Earlier {
  /** The reader's questions, the newest first. */
  questions: readonly string[];
  /** Books that the last answer cites. */
  bookIds: readonly string[];
}

/** Words that are taken over from the question before. */
const mostCarried = 4;
/** A question with more words of its own says what it is about, unless it names nobody. */
const mostOfItsOwn = 5;
/** With more, "it" or "this" means something of the question itself. */
const mostBesideThing = 3;

/**
 * Whether a question leaves out what it is about, as "Why did she leave?" does: a pronoun stands in it with no name
 * before it, or one that cannot stand for that name ("What did Ann tell him?"), or it has next to no words of its own.
 */
export function isFollowUp(text: string): boolean {
  const { words, isAboutAnything } = parseQuestion(text);
  const [first = '', ...others] = wordsOf(text);
  const told = [first.toLowerCase(), ...others];
  const name = told.findIndex(isName);
  const isThing = words.length <= mostBesideThing;
  const kinds = told.map(pronounKind).map((kind) => (kind === 'thing' && !isThing ? null : kind));
  if (words.length > mostOfItsOwn)
    return name < 0 && kinds.some((kind) => kind === 'person' || kind === 'object');
  const pronoun = kinds.findIndex((kind) => kind !== null);
  if (pronoun < 0) return name < 0 && (!isAboutAnything || words.length < 2);
  return name < 0 || pronoun < name || kinds.includes('object');
}

/** The words by which a question before said what it is about, names first; none where no question said it. */
export function subjectOf({ questions }: Earlier): string[] {
  const told = questions.find((question) => !isFollowUp(question));
  if (told === undefined) return [];
  const { words } = parseQuestion(told);
  const names = words.filter((word) => isName(word) && !told.startsWith(word));
  return (names.length > 0 ? names : words).slice(0, mostCarried);
}

/** German gives a capital to every noun; other scripts have none. */
const isName = (word: string) => /^\p{Lu}/u.test(word);
