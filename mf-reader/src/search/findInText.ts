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
/** Maximum characters of a hit of several words; of a longer one only the first word counts. */
const longest = 120;

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
    const ranges = rangesIn(paragraph, wanted);
    const nearest = ranges.length === 0 ? null : togetherIn(ranges, wanted.length);
    if (nearest) {
      const first = nearest.end - nearest.start > longest ? nearest.first : nearest;
      hits.push({
        text: excerpt(paragraph, ranges, first.start),
        fraction: Math.min(1, (offset + first.start) / total),
        quote: {
          exact: paragraph.slice(first.start, first.end),
          prefix: paragraph.slice(Math.max(0, first.start - around), first.start),
          suffix: paragraph.slice(first.end, first.end + around),
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

interface WordRange extends TextRange {
  /** Index of the word of the query. */
  word: number;
}

/** Where all words of the query stand closest together. */
function togetherIn(ranges: readonly WordRange[], words: number): (TextRange & { first: TextRange }) | null {
  const last = new Map<number, WordRange>();
  let best: (TextRange & { first: TextRange }) | null = null;
  for (const range of ranges) {
    // In the order of their last occurrence.
    last.delete(range.word);
    last.set(range.word, range);
    const first = last.values().next().value as WordRange;
    if (last.size === words && (best === null || range.end - first.start < best.end - best.start))
      best = { start: first.start, end: range.end, first };
  }
  return best;
}

/** Ranges of the words in order; empty when one is missing. */
function rangesIn(paragraph: string, wanted: readonly string[]): WordRange[] {
  const folded = foldWithOffsets(paragraph);
  const ranges: WordRange[] = [];
  for (const [index, word] of wanted.entries()) {
    // Matches at word starts: 'art' in 'artful', not in 'part'. Scripts without spaces have no word starts.
    const occurrences = occurrencesOf(word, folded.text).filter(
      ({ start }) =>
        isUnspaced(word) || !/[\p{L}\p{N}]$/u.test(folded.text.slice(Math.max(0, start - 2), start)),
    );
    if (occurrences.length === 0) return [];
    ranges.push(...occurrences.map((range) => ({ ...folded.originalRange(range), word: index })));
  }
  return ranges.sort((a, b) => a.start - b.start);
}

function excerpt(paragraph: string, ranges: readonly TextRange[], hit: number): string {
  const start = Math.max(0, hit - before);
  const space = paragraph.indexOf(' ', start) + 1;
  // Some scripts have no spaces.
  const from = start === 0 || space === 0 || space > hit ? start : space;
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
