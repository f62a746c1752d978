import { isEditionPart, isFrontMatter } from '../search/apparatus.ts';
import type { Db } from '../store/db.ts';
import type { FullTextHit } from '../store/fullText.ts';
import { foldedWords } from '../store/textTokens.ts';

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
  return chapters.filter(({ title }) => !isEditionPart(title));
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

/** Several chapters as one, with the titles of the first and the last. */
export function merged(chapters: readonly Chapter[]): Chapter {
  return { title: titleOf(chapters), passages: chapters.flatMap(({ passages }) => passages) };
}

/** The titles of the first and the last chapter; null where none has a title. */
function titleOf(chapters: readonly Chapter[]): string | null {
  const titles = chapters.flatMap(({ title }) => title ?? []);
  const [first, last] = [titles[0], titles.at(-1)];
  if (first === undefined) return null;
  return first === last || !last ? first : `${first} – ${last}`;
}

/** The chapter of a title, as far as it can be told: by the whole title, else by a part of it or its number. */
export function chapterTitled(chapters: readonly Chapter[], wanted: string): Chapter | undefined {
  const name = foldedWords(wanted).join(' ');
  const titles = chapters.map(({ title }) => foldedWords(title ?? '').join(' '));
  const isIn = (title: string) => ` ${title} `.includes(` ${name} `);
  const at = [titles.indexOf(name), titles.findIndex(isIn)].find((index) => index >= 0);
  if (at !== undefined) return chapters[at];
  return /^\d+$/.test(name) ? withoutFrontMatter(chapters)[Number(name) - 1] : undefined;
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

/** The passages of a book with these numbers. */
export async function passagesAt(db: Db, bookId: string, seqs: readonly number[]): Promise<FullTextHit[]> {
  const rows = await db
    .selectFrom('passages')
    .select(['id as passageId', 'book_id as bookId', 'target', 'fraction', 'seq', 'chapter', 'text'])
    .where('book_id', '=', bookId)
    .where('seq', 'in', seqs)
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({ ...row, marked: row.text, score: 0 }));
}
