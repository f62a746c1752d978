import { foldText } from '@lectern/shared-contracts/domain/search/foldText.ts';

export interface Answer {
  question: string;
  answer: string;
}

/** The answers that contain all words of the search; matches in the question come first. */
export function matching(answers: readonly Answer[], search: string): readonly Answer[] {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  const has = (text: string) => words.every((word) => foldText(text).includes(word));
  const inQuestion = answers.filter(({ question }) => has(question));
  const elsewhere = answers.filter(
    (entry) => !inQuestion.includes(entry) && has(`${entry.question} ${entry.answer}`),
  );
  return words.length === 0 ? answers : [...inQuestion, ...elsewhere];
}
