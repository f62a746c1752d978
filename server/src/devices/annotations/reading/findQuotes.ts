import {
  foldText,
  foldWithOffsets,
  occurrencesOf,
} from '@lectern/shared-contracts/domain/search/foldText.ts';
import search from 'approx-string-match';
import {
  type BookLetters,
  type LetterRange,
  lettersOf,
  passageAt,
  placeOfLetters,
} from '../../../intake/ingest/findWords.ts';
import type { TextPassage } from '../../../intake/ingest/ingestedBook.ts';

/** Words to be found in a book. */
export interface WantedWords {
  exact: string;
  prefix: string;
  suffix: string;
  /** The chapter or page in which they should be; null when unknown. */
  target: number | null;
  /** Their place in it, 0..1; null when unknown. */
  fraction: number | null;
  /** Their place among other marks without context, on any scale; null when unknown. */
  order: number | null;
}

export interface FoundWords {
  target: number;
  fraction: number;
  /** False when only their beginning was found. */
  isWhole: boolean;
  /** The words of the book, where those that were wanted may differ from them. */
  words?: { exact: string; prefix: string; suffix: string };
}

/** Characters that are no letters and digits; half of a surrogate pair counts as a letter. */
const noLetters = /[^\p{L}\p{N}\u{10000}-\u{10ffff}]+/gu;
const noLetter = /[^\p{L}\p{N}\p{Cs}]/u;
const onlyLetters = (text: string): string => foldText(text).replace(noLetters, '');

/** Words that stand at more places are not looked for. */
const maxPlaces = 50;
/** Words that are found with errors have so many letters at least, and errors as a share of them at most. */
const approximate = { letters: 20, errors: 0.14 };
/** Pieces of a quotation that are searched for, and letters of each. */
const pieces = { count: 12, letters: 10 };

/**
 * Finds quotations as other programs keep them: without context, cut, with other quotation marks and dashes, and with
 * errors of text recognition. Words that stand at several places are found if the chapter, or the order of the other
 * marks, says which is meant; otherwise they are not found, since a wrong sentence is worse than none.
 */
export function findQuotes(
  passages: readonly TextPassage[],
  wanted: readonly WantedWords[],
): (FoundWords | null)[] {
  const book = lettersOf(passages, onlyLetters);
  const candidates = wanted.map(({ exact, target }) => {
    const places = placesOf(book.text, onlyLetters(longestPart(exact)));
    const here = places.filter(({ start }) => placeOfLetters(book, { start, end: start }).target === target);
    return here.length > 0 ? here : places;
  });
  const known = candidates.flatMap((places, at) => {
    const order = wanted[at]?.order ?? null;
    return places.length === 1 && places[0] && order !== null ? [{ order, start: places[0].start }] : [];
  });
  const line = known.toSorted((a, b) => a.order - b.order);
  return candidates.map((places, at) => {
    const { exact = '', order = null } = wanted[at] ?? {};
    if (places.length === 0) return beginningOf(book, onlyLetters(exact));
    const range = places.length > 1 ? nearestOf(places, line, order) : places[0];
    const parts = partsOfQuote(exact).map(onlyLetters);
    return range ? foundAt(book, withOtherParts(book.text, range, parts), exact.trim()) : null;
  });
}

/** What is left out of a quotation is marked by dots. */
const partsOfQuote = (words: string): string[] => words.split(/\[?(?:…|\.{3,})\]?/u);

const longestPart = (words: string): string =>
  partsOfQuote(words).reduce((longest, part) => (part.length > longest.length ? part : longest), '');

/** Letters between two parts of a quotation. */
const longestGap = 2_000;

/** From the first part of a quotation to the last, if they are near the one that was found. */
function withOtherParts(text: string, range: LetterRange, parts: readonly string[]): LetterRange {
  if (parts.length === 1) return range;
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  const [start, lastStart] = [
    text.lastIndexOf(first, range.start),
    text.indexOf(last, range.end - last.length),
  ];
  const end = lastStart + last.length;
  return {
    start: start >= 0 && range.start - start <= longestGap ? start : range.start,
    end: lastStart >= 0 && end - range.end <= longestGap ? end : range.end,
  };
}

/** Near the only place at which the beginning of words stands, if the rest is not there. */
function beginningOf(book: BookLetters, words: string): FoundWords | null {
  const beginning = words.slice(0, Math.max(minBeginning, Math.floor(words.length / 3)));
  const [place, second] = beginning.length < minBeginning ? [] : occurrencesOf(beginning, book.text);
  return place && !second ? { ...placeOfLetters(book, place), isWhole: false } : null;
}
const minBeginning = 24;

function placesOf(text: string, words: string): LetterRange[] {
  const exact = occurrencesOf(words, text);
  if (exact.length > maxPlaces) return [];
  if (exact.length > 0 || words.length < approximate.letters) return exact;
  const matches = likelyStarts(text, words).flatMap((start) => {
    const slack = 20 + Math.ceil(words.length * approximate.errors);
    const from = Math.max(0, start - slack);
    const part = text.slice(from, start + words.length + slack);
    const [best] = search(part, words, Math.floor(words.length * approximate.errors));
    return best ? [{ start: from + best.start, end: from + best.end, errors: best.errors }] : [];
  });
  const least = Math.min(...matches.map(({ errors }) => errors));
  const likely = matches.filter(({ errors }) => errors <= least + words.length * 0.04);
  return likely.filter((one, at) => likely.findIndex(({ start }) => Math.abs(start - one.start) < 40) === at);
}

/** Where several pieces of the words agree that they start. */
function likelyStarts(text: string, words: string): number[] {
  const step = Math.max(1, Math.floor((words.length - pieces.letters) / (pieces.count - 1)));
  const starts: number[] = [];
  for (let offset = 0; offset + pieces.letters <= words.length; offset += step) {
    const piece = words.slice(offset, offset + pieces.letters);
    let count = 0;
    for (let at = text.indexOf(piece); at >= 0 && count < maxPlaces; at = text.indexOf(piece, at + 1)) {
      starts.push(at - offset);
      count += 1;
    }
  }
  starts.sort((a, b) => a - b);
  const groups: number[][] = [];
  for (const start of starts) {
    const group = groups.at(-1);
    if (group && start - (group.at(-1) ?? 0) <= 10 + words.length * 0.02) group.push(start);
    else groups.push([start]);
  }
  return groups
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 5)
    .map(([first = 0]) => first);
}

interface KnownPlace {
  order: number;
  start: number;
}

/** The place that is clearly nearer than others to where the marks before and after it are. */
function nearestOf(
  places: readonly LetterRange[],
  line: readonly KnownPlace[],
  order: number | null,
): LetterRange | null {
  const after = order === null ? -1 : line.findIndex((one) => one.order >= order);
  const [before, next] = [line[after - 1], line[after]];
  if (order === null || !next) return null;
  const share = before ? (order - before.order) / Math.max(1e-9, next.order - before.order) : 1;
  const expected = before ? before.start + share * (next.start - before.start) : next.start;
  if (!before && next.order !== order) return null;
  const [nearest, second] = places.toSorted(
    (a, b) => Math.abs(a.start - expected) - Math.abs(b.start - expected),
  );
  if (!nearest || !second) return nearest ?? null;
  const isClear = Math.abs(nearest.start - expected) * 3 < Math.abs(second.start - expected);
  return isClear ? nearest : null;
}

/** Characters of context that a place keeps. */
const contextLength = 60;

/** A place with the words of the book, and the signs around them if the quotation has some. */
function foundAt(book: BookLetters, range: LetterRange, quote: string): FoundWords {
  const [first, last] = [passageAt(book.starts, range.start), passageAt(book.starts, range.end - 1)];
  const texts = book.passages.slice(first, last + 1).map(({ text }) => text);
  const [opening = '', closing = ''] = [texts[0], texts.at(-1)];
  let start = rangeIn(book, first, range.start, range.start + 1).start;
  let { end } = rangeIn(book, last, range.end - 1, range.end);
  if (/^[^\p{L}\p{N}]/u.test(quote))
    start -= /[^\p{L}\p{N}\s]*$/u.exec(opening.slice(0, start))?.[0].length ?? 0;
  if (/[^\p{L}\p{N}]$/u.test(quote)) end += /^[^\p{L}\p{N}\s]*/u.exec(closing.slice(end))?.[0].length ?? 0;
  const exact = [...texts.slice(0, -1), closing.slice(0, end)].join(' ').slice(start);
  const prefix = opening.slice(0, start).slice(-contextLength);
  const suffix = closing.slice(end, end + contextLength);
  return { ...placeOfLetters(book, range), isWhole: true, words: { exact, prefix, suffix } };
}

/** A range of a passage's text, of offsets in the letters of the book. */
function rangeIn({ passages, starts }: BookLetters, index: number, start: number, end: number) {
  const offset = starts[index] ?? 0;
  const folded = foldWithOffsets(passages[index]?.text ?? '', noLetter);
  return folded.originalRange({ start: start - offset, end: end - offset });
}
