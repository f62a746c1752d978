import type { Db } from '../store/db.ts';
import type { FullTextHit } from '../store/fullText.ts';
import { isApparatus, isBackMatter, isEditionPart, isFrontMatter, withoutTitlePages } from './apparatus.ts';

/** A part of a book that a question asks for: "How does it begin?" */
export type BookEnd = 'beginning' | 'ending';

/** A chapter with less text is a heading. */
const leastCharacters = 150;
/** The first numbered chapter is the first one if no more of the book precedes it. */
const mostBefore = 0.1;
const isFirst = /(?<![\p{L}\p{N}])(?:1|I|one|eins|un|uno|um|一|第一章)(?![\p{L}\p{N}])/u;

interface Part {
  chapter: string | null;
  first: number;
  last: number;
  characters: number;
}

/** The first or last passages of a book in order, without title pages, prefaces, notes and the like. */
export async function passagesAtEnd(
  db: Db,
  bookId: string,
  end: BookEnd,
  count: number,
): Promise<FullTextHit[]> {
  const parts: Part[] = await db
    .selectFrom('passages')
    .select((eb) => [
      'chapter',
      eb.fn.min('seq').as('first'),
      eb.fn.max('seq').as('last'),
      eb.fn.sum<number>(eb.fn('length', ['text'])).as('characters'),
    ])
    .where('book_id', '=', bookId)
    .groupBy(['target', 'chapter'])
    .orderBy('first')
    .execute();
  const textParts = parts.filter(
    ({ chapter, characters }) => Number(characters) >= leastCharacters && !isEditionPart(chapter),
  );
  const part = end === 'beginning' ? firstOf(textParts) : lastOf(textParts);
  if (!part) return [];
  const rows = await db
    .selectFrom('passages')
    .select(['id as passageId', 'book_id as bookId', 'target', 'fraction', 'seq', 'chapter', 'text'])
    .where('book_id', '=', bookId)
    .where('seq', end === 'beginning' ? '>=' : '<=', end === 'beginning' ? part.first : part.last)
    .orderBy('seq', end === 'beginning' ? 'asc' : 'desc')
    .limit(count * 2)
    .execute();
  const text = rows.filter((row) => !isApparatus(row));
  const passages = (await withoutTitlePages(db, text)).slice(0, count);
  const inOrder = end === 'beginning' ? passages : passages.reverse();
  return inOrder.map((row) => ({ ...row, marked: row.text, score: 0 }));
}

function firstOf(parts: readonly Part[]): Part | undefined {
  const all = parts.reduce((sum, { characters }) => sum + Number(characters), 0);
  let before = 0;
  for (const part of parts) {
    if (isFirst.test(part.chapter ?? '')) return part;
    before += Number(part.characters);
    if (before > mostBefore * all) break;
  }
  return parts.find(({ chapter }) => !isFrontMatter(chapter)) ?? parts[0];
}

function lastOf(parts: readonly Part[]): Part | undefined {
  return parts.findLast(({ chapter }) => !isBackMatter(chapter)) ?? parts.at(-1);
}
