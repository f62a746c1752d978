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
    const spans = spansIn(paragraph, wanted);
    const first = spans[0];
    if (first) {
      hits.push({
        text: excerpt(paragraph, spans),
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

interface Span {
  start: number;
  end: number;
}

function wordsOf(query: string): string[] {
  const whole = /^\s*["“„«](.+)["”“»]\s*$/u.exec(query)?.[1];
  const words = whole === undefined ? query.trim().split(/\s+/u) : [whole.trim()];
  return [...new Set(words.map((word) => fold(word).text).filter((word) => /[\p{L}\p{N}]/u.test(word)))];
}

/** Ranges of the words in order; empty when one is missing. */
function spansIn(paragraph: string, wanted: readonly string[]): Span[] {
  const { text, offsets } = fold(paragraph);
  const spans: Span[] = [];
  for (const word of wanted) {
    let found = false;
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      // Prefix match: 'art' in 'artful', not in 'part'.
      if (at > 0 && /[\p{L}\p{N}]/u.test(text[at - 1] as string) && !/\p{Script=Han}/u.test(word)) continue;
      found = true;
      const end = at + word.length;
      spans.push({ start: offsets[at] as number, end: (offsets[end - 1] as number) + 1 });
    }
    if (!found) return [];
  }
  return spans.sort((a, b) => a.start - b.start);
}

/** Folded text with the original offset of each character. */
function fold(source: string): { text: string; offsets: number[] } {
  let text = '';
  const offsets: number[] = [];
  for (let at = 0; at < source.length; at++) {
    const plain = (source[at] as string)
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace('’', "'")
      // Arabic letters with several forms.
      .replace(/[\u0649\u06cc]/, '\u064a')
      .replace('\u0671', '\u0627')
      .replace('\u0629', '\u0647')
      .replace('\u06a9', '\u0643');
    for (const letter of plain) {
      text += letter;
      for (let unit = 0; unit < letter.length; unit++) offsets.push(at);
    }
  }
  return { text, offsets };
}

function excerpt(paragraph: string, spans: readonly Span[]): string {
  const start = Math.max(0, (spans[0]?.start ?? 0) - before);
  const from = start === 0 ? 0 : paragraph.indexOf(' ', start) + 1;
  const to = Math.min(paragraph.length, from + shown);
  let text = from === 0 ? '' : '… ';
  let at = from;
  for (const { start: begin, end } of spans) {
    if (begin < at || end > to) continue;
    text += `${paragraph.slice(at, begin)}\uE000${paragraph.slice(begin, end)}\uE001`;
    at = end;
  }
  return text + paragraph.slice(at, to) + (to < paragraph.length ? ' …' : '');
}
