import type { Span } from './quote.ts';
import type { TextMap } from './textMap.ts';

/** What words stand in together: a sentence never leads from one of these into another. */
const blocks =
  'p, li, h1, h2, h3, h4, h5, h6, div, blockquote, dt, dd, td, th, figcaption, pre, section, article, aside, header, footer, body, caption, .markedContent';
/** Not read aloud: the number of a note would be read as a part of the sentence. */
const silent = 'sup a, a sup, [role="doc-noteref"], [aria-hidden="true"], rt, rp';
/** Longer than this a voice is hard to stop, and some browsers fall silent. */
const longest = 400;

/** The sentences of a text with where they stand in it, in the order of reading, without the blanks around them. */
export function sentencesOf(map: TextMap, language: string | null): Span[] {
  const segmenter = segmenterFor(language);
  const sentences: Span[] = [];
  for (const block of blocksOf(map))
    for (const { segment, index } of segmenter.segment(map.text.slice(block.start, block.end)))
      for (const part of cut(segment)) {
        const start = block.start + index + part.start;
        const end = block.start + index + part.end;
        if (/[\p{L}\p{N}]/u.test(map.text.slice(start, end))) sentences.push({ start, end });
      }
  return sentences;
}

/**
 * The words of a sentence as they are spoken: without what is not to be read, and with words that a line has cut whole.
 */
export function spoken(map: TextMap, { start, end }: Span): string {
  let text = '';
  for (let index = 0; index < map.pieces; index++) {
    const piece = map.piece(index);
    if (piece.start >= end) break;
    if (piece.start + piece.node.length <= start || piece.node.parentElement?.closest(silent)) continue;
    const words = piece.node.data.slice(Math.max(0, start - piece.start), end - piece.start);
    const gap = text !== '' && map.text[piece.start - 1] === ' ' ? ' ' : '';
    // A word that the line has cut is one word.
    text =
      gap && /\p{L}[-\u2010]$/u.test(text) && /^\p{Ll}/u.test(words)
        ? text.slice(0, -1) + words
        : text + gap + words;
  }
  return text
    .replace(/\u00AD/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

function blocksOf(map: TextMap): Span[] {
  const found: Span[] = [];
  let around: Element | null = null;
  for (let index = 0; index < map.pieces; index++) {
    const { node, start } = map.piece(index);
    const block = node.parentElement?.closest(blocks) ?? null;
    const last = found.at(-1);
    if (last && block === around) last.end = start + node.length;
    else found.push({ start, end: start + node.length });
    around = block;
  }
  return found;
}

function segmenterFor(language: string | null): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language ?? undefined, { granularity: 'sentence' });
  } catch {
    return new Intl.Segmenter(undefined, { granularity: 'sentence' });
  }
}

/** Spans of a segment without outer blanks; a very long one in parts, at its commas. */
function cut(segment: string): Span[] {
  const parts: Span[] = [];
  let start = segment.length - segment.trimStart().length;
  const stop = segment.trimEnd().length;
  while (stop - start > longest) {
    const room = segment.slice(start, start + longest);
    const at = Math.max(room.lastIndexOf(', '), room.lastIndexOf('; '), room.lastIndexOf('، '));
    const length = at > longest / 4 ? at + 1 : Math.max(1, room.lastIndexOf(' '));
    parts.push({ start, end: start + length });
    start += length;
    while (start < stop && /\s/u.test(segment[start] as string)) start++;
  }
  if (stop > start) parts.push({ start, end: stop });
  return parts;
}
