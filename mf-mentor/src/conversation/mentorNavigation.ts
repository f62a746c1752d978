/** What another page hands to the mentor: words to talk about, and the book they stand in. */
export interface MentorNavigation {
  quote?: string;
  bookId?: string;
}

const longestQuote = 1_500;

/** The state of /mentor, with everything left out that is not what it should be. */
export function mentorNavigation(state: unknown): MentorNavigation {
  if (typeof state !== 'object' || state === null) return {};
  const { quote, bookId } = state as Record<string, unknown>;
  const words = typeof quote === 'string' ? quote.replace(/\s+/g, ' ').trim().slice(0, longestQuote) : '';
  return {
    ...(words === '' ? {} : { quote: words }),
    ...(typeof bookId === 'string' && bookId !== '' ? { bookId } : {}),
  };
}

/** A question about a quotation as it is sent: the quotation first, set as one. */
export function withQuote(question: string, quote: string | undefined): string {
  return quote === undefined ? question : `> ${quote}\n\n${question}`;
}
