import type { BookText, Passage } from '@lectern/shared-contracts/api/books.ts';
import { closestTogether } from '@lectern/shared-contracts/domain/search/closestTogether.ts';
import {
  foldText,
  foldWithOffsets,
  type TextRange,
} from '@lectern/shared-contracts/domain/search/foldText.ts';
import { hasFilter, parseSearch } from '@lectern/shared-contracts/domain/search/searchOperators.ts';
import { searchQuery, wordStart } from '@lectern/shared-contracts/domain/search/searchQuery.ts';

/** A downloaded book, as the search reads it. */
export interface SearchedBook {
  id: string;
  title: string;
  author: string;
  text: BookText;
  /** Each passage in the form that is compared; created by the first search. */
  folded: readonly string[];
}

const shown = 240;

export function prepared(book: Omit<SearchedBook, 'folded'>): SearchedBook {
  return { ...book, folded: book.text.passages.map(({ text }) => foldText(text)) };
}

/**
 * Passages that have all the words and phrases that were typed, the ones with the phrase as a whole and the most of
 * the words first; where no passage has all of the words, those with the most of them. The phrase is
 * marked, or the first word where all stand closest, with the place that opens it. As the server's search, without its
 * index.
 */
export function searchText(books: readonly SearchedBook[], typed: string, limit: number): Passage[] {
  const parsed = parseSearch(typed);
  const query = searchQuery(parsed.text);
  // Only the server knows tags.
  if (query === null || parsed.tag !== null) return [];
  const has = (text: string, wanted: string | null) =>
    wanted === null || foldText(text).includes(foldText(wanted));
  const phrases = parsed.phrases.map((phrase) => foldText(phrase).replace(/\s+/g, ' '));
  const wanted = query.words.length === 0 ? [query.phrase] : query.words;
  const among = hasFilter(parsed)
    ? books.filter(({ title, author }) => has(author, parsed.author) && has(title, parsed.within))
    : books;
  const found: { book: SearchedBook; at: number; lacks: string[]; score: number }[] = [];
  for (const book of among) {
    for (const [at, folded] of book.folded.entries()) {
      if (!phrases.every((phrase) => wordStart(folded, phrase) >= 0)) continue;
      const counts = wanted.map((word) => Math.min(3, placesOf(folded, word).length));
      const lacks = wanted.filter((_, index) => counts[index] === 0);
      if (lacks.length === wanted.length) continue;
      const score =
        counts.reduce((sum, count) => sum + count, 0) + (wordStart(folded, query.phrase) >= 0 ? 10 : 0);
      found.push({ book, at, lacks, score });
    }
  }
  const fewest = found.reduce((least, { lacks }) => Math.min(least, lacks.length), wanted.length);
  const first = phrases[0] ?? query.phrase;
  return found
    .filter(({ lacks }) => lacks.length === fewest)
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, limit)
    .map(({ book, at, lacks, score }) => {
      const passage = asPassage(book, at, first, wanted, score);
      return lacks.length === 0 ? passage : { ...passage, lacks };
    });
}

function placesOf(text: string, word: string): number[] {
  const places: number[] = [];
  for (let at = wordStart(text, word); at >= 0; at = wordStart(text, word, at + word.length)) places.push(at);
  return places;
}

function asPassage(
  book: SearchedBook,
  at: number,
  phrase: string,
  words: readonly string[],
  score: number,
): Passage {
  const passage = book.text.passages[at];
  const text = passage?.text ?? '';
  const match = matchIn(text, phrase, words);
  const from = Math.max(0, match.start - shown / 3);
  const space = text.indexOf(' ', from) + 1;
  // Scripts without spaces begin anywhere.
  const begin = from === 0 || space === 0 || space > match.start ? Math.floor(from) : space;
  const end = Math.min(text.length, begin + shown);
  const shownMatch = { start: Math.max(match.start, begin), end: Math.max(match.end, begin) };
  const quote = {
    exact: text.slice(match.start, Math.max(match.end, match.start + 60)).toWellFormed(),
    prefix: text.slice(Math.max(0, match.start - 40), match.start).toWellFormed(),
  };
  return {
    book_id: book.id,
    book_title: book.title,
    author: book.author,
    chapter: passage?.chapter ?? null,
    text: `${begin > 0 ? '… ' : ''}${text.slice(begin, shownMatch.start)}\uE000${text.slice(shownMatch.start, shownMatch.end)}\uE001${text.slice(shownMatch.end, end)}${end < text.length ? ' …' : ''}`,
    position:
      book.text.format === 'pdf'
        ? { page: passage?.target ?? 1, quote }
        : { spine_index: passage?.target ?? 0, fraction: passage?.fraction ?? 0, quote },
    score,
  };
}

/** Where the phrase is in the text itself, or else the first of the words where they stand closest. */
function matchIn(text: string, phrase: string, words: readonly string[]): TextRange {
  const folded = foldWithOffsets(text);
  const rangesOf = (wanted: string) =>
    wanted === ''
      ? []
      : placesOf(folded.text, wanted).map((start) =>
          folded.originalRange({ start, end: start + wanted.length }),
        );
  const [whole] = rangesOf(phrase);
  if (whole) return whole;
  const matches = words
    .flatMap((wanted, word) => rangesOf(wanted).map((range) => ({ ...range, word })))
    .sort((a, b) => a.start - b.start);
  const start = closestTogether(matches)?.start;
  return matches.find((match) => match.start === start) ?? { start: 0, end: 0 };
}
