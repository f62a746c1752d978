import type { TextRange } from '@lectern/shared-contracts/domain/search/foldText.ts';
import { isCall, isSign, kindOf, mayBeNoteReference } from './noteCall.ts';
import { segmentSentences } from './segmentSentences.ts';
import type { TextMap } from './textMap.ts';

/** Block elements: a sentence never crosses them. */
const blocks =
  'p, li, h1, h2, h3, h4, h5, h6, div, blockquote, dt, dd, td, th, figcaption, pre, section, article, aside, header, footer, body, caption, .markedContent';
/** Pictures with a description. */
const pictures = 'img[alt]:not([role="presentation"], [role="none"]), [role="img"][aria-label]';
/** Maximum characters per utterance: some browsers stop on longer ones. */
const maxLength = 400;

/** Text to be spoken at once, or a picture between two sentences, with the offset of the text after it. */
export interface SpokenRange extends TextRange {
  picture?: Element;
  /** Pictures within the sentence, in order. */
  inside?: SpokenRange[];
}

/**
 * The sentences of a text with their offsets, trimmed, and the pictures between them. A phrase in another language is
 * a sentence of its own.
 */
export function sentencesOf(map: TextMap, language: string | null): SpokenRange[] {
  const sentences: SpokenRange[] = textOf(map, language);
  const between: SpokenRange[] = [];
  let at = 0;
  for (const range of picturesOf(map)) {
    while ((sentences[at]?.end ?? Infinity) <= range.start) at += 1;
    const sentence = sentences[at];
    if (!sentence || (range.start <= sentence.start && !isInitial(map, range, sentence))) {
      between.push(range);
      continue;
    }
    sentence.start = Math.min(sentence.start, range.start);
    sentence.inside = [...(sentence.inside ?? []), range];
  }
  // The sort is stable: a picture comes before the text after it.
  return between.length === 0 ? sentences : [...between, ...sentences].sort((a, b) => a.start - b.start);
}

function picturesOf(map: TextMap): SpokenRange[] {
  const isSilent = silenceIn(map.root);
  return [...map.root.querySelectorAll(pictures)]
    .filter((picture) => !isSilent(picture) && /[\p{L}\p{N}]/u.test(descriptionOf(picture)))
    .map((picture) => {
      const after = picture.ownerDocument.createRange();
      after.setStartAfter(picture);
      const start = map.offsetOf(after.startContainer, after.startOffset);
      return { start, end: start, picture };
    });
}

const descriptionOf = (picture: Element) =>
  (picture.getAttribute('aria-label') ?? picture.getAttribute('alt') ?? '').replace(/\s+/gu, ' ').trim();

/** A letter as a picture: an initial, or a character that fonts lack. */
const isLetter = (description: string) => /^.$/su.test(description);

/** Whether a picture is the first letter of a sentence. */
function isInitial(map: TextMap, { start, picture }: SpokenRange, sentence: TextRange): boolean {
  if (!picture || !isLetter(descriptionOf(picture)) || map.text.slice(start, sentence.start).trim() !== '')
    return false;
  return map.pointAt(sentence.start)?.node.parentElement?.closest(blocks) === picture.closest(blocks);
}

function textOf(map: TextMap, language: string | null): TextRange[] {
  const sentences: TextRange[] = [];
  const text = readText(map);
  for (const block of blocksOf(map))
    for (const { segment, index } of segmentSentences(text.slice(block.start, block.end), language))
      for (const part of cut(segment)) {
        const start = block.start + index + part.start;
        const end = block.start + index + part.end;
        if (/[\p{L}\p{N}]/u.test(text.slice(start, end))) sentences.push({ start, end });
      }
  return sentences;
}

/** The text with spaces for what is not read, so that offsets stay. */
function readText(map: TextMap): string {
  const isSilent = silenceIn(map.root);
  let text = '';
  for (let index = 0; index < map.pieces; index++) {
    const { node, start } = map.piece(index);
    text = text.padEnd(start) + (isSilent(node.parentElement) ? ' '.repeat(node.length) : node.data);
  }
  return text.padEnd(map.length);
}

/**
 * The spoken text of a sentence: without skipped elements, with hyphenated words joined, and formulas and pictures by
 * their alternative text.
 * @param describes false leaves out pictures, except those of a letter
 */
export function spoken(
  map: TextMap,
  { start, end, picture, inside = [] }: SpokenRange,
  describes = true,
): string {
  if (picture) return descriptionOf(picture);
  let text = '';
  let read: Element | null = null;
  let pictures = 0;
  let isDescribed = false;
  const isSilent = silenceIn(map.root);
  for (let index = 0; index < map.pieces; index++) {
    const piece = map.piece(index);
    if (piece.start >= end) break;
    for (let next = inside[pictures]; next?.picture && next.start <= piece.start; next = inside[++pictures]) {
      const description = descriptionOf(next.picture);
      isDescribed = describes && !isLetter(description);
      if (isDescribed) text += ` ${description}`;
      else if (isLetter(description)) text += description;
    }
    if (piece.start + piece.node.length <= start || isSilent(piece.node.parentElement)) continue;
    const formula = formulaAround(piece.node);
    const words = formula
      ? ` ${formula === read ? '' : formula.getAttribute('alttext')} `
      : piece.node.data.slice(Math.max(0, start - piece.start), end - piece.start);
    read = formula;
    const isApart = isDescribed ? /^[\p{L}\p{N}]/u.test(words) : map.text[piece.start - 1] === ' ';
    const gap = text !== '' && isApart ? ' ' : '';
    isDescribed = false;
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
  while (stop - start > maxLength) {
    const part = segment.slice(start, start + maxLength);
    const at = Math.max(part.lastIndexOf(', '), part.lastIndexOf('; '), part.lastIndexOf('، '));
    const length = at > maxLength / 4 ? at + 1 : Math.max(1, part.lastIndexOf(' '));
    parts.push({ start, end: start + length });
    start += length;
    while (start < stop && /\s/u.test(segment[start] as string)) start++;
  }
  if (stop > start) parts.push({ start, end: stop });
  return parts;
}

const silent = 'sup a, a sup, [aria-hidden="true"], rt, rp, rtc, audio, video, canvas, iframe';
const pageNumber = /\b(?:doc-)?pagebreak\b/;

/** Whether an element is not read aloud: note numbers, page numbers, readings of characters and what is not shown. */
function silenceIn(root: Element): (element: Element | null) => boolean {
  const known = new Map<Element, boolean>();
  const isSilent = (element: Element | null): boolean => {
    // A page that is not shown yet is read all the same.
    if (!element || element === root) return false;
    let found = known.get(element);
    if (found === undefined) {
      found = isSilent(element.parentElement) || isSilentItself(element);
      known.set(element, found);
    }
    return found;
  };
  // Elements within hidden ones may be visible.
  return (element) => isSilent(element) || (element !== root && styleOf(element)?.visibility === 'hidden');
}

const styleOf = (element: Element | null) => element?.ownerDocument.defaultView?.getComputedStyle(element);

function isSilentItself(element: Element): boolean {
  if (element.matches(silent) || pageNumber.test(kindOf(element)) || isNumberOfNote(element)) return true;
  return styleOf(element)?.display === 'none';
}

function isNumberOfNote(element: Element): boolean {
  if (!isSign(element.textContent ?? '')) return false;
  return isCall(element) || (element.matches('a[href]') && mayBeNoteReference(element));
}
