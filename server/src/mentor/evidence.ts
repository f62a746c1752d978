import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import { fold } from '@lectern/shared-contracts/domain/searchQuery.ts';
import { asPassages } from '../search/passages.ts';
import type { Db, Services } from '../services.ts';
import type { FullTextHit } from '../store/fullText.ts';
import { findWords } from '../store/textTokens.ts';
import type { Evidence } from './answer.ts';
import { ownWords } from './ownWords.ts';
import { asQuery, parseQuestion, type Question, withVariants } from './question.ts';

const mostPassages = 5;
const mostFromOneBook = 3;
const mostOwnWords = 3;
/** Asked for what was marked and written in a book, and for nothing else. */
const mostOfBook = 8;
/** A passage has some 600 characters; quoted whole, it would bury the others. */
const quotedCharacters = 420;

/**
 * Looks for what bears on a question in the reader's books, notes and highlights.
 * @param bookId asked about this book alone; otherwise a title named in the question narrows it to that book.
 */
export async function gatherEvidence(
  db: Db,
  services: Pick<Services, 'fullText'>,
  asked: { userId: string; text: string; bookId: string | null },
): Promise<Evidence> {
  const books = await db
    .selectFrom('books')
    .select(['id', 'title', 'author'])
    .where('user_id', '=', asked.userId)
    .execute();
  const parsed = parseQuestion(asked.text);
  const named = asked.bookId ? books.find(({ id }) => id === asked.bookId) : bookNamedIn(asked.text, books);
  const question = named ? { ...parsed, words: withoutTitle(parsed, named.title) } : parsed;

  const own = await ownWords(db, {
    userId: asked.userId,
    bookId: named?.id,
    words: withVariants(question.words),
  });
  const hits = await passagesAbout(db, services, asked.userId, question, named?.id);
  const passages = await asPassages(db, hits, quotedCharacters);
  const found = [
    ...own.slice(0, question.words.length === 0 ? mostOfBook : mostOwnWords),
    ...passages.map((passage) => ({ kind: 'passage' as const, ...passage })),
  ];
  return {
    question,
    citations: found.map((item, index): Citation => ({ ...item, number: index + 1 })),
    booksSearched: books.length,
    bookTitle: named?.title ?? null,
  };
}

/** Passages with all of the words; when those are few, such with at least half of them. */
async function passagesAbout(
  db: Db,
  { fullText }: Pick<Services, 'fullText'>,
  userId: string,
  question: Question,
  bookId: string | undefined,
): Promise<FullTextHit[]> {
  if (question.words.length === 0) return [];
  const scope = { userId, limit: 40, ...(bookId ? { bookId } : {}) };
  const all = await fullText.search(db, { ...scope, text: asQuery(question.words), mode: 'all' });
  const chosen = spread(all, bookId === undefined);
  if (chosen.length >= mostPassages) return chosen;
  const any = await fullText.search(db, {
    ...scope,
    text: asQuery(withVariants(question.words)),
    mode: 'any',
  });
  const known = new Set(all.map(({ passageId }) => passageId));
  const enough = any.filter(
    (hit) => !known.has(hit.passageId) && wordsIn(hit.text, question) >= question.words.length / 2,
  );
  return spread([...all, ...enough], bookId === undefined);
}

/** No book crowds out the others, and no two passages stand next to each other in the text. */
function spread(hits: readonly FullTextHit[], overBooks: boolean): FullTextHit[] {
  const chosen: FullTextHit[] = [];
  for (const hit of hits) {
    const ofBook = chosen.filter(({ bookId }) => bookId === hit.bookId);
    const crowded = overBooks && ofBook.length >= mostFromOneBook;
    const neighbour = ofBook.some(({ seq }) => Math.abs(seq - hit.seq) <= 1);
    if (!crowded && !neighbour) chosen.push(hit);
    if (chosen.length === mostPassages) break;
  }
  return chosen;
}

function wordsIn(text: string, question: Question): number {
  return question.words.filter((word) => findWords(text, withVariants([word])).length > 0).length;
}

/** The book whose title (without what follows a colon) the question names; of several the longest. */
function bookNamedIn<B extends { title: string }>(text: string, books: readonly B[]): B | undefined {
  const asked = ` ${plainWords(text)} `;
  return books
    .filter(
      ({ title }) =>
        plainWords(shortTitle(title)).length >= 4 && asked.includes(` ${plainWords(shortTitle(title))} `),
    )
    .sort((a, b) => b.title.length - a.title.length)[0];
}

function withoutTitle(question: Question, title: string): string[] {
  const ofTitle = new Set(plainWords(shortTitle(title)).split(' '));
  return question.words.filter((word) => !ofTitle.has(plainWords(word)));
}

function shortTitle(title: string): string {
  return title.split(/[:;(]/)[0] ?? title;
}

function plainWords(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
