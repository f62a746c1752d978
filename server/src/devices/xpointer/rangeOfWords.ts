import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { PlacedBook, PlaceParts } from './bookPlaces.ts';
import type { OriginalChapter } from './readOriginal.ts';
import { lastNotAfter, offsetOfXPointer, parseXPointer, xPointerAt } from './resolveXPointer.ts';
import { maxSearchedLength } from './words.ts';

/** Highlighted text in a book. */
export interface MarkedWords {
  text: string;
  position: Locator | null;
  /** Its start as a device sent it; null when none did. */
  reported: string | null;
}

/** From the first character to the end of the last, as XPointers. */
export interface DeviceRange {
  starts: string;
  ends: string;
}

/** Locates highlighted text as XPointers; null when it is not in its chapter. */
export async function rangeOfWords(
  { originals }: Pick<PlaceParts, 'originals'>,
  book: PlacedBook,
  { text, position, reported }: MarkedWords,
): Promise<DeviceRange | null> {
  const spineIndex = position?.spine_index;
  if (spineIndex === undefined) return null;
  const fragment = (await originals.fragments(book)).indexOf(spineIndex) + 1;
  const chapter = fragment === 0 ? null : await originals.chapter(book, spineIndex);
  if (chapter === null) return null;
  const near = reportedOffset(chapter, reported) ?? (position?.fraction ?? 0) * chapter.servedText.length;
  const match = findWords(lettersOf(chapter), text, near);
  if (match === null) return null;
  const starts = xPointerAt(chapter.texts, match.from, fragment);
  const last = xPointerAt(chapter.texts, match.to - 1, fragment);
  return inFormOf(reported, { starts, ends: behind(last) });
}

function reportedOffset(chapter: OriginalChapter, reported: string | null): number | null {
  const pointer = reported === null ? null : parseXPointer(reported);
  return pointer && offsetOfXPointer(chapter.body, pointer);
}

const behind = (pointer: string) => pointer.replace(/\.(\d+)$/, (_, at) => `.${Number(at) + 1}`);
const nodeOf = (pointer: string) => pointer.replace(/\.\d+$/, '');
const plain = (pointer: string) => pointer.replaceAll('[1]', '');

/**
 * A range that starts exactly as the device sent it, in the same notation: devices identify highlights by that
 * string.
 */
function inFormOf(reported: string | null, { starts, ends }: DeviceRange): DeviceRange {
  if (reported === null || plain(reported) !== plain(starts)) return { starts, ends };
  if (nodeOf(ends) === nodeOf(starts))
    return { starts: reported, ends: nodeOf(reported) + ends.slice(nodeOf(ends).length) };
  // crengine of 2026 writes every index.
  if (!reported.startsWith('/body[1]/')) return { starts: reported, ends };
  const steps = nodeOf(ends).split('/').slice(1);
  const indexed = steps.map((step) => `/${step.endsWith(']') ? step : `${step}[1]`}`).join('');
  return { starts: reported, ends: indexed + ends.slice(nodeOf(ends).length) };
}

/** A chapter without white space, which may differ in a copy; and where each of its letters is. */
interface Letters {
  text: string;
  offsets: Uint32Array;
}

/** Kept as long as the chapter is, since one chapter may have many highlights. */
const lettersOfChapters = new WeakMap<OriginalChapter, Letters>();

function lettersOf(chapter: OriginalChapter): Letters {
  const known = lettersOfChapters.get(chapter);
  if (known) return known;
  const { servedText } = chapter;
  const offsets = new Uint32Array(servedText.length);
  let length = 0;
  for (const { 0: run, index } of servedText.matchAll(/\S+/gu))
    for (let at = 0; at < run.length; at++) offsets[length++] = index + at;
  const letters = { text: servedText.replace(/\s+/gu, ''), offsets: offsets.subarray(0, length) };
  lettersOfChapters.set(chapter, letters);
  return letters;
}

/**
 * Finds the text that begins with these words, before or after an offset: the nearer of the two. Null if the rest of
 * it differs.
 */
function findWords(
  { text, offsets }: Letters,
  words: string,
  near: number,
): { from: number; to: number } | null {
  const wanted = words.replace(/\s+/gu, '');
  if (wanted === '') return null;
  const start = wanted.slice(0, maxSearchedLength);
  const here = lastNotAfter(offsets.length, (index) => offsets[index] ?? 0, near);
  const [at] = [text.lastIndexOf(start, here), text.indexOf(start, here)]
    .filter((index) => index >= 0 && text.startsWith(wanted, index))
    .sort((a, b) => Math.abs(a - here) - Math.abs(b - here));
  return at === undefined ? null : { from: offsets[at] ?? 0, to: (offsets[at + wanted.length - 1] ?? 0) + 1 };
}
