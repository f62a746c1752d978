import { foldWord } from '../../store/textTokens.ts';
import { numberWords } from './languages/numberWords.ts';

/** Folded words with the number that each stands for; a hyphen at the end is any ending. */
const words = (['cardinal', 'ordinal'] as const).map((kind) =>
  numberWords.flatMap((language) =>
    language[kind]
      .split(' ')
      .filter(Boolean)
      .flatMap((names, at) => names.split('/').map((name) => ({ name: folded(name), number: at + 1, kind }))),
  ),
);
const [cardinals = [], ordinals = []] = words;
/** The longest first: "шест-" is also the beginning of sixteen. */
const byLength = words.flat().sort((a, b) => b.name.length - a.name.length);

/** "dix-sept" is two words of a question. */
function folded(name: string): string {
  return foldWord(name).replace(/-(?=.)/g, ' ');
}

/** Longer words first: "six" is no end of "sixteen". */
const anyName = (names: readonly { name: string }[]) =>
  [...new Set(names.map(({ name }) => name.replace(/-$/, '\\S*')))]
    .sort((a, b) => b.length - a.length)
    .join('|');

/** What follows "I" when it is the reader, not a numeral: "the last chapter I read". */
const reader = '(?! (?:read|am|m|was|have|ve|had|just|last|stopped|finished))';

/** Regular expressions for numbers in folded text: after "chapter", and before it. */
export const numberAfter = `\\p{N}{1,3}|i${reader}|(?!i )[ivxlc]{1,8}|[一二三四五六七八九十百]{1,5}|${anyName(cardinals)}`;
export const numberBefore = `\\p{N}{1,3}(?:st|nd|rd|th|er|re|e|eme|o|a)?|${anyName(ordinals)}`;

/** The number that a match of these stands for; null for none. */
export function numberOf(text: string): number | null {
  const digits = text.replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
  const [value] = /^\d+/.exec(digits) ?? [];
  if (value !== undefined) return Number(value);
  const named = byLength.find(({ name }) =>
    name.endsWith('-') ? text.startsWith(name.slice(0, -1)) : text === name,
  );
  return named?.number ?? ofHan(text) ?? ofRoman(text);
}

const hanDigits = '一二三四五六七八九';

/** 三, 十三, 三十 or 百二十三. */
function ofHan(text: string): number | null {
  const match =
    /^(?:([一二三四五六七八九])?(百))?零?(?:([一二三四五六七八九])?(十))?([一二三四五六七八九])?$/.exec(text);
  if (text === '' || match === null) return null;
  const [, hundreds, hundred, tens, ten, ones] = match;
  const digit = (sign: string | undefined) => (sign === undefined ? 0 : hanDigits.indexOf(sign) + 1);
  const times = (sign: string | undefined, unit: string | undefined) =>
    unit === undefined ? 0 : sign === undefined ? 1 : digit(sign);
  return times(hundreds, hundred) * 100 + times(tens, ten) * 10 + digit(ones);
}

function ofRoman(text: string): number | null {
  const number = [...text].reduce((sum, letter, at) => {
    const value = numerals[letter] ?? Number.NaN;
    return sum + (value < (numerals[text[at + 1] ?? ''] ?? 0) ? -value : value);
  }, 0);
  return number > 0 ? number : null;
}

const numerals: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/** All ways to write a number, folded, as regular expressions: digits, Roman and Han numerals, words. */
export function writingsOf(number: number): string[] {
  const names = byLength.filter((named) => named.number === number);
  return [String(number), roman(number), han(number), ...names.map(({ name }) => name.replace(/-$/, '\\S*'))];
}

function roman(number: number): string {
  const signs = [
    ['c', 100],
    ['xc', 90],
    ['l', 50],
    ['xl', 40],
    ['x', 10],
    ['ix', 9],
    ['v', 5],
    ['iv', 4],
    ['i', 1],
  ] as const;
  let rest = number;
  return signs.reduce((text, [letters, value]) => {
    const times = Math.floor(rest / value);
    rest -= times * value;
    return text + letters.repeat(times);
  }, '');
}

function han(number: number): string {
  const sign = (value: number) => (value === 0 ? '' : (hanDigits[value - 1] ?? ''));
  const [hundreds, tens, ones] = [Math.floor(number / 100), Math.floor(number / 10) % 10, number % 10];
  const before = (value: number) => (value > 1 ? sign(value) : '');
  return `${hundreds > 0 ? `${before(hundreds)}百` : ''}${tens > 0 ? `${before(tens)}十` : ''}${sign(ones)}`;
}
