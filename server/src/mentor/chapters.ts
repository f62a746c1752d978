import { isEditionPart, isFrontMatter } from '../search/apparatus.ts';
import type { Db } from '../store/db.ts';
import type { FullTextHit } from '../store/fullText.ts';
import { plainWords } from './bookLookup.ts';
import { chapterNumberIn } from './intents.ts';

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
  return chapters.filter(
    ({ title, passages }) =>
      !isEditionPart(title) && passages.reduce((sum, { text }) => sum + text.length, 0) > 150,
  );
}

/** Chapters without prefaces and the like; all where nothing else is left. */
export function withoutFrontMatter(chapters: readonly Chapter[]): Chapter[] {
  const textChapters = chapters.filter(({ title }) => !isFrontMatter(title));
  return textChapters.length > 0 ? textChapters : [...chapters];
}

/** The chapter that a question names, by title or number; undefined when it names none. */
export function chapterNamedIn(text: string, chapters: readonly Chapter[]): Chapter | undefined {
  const folded = ` ${plainWords(text)} `;
  const byTitle = chapters
    .filter(({ title }) => title !== null && plainWords(title).length >= 4)
    .filter(({ title }) => folded.includes(` ${plainWords(title ?? '')} `))
    .sort((a, b) => (b.title?.length ?? 0) - (a.title?.length ?? 0))[0];
  if (byTitle) return byTitle;
  const number = chapterNumberIn(text);
  if (number === null) return undefined;
  const inTitle = new RegExp(`(?<![\\p{L}\\p{N}])第?${number}(?![[\\p{L}\\p{N}]--[章回节話]])`, 'iv');
  const isInRoman = new RegExp(`(?:^(?:\\p{L}{6,} )?|, )${romanOf(Number(number))}(?![\\p{L}\\p{N}])`, 'iu');
  return (
    chapters.find(({ title }) => inTitle.test(title ?? '')) ??
    chapters.find(({ title }) => isInRoman.test(title ?? '')) ??
    chapters[Number(number) - 1]
  );
}

/** A number in Roman numerals; "-", which no title has as a number, for none. */
function romanOf(number: number): string {
  if (!(number > 0)) return '-';
  let rest = number;
  return numerals.reduce((roman, [letters, value]) => {
    const times = Math.floor(rest / value);
    rest -= times * value;
    return roman + letters.repeat(times);
  }, '');
}

const numerals: readonly (readonly [string, number])[] = [
  ['C', 100],
  ['XC', 90],
  ['L', 50],
  ['XL', 40],
  ['X', 10],
  ['IX', 9],
  ['V', 5],
  ['IV', 4],
  ['I', 1],
];

/** A passage with one of its sentences marked, so that it opens there. */
export function onlySentence(hit: FullTextHit, sentence: string): FullTextHit {
  const at = hit.text.indexOf(sentence);
  if (at < 0) return hit;
  return {
    ...hit,
    marked: `${hit.text.slice(0, at)}\uE000${sentence}\uE001${hit.text.slice(at + sentence.length)}`,
  };
}
