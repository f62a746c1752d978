/** Chapters and parts of books that questions name. */
import { isUnspaced } from '../../store/textTokens.ts';
import { chapterSteps } from './languages/chapterSteps.ts';
import { chapterWords } from './languages/chapterWords.ts';
import { numberAfter, numberBefore, numberOf } from './numbers.ts';
import { anyOf, patternOf, worded } from './phrases.ts';

export interface ChapterAsked {
  /** Their numbers in order; empty for none. */
  chapters: readonly number[];
  /** Whether all after the chapter count, too: "from chapter five on". */
  isOnward: boolean;
  /** The number of a part of the book; null for none. */
  part: number | null;
  /** So many chapters up to the reader's place, 1 for "this chapter"; 0 for none. */
  upToHere: number;
  /** 1 for the chapter after the one of the conversation, -1 for the one before it; 0 for none. */
  step: number;
}

/** The chapters or the part that a text names by numbers or as the reader's own; null for none. */
export function chapterAskedIn(text: string): ChapterAsked | null {
  const words = worded(text);
  const [chapters, part] = [chaptersIn(text), numberIn(words, numbered.part)];
  const from = firstOfRestIn(text);
  if (from !== undefined) return { chapters: [from], isOnward: true, part, upToHere: 0, step: 0 };
  const upToHere = chapters.length > 0 ? 0 : lastIn(words);
  const step = upToHere > 0 ? 0 : stepIn(words);
  // "下一章" has the number of a chapter, too.
  if (step !== 0 && (chapters.length === 0 || isUnspaced(text)))
    return { chapters: [], isOnward: false, part: null, upToHere: 0, step };
  if (chapters.length === 0 && part === null && upToHere === 0) return null;
  return { chapters, isOnward: false, part, upToHere, step: 0 };
}

/** The chapter from which on a text asks for all; undefined for none, also where it names the last one, too. */
function firstOfRestIn(text: string): number | undefined {
  const words = withDashes(text);
  if (numbersIn(words, several.range).length === 2) return undefined;
  const [from] = numbersIn(words, several.onward);
  const [before] = numbersIn(words, several.after);
  return from ?? (before === undefined ? undefined : before + 1);
}

function lastIn(words: string): number {
  return numberIn(words, several.last) ?? (thisChapter.test(words) || lastOne.test(words) ? 1 : 0);
}

function stepIn(words: string): number {
  if (nextOne.test(words)) return 1;
  return previousOne.test(words) ? -1 : 0;
}

function chaptersIn(text: string): number[] {
  const words = withDashes(text);
  if (several.last.test(words)) return [];
  const range = numbersIn(words, several.range);
  const [from, to] = range.length === 2 ? range : [1, ...numbersIn(words, several.first)];
  if (from !== undefined && to !== undefined) return fromTo(Math.min(from, to), Math.max(from, to));
  const pair = numbersIn(words, several.pair);
  if (pair.length === 2) return pair.sort((a, b) => a - b);
  return numbersIn(worded(text), numbered.chapter);
}

const fromTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** The words of a text, with "to" for a dash between numbers, and "1 to 3" for "1, 2 and 3". */
function withDashes(text: string): string {
  const dashes = text.replace(/(?<=[\p{N}\p{L}])\s*[-‐-―−~〜～]\s*(?=[\p{N}IVXLCivxlc第])/gu, ' to ');
  return worded(dashes.replace(/\p{N}+(?:\s*[,،、，]\s*\p{N}+)+(?:\s*,?\s*\p{L}{1,3}\s*\p{N}+)?/gu, asRange));
}

/** A list of numbers as a range; unchanged where there are gaps. */
function asRange(list: string): string {
  const numbers = (list.match(/\p{N}+/gu) ?? []).map((number) => numberOf(number) ?? Number.NaN);
  const hasGaps = numbers.some((number, at) => at > 0 && number !== (numbers[at - 1] ?? 0) + 1);
  return hasGaps ? list : `${numbers[0]} to ${numbers.at(-1)}`;
}

/** Whether a folded word stands for a chapter in a text: "chapter", or "3" of "chapter 3". */
export function isOfChapter(text: string, word: string): boolean {
  const words = worded(text);
  const named = [
    ...[numbered.chapter, numbered.part, thisChapter, lastOne, nextOne, previousOne].map((pattern) =>
      pattern.exec(words),
    ),
    ...Object.values(several).map((pattern) => pattern.exec(withDashes(text))),
  ]
    .map((match) => match?.[0] ?? '')
    .join(' ');
  return (
    spacedChapterWords.has(word) ||
    (isUnspaced(word) || (isUnspaced(text) && /^\p{N}+$/u.test(word))
      ? named.includes(word)
      : named.split(' ').includes(word))
  );
}

/** Whether a text has the word for a chapter. */
export const hasChapterWord = (text: string): boolean =>
  worded(text)
    .split(' ')
    .some((word) => spacedChapterWords.has(word) || (isUnspaced(word) && /[章话話回]/.test(word)));

/** Whether a text means the chapter at the reader's place. */
export const meansThisChapter = (text: string): boolean => thisChapter.test(worded(text));

/** Whether a text means the book that is being read. */
export const meansThisBook = (text: string): boolean => thisBook.test(worded(text));

/** Whether the title of a chapter begins with the word for a part of a book. */
export const isPartWord = (word: string): boolean => partWords.has(word);

function numberIn(words: string, pattern: RegExp): number | null {
  return numbersIn(words, pattern)[0] ?? null;
}

/** The numbers in the first match of a pattern. */
function numbersIn(words: string, pattern: RegExp): number[] {
  const numbers = pattern.exec(words)?.slice(1).filter(Boolean) ?? [];
  return numbers.flatMap((number) => numberOf(number) ?? []);
}

const patternOfNumbers = (
  kind: 'chapter' | 'part' | 'range' | 'pair' | 'first' | 'onward' | 'after' | 'last',
) =>
  new RegExp(
    chapterWords
      .flatMap((language) => language[kind])
      .map((wording) =>
        patternOf(wording).replaceAll('#', `(${numberAfter})`).replaceAll('%', `(${numberBefore})`),
      )
      .join('|'),
    'u',
  );

const numbered = { chapter: patternOfNumbers('chapter'), part: patternOfNumbers('part') };
const several = {
  range: patternOfNumbers('range'),
  pair: patternOfNumbers('pair'),
  first: patternOfNumbers('first'),
  onward: patternOfNumbers('onward'),
  after: patternOfNumbers('after'),
  last: patternOfNumbers('last'),
};
const thisBook = anyOf(chapterWords.flatMap((language) => language.thisBook));
const lastOne = anyOf(chapterWords.flatMap((language) => language.lastOne));
const nextOne = anyOf(chapterSteps.next);
const previousOne = anyOf(chapterSteps.previous);
const thisChapter = anyOf(chapterWords.flatMap((language) => language.thisChapter));

/** "chapter" and "part" in each language that puts spaces between words. */
const wordsFor = (kind: 'chapter' | 'part'): ReadonlySet<string> =>
  new Set(
    chapterWords.flatMap((language) =>
      language[kind].flatMap((wording) => worded(wording).trim().split(' ')),
    ),
  );
const spacedChapterWords = new Set([...wordsFor('chapter')].filter((word) => !isUnspaced(word)));
const partWords = wordsFor('part');
