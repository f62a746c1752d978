/** Navigation state of /mentor: a quotation and its book, or a question that was typed or chosen elsewhere. */
export interface MentorNavigation {
  /** A button of another page: its question is asked at once. */
  task?: 'summary';
  question?: string;
  quote?: string;
  bookId?: string;
}

const longestQuote = 1_500;
/** Characters of a question that is typed. */
export const longestQuestion = 2_000;

/** Reads the state of /mentor; invalid fields are left out. */
export function mentorNavigation(state: unknown): MentorNavigation {
  if (typeof state !== 'object' || state === null) return {};
  const { quote, bookId, question, task } = state as Record<string, unknown>;
  const trimmedQuestion = typeof question === 'string' ? question.trim().slice(0, longestQuestion) : '';
  const words = typeof quote === 'string' ? quote.replace(/\s+/g, ' ').trim().slice(0, longestQuote) : '';
  return {
    ...(trimmedQuestion === '' ? {} : { question: trimmedQuestion }),
    ...(trimmedQuestion !== '' && task === 'summary' ? { task } : {}),
    ...(words === '' ? {} : { quote: words }),
    ...(typeof bookId === 'string' && bookId !== '' ? { bookId } : {}),
  };
}

/** The question with its quotation in front, as a Markdown quote. */
export function withQuote(question: string, quote: string | undefined): string {
  return quote === undefined ? question : `> ${quote}\n\n${question}`;
}
