import {
  type BookLetters,
  comparable,
  findLetters,
  lettersOf,
  placeOfLetters,
} from '../../../intake/ingest/findWords.ts';
import type { TextPassage } from '../../../intake/ingest/ingestedBook.ts';
import { type FoundWords, findQuotes, type WantedWords } from './findQuotes.ts';

/**
 * Finds words in the text of a book: in their chapter first, else anywhere; whole first, else by their beginning. For
 * a helper process, since a book may be made to be slow.
 * @param passages the whole book, in order
 */
export function findMarks(
  passages: readonly TextPassage[],
  wanted: readonly WantedWords[],
): (FoundWords | null)[] {
  const quotes = wanted.filter(isBare);
  const foundQuotes = (quotes.length > 0 ? findQuotes(passages, quotes) : []).values();
  const others = findInContext(
    passages,
    wanted.filter((one) => !isBare(one)),
  ).values();
  return wanted.map((one) => (isBare(one) ? foundQuotes : others).next().value ?? null);
}

const isBare = ({ prefix, suffix, fraction }: WantedWords): boolean =>
  prefix === '' && suffix === '' && fraction === null;

function findInContext(
  passages: readonly TextPassage[],
  wanted: readonly WantedWords[],
): (FoundWords | null)[] {
  if (wanted.length === 0) return [];
  const book = lettersOf(passages);
  const chapters = new Map<number, BookLetters>();
  const chapterOf = (target: number) => {
    const known = chapters.get(target);
    if (known) return known;
    const letters = lettersOf(passages.filter((passage) => passage.target === target));
    chapters.set(target, letters);
    return letters;
  };
  return wanted.map(({ exact, prefix, suffix, target, fraction }) => {
    const length = comparable(exact).length;
    const search = (letters: BookLetters, share: number): FoundWords | null => {
      const range = findLetters(letters, { key: '', words: exact, before: prefix, after: suffix, share });
      return range && { ...placeOfLetters(letters, range), isWhole: range.end - range.start === length };
    };
    const chapter = target === null ? null : chapterOf(target);
    const inChapter = chapter && search(chapter, fraction ?? 0);
    if (inChapter?.isWhole) return inChapter;
    const first = passages.findIndex((passage) => passage.target === target);
    const start = (book.starts[first] ?? 0) + (fraction ?? 0) * (chapter?.text.length ?? 0);
    const anywhere = search(book, start / Math.max(1, book.text.length));
    return anywhere?.isWhole ? anywhere : (inChapter ?? anywhere);
  });
}
