import { readFileSync } from 'node:fs';

/**
 * A question to the real books, as a reader asks it from memory, with what answers it. `unanswerable`: nothing in the
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
  /** Words, without their punctuation, that stand in the passage that answers; two for two books, none for nothing. */
  answers: readonly string[];
  before: string | null;
}

/**
 * `seen`: weights and rules may be chosen by these. `unseen`: nobody looks at how these do while choosing; a test holds
 * the digest of the file, so that a change of it is noticed.
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
      answers: answer === '' ? [] : answer.split('|'),
      before: before === '' ? null : before,
    };
  });
}

/** Notes that the reader of the questions has written, each in the book of this title. */
export function ownNotes(): { book: string; note: string }[] {
  const [, ...lines] = readFileSync(new URL('../questions/notes.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const [book = '', note = ''] = line.split('\t');
    return { book, note };
  });
}
