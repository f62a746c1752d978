import type { TextRange } from './foldText.ts';

/** A match of one of the wanted words, by its number. */
export interface WordMatch extends TextRange {
  word: number;
}

/** A longer part of a text is not shown as one match. */
const longestMatch = 240;

/**
 * The part of a text in which all words that were found stand closest, the first of several; where they stand far
 * apart, the first of them. Null without a match.
 * @param matches in the order of the text
 */
export function closestTogether(matches: readonly WordMatch[]): TextRange | null {
  const wanted = new Set(matches.map(({ word }) => word)).size;
  const counts = new Map<number, number>();
  let closest: { start: number; end: number; first: WordMatch } | null = null;
  let from = 0;
  for (const { word, end } of matches) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
    while (counts.size === wanted) {
      const first = matches[from++] as WordMatch;
      if (closest === null || end - first.start < closest.end - closest.start)
        closest = { start: first.start, end: Math.max(end, first.end), first };
      const left = (counts.get(first.word) ?? 0) - 1;
      if (left > 0) counts.set(first.word, left);
      else counts.delete(first.word);
    }
  }
  if (closest === null) return null;
  const { start, end, first } = closest;
  return { start, end: end - start > longestMatch ? first.end : end };
}
