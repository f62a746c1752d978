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
  const hinted = wanted.filter(({ fraction, ...one }) => hasContext(one) || fraction !== null);
  const near = new Map(findInContext(passages, hinted).map((found, at) => [hinted[at], found]));
  const bare = wanted.filter((one) => !hasContext(one) && !near.get(one)?.isWhole);
  const quoted = new Map(
    (bare.length > 0 ? findQuotes(passages, bare) : []).map((found, at) => [bare[at], found]),
  );
  return wanted.map((one) => quoted.get(one) ?? near.get(one) ?? null);
}

const hasContext = ({ prefix, suffix }: Pick<WantedWords, 'prefix' | 'suffix'>): boolean =>
  prefix !== '' || suffix !== '';

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
