import { readFileSync } from 'node:fs';
import { joinConsecutive } from '../../server/src/answers/mentor/tasks/searchAnswer.ts';
import { findPassages, scopeOf } from '../../server/src/answers/search/findPassages.ts';
import { questionWords } from '../../server/src/answers/search/questionWords.ts';
import type { Engine } from '../../server/src/store/engine.ts';
import type { FullTextHit } from '../../server/src/store/fullText.ts';
import { foldedWords } from '../../server/src/store/textTokens.ts';
import type { BenchReader } from './libraryServer.ts';

/** A reader's library, and the database of its server. */
export interface Library {
  reader: BenchReader;
  store: Engine;
}

/** A question about the real books, as a reader asks from memory, with what answers it. */
interface QualityQuestion {
  question: string;
  /**
   * Words, without punctuation, of the passage that answers, or of several of which each answers. Two for a question
   * about two books, none for one that nothing in the books answers.
   */
  answers: readonly (readonly string[])[];
  /** The question that a further one follows, which does not name its subject. */
  before: string | null;
}

/**
 * `seen`: for tuning weights and rules. `unseen`: never used for tuning; a test has the digest of the file, so that a
 * change is noticed. Questions about own notes, which are few and easy to find, are left out.
 */
export function questionsOf(half: 'seen' | 'unseen'): QualityQuestion[] {
  const [, ...lines] = readFileSync(new URL(`../questions/${half}.tsv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines
    .map((line) => line.split('\t'))
    .filter(([kind]) => kind !== 'own-notes')
    .map(([, question = '', answer = '', before = '']) => ({
      question,
      answers: answer === '' ? [] : answer.split('|').map((one) => one.split(' / ')),
      before: before === '' ? null : before,
    }));
}

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
  /** The share of unanswerable questions recognized as such. */
  saidUnanswerable: number;
  /** Of the product, for each question. */
  milliseconds: number[];
}

const depth = 10;
/** Passages that an answer quotes; a follow-up question may refer to their book. */
const quoted = 5;

const plainWords = (text: string) => foldedWords(text.replace(/[’']/g, '')).join(' ');

/** One-based ranks of the answers of a question; 0 if one was not found. */
interface Asked {
  question: QualityQuestion;
  product: number[];
  plain: number[];
  /** Whether the product says that nothing answers it. */
  saysNothing: boolean;
}

/** The retrieval of the mentor compared with plain full text: any word of the question, ranked by BM25 only. */
export async function measure(library: Library, questions: readonly QualityQuestion[]): Promise<Measured> {
  const { db, fullText } = library.store;
  const { userId } = library.reader;
  const search = async (text: string, bookIds?: string[]) =>
    findPassages(db, library.store, { ...(await scopeOf(db, { userId, text, bookIds })), userId });
  const all = (await db.selectFrom('passages').select('text').execute()).map(({ text }) => plainWords(text));
  const missing = questions
    .flatMap(({ answers }) => answers.flat())
    .filter((answer) => !all.some((text) => text.includes(plainWords(answer))));
  const milliseconds: number[] = [];
  const asked: Asked[] = [];
  for (const question of questions) {
    const { answers, before } = question;
    const plain = await fullText.search(db, {
      userId,
      text: question.question,
      mode: 'any',
      limit: 2 * depth,
    });
    const cited =
      before === null
        ? []
        : quotationsOf((await search(before)).hits)
            .slice(0, quoted)
            .map(({ bookId }) => bookId);
    const bookIds = new Set(cited).size === 1 ? cited.slice(0, 1) : undefined;
    const begun = performance.now();
    const found = await search(textOf(question), bookIds);
    milliseconds.push(performance.now() - begun);
    asked.push({
      question,
      plain: answers.map((answer) => rankOf(answer, quotationsOf(plain))),
      product: answers.map((answer) => rankOf(answer, quotationsOf(found.hits))),
      // Like the first sentence of an answer (server/src/answers/mentor/tasks/searchAnswer.ts).
      saysNothing: found.together === 0,
    });
  }
  const [answerable, unanswerable] = [true, false].map((isAnswerable) =>
    asked.filter(({ question }) => question.answers.length > 0 === isAnswerable),
  ) as [Asked[], Asked[]];
  return {
    missing,
    plain: qualityOf(answerable.map(({ plain }) => plain)),
    product: qualityOf(answerable.map(({ product }) => product)),
    saidUnanswerable: share(unanswerable, ({ saysNothing }) => saysNothing),
    milliseconds,
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
