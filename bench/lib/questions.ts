import { readFileSync } from 'node:fs';

/**
 * A question about the real books, as a reader asks from memory, with what answers it. `unanswerable`: nothing in the
 * books does. `follow-up`: it is asked after `before`, and does not name its subject. `two-books`: both answers are
 * needed. `own-notes`: one of the notes answers.
 */
export interface QualityQuestion {
  kind:
    | 'fact'
    | 'paraphrase'
    | 'who'
    | 'theme'
    | 'quote'
    | 'two-books'
    | 'unanswerable'
    | 'follow-up'
    | 'own-notes';
  question: string;
  /**
   * Words, without punctuation, of the passage that answers, or of several of which each answers. Two for two books,
   * none for unanswerable questions.
   */
  answers: readonly (readonly string[])[];
  before: string | null;
}

/**
 * `seen`: for tuning weights and rules. `unseen`: never used for tuning; a test has the digest of the file, so that a
 * change is noticed.
 */
export type Half = 'seen' | 'unseen';

export function questionsOf(half: Half): QualityQuestion[] {
  const [, ...lines] = readFileSync(new URL(`../questions/${half}.tsv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const [kind = '', question = '', answer = '', before = ''] = line.split('\t');
    return {
      kind: kind as QualityQuestion['kind'],
      question,
      answers: answer === '' ? [] : answer.split('|').map((one) => one.split(' / ')),
      before: before === '' ? null : before,
    };
  });
}

/** The notes of the reader, each in the book of this title. */
export function ownNotes(): { book: string; note: string }[] {
  const [, ...lines] = readFileSync(new URL('../questions/notes.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const [book = '', note = ''] = line.split('\t');
    return { book, note };
  });
}
