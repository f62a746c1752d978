import { foldWithOffsets, type TextRange } from '@lectern/shared-contracts/domain/search/foldText.ts';
import { type SearchQuery, wordStart } from '@lectern/shared-contracts/domain/search/searchQuery.ts';

/** A text cut where matches begin and end. */
export interface Segment {
  text: string;
  hit: boolean;
  /** Where it begins in the text; a key for lists. */
  at: number;
}

/** Splits a text at matches of the query's phrase, or else of its words, ignoring case and accents. */
export function markSegments(text: string, query: SearchQuery): Segment[] {
  const folded = foldWithOffsets(text);
  const terms = wordStart(folded.text, query.phrase) >= 0 ? [query.phrase] : query.words;
  const ranges = terms
    .flatMap((word) => occurrencesAtWords(word, folded.text))
    .map((range) => folded.originalRange(range))
    .sort((a, b) => a.start - b.start);
  const segments: Segment[] = [];
  let done = 0;
  for (const { start, end } of ranges) {
    if (end <= done) continue;
    const from = Math.max(start, done);
    if (from > done) segments.push({ text: text.slice(done, from), hit: false, at: done });
    segments.push({ text: text.slice(from, end), hit: true, at: from });
    done = end;
  }
  if (done < text.length) segments.push({ text: text.slice(done), hit: false, at: done });
  return segments;
}

/** Where a word or phrase begins a word of the text, in order, none overlapping. */
function occurrencesAtWords(wanted: string, text: string): TextRange[] {
  const ranges: TextRange[] = [];
  for (
    let start = wordStart(text, wanted);
    start >= 0;
    start = wordStart(text, wanted, start + wanted.length)
  )
    ranges.push({ start, end: start + wanted.length });
  return ranges;
}

/** The server marks matches with a pair of characters of the private use area. */
export function markedSegments(marked: string): Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  for (const [index, part] of marked.split(/[\uE000\uE001]/).entries()) {
    if (part !== '') segments.push({ text: part, hit: index % 2 === 1, at });
    at += part.length;
  }
  return segments;
}

/** No more than about `length` characters around the first match, cut between words. */
export function shorten(segments: readonly Segment[], length: number): Segment[] {
  const totalLength = segments.reduce((sum, { text }) => sum + text.length, 0);
  if (totalLength <= length) return [...segments];
  const first = segments.find(({ hit }) => hit)?.at ?? 0;
  const from = nextWord(
    segments,
    Math.max(0, Math.min(first - Math.floor(length / 4), totalLength - length)),
  );
  const cut = segments.flatMap((segment) => {
    const text = segment.text.slice(Math.max(0, from - segment.at), Math.max(0, from + length - segment.at));
    return text === '' ? [] : [{ ...segment, text }];
  });
  if (from > 0) cut.unshift({ text: '… ', hit: false, at: -2 });
  if (from + length < totalLength) cut.push({ text: ' …', hit: false, at: totalLength });
  return cut;
}

/** Where the next word begins, unless that is far off. */
function nextWord(segments: readonly Segment[], from: number): number {
  if (from === 0) return 0;
  const ahead = segments
    .map(({ text }) => text)
    .join('')
    .slice(from, from + 30);
  const space = ahead.search(/\s/);
  return space < 0 ? from : from + space + 1;
}
