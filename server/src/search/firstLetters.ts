import { foldWord } from '../store/textTokens.ts';

/** By the script of a word, the letters that may have been meant. */
const alphabets: readonly (readonly [RegExp, string])[] = [
  [/^\p{Script=Latin}+$/u, 'abcdefghijklmnopqrstuvwxyz'],
  [/^\p{Script=Cyrillic}+$/u, 'абвгдежзийклмнопрстуфхцчшщъыьэюя'],
  [/^\p{Script=Greek}+$/u, 'αβγδεζηθικλμνξοπρστυφχψω'],
];

/** Shorter words have too many neighbours for a guess. */
const shortest = 4;

/**
 * The words that a reader may have meant who made one mistake in the first two letters: one too many, one too few,
 * another one, or the two the wrong way round. What follows is taken as typed. Folded, without the word itself.
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
