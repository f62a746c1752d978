import type { TextPassage } from './ingestedBook.ts';

/** Characters of a passage as it is read: short enough to be an answer, long enough to hold a thought. */
const wanted = 600;
const most = 900;

export interface PassageSource {
  /** The text of one chapter or page, whole. */
  text: string;
  /** Offsets at which blocks begin or end, ascending. */
  breaks: readonly number[];
  /** Spans that are not read in line. */
  asides: readonly (readonly [start: number, end: number])[];
  /** Where a new chapter begins; a passage never runs across. Ascending. */
  chapters: readonly { offset: number; title: string | null }[];
  target: number;
}

/** Cuts a text at the edges of blocks, and long blocks between sentences, into passages. */
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
    if (end > start && (opensChapter || size + added > most)) {
      flush();
      size = 0;
    }
    end = piece;
    size += added;
    if (size >= wanted) {
      flush();
      size = 0;
    }
  }
  flush();
  return passages;
}

/** Characters without the indentation that some makers write between the tags of every formula: nine tenths of a book. */
function shownLength(text: string, start: number, end: number): number {
  let length = 0;
  for (let i = start; i < end; i++) {
    length++;
    if (isWhite(text.charCodeAt(i))) i = whiteEnd(text, i + 1, end) - 1;
  }
  return length;
}

/** Where, from `at` on, the white space is over. */
function whiteEnd(text: string, at: number, end: number): number {
  let i = at;
  while (i < end) {
    const unit = text.charCodeAt(i);
    if (unit !== 0x20 && !isWhite(unit)) break;
    i++;
  }
  return i;
}

/** As \s has it. */
const isWhite = (unit: number) =>
  unit === 0x20 ||
  (unit >= 0x09 && unit <= 0x0d) ||
  (unit >= 0xa0 &&
    (unit === 0xa0 ||
      unit === 0x1680 ||
      (unit >= 0x2000 && unit <= 0x200a) ||
      unit === 0x2028 ||
      unit === 0x2029 ||
      unit === 0x202f ||
      unit === 0x205f ||
      unit === 0x3000 ||
      unit === 0xfeff));

/** The smallest pieces that are kept whole: where each ends, and how much of it is shown. */
function* pieces({ text, breaks, chapters }: PassageSource): Generator<{ end: number; size: number }> {
  const edges = [...new Set([...breaks, ...chapters.map(({ offset }) => offset), text.length])].sort(
    (a, b) => a - b,
  );
  let start = 0;
  for (const edge of edges) {
    if (edge <= start) continue;
    let size = shownLength(text, start, edge);
    if (size > most) {
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
  let last = start;
  sentenceEnd.lastIndex = start;
  for (
    let match = sentenceEnd.exec(text);
    match && sentenceEnd.lastIndex < end;
    match = sentenceEnd.exec(text)
  ) {
    yield* cutHard(text, last, sentenceEnd.lastIndex);
    last = sentenceEnd.lastIndex;
    yield last;
    // Other generators may have moved it.
    sentenceEnd.lastIndex = last;
  }
  yield* cutHard(text, last, end);
}

/** A sentence without an end is cut between words, or anywhere. */
function* cutHard(text: string, start: number, end: number): Generator<number> {
  let from = start;
  while (end - from > most) {
    const space = text.lastIndexOf(' ', from + wanted);
    from = space > from + wanted / 2 ? space + 1 : from + wanted;
    yield from;
  }
}

/** A span as it is read: blocks apart, asides left out, white space as one space. */
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
  return collapsed(shown);
}

/** White space as one space, and none around. */
function collapsed(text: string): string {
  let result = '';
  let at = whiteEnd(text, 0, text.length);
  /** Where the words begin that are taken over next. */
  let from = at;
  while (at < text.length) {
    if (!isWhite(text.charCodeAt(at))) {
      at++;
      continue;
    }
    const end = at;
    at = whiteEnd(text, at + 1, text.length);
    const plain = at === end + 1 && text.charCodeAt(end) === 0x20;
    if (at === text.length) return result + text.slice(from, end);
    if (plain) continue;
    result += `${text.slice(from, end)} `;
    from = at;
  }
  return from === 0 ? text : result + text.slice(from);
}

/** Index of the first entry whose key is greater. */
function firstAfter<T>(sorted: readonly T[], value: number, key: (entry: T) => number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (key(sorted[middle] as T) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
