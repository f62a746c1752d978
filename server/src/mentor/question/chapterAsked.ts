/** Chapters and parts of books that questions name. */
import { isUnspaced } from '../../store/textTokens.ts';
import { chapterWords } from './languages/chapterWords.ts';
import { numberAfter, numberBefore, numberOf } from './numbers.ts';
import { anyOf, patternOf, worded } from './phrases.ts';

export interface ChapterAsked {
  /** Its number; null for none. */
  chapter: number | null;
  /** The number of a part of the book; null for none. */
  part: number | null;
  /** The chapter at the reader's place. */
  here: boolean;
}

/** The chapter or part that a text names by its number or as the reader's own; null for none. */
export function chapterAskedIn(text: string): ChapterAsked | null {
  const words = worded(text);
  const [chapter, part] = [numberIn(words, numbered.chapter), numberIn(words, numbered.part)];
  const here = chapter === null && thisChapter.test(words);
  return chapter === null && part === null && !here ? null : { chapter, part, here };
}

/** Whether a folded word stands for a chapter in a text: "chapter", or "3" of "chapter 3". */
export function isOfChapter(text: string, word: string): boolean {
  const words = worded(text);
  const named = [numbered.chapter, numbered.part, thisChapter]
    .map((pattern) => pattern.exec(words)?.[0] ?? '')
    .join(' ');
  return (
    spacedChapterWords.has(word) ||
    (isUnspaced(word) ? named.includes(word) : named.split(' ').includes(word))
  );
}

/** Whether a text has the word for a chapter. */
export const hasChapterWord = (text: string): boolean =>
  worded(text)
    .split(' ')
    .some((word) => spacedChapterWords.has(word) || (isUnspaced(word) && /[章话話回]/.test(word)));

/** Whether the title of a chapter begins with the word for a part of a book. */
export const isPartWord = (word: string): boolean => partWords.has(word);

function numberIn(words: string, pattern: RegExp): number | null {
  const number = pattern.exec(words)?.slice(1).find(Boolean);
  return number === undefined ? null : numberOf(number);
}

const patternOfNumbers = (kind: 'chapter' | 'part') =>
  new RegExp(
    chapterWords
      .flatMap((language) => language[kind])
      .map((wording) => patternOf(wording).replace('#', `(${numberAfter})`).replace('%', `(${numberBefore})`))
      .join('|'),
    'u',
  );

const numbered = { chapter: patternOfNumbers('chapter'), part: patternOfNumbers('part') };
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
