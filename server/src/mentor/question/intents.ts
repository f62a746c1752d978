import type { AnswerType } from '../../search/answerType.ts';
import type { BookEnd } from '../../search/endsOfBook.ts';
import { foldedWords, foldWord, isUnspaced } from '../../store/textTokens.ts';
import { arabic } from './languages/ar.ts';
import { german } from './languages/de.ts';
import { english } from './languages/en.ts';
import { spanish } from './languages/es.ts';
import { french } from './languages/fr.ts';
import type { Intent, IntentPhrases } from './languages/intentPhrases.ts';
import { japanese } from './languages/ja.ts';
import { portuguese } from './languages/pt.ts';
import { questionWords } from './languages/questionWords.ts';
import { russian } from './languages/ru.ts';
import { stopWords } from './languages/stopWords.ts';
import { chinese } from './languages/zh.ts';
import { anyOf, isInPhrases, worded } from './phrases.ts';

/** The languages whose phrases are known. English comes first and wins where two are as likely. */
const phrases = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  ja: japanese,
  zh: chinese,
  ar: arabic,
  ru: russian,
};

/** The code of two letters of a language. */
export type QuestionLanguage = keyof typeof phrases;

const codes = Object.keys(phrases) as QuestionLanguage[];
/** The phrases of each language. */
export const languages: readonly IntentPhrases[] = Object.values(phrases);

/** Of two intents in one sentence the first in this list wins: a review that sums a book up is a review. */
const order: readonly Intent[] = [
  'review',
  'summary',
  'quiz',
  'plan',
  'countUnread',
  'next',
  'connect',
  'timeLeft',
  'underWay',
  'finished',
  'countBooks',
  'countAuthors',
  'favorites',
  'longest',
  'shortest',
  'newest',
  'countHighlights',
  'countNotes',
  'pace',
  'habit',
  'readingTime',
  'highlights',
  'notes',
  'lookedUp',
  'opinion',
  'place',
  'author',
  'aboutBook',
  'beginning',
  'ending',
  'bookLeft',
  'characters',
  'haveRead',
  'readWhen',
  'owned',
  'help',
];

/** The intent of a text; null for none of the known phrases. */
export function intentIn(text: string): Intent | null {
  const words = worded(text);
  return order.find((intent) => wordings[intent].test(words)) ?? null;
}

/** Whether a text has a phrase of an intent, also beside those of others. */
export function hasPhraseOf(intent: Intent, text: string): boolean {
  return wordings[intent].test(worded(text));
}

/** The words that belong to no phrase of an intent. */
export function wordsBesidePhrases(intent: Intent, words: readonly string[]): string[] {
  return words.filter((word) => !isInPhrase(intent, foldWord(word)));
}

/** Whether a text has a word like "about", before the subject of a question. */
export function namesSubject(text: string): boolean {
  const words = foldedWords(text);
  return subjects.some((word) => (isUnspaced(word) ? words.join(' ').includes(word) : words.includes(word)));
}

/** Whether a word may be in a question about any book, and is no title. */
export const isOfAnyBook = (word: string): boolean => ofAnyBook.has(foldWord(word));

/** Whether a text asks what something means. */
export function asksToExplain(text: string): boolean {
  return wordings.explain.test(worded(text));
}

/** Whether a text asks what a book is about, where `words` are its telling words besides those of the title. */
export function asksAboutBook(text: string, words: readonly string[]): boolean {
  return asksOnly('aboutBook', text, words);
}

/** Whether a text asks how much of a book is left, and nothing else: not how much of its treasure is. */
export function asksWhatIsLeft(text: string, words: readonly string[]): boolean {
  return asksOnly('bookLeft', text, words);
}

/** Whether a text asks for the persons of a book, and nothing else. */
export function asksForCharacters(text: string, words: readonly string[]): boolean {
  return asksOnly('characters', text, words);
}

/** Whether a text asks how a book begins or ends, and nothing else; null for any other question. */
export function endAskedFor(text: string, words: readonly string[]): BookEnd | null {
  return (['beginning', 'ending'] as const).find((end) => asksOnly(end, text, words)) ?? null;
}

/** Whether a text has a phrase of the intent, where `words` are its telling words besides titles and authors. */
function asksOnly(intent: Intent, text: string, words: readonly string[]): boolean {
  return wordings[intent].test(worded(text)) && words.every((word) => isInPhrase(intent, foldWord(word)));
}

const isInPhrase = (intent: Intent, word: string) =>
  languages.some(({ intents }) => isInPhrases(intents[intent], word));

/** Whether a text asks who somebody is, where `words` are its telling words: names, or few where none has a capital. */
export function asksWho(text: string, words: readonly string[]): boolean {
  const isName = (word: string) => /^(?:\p{Lu}|\p{Lo})/u.test(word);
  const areNames = words.every(isName) || (words.length <= mostUncapitalized && text === text.toLowerCase());
  return words.length > 0 && areNames && askingWho.test(worded(text));
}

/** Whether a text asks what a word means, where `words` are its telling words. */
export function asksForDefinition(text: string, words: readonly string[]): boolean {
  return words.length > 0 && words.length <= mostOfTerm && askingForDefinition.test(worded(text));
}

/** Words of a term. */
const mostOfTerm = 3;
/** A first and a last name. */
const mostUncapitalized = 2;

/** What kind of word answers a question: "Who", "Where" a name, "How many" a number; null where it does not say. */
export function answerTypeOf(text: string): AnswerType | null {
  const words = worded(text);
  if (askingForNumber.test(words)) return 'number';
  // "With whom …?" begins with a preposition.
  const beginning = words.trim().split(' ', 2);
  return beginning.some((word) => askingForName.has(word)) ? 'name' : null;
}

/** The language that a text is most likely in. */
export function languageOf(text: string): QuestionLanguage {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  if (/\p{Script=Han}/u.test(text)) return 'zh';
  const words = worded(text).trim().split(' ');
  const counts = codes.map((code) => ({
    code,
    count: words.filter((word) => stopWordsOf(code).has(word)).length,
  }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).code;
}

/** The stop words of a language. */
export function stopWordsOf(language: QuestionLanguage): ReadonlySet<string> {
  return stopWordSets.get(language) ?? none;
}

/** Whether a folded word is the "and" of a language. */
export function isAnd(language: QuestionLanguage, word: string): boolean {
  return phrases[language].and.split(' ').includes(word);
}

/** Prepositions, too: "en mars". */
const ambiguous = new Set(['en', 'y']);

/** Whether a text has a pronoun of its language. */
export function hasPronoun(text: string, language: QuestionLanguage): boolean {
  const { persons, things, objects } = phrases[language];
  const pronounsOf = [persons, things, objects].flatMap((words) =>
    words
      .split(' ')
      .filter((word) => word !== '' && !ambiguous.has(word))
      .map(foldWord),
  );
  const words = foldedWords(text);
  return pronounsOf.some((word) => (isUnspaced(word) ? text.includes(word) : words.includes(word)));
}

/** The kind of a pronoun of any language; null for other words. */
export function pronounKind(word: string): 'object' | 'person' | 'thing' | null {
  const folded = foldWord(word);
  if (pronouns.objects.has(folded)) return 'object';
  if (pronouns.persons.has(folded)) return 'person';
  return pronouns.things.has(folded) ? 'thing' : null;
}

const ofAllLanguages = (kind: 'persons' | 'things' | 'objects') =>
  new Set(languages.flatMap((language) => language[kind].split(' ').filter(Boolean).map(foldWord)));

const pronouns = {
  persons: ofAllLanguages('persons'),
  things: ofAllLanguages('things'),
  objects: ofAllLanguages('objects'),
};

const stopWordSets: ReadonlyMap<QuestionLanguage, ReadonlySet<string>> = new Map(
  codes.map((code) => [code, new Set(stopWords[code].split(/\s+/).map(foldWord))]),
);
const none: ReadonlySet<string> = new Set();

/** The stop words of English. */
export const englishStopWords: ReadonlySet<string> = stopWordsOf('en');

const wordings = Object.fromEntries(
  [...order, 'explain' as const].map((intent) => [
    intent,
    anyOf(languages.flatMap((language) => language.intents[intent])),
  ]),
) as Readonly<Record<Intent, RegExp>>;

const ofAnyBook: ReadonlySet<string> = new Set(
  languages.flatMap((language) => language.ofAnyBook.split(' ').map(foldWord)),
);

const subjects = languages.flatMap((language) => language.subject.split(' ').map(foldWord));

const askingForName: ReadonlySet<string> = new Set(
  questionWords.flatMap(({ asksForName }) => asksForName.split(' ').filter(Boolean).map(foldWord)),
);

const askingWho = anyOf(questionWords.flatMap(({ asksWho }) => asksWho));

const askingForDefinition = anyOf(questionWords.flatMap((language) => language.asksForDefinition));

const askingForNumber = anyOf(questionWords.flatMap((language) => language.asksForNumber));
