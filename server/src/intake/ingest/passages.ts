import type { TextPassage } from './ingestedBook.ts';

/** Target length of a passage: short enough for an answer, long enough to make sense. */
const targetLength = 600;
const maxLength = 900;

export interface PassageSource {
  /** The text of a chapter or page. */
  text: string;
  /** Offsets at which blocks begin or end, ascending. */
  breaks: readonly number[];
  /** Spans outside of the reading flow. */
  asides: readonly (readonly [start: number, end: number])[];
  /** Offsets at which chapters begin, ascending; passages do not cross them. */
  chapters: readonly { offset: number; title: string | null }[];
  target: number;
}

/** Cuts a text into passages, at block boundaries, and long blocks between sentences. */
export function cutPassages(source: PassageSource): TextPassage[] {
  const passages: TextPassage[] = [];
  const { text, chapters } = source;
  let chapter = 0;
  let start = 0;
  let end = 0;
  const flush = () => {
    const shown = readable(source, start, end);
    if (/[\p{L}\p{N}]/u.test(shown)) {
      while (chapter + 1 < chapters.length && (chapters[chapter + 1]?.offset ?? 0) <= start) chapter++;
      const current = chapters[chapter];
      passages.push({
        target: source.target,
        fraction: text.length === 0 ? 0 : start / text.length,
        chapter: current && current.offset <= start ? current.title : null,
        text: shown,
      });
    }
    start = end;
  };
  let nextChapter = 0;
  let size = 0;
  for (const { end: piece, size: added } of pieces(source)) {
    while (nextChapter < chapters.length && (chapters[nextChapter]?.offset ?? 0) < piece) nextChapter++;
    const opensChapter = nextChapter > 0 && chapters[nextChapter - 1]?.offset === end;
    if (end > start && (opensChapter || size + added > maxLength)) {
      flush();
      size = 0;
    }
    end = piece;
    size += added;
    if (size >= targetLength) {
      flush();
      size = 0;
    }
  }
  flush();
  return passages;
}

/** Length without the indentation between the tags of formulas, which can be nine tenths of a book. */
const shownLength = (text: string, start: number, end: number) => collapse(text.slice(start, end)).length;

/** White space as one space. The expression skips the single spaces of prose, which is several times faster. */
const collapse = (text: string) => text.replace(/\s{2,}|[^\S ]/g, ' ');

/** The smallest pieces that are not cut: the end of each, and its visible length. */
function* pieces({ text, breaks, chapters }: PassageSource): Generator<{ end: number; size: number }> {
  const edges = [...new Set([...breaks, ...chapters.map(({ offset }) => offset), text.length])].sort(
    (a, b) => a - b,
  );
  let start = 0;
  for (const edge of edges) {
    if (edge <= start) continue;
    let size = shownLength(text, start, edge);
    if (size > maxLength) {
      for (const end of sentenceEnds(text, start, edge)) {
        yield { end, size: shownLength(text, start, end) };
        start = end;
      }
      size = shownLength(text, start, edge);
    }
    yield { end: edge, size };
    start = edge;
  }
}

const sentenceEnd = /[.!?…؟۔।](?=["'”’»)\]]*\s)["'”’»)\]]*\s+|[。！？][」』）”]*/g;

function* sentenceEnds(text: string, start: number, end: number): Generator<number> {
  // The block only: a search for the next end could go through the rest of the chapter, for each block of it.
  const block = text.slice(start, end);
  let last = 0;
  for (const { 0: found, index } of block.matchAll(sentenceEnd)) {
    const next = index + found.length;
    if (next === block.length) break;
    for (const cut of cutHard(block, last, next)) yield start + cut;
    last = next;
    yield start + last;
  }
  for (const cut of cutHard(block, last, block.length)) yield start + cut;
}

/** Cuts a sentence without an end between words, or anywhere. */
function* cutHard(text: string, start: number, end: number): Generator<number> {
  let from = start;
  while (end - from > maxLength) {
    // In this part only: the space before it may be millions of letters away.
    const space = text.slice(from, from + targetLength + 1).lastIndexOf(' ');
    from += space > targetLength / 2 ? space + 1 : targetLength;
    yield from;
  }
}

/** The text of a span as read: blocks separated, asides removed, white space collapsed and trimmed. */
function readable({ text, breaks, asides }: PassageSource, start: number, end: number): string {
  let shown = '';
  let at = start;
  const push = (to: number) => {
    let aside = firstAfter(asides, at, ([, asideEnd]) => asideEnd);
    while (at < to) {
      const next = asides[aside];
      if (!next || next[0] >= to) {
        shown += text.slice(at, to);
        at = to;
      } else {
        if (next[0] > at) shown += text.slice(at, next[0]);
        at = Math.min(to, Math.max(at, next[1]));
        aside++;
      }
    }
  };
  for (let i = firstAfter(breaks, start, (offset) => offset); (breaks[i] ?? end) < end; i++) {
    push(breaks[i] as number);
    shown += ' ';
  }
  push(end);
  return collapse(shown.trim());
}

/** Index of the first entry with a greater key. */
export function firstAfter<T>(sorted: readonly T[], value: number, key: (entry: T) => number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (key(sorted[middle] as T) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
