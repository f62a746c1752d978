import { commonWordsIn, isCommonWord } from '@lectern/shared-contracts/domain/search/commonWords.ts';
import { foldText } from '@lectern/shared-contracts/domain/search/foldText.ts';
import { ara, deu, eng, fra, jpn, por, rus, spa, zho } from 'stopword';
import { foldedWords, foldWord, isUnspaced, queryWords } from '../../store/textTokens.ts';

const lists: Readonly<Record<string, readonly string[]>> = {
  ar: ara,
  de: deu,
  en: eng,
  fr: fra,
  ja: jpn,
  pt: por,
  ru: rus,
  es: spa,
  zh: zho,
};
const stopWords = new Map(
  Object.entries(lists).map(([language, words]) => [language, new Set(words.map(foldText))]),
);

/** A typed text in its words. */
export interface QuestionWords {
  /** The most likely language, a code of two letters. */
  language: string;
  /** Words that are no stop words, as typed; all words where no other is left. */
  words: readonly string[];
  /** Every telling word has a capital, so that all of them are names. */
  isName: boolean;
}

/** More words would find only the sentence that they are from. */
const mostWords = 8;

/** The words of a typed text that say something. */
export function questionWords(text: string): QuestionWords {
  const language = languageOf(text);
  const all = wordsOf(text);
  const stop = stopWords.get(language);
  const isStopWord = (word: string) => stop?.has(word) === true || isCommonWord(word);
  const telling = all.filter((word) => !isStopWord(foldWord(word)));
  const words = longest(telling.length > 0 ? telling : all);
  const isName = telling.length > 0 && language !== 'de' && telling.every((word) => /^\p{Lu}/u.test(word));
  return { language, words, isName };
}

/** The longest words, which say the most, in the order in which they were typed. */
function longest(words: readonly string[]): string[] {
  const kept = new Set([...words].sort((a, b) => b.length - a.length).slice(0, mostWords));
  return words.filter((word) => kept.has(word));
}

/** The language of a text: by its script, else the one with the most stop words; English in doubt. */
function languageOf(text: string): string {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  if (/\p{Script=Han}/u.test(text)) return 'zh';
  if (/\p{Script=Arabic}/u.test(text)) return 'ar';
  if (/\p{Script=Cyrillic}/u.test(text)) return 'ru';
  const counts = [...commonWordsIn(text)].sort((one, other) => other[1] - one[1]);
  const english = counts.find(([language]) => language === 'en')?.[1] ?? 0;
  const [language, count] = counts[0] ?? ['en', 0];
  return count > english ? language : 'en';
}

/** One or two hiragana, or a single character that is no Han character and no Latin letter. */
const isGrammar = /^(?:\p{Script=Hiragana}{1,2}|[^\p{Script=Han}\p{Script=Latin}])$/u;
const wordSegmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/** The words of a text; in scripts without spaces, as a dictionary segments them. */
function wordsOf(text: string): string[] {
  return queryWords(text).flatMap((word) => {
    if (!isUnspaced(word)) return [...word].length > 1 ? [word] : [];
    // Katakana are a name or a loan word as a whole; the dictionary would cut unknown ones.
    const cut = word
      .split(/([\p{Script=Katakana}ー]{2,})/u)
      .flatMap((part, at) =>
        at % 2 === 1 ? [part] : [...wordSegmenter.segment(part)].map(({ segment }) => segment),
      );
    return cut.filter((part) => !isGrammar.test(part));
  });
}

/** Folded words of a text that are no stop words in English or any language of the app, each once. */
export function tellingWordsOf(text: string): string[] {
  const english = stopWords.get('en');
  return [
    ...new Set(
      foldedWords(text).filter((word) => [...word].length > 2 && !isCommonWord(word) && !english?.has(word)),
    ),
  ];
}
