import { mainLanguage } from '@lectern/shared-contracts/domain/dictionary/dictionaryLanguages.ts';
import { commonWordsIn } from '@lectern/shared-contracts/domain/search/commonWords.ts';

const latin = /\p{Script=Latin}/gu;
const cyrillic = /\p{Script=Cyrillic}/gu;
const arabic = /\p{Script=Arabic}/gu;
/** The scripts of languages that are translated into; others are not checked. */
const scripts: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    'en de fr es pt it nl sv da no nb fi pl cs tr ro hu'.split(' ').map((code) => [code, latin]),
  ),
  ...Object.fromEntries('ru uk bg'.split(' ').map((code) => [code, cyrillic])),
  ...Object.fromEntries('ar fa ur'.split(' ').map((code) => [code, arabic])),
  he: /\p{Script=Hebrew}/gu,
  el: /\p{Script=Greek}/gu,
  zh: /\p{Script=Han}/gu,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  ko: /[\p{Script=Hangul}\p{Script=Han}]/gu,
};
const address = /(?:https?:\/\/|www\.)[^\s)\]>"]+/giu;
/** Stop words of another language that are no accident, and how many times those of its own it must have. */
const [minCommonWords, timesOwnWords] = [3, 3];

/**
 * Whether a text cannot be the translation of a passage: most of it is in another script or language, or it has an
 * address that the passage has not.
 * @param to language (BCP 47)
 */
export function isNoTranslation(text: string, passage: string, to: string): boolean {
  if ((text.match(address) ?? []).some((found) => !passage.includes(found))) return true;
  const language = mainLanguage(to) ?? '';
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const script = scripts[language];
  if (script !== undefined && (text.match(script)?.length ?? 0) * 2 < letters) return true;
  const common = commonWordsIn(text);
  const own = common.get(language);
  const most = Math.max(...common.values());
  return own !== undefined && most >= minCommonWords && most >= timesOwnWords * own;
}
