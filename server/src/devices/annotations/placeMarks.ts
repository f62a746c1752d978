import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { MarkVerdict } from '@lectern/shared-contracts/api/marks.ts';
import { positionAt } from '@lectern/shared-contracts/domain/books/positions.ts';
import { resolveReference } from '../../intake/ingest/epub/container/paths.ts';
import { comparable } from '../../intake/ingest/findWords.ts';
import { ownBook, spineOf } from '../../library/books/ownBook.ts';
import { knownBooksOf } from '../../library/identity/knownBooks.ts';
import { chunks } from '../../run/common/chunks.ts';
import { uuidOf } from '../../run/common/uuidOf.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import type { BookRow, SpineItemsTable } from '../../store/schema.ts';
import { bookOfDocument } from '../kosync/syncDocuments.ts';
import { placeOfDevice } from '../xpointer/bookPlaces.ts';
import type { OriginalElement } from '../xpointer/originalTree.ts';
import type { OriginalChapter } from '../xpointer/readOriginal.ts';
import { findById, lastNotAfter } from '../xpointer/resolveXPointer.ts';
import { collapsed } from '../xpointer/words.ts';
import type { FoundWords, WantedWords } from './reading/findQuotes.ts';
import type { Mark, MarkedBook, MarkSet, TextRange } from './reading/formats/mark.ts';

export type MarkServices = Pick<Services, 'db' | 'engine' | 'originals' | 'marks' | 'liveEvents' | 'now'>;
export type Book = Pick<
  BookRow,
  'id' | 'title' | 'format' | 'source_format' | 'file_id' | 'opf' | 'sha256' | 'page_count'
>;

export interface PlacedMark {
  mark: Mark;
  /** Id of its row here. */
  id: string;
  verdict: MarkVerdict;
  position: Locator | null;
  page: number | null;
}

export interface PlacedSet {
  about: MarkedBook;
  /** Null when there is none: the marks are left out. */
  book: Book | null;
  /** One for each mark of a book that is here. */
  marks: PlacedMark[];
  /** Marks in the file. */
  total: number;
}

/** A book that the reader has chosen for a set. */
export interface ChosenBook {
  set: number;
  book_id: string;
}

/**
 * Finds the book of each set and the place of each mark. Writes nothing.
 * @throws AppError not_found for a chosen book of somebody else
 */
export async function placeSets(
  services: MarkServices,
  userId: string,
  sets: readonly MarkSet[],
  chosen: readonly ChosenBook[] = [],
): Promise<PlacedSet[]> {
  const bookOf = await bookFinder(services.db, userId, sets);
  const placed: PlacedSet[] = [];
  const seen = new Set<string>();
  for (const [index, { about, marks: all }] of sets.entries()) {
    const marks = all.filter(({ id }) => !seen.has(id) && seen.add(id));
    const choice = chosen.find(({ set }) => set === index);
    const { id, isSure } = choice ? { id: choice.book_id, isSure: true } : await bookOf(about);
    const found = id === null ? null : await ownBook(services.db, userId, id);
    const inBook = found ? await placeMarks(services, userId, found, { about, marks }) : [];
    const book = isSure || isWellPlaced(inBook) ? found : null;
    placed.push({ about, book, marks: book ? inBook : [], total: all.length });
  }
  return placed;
}

/** Returns a function that finds the book of a set: by its file, else by what is known of it. */
export async function bookFinder(db: Db, userId: string, sets: readonly MarkSet[]) {
  const known = await knownBooksOf(
    db,
    userId,
    sets.map(({ about }) => about),
  );
  return async (about: MarkedBook): Promise<{ id: string | null; isSure: boolean }> => {
    const byFile = await bookOfFile(db, userId, about);
    const match = known.find(about);
    return { id: byFile ?? match?.book.id ?? null, isSure: byFile !== null || match?.likeness === 'same' };
  };
}

/** Most words are there, so it is the book that the title may mean. */
export function isWellPlaced(marks: readonly PlacedMark[]): boolean {
  const quoted = marks.filter(({ mark }) => mark.quote !== null);
  const there = quoted.filter(({ verdict }) => verdict === 'placed' || verdict === 'known');
  return there.length * 2 > quoted.length;
}

async function bookOfFile(db: Db, userId: string, about: MarkedBook): Promise<string | null> {
  const { sha256, digests = [] } = about;
  for (const digest of digests) {
    const book = await bookOfDocument(db, userId, digest);
    if (book) return book.id;
  }
  if (sha256 === null) return null;
  const books = db.selectFrom('books').select('id').where('user_id', '=', userId);
  return (await books.where('sha256', '=', sha256).executeTakeFirst())?.id ?? null;
}

/** Finds the place of each mark, in their order. */
export async function placeMarks(
  services: MarkServices,
  userId: string,
  book: Book,
  { about, marks }: MarkSet,
): Promise<PlacedMark[]> {
  const { db } = services;
  const here = await knownIds(db, userId, marks);
  const fresh = marks.filter((mark) => !here.has(mark.id));
  const spine = await spineOf(db, book.id);
  const hints = await hintsOf(services, book, fresh, chaptersBySource(spine));
  const found = await findAll(services, userId, book, hints);
  const isHere = await highlightsIn(db, userId, book.id);
  const isSameFile = about.sha256 !== null && about.sha256 === book.sha256;
  const places = new Map(
    hints.map((hint, at) => {
      const place = found[at] ?? null;
      const mark = place?.words ? { ...hint.mark, quote: place.words } : hint.mark;
      const placed = placeOf(book, spine, { ...hint, mark }, { found: place, isSameFile });
      const isForeign = place?.words !== undefined || mark.pointer !== undefined;
      return [mark.id, { mark, ...placed, ...(isForeign && isHere(mark, placed) ? known : {}) }];
    }),
  );
  return marks.map((mark) => ({
    mark,
    id: rowIdOf(userId, mark),
    ...(places.get(mark.id) ?? known),
  }));
}

const known = { verdict: 'known', position: null, page: null } as const;

/** Shares of a chapter between the places that two programs give the same words. */
const samePlace = 0.01;

/**
 * Tells whether a highlight of the same words, with the same thought or none, stands at a place already, by whatever
 * program it came.
 */
async function highlightsIn(db: Db, userId: string, bookId: string) {
  const rows = await db
    .selectFrom('highlights')
    .select(['text', 'note', 'position'])
    .where('user_id', '=', userId)
    .where('book_id', '=', bookId)
    .execute();
  const byWords = Map.groupBy(rows, ({ text }) => comparable(text));
  return ({ kind, quote, body }: Mark, { position: place }: Place): boolean => {
    if (kind !== 'highlight' || quote === null || place === null) return false;
    const sameWords = byWords.get(comparable(quote.exact)) ?? [];
    return sameWords.some(({ note, position }) => {
      const { spine_index, page, fraction = 0 } = (position ? JSON.parse(position) : {}) as Locator;
      const isThere = (spine_index ?? page) === (place.spine_index ?? place.page);
      return isThere && Math.abs(fraction - (place.fraction ?? 0)) < samePlace && (body ?? note) === note;
    });
  };
}

/** What the selectors alone say. */
interface Hint {
  /** With the words that its selectors lead to, if it came without words. */
  mark: Mark;
  /** Zero-based spine index, or page of a PDF; null when unknown. */
  target: number | null;
  fraction: number | null;
  /** A selector leads to a character, not only near it. */
  isExact: boolean;
}

async function hintsOf(
  services: MarkServices,
  book: Book,
  marks: readonly Mark[],
  chapterOf: (source: string, opf: string) => number | null,
): Promise<Hint[]> {
  const targetOf = ({ source }: Mark) => (source === null ? null : chapterOf(source, book.opf ?? ''));
  const hints = marks.map((mark): Hint => {
    const target = book.format === 'pdf' ? mark.page : targetOf(mark);
    return { mark, target, fraction: mark.fraction, isExact: false };
  });
  if (book.format === 'pdf') return hints;
  for (const hint of hints) await followPointer(services, book, hint);
  const open = hints.filter(({ mark }) => mark.range && (mark.quote === null || mark.fraction === null));
  for (const [target, some] of Map.groupBy(open, (hint) => hint.target)) {
    const chapter = target === null ? null : await services.originals.chapter(book, target);
    if (chapter === null) continue;
    const find = rangeFinder(chapter);
    for (const hint of some) {
      // A long chapter may have many marks.
      await yieldToOthers();
      const range = hint.mark.range && find(hint.mark.range);
      if (range === null) continue;
      hint.fraction = range.start / Math.max(1, chapter.servedText.length);
      hint.isExact = true;
      const exact = collapsed(
        chapter.servedText.slice(range.start, Math.min(range.end, range.start + 20_000)),
      );
      if (exact !== '')
        hint.mark = { ...hint.mark, quote: hint.mark.quote ?? { exact, prefix: '', suffix: '' } };
    }
  }
  return hints;
}

/** Takes the place of an XPointer if the words are there, else only its chapter. */
async function followPointer(services: MarkServices, book: Book, hint: Hint): Promise<void> {
  const { pointer, quote } = hint.mark;
  // Of a file that was converted here it says nothing: the device reads another one.
  if (pointer === undefined || book.source_format !== null) return;
  // A chapter may have many marks.
  await yieldToOthers();
  const place = await placeOfDevice(services, book, { progress: pointer, percentage: 0 });
  const { spine_index: target = null, fraction = null, quote: there } = place?.position ?? {};
  hint.target = target;
  const [words, wordsThere] = [collapsed(quote?.exact ?? ''), there?.exact ?? ''];
  const isThere = wordsThere !== '' && (words.startsWith(wordsThere) || wordsThere.startsWith(words));
  if (quote === null || !place?.isExact || !isThere) return;
  hint.mark = { ...hint.mark, quote: { ...quote, prefix: there?.prefix ?? '' } };
  hint.fraction = fraction;
}

/** Whether its XPointer leads to the words. */
const isAtPointer = ({ mark, fraction }: Pick<Hint, 'mark' | 'fraction'>): boolean =>
  mark.pointer !== undefined && fraction !== null;

/** Finds the chapter of a resource: as the draft writes it, from the root of the file, or by the end of its path. */
function chaptersBySource(spine: readonly SpineItemsTable[]) {
  const pathOf = (from: string, href: string) => {
    const reference = resolveReference(from, href);
    return reference.kind === 'inside' ? reference.path : null;
  };
  const byPath = new Map(spine.map(({ href, idx }) => [pathOf('', href), idx]));
  return (source: string, opf: string): number | null => {
    const exact = byPath.get(pathOf(opf, source)) ?? byPath.get(pathOf('', source));
    if (exact !== undefined) return exact;
    const end = `/${pathOf('', source)}`;
    const ending = [...byPath].filter(([path]) => path?.endsWith(end));
    return ending.length === 1 ? (ending[0]?.[1] ?? null) : null;
  };
}

async function findAll(
  { db, marks }: MarkServices,
  userId: string,
  book: Book,
  hints: readonly Hint[],
): Promise<(FoundWords | null)[]> {
  const wanted = hints.map((hint): WantedWords | null => {
    const { mark, target, fraction } = hint;
    return mark.quote && !isAtPointer(hint)
      ? { ...mark.quote, target, fraction, order: mark.order ?? null }
      : null;
  });
  const asked = wanted.filter((one) => one !== null);
  if (asked.length === 0) return [];
  const passages = await db
    .selectFrom('passages')
    .select(['target', 'fraction', 'chapter', 'text'])
    .where('book_id', '=', book.id)
    .orderBy('seq')
    .execute();
  const found = (await marks.find(userId, passages, asked)).values();
  return wanted.map((one) => (one === null ? null : (found.next().value ?? null)));
}

type Place = Pick<PlacedMark, 'verdict' | 'position' | 'page'>;

function placeOf(
  book: Book,
  spine: readonly SpineItemsTable[],
  { mark, ...hint }: Hint,
  { found, isSameFile }: { found: FoundWords | null; isSameFile: boolean },
): Place {
  const { quote, cfi } = mark;
  const quoted = quote
    ? { quote: { ...withoutEmpty(quote), exact: collapsed(quote.exact).slice(0, 4_000).toWellFormed() } }
    : {};
  const at = (target: number, fraction: number, verdict: MarkVerdict, more: Locator = {}): Place => {
    const isPage = target >= 1 && target <= book.page_count;
    if (book.format === 'pdf' && isPage)
      return { verdict, position: { page: target, ...quoted }, page: target };
    const item = spine[target];
    if (item === undefined) return lost;
    const isWithin = mark.page !== null && mark.page - item.first_position < item.positions;
    const isOwn = isSameFile && isWithin && (mark.page ?? 0) >= item.first_position;
    const page = isOwn ? mark.page : positionAt(item, fraction);
    const place = { ...more, spine_index: target, fraction, ...(page === null ? {} : { page }), ...quoted };
    return { verdict, position: place, page };
  };
  const lost: Place = { verdict: 'not_found', position: quote ? { ...quoted } : null, page: null };
  if (hint.target !== null && isAtPointer({ mark, ...hint }))
    return at(hint.target, hint.fraction ?? 0, 'placed');
  if (mark.kind === 'note' && mark.source === null && hint.target === null && quote === null)
    return { verdict: 'placed', position: null, page: null };
  const ownCfi = cfi !== null && isSameFile ? { cfi } : {};
  const isElsewhere = hint.target !== null && hint.target !== found?.target;
  // In the same file, a place is what it was.
  const isKept = isSameFile && hint.fraction !== null && !isElsewhere;
  if (found && !(found.isWhole && isKept))
    return at(found.target, found.fraction, found.isWhole && !isElsewhere ? 'placed' : 'near');
  if (hint.target === null || (!found && quote !== null && !isSameFile)) return lost;
  const isSure = found !== null || (quote === null && (hint.isExact || isSameFile || book.format === 'pdf'));
  return at(hint.target, hint.fraction ?? 0, isSure ? 'placed' : 'near', ownCfi);
}

const withoutEmpty = ({ prefix, suffix }: { prefix: string; suffix: string }) => ({
  ...(prefix ? { prefix } : {}),
  ...(suffix ? { suffix } : {}),
});

/** An id of its own for each user; the same file gives the same ids. */
const rowIdOf = (userId: string, { id }: Mark): string => uuidOf(`${userId}\n${id}`);

/** Ids of the marks that the user has already, from here or by an import. */
export async function knownIds(db: Db, userId: string, marks: readonly Mark[]): Promise<Set<string>> {
  const byRow = new Map(marks.map((mark) => [rowIdOf(userId, mark), mark.id]));
  for (const { id } of marks) byRow.set(id.replace(/^urn:uuid:/i, '').toLowerCase(), id);
  const known = new Set<string>();
  for (const table of ['highlights', 'notes', 'bookmarks'] as const)
    for (const ids of chunks([...byRow.keys()], 500)) {
      const rows = db
        .selectFrom(table as 'notes')
        .select('id')
        .where('user_id', '=', userId);
      for (const { id } of await rows.where('id', 'in', ids).execute()) known.add(byRow.get(id) ?? '');
    }
  return known;
}

/** Returns a function that finds ranges in a chapter, as served offsets; null for those that lead nowhere. */
function rangeFinder({ body, servedText }: OriginalChapter) {
  const starts: number[] = [];
  for (let at = 0; at < servedText.length; at += (servedText.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
    starts.push(at);
  const offsetOf = (character: number) => starts[character] ?? servedText.length;
  return ({ css, start, end }: TextRange): { start: number; end: number } | null => {
    const element = elementOf(body, css);
    if (element === null) return null;
    const first = lastNotAfter(starts.length, (index) => starts[index] ?? 0, element.start);
    if (offsetOf(first + start) > element.end) return null;
    return { start: offsetOf(first + start), end: Math.min(element.end, offsetOf(first + end)) };
  };
}

/** The forms that programs write: steps from the body or an element with an id, by name and place among siblings. */
function elementOf(body: OriginalElement, css: string): OriginalElement | null {
  const [first = '', ...steps] = css
    .trim()
    .split(/\s*>\s*/)
    .filter((step) => step !== 'html');
  const [, id] = /#([^\s:.[>]+)$/.exec(first) ?? [];
  const start = first === 'body' ? body : stepOf(body, first);
  let element = id === undefined ? start : findById(body, id.replaceAll('\\', ''));
  for (const step of steps) element = element && stepOf(element, step);
  return element;
}

function stepOf({ children }: OriginalElement, step: string): OriginalElement | null {
  const [, name, id, kind, place] =
    /^([\w-]+|\*)?(?:#([\w-]+))?(?::nth-(child|of-type)\((\d{1,6})\))?$/.exec(step) ?? [];
  if (name === undefined && id === undefined && place === undefined) return null;
  const all = children.filter((child) => child.kind === 'element');
  const named = all.filter((child) => (name ?? '*') === '*' || child.name === name?.toLowerCase());
  if (place === undefined) return named.find((child) => id === undefined || child.id === id) ?? null;
  const child = (kind === 'child' ? all : named)[Number(place) - 1];
  return child && named.includes(child) ? child : null;
}
