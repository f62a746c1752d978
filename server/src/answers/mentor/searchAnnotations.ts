import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import { plainWords } from '@lectern/shared-contracts/domain/notes/plainWords.ts';
import { sql } from 'kysely';
import type { Db } from '../../store/db.ts';
import { foldedWords, foldWord, isUnspaced } from '../../store/textTokens.ts';
import { formsOf, isForm, likeness, type WordForms } from '../search/stem.ts';

/** Newest first; older ones are not looked at. */
const mostRead = 5_000;

type OwnWords = Omit<Citation, 'number'>;

interface Wanted {
  userId: string;
  /** Only of these books; empty for all. */
  bookIds: readonly string[];
  words: readonly string[];
  /** That the words are in, as a code of two letters. */
  language?: string;
  /** Highlights alone, or what the reader wrote: notes and commented highlights. */
  only?: 'highlights' | 'notes';
  /** When they were made. */
  between?: { from: string; until: string };
}

/** Notes and highlights that have at least half of the words, best first; without words all, newest first. */
export async function searchAnnotations(db: Db, wanted: Wanted): Promise<OwnWords[]> {
  const annotations = [
    ...(wanted.only === 'highlights' ? [] : await notes(db, wanted)),
    ...(await highlights(db, wanted)),
  ];
  if (wanted.words.length === 0) return annotations;
  const words = [...new Set(wanted.words.map(foldWord))].map((word) =>
    formsOf(wanted.language ?? 'en', word),
  );
  return annotations
    .map((item) => ({ ...item, score: wordsFound(item.text, words) / words.length }))
    .filter(({ score }) => score >= 0.5)
    .sort((a, b) => b.score - a.score);
}

async function notes(db: Db, wanted: Wanted): Promise<OwnWords[]> {
  const rows = await db
    .selectFrom('notes as own')
    .innerJoin('books', 'books.id', 'own.book_id')
    .select(['own.title as heading', 'own.content', 'own.position', 'own.page', ...ofBook])
    .where(isWanted(wanted))
    .orderBy('own.created_at', 'desc')
    .limit(mostRead)
    .execute();
  return rows.map(({ heading, content, ...row }) =>
    annotation('note', [heading, plainWords(content)].filter(Boolean).join(': '), row),
  );
}

async function highlights(db: Db, wanted: Wanted): Promise<OwnWords[]> {
  const rows = await db
    .selectFrom('highlights as own')
    .innerJoin('books', 'books.id', 'own.book_id')
    .select(['own.text', 'own.note', 'own.position', 'own.page', ...ofBook])
    .where(isWanted(wanted))
    .$if(wanted.only === 'notes', (own) => own.where('own.note', '<>', ''))
    .orderBy('own.created_at', 'desc')
    .limit(mostRead)
    .execute();
  return rows.map(({ text, note, ...row }) =>
    annotation('highlight', note ? `${text} (${note})` : text, row),
  );
}

const ofBook = ['books.id as book_id', 'books.title as book_title', 'books.author'] as const;

/** The conditions on notes and highlights. */
function isWanted({ userId, bookIds, between }: Wanted) {
  return sql<boolean>`${sql.join(
    [
      sql`own.user_id = ${userId}`,
      ...(bookIds.length > 0 ? [sql`own.book_id in (${sql.join(bookIds)})`] : []),
      ...(between ? [sql`own.created_at >= ${between.from} and own.created_at < ${between.until}`] : []),
    ],
    sql` and `,
  )}`;
}

function annotation(
  kind: 'note' | 'highlight',
  text: string,
  { position, page, ...book }: { position: string | null; page: number | null } & OfBook,
): OwnWords {
  return { kind, ...book, chapter: null, text, position: placeOf(position, page), score: 0 };
}

type OfBook = Pick<Citation, 'book_id' | 'book_title' | 'author'>;

function placeOf(position: string | null, page: number | null): Locator | null {
  if (position !== null) return JSON.parse(position) as Locator | null;
  return page === null ? null : { page };
}

/** How many of the words the text has in any form; where a script has no spaces, anywhere. */
function wordsFound(text: string, wanted: readonly WordForms[]): number {
  const folded = foldWord(text);
  const words = foldedWords(text);
  return wanted.filter((term) =>
    isUnspaced(term.folded)
      ? folded.includes(term.folded)
      : words.some((word) => isForm(likeness(term, word))),
  ).length;
}
