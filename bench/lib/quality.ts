import { booksMeant, booksToLookUp } from '../../server/src/mentor/bookLookup.ts';
import { parseQuestion } from '../../server/src/mentor/question.ts';
import { findPassages } from '../../server/src/search/findPassages.ts';
import { foldedWords } from '../../server/src/store/textTokens.ts';
import type { QualityQuestion } from '../questions.ts';
import type { Library } from './library.ts';

/** Of all questions: how many have the answering passage among the first so many, and the mean of 1 / its rank. */
export interface Quality {
  questions: number;
  hitAt1: number;
  hitAt5: number;
  hitAt10: number;
  meanReciprocalRank: number;
}

const depth = 10;

const plainWords = (text: string) => foldedWords(text.replace(/[’']/g, '')).join(' ');

/** The retrieval of the mentor beside plain full text: any word of the question, ranked by BM25 alone. */
export async function measure({ services, userId }: Library, questions: readonly QualityQuestion[]) {
  const { db, fullText } = services;
  const all = (await db.selectFrom('passages').select('text').execute()).map(({ text }) => plainWords(text));
  const missing = questions
    .filter(({ answer }) => !all.some((text) => text.includes(plainWords(answer))))
    .map(({ answer }) => answer);
  const books = await booksToLookUp(db, userId);

  const plain = await ranks(questions, (question) =>
    fullText.search(db, { userId, text: question, mode: 'any', limit: depth }),
  );
  const product = await ranks(questions, (question) => {
    const about = booksMeant(question, parseQuestion(question).words, books);
    return findPassages(db, services, { ...about, userId }).then(({ hits }) => hits.slice(0, depth));
  });
  return { missing, plain, product };
}

async function ranks(
  questions: readonly QualityQuestion[],
  find: (question: string) => Promise<{ text: string }[]>,
): Promise<{ ranks: number[]; figures: Quality; milliseconds: number[] }> {
  const found: number[] = [];
  const milliseconds: number[] = [];
  for (const { question, answer } of questions) {
    const begun = performance.now();
    const hits = await find(question);
    milliseconds.push(performance.now() - begun);
    const wanted = plainWords(answer);
    found.push(hits.findIndex(({ text }) => plainWords(text).includes(wanted)) + 1);
  }
  const share = (most: number) => found.filter((rank) => rank > 0 && rank <= most).length / questions.length;
  return {
    ranks: found,
    milliseconds,
    figures: {
      questions: questions.length,
      hitAt1: share(1),
      hitAt5: share(5),
      hitAt10: share(10),
      meanReciprocalRank: found.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0) / questions.length,
    },
  };
}
