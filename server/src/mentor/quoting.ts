import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import { unmarked } from '../search/excerpt.ts';

const kinds = { passage: 'Your books say', highlight: 'You highlighted', note: 'You wrote' } as const;

/** Where was looked. */
export interface Where {
  booksSearched: number;
  /** Set when the question was about this book alone. */
  bookTitle: string | null;
}

/** What was found, quoted and ordered; what stands after the reader's place is there, but not before the eyes. */
export function quoted(sought: string, citations: readonly Citation[], { bookTitle }: Where): string {
  const where =
    bookTitle === null ? 'your books, notes and highlights' : `“${bookTitle}” and in what you wrote about it`;
  const lead = `I looked in ${where}${sought === '' ? '' : ` for ${sought}`}. I quote what I found and add nothing of my own.`;
  const groups = (['note', 'highlight', 'passage'] as const).flatMap((kind) => {
    const ofKind = citations.filter((citation) => citation.kind === kind && !citation.ahead);
    return ofKind.length === 0 ? [] : [`${kinds[kind]}:`, ...ofKind.map(quotation)];
  });
  return [lead, ...groups, ...aheadOfPlace(citations)].join('\n\n');
}

/** Passages after the reader's place: told of, and shown when the reader wants them. */
export function aheadOfPlace(citations: readonly Citation[]): string[] {
  const ahead = citations.filter(({ ahead }) => ahead);
  if (ahead.length === 0) return [];
  return [
    ahead.length === 1
      ? 'One more passage stands after your place in the book, so I keep it folded:'
      : `${ahead.length} more passages stand after your place in the book, so I keep them folded:`,
    ...ahead.map((citation) => `|| ${plainQuotation(citation)}`),
  ];
}

/** A citation as a quotation of its own, with its number. */
export function quotation(citation: Citation): string {
  return `> ${plainQuotation(citation)}`;
}

function plainQuotation({ number, text }: Citation): string {
  return `${unmarked(text).replace(/\s+/g, ' ').trim()} [${number}]`;
}

export function nothingFound(sought: string, { booksSearched, bookTitle }: Where): string {
  if (booksSearched === 0) {
    return 'There is no book on your shelves yet, so I have nothing to look in. Upload one, and ask me again.';
  }
  const where = bookTitle === null ? 'in your books, notes and highlights' : `in “${bookTitle}”`;
  return `I found nothing about ${sought || 'your question'} ${where}. Other words may help: names, places, things that are called so in the text.`;
}

/** “a”, “b” and “c”; empty for none. */
export function inWords(words: readonly string[]): string {
  const quotedWords = words.map((word) => `“${word}”`);
  const last = quotedWords.at(-1) ?? '';
  return quotedWords.length <= 1 ? last : `${quotedWords.slice(0, -1).join(', ')} and ${last}`;
}
