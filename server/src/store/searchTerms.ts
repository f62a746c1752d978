import type { FullTextQuery, SearchTerm } from './fullText.ts';
import { queryWords } from './textTokens.ts';

/** Of a query; more are left out. */
export const mostTerms = 32;

/** What a reader typed, as terms: every word by itself, the last one unfinished. */
export function typedTerms(text: string): SearchTerm[] {
  const words = queryWords(text);
  return words.map((word, index) => ({ words: [word], open: index === words.length - 1 }));
}

/** The terms of a query; none of them without a word. */
export function termsOfQuery({ text, terms }: Pick<FullTextQuery, 'text' | 'terms'>): SearchTerm[] {
  if (!terms) return typedTerms(text ?? '');
  return terms
    .map(({ words, open }) => ({ words: words.flatMap(queryWordsInOrder), open }))
    .filter(({ words }) => words.length > 0)
    .slice(0, mostTerms);
}

/** The books that are asked for; null for all. */
export function booksOfQuery({
  bookId,
  bookIds,
}: Pick<FullTextQuery, 'bookId' | 'bookIds'>): string[] | null {
  if (bookId !== undefined) return [bookId];
  return bookIds ? [...bookIds] : null;
}

/** As queryWords, with words that come twice: they count in a phrase. */
function queryWordsInOrder(word: string): string[] {
  return word.split(/\s+/).flatMap((part) => queryWords(part));
}
