import { closestTogether, type WordMatch } from '@lectern/shared-contracts/domain/search/closestTogether.ts';
import {
  foldText,
  foldWithOffsets,
  isUnspaced,
  occurrencesOf,
  type TextRange,
} from '@lectern/shared-contracts/domain/search/foldText.ts';
import type { TextQuote } from '../engine/quote.ts';

/** A match in a chapter. */
export interface Hit {
  /** The match in context; each hit between U+E000 and U+E001. */
  text: string;
  /** 0..1 of the chapter's text. */
  fraction: number;
  quote: TextQuote;
}

/** Characters of context before the first hit, and in total. */
const before = 90;
const shown = 320;
const around = 32;

/**
 * The paragraphs that contain all words of a query, ignoring case and accents. A quoted query is
 * searched as a phrase.
 */
export function findInText(paragraphs: readonly string[], query: string, most: number): Hit[] {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return [];
  const total = Math.max(
    1,
    paragraphs.reduce((sum, { length }) => sum + length, 0),
  );
  const hits: Hit[] = [];
  let offset = 0;
  for (const paragraph of paragraphs) {
    const matches = matchesIn(paragraph, wanted);
    const closest = closestTogether(matches);
    if (closest) {
      const { start, end } = closest;
      hits.push({
        text: excerpt(paragraph, matches, start),
        fraction: Math.min(1, (offset + start) / total),
        quote: {
          exact: paragraph.slice(start, end),
          prefix: paragraph.slice(Math.max(0, start - around), start),
          suffix: paragraph.slice(end, end + around),
        },
      });
      if (hits.length >= most) break;
    }
    offset += paragraph.length;
  }
  return hits;
}

function wordsOf(query: string): string[] {
  const whole = /^\s*["“„«](.+)["”“»]\s*$/u.exec(query)?.[1];
  const words = whole === undefined ? query.trim().split(/\s+/u) : [whole.trim()];
  return [...new Set(words.map((word) => foldText(word)).filter((word) => /[\p{L}\p{N}]/u.test(word)))];
}

/** Matches of the words in order; empty when one is missing. */
function matchesIn(paragraph: string, wanted: readonly string[]): WordMatch[] {
  const folded = foldWithOffsets(paragraph);
  const matches: WordMatch[] = [];
  for (const [index, word] of wanted.entries()) {
    // Matches at word starts: 'art' in 'artful', not in 'part'. Scripts without spaces have no word starts.
    const occurrences = occurrencesOf(word, folded.text).filter(
      ({ start }) =>
        isUnspaced(word) || !/[\p{L}\p{N}]$/u.test(folded.text.slice(Math.max(0, start - 2), start)),
    );
    if (occurrences.length === 0) return [];
    matches.push(...occurrences.map((range) => ({ ...folded.originalRange(range), word: index })));
  }
  return matches.sort((a, b) => a.start - b.start);
}

/** @param shownFrom where the match begins that is shown */
function excerpt(paragraph: string, ranges: readonly TextRange[], shownFrom: number): string {
  const start = Math.max(0, shownFrom - before);
  const space = paragraph.indexOf(' ', start) + 1;
  // Some scripts have no spaces.
  const from = start === 0 || space === 0 || space > shownFrom ? start : space;
  const to = Math.min(paragraph.length, from + shown);
  let text = from === 0 ? '' : '… ';
  let at = from;
  for (const { start: begin, end } of ranges) {
    if (begin < at || end > to) continue;
    text += `${paragraph.slice(at, begin)}\uE000${paragraph.slice(begin, end)}\uE001`;
    at = end;
  }
  return text + paragraph.slice(at, to) + (to < paragraph.length ? ' …' : '');
}
