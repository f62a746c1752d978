import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { titleKey } from '../books/bookKeys.ts';
import { isEditionPart, isFrontMatter } from '../search/apparatus.ts';
import type { Db } from '../store/db.ts';
import type { FullTextHit } from '../store/fullText.ts';
import { foldedWords, isUnspaced } from '../store/textTokens.ts';
import { plainWords } from './bookLookup.ts';
import { chapterAskedIn, hasChapterWord, isPartWord } from './question/chapterAsked.ts';
import type { Exchange } from './question/followUp.ts';
import { writingsOf } from './question/numbers.ts';

/** The passages of one chapter, in order. */
export interface Chapter {
  title: string | null;
  passages: FullTextHit[];
}

/** The text of a book in its chapters, as far as `readTo`. */
export async function chaptersOf(db: Db, bookId: string, readTo: number): Promise<Chapter[]> {
  let rows = db
    .selectFrom('passages')
    .select(['id as passageId', 'book_id as bookId', 'target', 'fraction', 'seq', 'chapter', 'text'])
    .where('book_id', '=', bookId);
  if (Number.isFinite(readTo)) rows = rows.where('seq', '<', readTo);
  const chapters: Chapter[] = [];
  for (const row of await rows.orderBy('seq').execute()) {
    const hit = { ...row, marked: row.text, score: 0 };
    const last = chapters.at(-1);
    if (last && last.title === row.chapter) last.passages.push(hit);
    else chapters.push({ title: row.chapter, passages: [hit] });
  }
  // Without title pages and the like.
  return chapters.filter((chapter) => !isEditionPart(chapter.title) && hasText(chapter));
}

/** Whether a chapter is more than its heading. */
export const hasText = ({ passages }: Chapter): boolean =>
  passages.reduce((sum, { text }) => sum + text.length, 0) > 150;

/** The part of chapters before a place, without chapters that begin after it. */
export function upTo(chapters: readonly Chapter[], seq: number): Chapter[] {
  return chapters
    .map((chapter) => ({ ...chapter, passages: chapter.passages.filter((passage) => passage.seq < seq) }))
    .filter(({ passages }) => passages.length > 0);
}

/** Chapters without prefaces and the like; all where nothing else is left. */
export function withoutFrontMatter(chapters: readonly Chapter[]): Chapter[] {
  const textChapters = chapters.filter(({ title }) => !isFrontMatter(title));
  return textChapters.length > 0 ? textChapters : [...chapters];
}

/** A book with its chapters and the reader's place in it. */
interface ChaptersOfBook {
  id: string;
  title: string;
  chapters: readonly Chapter[];
  readTo: number;
}

/**
 * The chapters that a question names, by number, part, title, as the reader's own or as the one after or before that
 * of the conversation; none where the book has no such chapter, null where the question names none.
 * @param before the questions before it, the newest first
 */
export function chaptersNamedIn(
  text: string,
  book: ChaptersOfBook,
  before: readonly Exchange[],
): readonly Chapter[] | null {
  const { title, chapters, readTo } = book;
  const asked = chapterAskedIn(text);
  if (asked === null) {
    const titled = chapterTitledIn(text, chapters, title);
    return titled ? [titled] : null;
  }
  const content = withoutFrontMatter(chapters);
  if (asked.step !== 0) return chapterBeside(asked.step, book, before);
  if (asked.upToHere > 0) {
    const begun = content.filter(({ passages }) => (passages[0]?.seq ?? Infinity) <= readTo);
    return begun.slice(-asked.upToHere);
  }
  const ofPart = asked.part === null ? content : partOf(content, asked.part);
  if (asked.chapters.length === 0) return ofPart;
  const numbered = chaptersNumbered(ofPart, asked.chapters);
  const [first] = numbered;
  return asked.isOnward && first ? ofPart.slice(ofPart.indexOf(first)) : numbered;
}

/** The chapter so many after the one of the conversation, else after that of the reader; none where there is none. */
function chapterBeside(
  step: number,
  book: ChaptersOfBook,
  [exchange, ...before]: readonly Exchange[],
): readonly Chapter[] {
  const content = withoutFrontMatter(book.chapters);
  if (exchange) {
    const isOfBook = exchange.bookIds.every((id) => id === book.id);
    const steps = isOfBook ? (chapterAskedIn(exchange.question)?.step ?? 0) : 0;
    if (steps !== 0) return chapterBeside(step + steps, book, before);
    const named = isOfBook ? (chaptersNamedIn(exchange.question, book, before) ?? []) : [];
    const one = step > 0 ? named.at(-1) : named[0];
    return one ? chapterAfter(content, one, step) : chapterBeside(step, book, before);
  }
  const begun = content.findLast(({ passages }) => (passages[0]?.seq ?? Infinity) <= book.readTo);
  return begun ? chapterAfter(content, begun, step) : [];
}

function chapterAfter(chapters: readonly Chapter[], chapter: Chapter, step: number): readonly Chapter[] {
  const found = chapters[chapters.indexOf(chapter) + step];
  return found ? [found] : [];
}

/** The chapter that a place of the book is in; undefined for none. */
export function chapterAt(chapters: readonly Chapter[], place: Locator | null): Chapter | undefined {
  const target = place?.spine_index ?? place?.page;
  if (target === undefined) return undefined;
  return chapters.findLast(({ passages: [first] }) => {
    if (!first) return false;
    return first.target < target || (first.target === target && first.fraction <= (place?.fraction ?? 0));
  });
}

/** Several chapters as one, with the titles of the first and the last. */
export function merged(chapters: readonly Chapter[]): Chapter {
  return { title: titleOf(chapters), passages: chapters.flatMap(({ passages }) => passages) };
}

/** The titles of the first and the last chapter; null where none has a title. */
export function titleOf(chapters: readonly Chapter[]): string | null {
  const titles = chapters.flatMap(({ title }) => title ?? []);
  const [first, last] = [titles[0], titles.at(-1)];
  if (first === undefined) return null;
  return first === last || !last ? first : `${first} – ${last}`;
}

/**
 * The chapter whose title a text has; without its number ("I: Loomings") only where the text has the word "chapter".
 * The title of the book is no chapter.
 */
function chapterTitledIn(text: string, chapters: readonly Chapter[], bookTitle: string): Chapter | undefined {
  const folded = ` ${plainWords(text)} `.replace(` ${titleKey(bookTitle)} `, ' | ');
  const saysChapter = hasChapterWord(text);
  const namesOf = ({ title }: Chapter) => {
    const whole = plainWords(title ?? '');
    const name = plainWords((title ?? '').replace(/^[^\p{L}]*(?:[IVXLC]+|\d+)[:.]\s+/u, ''));
    return [whole, ...(saysChapter ? [name] : [])].filter(({ length }) => length >= leastTitle);
  };
  const named = chapters.flatMap((chapter) => {
    const name = namesOf(chapter).find((one) =>
      isUnspaced(one) ? folded.includes(one) : folded.includes(` ${one} `),
    );
    return name === undefined ? [] : [{ chapter, name }];
  });
  return named.sort((a, b) => b.name.length - a.name.length)[0]?.chapter;
}

const leastTitle = 4;

/** The chapters of these numbers, which are in order, with all between where the numbers have no gap. */
function chaptersNumbered(chapters: readonly Chapter[], numbers: readonly number[]): readonly Chapter[] {
  const found: number[] = [];
  for (const number of numbers.slice(0, chapters.length)) {
    const at = chapterNumbered(chapters, number, (found.at(-1) ?? -1) + 1);
    if (at >= 0) found.push(at);
    else if (found.length === 0) return [];
  }
  const [first, last] = [Math.min(...found), Math.max(...found)];
  const [from = 0, to = 0] = [numbers[0], numbers.at(-1)];
  return to - from === numbers.length - 1
    ? chapters.slice(first, last + 1)
    : chapters.filter((_, at) => found.includes(at));
}

/**
 * Where the chapter of that number is: by the number in its title, or by its place where titles have none; -1 for none.
 * @param start chapters before this one are another part of the book
 */
function chapterNumbered(chapters: readonly Chapter[], number: number, start: number): number {
  const [digits = '', roman = '', ...others] = writingsOf(number);
  const inTitle = new RegExp(`(?<![\\p{L}\\p{N}])第?${digits}(?![[\\p{L}\\p{N}]--[章回节话話]])`, 'iv');
  const inRoman = new RegExp(`(?:^(?:\\p{L}{6,} )?|, )${roman}(?![\\p{L}\\p{N}])`, 'iu');
  const inWords = new RegExp(`^ (?:第|\\S+ )?(?:${others.filter(Boolean).join('|')})[ 章回节话話]`, 'u');
  for (const isIt of [
    (title: string) => inTitle.test(title),
    (title: string) => inRoman.test(title),
    (title: string) => inWords.test(` ${plainWords(title)} `),
  ]) {
    const at = chapters.findIndex(({ title }, index) => index >= start && isIt(title ?? ''));
    if (at >= 0) return at;
  }
  const areNumbered = chapters.some(({ title }) =>
    /^[^\p{L}]*(?:[IVXLC]+|\d+)(?![\p{L}\p{N}])/u.test(title ?? ''),
  );
  return areNumbered || number > chapters.length ? -1 : number - 1;
}

/** The chapters of the first part of that number: "Part II: 1805, I", "Part II: 1805, II" and so on. */
function partOf(chapters: readonly Chapter[], number: number): readonly Chapter[] {
  const writings = writingsOf(number).filter(Boolean).join('|');
  const isOf = new RegExp(`^(?:第?(?:${writings})部|(?:${writings})(?= ))`, 'u');
  const isOfPart = ({ title }: Chapter) => {
    const [first = '', ...others] = foldedWords(title ?? '');
    const [second = ''] = others;
    return (
      (isPartWord(first) && isOf.test(`${others.join(' ')} `)) ||
      (isPartWord(second) && isOf.test(`${first} `)) ||
      (isUnspaced(first) && isOf.test(first))
    );
  };
  const from = chapters.findIndex(isOfPart);
  if (from < 0) return [];
  const to = chapters.findIndex((chapter, at) => at > from && !isOfPart(chapter));
  return chapters.slice(from, to < 0 ? chapters.length : to);
}

/** A passage with one of its sentences marked, so that it opens there. */
export function onlySentence(hit: FullTextHit, sentence: string): FullTextHit {
  const at = hit.text.indexOf(sentence);
  if (at < 0) return hit;
  return {
    ...hit,
    marked: `${hit.text.slice(0, at)}\uE000${sentence}\uE001${hit.text.slice(at + sentence.length)}`,
  };
}
