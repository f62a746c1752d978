import { createHash } from 'node:crypto';
import { foldText } from '@lectern/shared-contracts/domain/search/foldText.ts';
import { parseIsbn } from './isbn.ts';

/** What identifies a book in a library, a list or a file. */
export interface BookListing {
  title: string;
  author: string;
  series?: string | null | undefined;
  series_index?: number | null | undefined;
  isbn?: string | null | undefined;
  isbn13?: string | null | undefined;
  isbn10?: string | null | undefined;
}

export type Likeness = 'same' | 'perhaps' | 'different';

interface SeriesNumber {
  series: string;
  /** '1', '1.5' or '1-3'. */
  number: string;
}

export interface BookIdentity {
  /** ISBN-13, or the digits as given when they are no valid ISBN; null for none. */
  isbn: string | null;
  /** The whole title, folded. */
  title: string;
  /** The title up to its subtitle, folded: the same in all listings of a book. */
  mainTitle: string;
  numbers: readonly SeriesNumber[];
  /** Words of all names in order, folded. */
  authors: readonly string[];
}

export function identityOf({ title, author, series, series_index, ...listing }: BookListing): BookIdentity {
  const split = splitSeries(title);
  const { isbn13, isbn10 } = isbnOf(listing);
  const own = series && series_index != null ? [{ series, number: String(series_index) }] : [];
  return {
    isbn: isbn13 ?? isbn10,
    title: normalized(split.title),
    mainTitle: mainTitle(title),
    numbers: [...own, ...split.numbers],
    authors: nameWords(author),
  };
}

/** The ISBN decides when both have one; otherwise title, number in the series and all authors. */
export function compareBooks(one: BookIdentity, other: BookIdentity): Likeness {
  if (one.isbn !== null && other.isbn !== null) return one.isbn === other.isbn ? 'same' : 'different';
  const parts = [compareTitles(one, other), compareNumbers(one, other), compareAuthors(one, other)];
  if (parts.includes('different')) return 'different';
  return parts.includes('perhaps') ? 'perhaps' : 'same';
}

/** Digest of the main title. */
export const matchKey = (title: string): string => digest(mainTitle(title));

/** The match keys of all books that are like this one, unless by their ISBN. */
export const likelyKeys = (title: string): string[] =>
  likelyTitles(identityOf({ title, author: '' })).map(digest);

/** Words at the beginning of a title that may be the main title of another listing. */
const maxWords = 12;

/** Every beginning of the title, since one listing may have no mark before the subtitle. */
export function likelyTitles({ title, mainTitle }: BookIdentity): string[] {
  const words = title.split(' ').slice(0, maxWords);
  const beginnings = words.map((_, at) => words.slice(0, at + 1).join(' '));
  return [...new Set([mainTitle, title, ...beginnings])];
}

const digest = (text: string): string => createHash('sha1').update(text).digest('base64url');

/** The ISBN of a listing in both lengths; digits that are no valid ISBN as they are. */
export function isbnOf({ isbn13, isbn10, isbn }: Omit<BookListing, 'title' | 'author'>): {
  isbn13: string | null;
  isbn10: string | null;
} {
  const given = isbn13 || isbn10 || isbn || '';
  return parseIsbn(given) ?? { isbn13: isbn13 || isbn || null, isbn10: isbn10 || null };
}

/** Splits 'The Fellowship of the Ring (The Lord of the Rings, #1; Middle-earth, #4)'. */
export function splitSeries(title: string): { title: string; numbers: SeriesNumber[] } {
  const whole = { title: title.trim(), numbers: [] };
  const match = /\(([^()]*#[^()]*)\)$/.exec(whole.title);
  const main = whole.title.slice(0, match?.index).trim();
  const numbers = (match?.[1] ?? '').split(';').map((part) => {
    const [, series = '', number = ''] =
      /^(.*?),?\s*#(\d+(?:\.\d+)?(?:\s*[-–]\s*\d+)?)$/.exec(part.trim()) ?? [];
    return { series: series.trim(), number: number.replace(/\s/g, '') };
  });
  if (main === '' || numbers.some(({ series }) => series === '')) return whole;
  return { title: main, numbers };
}

function mainTitle(title: string): string {
  const text = splitSeries(title).title;
  const [main = ''] = text.split(/:\s|：|;\s|\s[-–—]\s|\(/);
  return normalized(main) || normalized(text) || foldText(text).trim();
}

/** One whose title goes on where the other's ends may be the same book. */
function compareTitles({ title, mainTitle }: BookIdentity, other: BookIdentity): Likeness {
  if (title === other.title) return 'same';
  if (mainTitle !== other.mainTitle) return 'different';
  return `${title} `.startsWith(`${other.title} `) || `${other.title} `.startsWith(`${title} `)
    ? 'perhaps'
    : 'different';
}

function compareNumbers({ numbers }: BookIdentity, other: BookIdentity): Likeness {
  if (numbers.length === 0 && other.numbers.length === 0) return 'same';
  const pairs = numbers.flatMap((one) =>
    other.numbers
      .filter(({ series }) => normalized(series) === normalized(one.series))
      .map(({ number }) => number === one.number),
  );
  if (pairs.length === 0) return 'perhaps';
  return pairs.includes(true) ? 'same' : 'different';
}

/** Further names, missing names and initials leave doubt. */
function compareAuthors({ authors }: BookIdentity, other: BookIdentity): Likeness {
  if (authors.join(' ') === other.authors.join(' ')) return 'same';
  const [few, many] =
    authors.length < other.authors.length ? [authors, other.authors] : [other.authors, authors];
  const isNamed = (word: string) => many.some((name) => name === word || isInitial(name, word));
  return few.every(isNamed) ? 'perhaps' : 'different';
}

const isInitial = (one: string, other: string): boolean =>
  (one.length === 1 && other.startsWith(one)) || (other.length === 1 && one.startsWith(other));

const connectingWords = new Set(['and', 'und', 'et', 'y']);

const nameWords = (author: string): string[] =>
  normalized(author)
    .split(' ')
    .filter((word) => word !== '' && !connectingWords.has(word))
    .sort();

function normalized(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
