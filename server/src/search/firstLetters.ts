import { foldWord } from '../store/textTokens.ts';

/** The letters of each script. */
const alphabets: readonly (readonly [RegExp, string])[] = [
  [/^\p{Script=Latin}+$/u, 'abcdefghijklmnopqrstuvwxyz'],
  [/^\p{Script=Cyrillic}+$/u, 'абвгдежзийклмнопрстуфхцчшщъыьэюя'],
  [/^\p{Script=Greek}+$/u, 'αβγδεζηθικλμνξοπρστυφχψω'],
];

/** A shorter word is similar to too many others. */
const shortest = 4;

/**
 * Spellings with one mistake in the first two letters corrected: a letter too many, a letter missing, a wrong letter,
 * or the two transposed. The rest of the word stays as typed. Folded, without the word itself.
 */
export function otherBeginnings(word: string): string[] {
  const letters = [...foldWord(word)];
  const [first = '', second = ''] = letters;
  const rest = letters.slice(2).join('');
  if (letters.length < shortest) return [];
  const alphabet = alphabets.find(([script]) => script.test(letters.join('')))?.[1] ?? '';
  const heads = [second, first, `${second}${first}`];
  for (const letter of alphabet) {
    heads.push(`${letter}${second}`, `${first}${letter}`);
    heads.push(`${letter}${first}${second}`, `${first}${letter}${second}`);
  }
  const words = new Set(heads.map((head) => `${head}${rest}`));
  words.delete(letters.join(''));
  return [...words];
}
