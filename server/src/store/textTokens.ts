/** Letters of scripts that put no space between words. */
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const unspacedLetter = new RegExp(`[${unspaced}]\\p{M}*`, 'gu');
const anyUnspaced = new RegExp(`[${unspaced}]`, 'u');
/** Vowels above and below Arabic and Hebrew letters, and the stroke that stretches a word: most texts go without. */
const vowels = /[\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]/g;
const anyVowel = /[\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/;
const beyondAscii = /[^ -~]/;
/** Where all of these stand, and much else; most texts have nothing from there, and this is found out quickly. */
const beyondEurope = /[\u0590-\u1fff\u2e80-\uffff]/;
/**
 * Arabic letters that are written in more ways than one: hamza on its carriers, the two of a word's end, Persian forms.
 */
const arabicForms = '\u0622\u0623\u0625\u0671\u0624\u0626\u0649\u06cc\u0629\u06a9';
/** What each of them is compared as. */
const arabicLetters = '\u0627\u0627\u0627\u0627\u0648\u064a\u064a\u064a\u0647\u0643';
const anyArabicForm = new RegExp(`[${arabicForms}]`, 'g');
const oneForm = (text: string) =>
  text.replaceAll(anyArabicForm, (letter) => arabicLetters.charAt(arabicForms.indexOf(letter)));
const words = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;

/**
 * Text as the index takes it: each letter of a script without spaces stands alone, so that a phrase of them is found
 * anywhere in a sentence; the vowels of Arabic and Hebrew are left out, and Arabic letters
 * have one form. All other text is left as it is.
 */
export function splitUnspacedScripts(text: string): string {
  if (!beyondEurope.test(text)) return text;
  const plain = oneForm(anyVowel.test(text) ? text.replaceAll(vowels, '') : text);
  return anyUnspaced.test(plain) ? plain.replaceAll(unspacedLetter, ' $& ') : plain;
}

/** Whether there is a letter in it of a script that puts no space between words. */
export const isUnspaced = (text: string): boolean => anyUnspaced.test(text);

/**
 * The words in any input, each cut to 64 characters, at most 32 of them;
 * quotes, operators and stray surrogates fall away.
 */
export function queryWords(input: string): string[] {
  const found = input.slice(0, 10_000).toWellFormed().normalize('NFC').match(words) ?? [];
  return [...new Set(found.map((word) => word.slice(0, 64).toWellFormed()))]
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, 32);
}

/** A word as it is compared: without case and diacritics, each Arabic letter in one form. */
export function foldWord(word: string): string {
  // Most words are plain, and are folded by the thousand.
  if (!beyondAscii.test(word)) return word.toLowerCase();
  return oneForm(word.normalize('NFD').replaceAll(/[\p{M}\u0640]/gu, '')).toLowerCase();
}

/** Where a word of the query stands in a text: `[start, end)` in UTF-16 units, in order, none overlapping. */
export function findWords(text: string, query: readonly string[]): { start: number; end: number }[] {
  const spaced = query.filter((word) => !anyUnspaced.test(word)).map(foldWord);
  const runs = query.filter((word) => anyUnspaced.test(word)).map(foldWord);
  const found: { start: number; end: number }[] = [];
  for (const match of text.matchAll(words)) {
    const word = foldWord(match[0]);
    if (spaced.some((wanted) => word.startsWith(wanted))) {
      found.push({ start: match.index, end: match.index + match[0].length });
    } else if (runs.length > 0) {
      found.push(
        ...findRuns(match[0], runs).map(({ start, end }) => ({
          start: match.index + start,
          end: match.index + end,
        })),
      );
    }
  }
  return found;
}

function findRuns(text: string, runs: readonly string[]): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const haystack = text.toLowerCase();
  for (let at = 0; at < haystack.length; ) {
    const run = runs.find((wanted) => wanted.length > 0 && haystack.startsWith(wanted, at));
    if (run !== undefined) found.push({ start: at, end: at + run.length });
    at += run?.length ?? 1;
  }
  return found;
}
