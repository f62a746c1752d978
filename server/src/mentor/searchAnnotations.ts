import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import { isFormOf } from '../search/stem.ts';
import type { Db } from '../store/db.ts';
import { foldedWords, foldWord, isUnspaced } from '../store/textTokens.ts';

/** Newest first; older ones are not looked at. */
const mostRead = 5_000;

type OwnWords = Omit<Citation, 'number'>;

/** Notes and highlights that have at least half of the words, best first; without words all, newest first. */
export async function searchAnnotations(
  db: Db,
  wanted: {
    userId: string;
    /** Only of these books; empty for all. */
    bookIds: readonly string[];
    words: readonly string[];
    /** That the words are in, as a code of two letters. */
    language?: string;
    /** Highlights alone, or what the reader wrote: notes and commented highlights. */
    only?: 'highlights' | 'notes';
    /** When they were made. */
    between?: Moments;
  },
): Promise<OwnWords[]> {
  const annotations = [
    ...(wanted.only === 'highlights' ? [] : await notes(db, wanted)),
    ...(await highlights(db, wanted)),
  ];
  if (wanted.words.length === 0) return annotations;
  const words = [...new Set(wanted.words.map(foldWord))];
  return annotations
    .map((item) => ({
      ...item,
      score: wordsFound(item.text, words, wanted.language ?? 'en') / words.length,
    }))
    .filter(({ score }) => score >= 0.5)
    .sort((a, b) => b.score - a.score);
}

interface Moments {
  from: string;
  until: string;
}

type Wanted = {
  userId: string;
  bookIds: readonly string[];
  only?: 'highlights' | 'notes';
  between?: Moments;
};

async function notes(db: Db, { userId, bookIds, between }: Wanted): Promise<OwnWords[]> {
  let rows = db
    .selectFrom('notes')
    .innerJoin('books', 'books.id', 'notes.book_id')
    .select(['notes.title', 'notes.content', 'notes.position', 'notes.page'])
    .select(['books.id as book_id', 'books.title as book_title', 'books.author'])
    .where('notes.user_id', '=', userId);
  if (bookIds.length > 0) rows = rows.where('notes.book_id', 'in', bookIds);
  if (between)
    rows = rows.where('notes.created_at', '>=', between.from).where('notes.created_at', '<', between.until);
  return (await rows.orderBy('notes.created_at', 'desc').limit(mostRead).execute()).map((row) => ({
    kind: 'note',
    book_id: row.book_id,
    book_title: row.book_title,
    author: row.author,
    chapter: null,
    text: [row.title, row.content].filter(Boolean).join(': '),
    position: placeOf(row.position, row.page),
    score: 0,
  }));
}

async function highlights(db: Db, { userId, bookIds, only, between }: Wanted): Promise<OwnWords[]> {
  let rows = db
    .selectFrom('highlights')
    .innerJoin('books', 'books.id', 'highlights.book_id')
    .select(['highlights.text', 'highlights.note', 'highlights.position', 'highlights.page'])
    .select(['books.id as book_id', 'books.title as book_title', 'books.author'])
    .where('highlights.user_id', '=', userId);
  if (bookIds.length > 0) rows = rows.where('highlights.book_id', 'in', bookIds);
  if (between)
    rows = rows
      .where('highlights.created_at', '>=', between.from)
      .where('highlights.created_at', '<', between.until);
  if (only === 'notes') rows = rows.where('highlights.note', '<>', '');
  return (await rows.orderBy('highlights.created_at', 'desc').limit(mostRead).execute()).map((row) => ({
    kind: 'highlight',
    book_id: row.book_id,
    book_title: row.book_title,
    author: row.author,
    chapter: null,
    text: row.note ? `${row.text} (${row.note})` : row.text,
    position: placeOf(row.position, row.page),
    score: 0,
  }));
}

function placeOf(position: string | null, page: number | null): Locator | null {
  if (position !== null) return JSON.parse(position) as Locator | null;
  return page === null ? null : { page };
}

/** How many of the words the text has in any form; where a script has no spaces, anywhere. */
function wordsFound(text: string, wanted: readonly string[], language: string): number {
  const folded = foldWord(text);
  const words = foldedWords(text);
  return wanted.filter((term) =>
    isUnspaced(term)
      ? folded.includes(term)
      : words.some((word) => word === term || isFormOf(language, term, word)),
  ).length;
}
