import { passagesOf } from '../../library/books/passages.ts';
import type { Db } from '../../store/db.ts';
import type { FullTextHit } from '../../store/fullText.ts';
import { foldedWords } from '../../store/textTokens.ts';
import { isEditionPart, isFrontMatter } from '../search/apparatus.ts';

/** The passages of one chapter, in order. */
export interface Chapter {
  title: string | null;
  passages: FullTextHit[];
}

/** The text of a book in its chapters, as far as `readTo`. */
export async function chaptersOf(db: Db, bookId: string, readTo: number): Promise<Chapter[]> {
  const chapters: Chapter[] = [];
  for (const passage of await passagesOf(db, bookId, 0, readTo)) {
    const last = chapters.at(-1);
    if (last && last.title === passage.chapter) last.passages.push(passage);
    else chapters.push({ title: passage.chapter, passages: [passage] });
  }
  // Without title pages and the like.
  return chapters.filter(({ title }) => !isEditionPart(title));
}

/** Whether a chapter is more than its heading. */
export const hasText = ({ passages }: Chapter): boolean =>
  passages.reduce((sum, { text }) => sum + text.length, 0) > 150;

/** Chapters without prefaces and the like; all where nothing else is left. */
export function withoutFrontMatter(chapters: readonly Chapter[]): Chapter[] {
  const textChapters = chapters.filter(({ title }) => !isFrontMatter(title));
  return textChapters.length > 0 ? textChapters : [...chapters];
}

/** Several chapters as one, with the titles of the first and the last. */
export function merged(chapters: readonly Chapter[]): Chapter {
  const titles = chapters.flatMap(({ title }) => title ?? []);
  const ends = new Set([titles.at(0), titles.at(-1)]);
  const title = titles.length === 0 ? null : [...ends].join(' – ');
  return { title, passages: chapters.flatMap(({ passages }) => passages) };
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
