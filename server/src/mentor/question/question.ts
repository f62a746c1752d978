import { isFormOfAddress, isTitleBefore, isTitleInAnyCase } from '../../search/formsOfAddress.ts';
import { foldedWords, foldWord, isUnspaced, queryWords } from '../../store/textTokens.ts';
import { isOfChapter } from './chapterAsked.ts';
import { englishStopWords, languageOf, type QuestionLanguage, stopWordsOf } from './intents.ts';

/** Whether a folded word is an English stop word. */
export const isStopWord = (word: string): boolean => englishStopWords.has(word);

/** A question with its telling words. */
export interface Question {
  text: string;
  /** The most likely language. */
  language: QuestionLanguage;
  /** Telling words, as typed, also more than are searched for. All words where none is telling. */
  words: readonly string[];
  /** Whether there are telling words besides stop words. */
  isAboutAnything: boolean;
}

/** More words would find only the sentence that they are from. */
const mostWords = 8;

/**
 * Leaves out the stop words of the most likely language; where nothing is left, all words count. Words quoted above
 * the question ('> ') count where the question itself has no telling word.
 */
export function parseQuestion(text: string): Question {
  const lines = text.split('\n');
  const question = lines.filter((line) => !line.startsWith('> ')).join('\n');
  const language = languageOf(question);
  const stopWords = stopWordsOf(language);
  const questionWords = tellingWords(question, stopWords);
  const words = questionWords.length > 0 ? questionWords : tellingWords(text, stopWords);
  const all = words.length > 0 ? words : wordsOf(text);
  return { text, language, words: all, isAboutAnything: words.length > 0 };
}

/** Two or more words in a row with a capital: a name. */
const capitalized = /\p{Lu}[\p{L}\p{M}'’.-]*(?:\s+\p{Lu}[\p{L}\p{M}'’.-]*)+/gu;

/** In titles and where all is in capitals, more words in a row are no name. */
const mostOfName = 4;

/** The names of several words in a text, without words that are not in `words`. As typed. */
export function multiWordNames(text: string, words: readonly string[]): string[][] {
  return [...text.matchAll(capitalized)]
    .map(([run]) => wordsOf(run))
    .filter(({ length }) => length <= mostOfName)
    .map((name) => name.filter((word) => words.includes(word)))
    .filter(({ length }) => length > 1);
}

/**
 * The folded name in a question that has no other telling words ("Who is Harry Potter?"); null for any other question.
 */
export function nameAskedFor({ text, words }: Question): readonly string[] | null {
  const telling = new Set(words.map(foldWord).filter((word) => !isFormOfAddress(word)));
  const names = [...text.matchAll(capitalized)].map(([run]) =>
    foldedWords(run).filter((word) => telling.has(word)),
  );
  const name = names.find(({ length }) => length > 1);
  return name !== undefined && name.length === telling.size ? name : null;
}

/** Whether a text has the words of a name in order, with at most one other word between two of them. */
export function containsName(text: string, name: readonly string[]): boolean {
  const words = foldedWords(text);
  return words.some((_, start) => {
    let at = start;
    return name.every((part, index) => {
      if (index === 0) return isSameName(words[at], part);
      at += isSameName(words[at + 1], part) ? 1 : 2;
      return isSameName(words[at], part);
    });
  });
}

const isSameName = (word = '', name: string) => word === name || withoutEnding(word) === withoutEnding(name);

/** Russian family names have another ending for women: Rostov and Rostova, Bolkonski and Bolkonskaya. */
const withoutEnding = (name: string) => (name.length > 4 ? name.replace(/(?:aya|[aiy])$/, '') : name);

/** The words quoted above a question; null when there are none. */
export function quotedWords(text: string): string | null {
  const lines = text.split('\n').filter((line) => line.startsWith('> '));
  return lines.length === 0 ? null : lines.map((line) => line.slice(2)).join(' ');
}

/** One or two hiragana, or a single character that is no Han character and no Latin letter, as of a name. */
const isGrammar = /^(?:\p{Script=Hiragana}{1,2}|[^\p{Script=Han}\p{Script=Latin}])$/u;
const segmentOf = ({ segment }: Intl.SegmentData) => segment;
const wordSegmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/** The words of a text; in scripts without spaces, as a dictionary segments them. */
export function wordsOf(text: string): string[] {
  return queryWords(text).flatMap((word) => {
    if (!isUnspaced(word)) return [...word].length > 1 ? [word] : [];
    // Katakana are a name or a loan word as a whole; the dictionary would cut unknown ones.
    const cut = word
      .split(/([\p{Script=Katakana}ー]{2,})/u)
      .flatMap((part, at) => (at % 2 === 1 ? [part] : [...wordSegmenter.segment(part)].map(segmentOf)));
    return cut.filter((part) => !isGrammar.test(part));
  });
}

function tellingWords(text: string, stopWords: ReadonlySet<string>): string[] {
  return wordsOf(text).filter((word) => !stopWords.has(foldWord(word)));
}

/**
 * The words by which an answer says what it is about: without the title before a name ("Captain Ahab") and without
 * "chapter 3". All where no other is left.
 */
export function subjectWords(text: string, words: readonly string[]): readonly string[] {
  const tokens: readonly string[] = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const isLowerCase = text === text.toLowerCase();
  const isTitle = (word: string) =>
    tokens.includes(word) &&
    tokens.every(
      (token, at) =>
        token !== word ||
        isTitleBefore(token, tokens[at + 1]) ||
        (isLowerCase && isTitleInAnyCase(foldWord(token)) && words.includes(tokens[at + 1] ?? '')),
    );
  const subject = words.filter((word) => !isTitle(word) && !isOfChapter(text, foldWord(word)));
  return subject.length > 0 ? subject : words;
}

/** The longest words, which say the most: those that are searched for. */
export function longestWords(words: readonly string[]): string[] {
  const longest = new Set([...words].sort((a, b) => b.length - a.length).slice(0, mostWords));
  return words.filter((word) => longest.has(word));
}
