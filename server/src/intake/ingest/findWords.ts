import { contextAgreement } from '@lectern/shared-contracts/domain/search/contextAgreement.ts';
import { foldText } from '@lectern/shared-contracts/domain/search/foldText.ts';
import type { QuoteLocation, TextPassage, TextQuote } from './ingestedBook.ts';
import { firstAfter } from './passages.ts';

/** Texts of this many letters are searched for on their own; shorter ones need the same context as before. */
const distinctive = 16;
/** Letters of the start of a passage that suffice to find it when the rest has changed. */
const minPrefixLetters = 24;

/** Normalizes a text for comparison: without white space and hyphens, which differ between editions. */
export const comparable = (text: string): string => foldText(text).replace(/[\s-]+/gu, '');

/** The normalized text of a whole book, and the offset of each passage. */
export interface BookLetters {
  text: string;
  passages: readonly TextPassage[];
  starts: readonly number[];
}

/** A range of `BookLetters.text`. */
export interface LetterRange {
  start: number;
  end: number;
}

/** @param normalize keeps what is compared */
export function lettersOf(passages: readonly TextPassage[], normalize = comparable): BookLetters {
  const starts: number[] = [];
  const pieces: string[] = [];
  let length = 0;
  for (const { text } of passages) {
    const piece = normalize(text);
    starts.push(length);
    pieces.push(piece);
    length += piece.length;
  }
  return { text: pieces.join(''), passages, starts };
}

/**
 * Finds a text of an earlier file in this one. Of several matches the one with the same context wins, then the one
 * nearest to the old place. When the end of the text has changed, its start is searched for.
 * @returns null when it is not found, or too short to be sure
 */
export function findLetters(letters: BookLetters, quote: TextQuote): LetterRange | null {
  const words = comparable(quote.words);
  if (words === '') return null;
  const whole = bestMatch(letters.text, words, quote);
  if (whole) return whole;
  const beginning = words.slice(0, Math.max(minPrefixLetters, Math.floor(words.length / 3)));
  return beginning.length < words.length ? bestMatch(letters.text, beginning, { ...quote, after: '' }) : null;
}

function bestMatch(text: string, words: string, { before, after, share }: TextQuote): LetterRange | null {
  const [prefix, suffix] = [comparable(before), comparable(after)];
  const near = share * text.length;
  let best: { start: number; agreement: number; distance: number } | null = null;
  for (let start = text.indexOf(words); start >= 0; start = text.indexOf(words, start + 1)) {
    const end = start + words.length;
    const agreement = contextAgreement(text, { start, end }, prefix, suffix);
    const distance = Math.abs(start - near);
    if (!best || agreement > best.agreement || (agreement === best.agreement && distance < best.distance))
      best = { start, agreement, distance };
  }
  if (
    !best ||
    words.length + best.agreement < Math.min(distinctive, words.length + prefix.length + suffix.length)
  )
    return null;
  return { start: best.start, end: best.start + words.length };
}

/** The place in the book at which a range starts. */
export function placeOfLetters(letters: BookLetters, { start }: LetterRange): QuoteLocation {
  const index = passageAt(letters.starts, start);
  const passage = letters.passages[index];
  const next = letters.passages[index + 1];
  const from = letters.starts[index] ?? 0;
  const to = letters.starts[index + 1] ?? letters.text.length;
  const first = passage?.fraction ?? 0;
  const last = next && next.target === passage?.target ? next.fraction : 1;
  const share = to > from ? (start - from) / (to - from) : 0;
  return { target: passage?.target ?? 0, fraction: Math.min(1, first + share * Math.max(0, last - first)) };
}

/** Splits a range into parts by chapter or page, relative to each. */
export function partsOf(
  { starts, passages, text }: BookLetters,
  { start, end }: LetterRange,
): { target: number; letters: string; offset: number }[] {
  const parts: { target: number; letters: string; offset: number }[] = [];
  for (let at = start; at < end; ) {
    const { target } = passages[passageAt(starts, at)] ?? { target: 0 };
    const first = passages.findIndex((passage) => passage.target === target);
    const next = passages.findIndex((passage, index) => index > first && passage.target !== target);
    const stop = Math.min(end, next < 0 ? text.length : (starts[next] ?? text.length));
    if (stop <= at) break;
    parts.push({ target, letters: text.slice(at, stop), offset: at - (starts[first] ?? 0) });
    at = stop;
  }
  return parts;
}

/** Index of the last passage that starts at or before an offset. */
export const passageAt = (starts: readonly number[], offset: number): number =>
  Math.max(0, firstAfter(starts, offset, (start) => start) - 1);
