import { pronounKind } from './intents.ts';
import { parseQuestion, wordsOf } from './question.ts';

/** Earlier messages of a conversation to which a follow-up may refer. */
export interface Earlier {
  /** The reader's questions, the newest first. */
  questions: readonly string[];
  /** Books cited by the last answer. */
  bookIds: readonly string[];
  /** Questions with the books cited by their answers, the newest first; more than `questions`. */
  exchanges: readonly Exchange[];
}

/** A question and the books that its answer cites. */
export interface Exchange {
  question: string;
  bookIds: readonly string[];
}

/** Words taken over from the earlier question. */
const mostCarried = 4;
/** With more telling words, "it" or "this" refers to something in the question itself. */
const mostBesideThing = 3;

/**
 * Whether a question leaves out its subject, as "Why did she leave?" does: it has a pronoun with no name before it, a
 * pronoun that cannot refer to that name ("What did Ann tell him?"), or hardly any telling words.
 */
export function isFollowUp(text: string): boolean {
  const { words, isAboutAnything } = parseQuestion(text);
  const [first = '', ...others] = wordsOf(text);
  const all = [first.toLowerCase(), ...others];
  const name = all.findIndex(isName);
  const isThing = words.length <= mostBesideThing;
  const kinds = all.map(pronounKind).map((kind) => (kind === 'thing' && !isThing ? null : kind));
  const pronoun = kinds.findIndex((kind) => kind !== null);
  if (pronoun < 0) return name < 0 && (!isAboutAnything || words.length < 2);
  return name < 0 || pronoun < name || kinds.includes('object');
}

/**
 * The subject of the last question that names one: its names, else its telling words. Empty for none.
 * @param besideBooks leaves out words by which a question names a book
 */
export function subjectOf(
  { questions }: Pick<Earlier, 'questions'>,
  besideBooks = (_question: string, words: readonly string[]): readonly string[] => words,
): string[] {
  const complete = questions.find((question) => !isFollowUp(question));
  if (complete === undefined) return [];
  const words = besideBooks(complete, parseQuestion(complete).words);
  const names = words.filter((word) => isName(word) && !complete.startsWith(word));
  return (names.length > 0 ? names : words).slice(0, mostCarried);
}

/** By its capital: in German every noun counts, in scripts without capitals no word does. */
const isName = (word: string) => /^\p{Lu}/u.test(word);
