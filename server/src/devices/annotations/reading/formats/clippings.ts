import { AppError } from '../../../../run/common/errors.ts';
import { type ForeignMark, markFrom, moment, SetsByBook } from './foreignMark.ts';
import { type Mark, type MarkSet, markLimits } from './mark.ts';

const separator = /^==========\s*$/m;

export const isClippings = (text: string): boolean => separator.test(text);

/** Words for a note and a bookmark in the ten languages of the Kindle; everything else is a highlight. */
const notes = /\bnote\b|\bnota\b|\bnotiz\b|\bnotitie\b|заметка|メモ|笔记|筆記/iu;
const bookmarks =
  /\bbookmark\b|\blesezeichen\b|\bsignet\b|\bmarcador\b|\bsegnalibro\b|\bbladwijzer\b|закладка|ブックマーク|书签|書籤/iu;
const pages = /(?:\bpage|\bseite|\bpágina|\bpagina|странице|第)\s*(\d{1,7})|(\d{1,7})\s*ページ/iu;
const range = /(\d{1,9})\s*[-–]\s*(\d{1,9})/u;

interface Clipping extends ForeignMark {
  /** Its place in the file. */
  index: number;
  start: number | null;
  end: number | null;
}

/**
 * Reads `My Clippings.txt` of a Kindle. An entry has the title with the author in parentheses, a line about kind,
 * place and date, an empty line, and the words. A note stands in an entry of its own after its highlight; a highlight
 * that was extended stands there again.
 * @throws AppError marks_too_many
 */
export function readClippings(text: string): MarkSet[] {
  const sets = new SetsByBook();
  const clippings = new Map<MarkSet, Clipping[]>();
  const entries = text.replaceAll('\r\n', '\n').split(separator);
  if (entries.length > markLimits.marks + 1) throw new AppError('marks_too_many');
  for (const [index, entry] of entries.entries()) {
    const [first = '', about = '', ...words] = entry.replace(/^[\s\uFEFF]+/, '').split('\n');
    if (first.trim() === '' || !/^\s*-/.test(about)) continue;
    const set = sets.of(titleAndAuthor(first));
    const known = clippings.get(set) ?? [];
    clippings.set(set, known);
    known.push({ index, ...clippingOf(about, words.join('\n').trim()) });
  }
  for (const [set, found] of clippings)
    set.marks.push(...combined(found).map((clipping): Mark => markFrom(set.about, clipping)));
  return sets.all;
}

/** `Title (Author)`; the author may have parentheses in it. */
export function titleAndAuthor(line: string): { title: string; author: string } {
  const name = line.replaceAll('\uFEFF', '').trim();
  const [, title = name, author = ''] = /^(.*\S)\s*\(((?:[^()]|\([^()]*\))*)\)$/u.exec(name) ?? [];
  return { title, author: authorsInOrder(author) };
}

/** 'Terry Pratchett, Neil Gaiman' for 'Pratchett, Terry;Gaiman, Neil'. */
export const authorsInOrder = (authors: string): string =>
  authors
    .split(/\s*;\s*/)
    .map((name) => name.replace(/^([^,]+), ([^,]+)$/, '$2 $1'))
    .join(', ');

/** A sentence that stands in place of the words, once too much of a book was marked; markup is no sentence. */
const isOverLimit = (words: string): boolean =>
  /^<(?:\S+(?: \S+){4,}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{8,})>$/u.test(words) &&
  !/[="]/.test(words);

function clippingOf(about: string, words: string): Omit<Clipping, 'index'> {
  const [, page, japanesePage] = pages.exec(about) ?? [];
  const places = about.split(/[|（]/u).filter((part) => !/\d{1,2}:\d\d/.test(part));
  const withoutPage = places.join('|').replace(pages, '');
  const [, from, to] = range.exec(withoutPage) ?? [];
  const [single] = /\d{1,9}/.exec(withoutPage) ?? [];
  const start = numberOf(from ?? single);
  // Old ones write `170-72`.
  const end = from && to ? Number(from.slice(0, Math.max(0, from.length - to.length)) + to) : start;
  const isPlace = bookmarks.test(about) || isOverLimit(words);
  const kind = isPlace ? 'bookmark' : notes.test(about) ? 'note' : 'highlight';
  const pageNumber = numberOf(page ?? japanesePage);
  // A bookmark has no words, and its place is known to the Kindle alone.
  const place = about.replace(/^\s*-\s*/, '').replace(/\s*\|[^|]*$/, '');
  const said = kind === 'highlight' ? { text: words } : { note: kind === 'note' ? words : place };
  return { kind, ...said, created: dateIn(about), page: pageNumber, order: start ?? pageNumber, start, end };
}

const numberOf = (digits: string | undefined): number | null =>
  digits === undefined ? null : Number(digits);

/** Gives each note to its highlight, and leaves out highlights that a later one contains. */
function combined(clippings: readonly Clipping[]): Clipping[] {
  const highlights = clippings.filter(({ kind }) => kind === 'highlight');
  const extended = new Set(
    highlights.filter((one, at) =>
      highlights.slice(at + 1, at + 50).some((later) => overlaps(one, later) && isPart(one, later)),
    ),
  );
  const kept = highlights.filter((one) => !extended.has(one)).map((one) => ({ ...one }));
  const byEnd = Map.groupBy(kept, ({ end, page }) => end ?? page);
  const others = clippings.filter((one) => {
    if (one.kind !== 'note') return one.kind === 'bookmark';
    const owner = nearestTo(one, byEnd.get(one.start ?? one.page ?? null) ?? []);
    if (owner) owner.note = bothNotes(owner.note ?? '', one.note ?? '');
    return owner === undefined;
  });
  return [...kept, ...others];
}

/** Of several highlights that end at the place of a note, the one beside it in the file. */
const nearestTo = (note: Clipping, owners: readonly Clipping[]): Clipping | undefined =>
  owners.toSorted((a, b) => Math.abs(a.index - note.index) - Math.abs(b.index - note.index))[0];

/** A note that was continued stands there again, with its beginning. */
const bothNotes = (earlier: string, later: string): string =>
  later.startsWith(earlier) ? later : `${earlier}\n\n${later}`;

const overlaps = (one: Clipping, other: Clipping): boolean =>
  one.start === null || other.start === null
    ? one.page === other.page
    : one.start <= (other.end ?? other.start) && other.start <= (one.end ?? one.start);

const isPart = (one: Clipping, later: Clipping): boolean => {
  const [words, longer] = [one.text ?? '', later.text ?? ''];
  return longer.includes(words) || (longer !== '' && words.includes(longer));
};

const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ru'];

/** Names of months in the languages that write them, with the form beside a day. */
const months = new Map(
  languages.flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, month): [string, number] => {
      const parts = format.formatToParts(Date.UTC(2026, month, 1));
      return [(parts.find(({ type }) => type === 'month')?.value ?? '').toLowerCase(), month];
    });
  }),
);
const afternoon = /\bp\.?\s?m\.?\b|下午|午後|晚上/iu;
const morning = /\ba\.?\s?m\.?\b|上午|午前|凌晨/iu;

/** The date in a line, in UTC, since no zone is written. */
function dateIn(line: string): string | null {
  const [, hour = '0', minute = '0', second = '0'] = /(\d{1,2}):(\d\d)(?::(\d\d))?/.exec(line) ?? [];
  const asian = /(\d{4})年(\d{1,2})月(\d{1,2})日/.exec(line);
  const [, year = asian?.[1]] = /(?<!\d)((?:19|20)\d\d)(?!\d)/.exec(line.replace(/^.*\|/u, '')) ?? [];
  if (year === undefined) return null;
  const shift =
    afternoon.test(line) && Number(hour) < 12 ? 12 : morning.test(line) && hour === '12' ? -12 : 0;
  const time = [Number(hour) + shift, Number(minute), Number(second)] as const;
  if (asian) return moment(Date.UTC(Number(asian[1]), Number(asian[2]) - 1, Number(asian[3]), ...time));
  const date = line.replace(/^.*\|/u, '').toLowerCase();
  const name = [...date.matchAll(/\p{L}+/gu)].find(([word]) => months.has(word))?.[0];
  const day = /(?<![\d:])(\d{1,2})(?![\d:])/.exec(date)?.[1];
  if (name === undefined || day === undefined) return null;
  return moment(Date.UTC(Number(year), months.get(name) ?? 0, Number(day), ...time));
}
