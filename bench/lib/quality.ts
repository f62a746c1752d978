import { booksToLookUp, type LookupBook } from '../../server/src/mentor/bookLookup.ts';
import { parseQuestion } from '../../server/src/mentor/question/question.ts';
import { questionWithSubject } from '../../server/src/mentor/questionSubject.ts';
import { searchAnnotations } from '../../server/src/mentor/searchAnnotations.ts';
import { withTitlesAsSpelled } from '../../server/src/mentor/titlesAsTyped.ts';
import { findPassages } from '../../server/src/search/findPassages.ts';
import { joinConsecutive } from '../../server/src/search/joinConsecutive.ts';
import type { FullTextHit } from '../../server/src/store/fullText.ts';
import { foldedWords, foldWord } from '../../server/src/store/textTokens.ts';
import type { Library } from './library.ts';
import type { QualityQuestion } from './questions.ts';

/** For answerable questions: the share with an answer among the first passages, and the mean reciprocal rank. */
export interface Quality {
  questions: number;
  hitAt1: number;
  hitAt5: number;
  hitAt10: number;
  meanReciprocalRank: number;
}

/** The results of a set of questions. */
export interface Measured {
  /** Answers that occur in no book: a mistake in the questions. */
  missing: string[];
  plain: Quality;
  product: Quality;
  /** By kind of question. */
  kinds: Record<string, { plain: Quality; product: Quality }>;
  /** The share of unanswerable questions recognized as such, and of answerable ones that were not. */
  saidUnanswerable: number;
  refused: number;
  /** The share of follow-up questions that keep their subject. */
  keepsSubject: number;
  milliseconds: { plain: number[]; product: number[] };
  /** Each question with what was found. */
  asked: Asked[];
}

const depth = 10;
/** Passages that an answer quotes; a follow-up question may refer to their book. */
const quoted = 5;

const plainWords = (text: string) => foldedWords(text.replace(/[’']/g, '')).join(' ');

export interface Asked {
  question: QualityQuestion;
  /** One-based rank of each answer in the product and in plain full text; 0 if it was not found. */
  product: number[];
  plain: number[];
  /** Whether the product says that nothing answers it. */
  saysNothing: boolean;
  /** Whether a follow-up question is searched with the subject of the one before. */
  keepsSubject: boolean;
}

/** The retrieval of the mentor compared with plain full text: any word of the question, ranked by BM25 only. */
export async function measure(library: Library, questions: readonly QualityQuestion[]): Promise<Measured> {
  const { services, userId } = library;
  const { db, fullText } = services;
  const all = (await db.selectFrom('passages').select('text').execute()).map(({ text }) => plainWords(text));
  const notes = (await db.selectFrom('notes').select('content').orderBy('created_at', 'desc').execute()).map(
    ({ content }) => ({ text: content }),
  );
  all.push(...notes.map(({ text }) => plainWords(text)));
  const missing = questions
    .flatMap(({ answers }) => answers.flat())
    .filter((answer) => !all.some((text) => text.includes(plainWords(answer))));
  const milliseconds: Measured['milliseconds'] = { plain: [], product: [] };
  const asked: Asked[] = [];
  for (const question of questions) {
    const texts = [question.question, ...(question.before === null ? [] : [question.before])];
    const books = await booksToLookUp(db, userId, { texts });
    if (question.kind === 'own-notes') {
      asked.push(await askedOfNotes(library, question, notes, books));
      continue;
    }
    const plain = await timed(milliseconds.plain, () =>
      fullText.search(db, { userId, text: question.question, mode: 'any', limit: 2 * depth }),
    );
    const before = { questions: question.before === null ? [] : [question.before], bookIds: [] as string[] };
    if (question.before !== null) {
      const those = questionWithSubject({ ...asNew, text: question.before }, books);
      const { hits } = await findPassages(db, services, { ...those, userId });
      before.bookIds = [
        ...new Set(
          quotationsOf(hits)
            .slice(0, quoted)
            .map(({ bookId }) => bookId),
        ),
      ];
    }
    const text = await withTitlesAsSpelled(db, services, userId, question.question);
    const meant = questionWithSubject({ text, bookId: null, earlier: before }, books);
    const found = await timed(milliseconds.product, () => findPassages(db, services, { ...meant, userId }));
    asked.push({
      question,
      plain: question.answers.map((answer) => rankOf(answer, quotationsOf(plain))),
      product: question.answers.map((answer) => rankOf(answer, quotationsOf(found.hits))),
      // Like the beginning of an answer (server/src/mentor/tasks/answerFromText.ts): with what it did not find.
      saysNothing: found.hits.length === 0 || found.missingWords.length > 0 || found.isWeak,
      keepsSubject: question.before === null || keepsSubject(question.before, meant),
    });
  }
  const answerable = asked.filter(({ question }) => question.answers.length > 0);
  // Notes are few and easy to find, so they are evaluated separately.
  const ofBooks = answerable.filter(({ question }) => question.kind !== 'own-notes');
  const unanswerable = asked.filter(({ question }) => question.answers.length === 0);
  const kinds = [...new Set(answerable.map(({ question }) => question.kind))];
  return {
    missing,
    ...figures(ofBooks),
    kinds: Object.fromEntries(
      kinds.map((kind) => [kind, figures(answerable.filter(({ question }) => question.kind === kind))]),
    ),
    saidUnanswerable: share(unanswerable, ({ saysNothing }) => saysNothing),
    refused: share(ofBooks, ({ saysNothing }) => saysNothing),
    keepsSubject: share(
      asked.filter(({ question }) => question.before !== null),
      ({ keepsSubject }) => keepsSubject,
    ),
    milliseconds,
    asked,
  };
}

/** A question about own notes, searched as in `ask`, compared with the newest notes with any of its words. */
async function askedOfNotes(
  { services: { db }, userId }: Library,
  question: QualityQuestion,
  notes: readonly { text: string }[],
  books: readonly LookupBook[],
): Promise<Asked> {
  const { words, language, books: named } = questionWithSubject({ ...asNew, text: question.question }, books);
  const product = await searchAnnotations(db, {
    userId,
    bookId: named.length === 1 ? named[0]?.id : undefined,
    words,
    language,
  });
  const all = foldedWords(question.question);
  const plain = notes.filter(({ text }) => foldedWords(text).some((word) => all.includes(word)));
  return {
    question,
    plain: question.answers.map((answer) => rankOf(answer, plain.slice(0, depth))),
    product: question.answers.map((answer) => rankOf(answer, product.slice(0, depth))),
    saysNothing: product.length === 0,
    keepsSubject: true,
  };
}

/** A question that begins a conversation. */
const asNew = { bookId: null, earlier: { questions: [], bookIds: [] } };

/**
 * Whether a follow-up question is searched with a name of the question before, or, where that has none, with one of its
 * telling words; where these are a title, in that book.
 */
function keepsSubject(
  before: string,
  { words, books }: { words: readonly string[]; books: readonly LookupBook[] },
) {
  const { words: telling } = parseQuestion(before);
  const title = new Set(books.flatMap(({ title }) => foldedWords(title)));
  const others = telling.filter((word) => !title.has(foldWord(word)));
  if (others.length === 0) return books.length > 0;
  const names = others.filter((word) => /^\p{Lu}/u.test(word) && !before.startsWith(word));
  return (names.length > 0 ? names : others).some((word) => words.includes(word));
}

/** What an answer quotes, in the product and, to compare the same, in plain full text. */
const quotationsOf = (hits: readonly FullTextHit[]) => joinConsecutive(hits).slice(0, depth);

function rankOf(answers: readonly string[], hits: readonly { text: string }[]): number {
  const wanted = answers.map(plainWords);
  const hasOne = ({ text }: { text: string }) => wanted.some((one) => plainWords(text).includes(one));
  return hits.findIndex(hasOne) + 1;
}

async function timed<T>(into: number[], work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const result = await work();
  into.push(performance.now() - begun);
  return result;
}

function figures(asked: readonly Asked[]): { plain: Quality; product: Quality } {
  return {
    plain: qualityOf(asked.map(({ plain }) => plain)),
    product: qualityOf(asked.map(({ product }) => product)),
  };
}

/** If two answers are needed, the later one counts. */
function qualityOf(ranks: readonly number[][]): Quality {
  const last = ranks.map((those) => (those.every((rank) => rank > 0) ? Math.max(...those) : 0));
  const within = (most: number) => share(last, (rank) => rank > 0 && rank <= most);
  return {
    questions: last.length,
    hitAt1: within(1),
    hitAt5: within(5),
    hitAt10: within(10),
    meanReciprocalRank:
      last.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0) / Math.max(1, last.length),
  };
}

function share<T>(all: readonly T[], is: (one: T) => boolean): number {
  return all.filter(is).length / Math.max(1, all.length);
}
