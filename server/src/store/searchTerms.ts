import type { FullTextQuery, SearchTerm } from './fullText.ts';
import { queryWords } from './textTokens.ts';

/** Terms of a query; more are ignored. */
const maxTerms = 64;

/** Splits user input into terms: one per word, the last one as a prefix. */
export function typedTerms(text: string): SearchTerm[] {
  const words = queryWords(text);
  return words.map((word, index) => ({ words: [word], open: index === words.length - 1 }));
}

/** The terms of a query, without empty ones. */
export function termsOfQuery({ text, terms }: Pick<FullTextQuery, 'text' | 'terms'>): SearchTerm[] {
  if (!terms) return typedTerms(text ?? '');
  return terms
    .map(({ words, open }) => ({ words: words.flatMap(queryWordsInOrder), open }))
    .filter(({ words }) => words.length > 0)
    .slice(0, maxTerms);
}

/** The books of a query; null for all. */
export function booksOfQuery({
  bookId,
  bookIds,
}: Pick<FullTextQuery, 'bookId' | 'bookIds'>): string[] | null {
  if (bookId !== undefined) return [bookId];
  return bookIds ? [...bookIds] : null;
}

/** Like queryWords, but keeps duplicates, which matter in a phrase. */
function queryWordsInOrder(word: string): string[] {
  return word.split(/\s+/).flatMap((part) => queryWords(part));
}
