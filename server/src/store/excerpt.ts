import { closestTogether, type WordMatch } from '@lectern/shared-contracts/domain/search/closestTogether.ts';
import { foldText, type TextRange } from '@lectern/shared-contracts/domain/search/foldText.ts';
import type { SearchTerm } from './fullText.ts';
import { findWords } from './textTokens.ts';

/** Delimiters around a match: two characters of the private use area. */
export const markStart = '\uE000';
export const markEnd = '\uE001';

const marks = /[\uE000\uE001]/g;

export function unmarked(text: string): string {
  return text.replace(marks, '');
}

/**
 * Range in the text without delimiters where the matches of these words stand closest, or else of the first match;
 * empty at 0 when there is none.
 */
export function bestMatch(marked: string, words: readonly string[] = []): TextRange {
  const wanted = words.map((word) => foldText(word)).sort((a, b) => b.length - a.length);
  const matches: WordMatch[] = [];
  for (const { index, 1: text = '' } of marked.matchAll(/\uE000([^\uE000\uE001]*)\uE001/g)) {
    const start = index - 2 * matches.length;
    const folded = foldText(text);
    const word = wanted.findIndex((beginning) => folded.startsWith(beginning));
    matches.push({ start, end: start + text.length, word });
  }
  const isWanted = matches.some(({ word }) => word >= 0);
  const named = isWanted ? matches.filter(({ word }) => word >= 0) : matches;
  return closestTogether(named) ?? { start: 0, end: 0 };
}

/** About `length` characters around a match, cut between words, with ellipses. Delimiters stay paired. */
export function excerpt(marked: string, length: number, match = bestMatch(marked)): string {
  const text = unmarked(marked);
  if (text.length <= length) return marked.trim();
  const lead = Math.max(0, Math.floor((length - (match.end - match.start)) / 3));
  const from = match.start - lead <= 0 ? 0 : nextWord(text, match.start - lead);
  const to = from + length >= text.length ? text.length : lastWord(text, from + length);
  const cut = sliceMarked(marked, from, Math.max(to, match.end));
  return `${from > 0 ? '… ' : ''}${cut.trim()}${to < text.length ? ' …' : ''}`;
}

function nextWord(text: string, at: number): number {
  const space = text.indexOf(' ', at);
  return space < 0 || space - at > 40 ? at : space + 1;
}

/** The end of the word before `at`, unless it is far away. */
export function lastWord(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(' ', at);
  return space < 0 || at - space > 40 ? at : space;
}

/** Slices by offsets in the text without delimiters, keeping complete matches. */
function sliceMarked(marked: string, from: number, to: number): string {
  let place = 0;
  let open = false;
  let cut = '';
  for (const unit of marked.split('')) {
    if (unit === markStart || unit === markEnd) {
      const within = unit === markStart ? place >= from && place < to : open;
      if (within) cut += unit;
      if (within) open = unit === markStart;
    } else {
      if (place >= from && place < to) cut += unit;
      place += 1;
    }
    if (place >= to && !open) break;
  }
  return open ? cut + markEnd : cut;
}

type Range = { start: number; end: number };

/** Delimits matches in a text, after removing delimiters that occur in the book. */
export function markTerms(text: string, terms: readonly SearchTerm[]): string {
  const plain = unmarked(text);
  let marked = '';
  let done = 0;
  for (const { start, end } of rangesOf(plain, terms)) {
    if (start < done) continue;
    marked += `${plain.slice(done, start)}${markStart}${plain.slice(start, end)}${markEnd}`;
    done = end;
  }
  return marked + plain.slice(done);
}

/** Ranges of the terms, in order; a phrase matches only as a whole. */
function rangesOf(text: string, terms: readonly SearchTerm[]): Range[] {
  const single = terms.flatMap(({ words }) => (words.length === 1 ? [...words] : []));
  const phrases = terms.filter(({ words }) => words.length > 1);
  return [...findWords(text, single), ...phrases.flatMap(({ words }) => phraseRanges(text, words))].sort(
    (a, b) => a.start - b.start || b.end - a.end,
  );
}

function phraseRanges(text: string, words: readonly string[]): Range[] {
  const [first = '', ...others] = words;
  return findWords(text, [first]).flatMap(({ start, end }) => {
    let last = end;
    for (const word of others) {
      const next = findWords(text.slice(last, last + 120), [word])[0];
      const between = next ? text.slice(last, last + next.start) : 'x';
      if (!next || /[\p{L}\p{N}]/u.test(between)) return [];
      last += next.end;
    }
    return { start, end: last };
  });
}
