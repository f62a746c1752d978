import { searchAnnotations } from '../../server/src/answers/mentor/searchAnnotations.ts';
import { findPassages, scopeOf } from '../../server/src/answers/search/findPassages.ts';
import { joinConsecutive } from '../../server/src/answers/search/joinConsecutive.ts';
import { questionWords } from '../../server/src/answers/search/questionWords.ts';
import type { FullTextHit } from '../../server/src/store/fullText.ts';
import { foldedWords } from '../../server/src/store/textTokens.ts';
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
  milliseconds: { plain: number[]; product: number[] };
  /** Each question with what was found. */
  asked: Asked[];
}

const depth = 10;
const plainWords = (text: string) => foldedWords(text.replace(/[’']/g, '')).join(' ');

export interface Asked {
  question: QualityQuestion;
  /** One-based rank of each answer in the product and in plain full text; 0 if it was not found. */
  product: number[];
  plain: number[];
  /** Whether the product says that nothing answers it. */
  saysNothing: boolean;
}

/** The retrieval of the mentor compared with plain full text: any word of the question, ranked by BM25 only. */
export async function measure(library: Library, questions: readonly QualityQuestion[]): Promise<Measured> {
  const { db, fullText } = library.store;
  const { userId } = library.reader;
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
    if (question.kind === 'own-notes') {
      asked.push(await askedOfNotes(library, question, notes));
      continue;
    }
    const plain = await timed(milliseconds.plain, () =>
      fullText.search(db, { userId, text: question.question, mode: 'any', limit: 2 * depth }),
    );
    let bookIds: string[] | undefined;
    if (question.before !== null) {
      const { hits } = await findPassages(db, library.store, {
        ...(await scopeOf(db, { userId, text: question.before })),
        userId,
      });
      const cited = [
        ...new Set(
          quotationsOf(hits)
            .slice(0, 5)
            .map(({ bookId }) => bookId),
        ),
      ];
      if (cited.length === 1) bookIds = cited;
    }
    const found = await timed(milliseconds.product, async () =>
      findPassages(db, library.store, {
        ...(await scopeOf(db, { userId, text: textOf(question), bookIds })),
        userId,
      }),
    );
    asked.push({
      question,
      plain: question.answers.map((answer) => rankOf(answer, quotationsOf(plain))),
      product: question.answers.map((answer) => rankOf(answer, quotationsOf(found.hits))),
      // Like the first sentence of an answer (server/src/answers/mentor/searchAnswer.ts).
      saysNothing: found.together === 0,
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
    milliseconds,
    asked,
  };
}

/** A question about own notes, searched as in `ask`, compared with the newest notes with any of its words. */
async function askedOfNotes(
  { store: { db }, reader: { userId } }: Library,
  question: QualityQuestion,
  notes: readonly { text: string }[],
): Promise<Asked> {
  const { words, language, books } = await scopeOf(db, { userId, text: question.question });
  const product = await searchAnnotations(db, {
    userId,
    bookIds: books.map(({ id }) => id),
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
  };
}

/** A further question is asked as a reader would type it into a search: with the words of the one before. */
function textOf({ question, before }: QualityQuestion): string {
  if (before === null) return question;
  const isName = (word: string) => /^\p{Lu}/u.test(word);
  const own = questionWords(question).words;
  if (own.some(isName)) return question;
  const all = questionWords(before).words;
  const names = all.filter((word) => isName(word));
  return [question, ...(names.length > 0 ? names : all)].join(' ');
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
