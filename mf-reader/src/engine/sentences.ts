import type { TextRange } from '@lectern/shared-contracts/domain/search/foldText.ts';
import { segmentSentences } from './segmentSentences.ts';
import type { TextMap } from './textMap.ts';

/** Block elements: a sentence never crosses them. */
const blocks =
  'p, li, h1, h2, h3, h4, h5, h6, div, blockquote, dt, dd, td, th, figcaption, pre, section, article, aside, header, footer, body, caption, .markedContent';
/** Not read aloud, such as footnote references. */
const silent = 'sup a, a sup, [role="doc-noteref"], [aria-hidden="true"], rt, rp';
/** Pictures with a description. */
const pictures = 'img[alt]:not([role="presentation"], [role="none"]), [role="img"][aria-label]';
/** Maximum characters per utterance: some browsers stop on longer ones. */
const longest = 400;

/** Text to be spoken at once, or a picture between two sentences, with the offset of the text after it. */
export interface SpokenRange extends TextRange {
  picture?: Element;
}

/**
 * The sentences of a text with their offsets, trimmed, and the pictures between them. A phrase in another language is
 * a sentence of its own.
 */
export function sentencesOf(map: TextMap, language: string | null): SpokenRange[] {
  const sentences = textOf(map, language);
  let at = 0;
  const between = picturesOf(map).filter(({ start }) => {
    while ((sentences[at]?.end ?? Infinity) <= start) at += 1;
    return start <= (sentences[at]?.start ?? start);
  });
  // The sort is stable: a picture comes before the text after it.
  return between.length === 0 ? sentences : [...between, ...sentences].sort((a, b) => a.start - b.start);
}

function picturesOf(map: TextMap): SpokenRange[] {
  return [...map.root.querySelectorAll(pictures)]
    .filter((picture) => !picture.closest(silent) && /[\p{L}\p{N}]/u.test(descriptionOf(picture)))
    .map((picture) => {
      const after = picture.ownerDocument.createRange();
      after.setStartAfter(picture);
      const start = map.offsetOf(after.startContainer, after.startOffset);
      return { start, end: start, picture };
    });
}

const descriptionOf = (picture: Element) =>
  picture.getAttribute('aria-label') ?? picture.getAttribute('alt') ?? '';

function textOf(map: TextMap, language: string | null): TextRange[] {
  const sentences: TextRange[] = [];
  for (const block of blocksOf(map))
    for (const { segment, index } of segmentSentences(map.text.slice(block.start, block.end), language))
      for (const part of cut(segment)) {
        const start = block.start + index + part.start;
        const end = block.start + index + part.end;
        if (/[\p{L}\p{N}]/u.test(map.text.slice(start, end))) sentences.push({ start, end });
      }
  return sentences;
}

/**
 * The spoken text of a sentence: without skipped elements, with hyphenated words joined, and formulas by their
 * alternative text.
 */
export function spoken(map: TextMap, { start, end, picture }: SpokenRange): string {
  if (picture) return descriptionOf(picture).replace(/\s+/gu, ' ').trim();
  let text = '';
  let read: Element | null = null;
  for (let index = 0; index < map.pieces; index++) {
    const piece = map.piece(index);
    if (piece.start >= end) break;
    if (piece.start + piece.node.length <= start || piece.node.parentElement?.closest(silent)) continue;
    const formula = formulaAround(piece.node);
    const words = formula
      ? ` ${formula === read ? '' : formula.getAttribute('alttext')} `
      : piece.node.data.slice(Math.max(0, start - piece.start), end - piece.start);
    read = formula;
    const gap = text !== '' && map.text[piece.start - 1] === ' ' ? ' ' : '';
    // A hyphenated word is joined.
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

/** The language that is declared for the text at an offset within its page; null without one. */
export const languageAt = (map: TextMap, offset: number): string | null =>
  languageOf(map.pointAt(offset)?.node);

const languageOf = (node: Text | undefined) =>
  node?.parentElement?.closest('[lang]:not(html)')?.getAttribute('lang') || null;

const formulaAround = (node: Text) => node.parentElement?.closest('math[alttext]:not([alttext=""])') ?? null;

/** Ranges within one block and one language. */
function blocksOf(map: TextMap): TextRange[] {
  const ranges: TextRange[] = [];
  let around: Element | null = null;
  let language: string | null = null;
  for (let index = 0; index < map.pieces; index++) {
    const { node, start } = map.piece(index);
    const block = node.parentElement?.closest(blocks) ?? null;
    const spokenIn = languageOf(node);
    const last = ranges.at(-1);
    if (last && block === around && spokenIn === language) last.end = start + node.length;
    else ranges.push({ start, end: start + node.length });
    around = block;
    language = spokenIn;
  }
  return ranges;
}

/** Trimmed spans of a segment; a very long one is split at commas. */
function cut(segment: string): TextRange[] {
  const parts: TextRange[] = [];
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
