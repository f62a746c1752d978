import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { isCommonWord } from '@lectern/shared-contracts/domain/search/commonWords.ts';
import { foldText } from '@lectern/shared-contracts/domain/search/foldText.ts';
import { chipKeywords, type MentorChip } from './chips.ts';

/** Loaded with the first typed line, each language by itself. */
const lists: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  ar: async () => (await import('stopword/src/stopwords_ara.js')).ara,
  de: async () => (await import('stopword/src/stopwords_deu.js')).deu,
  en: async () => (await import('stopword/src/stopwords_eng.js')).eng,
  es: async () => (await import('stopword/src/stopwords_spa.js')).spa,
  fr: async () => (await import('stopword/src/stopwords_fra.js')).fra,
  ja: async () => (await import('stopword/src/stopwords_jpn.js')).jpn,
  pt: async () => (await import('stopword/src/stopwords_por.js')).por,
  zh: async () => (await import('stopword/src/stopwords_zho.js')).zho,
};

/** The stop words of a language and of English. */
export async function stopWordsOf(language: string): Promise<ReadonlySet<string>> {
  const own = (await lists[language.slice(0, 2)]?.()) ?? [];
  const english = (await lists.en?.()) ?? [];
  return new Set([...own, ...english].flatMap(partsOf));
}

/** The folded words of a text without apostrophes: "j’ai" is two. */
const partsOf = (words: string): string[] => foldText(words).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** The words of a text, in scripts without spaces as a dictionary segments them, without signs of grammar. */
function wordsOf(text: string, language: string): string[] {
  return [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)]
    .flatMap(({ segment, isWordLike }) => (isWordLike ? partsOf(segment) : []))
    .filter((word) => /\p{Script=Han}/u.test(word) || !/^(?:.|\p{Script=Hiragana}{2})$/u.test(word));
}

/** Words of a typed line that say something. */
export const tellingWords = (line: string, language: string, stopWords: ReadonlySet<string>): string[] =>
  wordsOf(line, language).filter((word) => !stopWords.has(word) && !isCommonWord(word));

function keywordsOf({ task }: MentorChip, language: string, t: Translate): ReadonlySet<string> {
  const english = chipKeywords[task];
  const [, keywords = ''] = /^[^:：]*[:：](.*)$/su.exec(english ? t(english) : '') ?? [];
  return new Set(wordsOf(keywords, language));
}

/** The only chip that has every telling word of a line among its keywords. */
export function chipOf(
  telling: readonly string[],
  chips: readonly MentorChip[],
  language: string,
  t: Translate,
): MentorChip | undefined {
  if (telling.length === 0) return undefined;
  const fitting = chips.filter((chip) => {
    const keywords = keywordsOf(chip, language, t);
    return telling.every((word) => keywords.has(word));
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** The chips, those first that share most words with a line. */
export function inOrderOf(
  line: string,
  chips: readonly MentorChip[],
  language: string,
  t: Translate,
): readonly MentorChip[] {
  const words = new Set(wordsOf(line, language));
  if (words.size === 0) return chips;
  const counted = chips.map((chip) => {
    const keywords = keywordsOf(chip, language, t);
    return { chip, count: [...words].filter((word) => keywords.has(word)).length };
  });
  return counted.sort((one, other) => other.count - one.count).map(({ chip }) => chip);
}
