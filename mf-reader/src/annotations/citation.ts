/** What a quotation is from. */
export interface Source {
  title: string;
  author: string;
  chapter: string | null;
  /** One-based position or page, or what the book calls it; null when it is not known. */
  page: number | string | null;
}

/** A quotation as it is put into a letter or an essay: the words, then where they stand. */
export function citation(quote: string, { title, author, chapter, page }: Source): string {
  const words = quote.replace(/\s+/gu, ' ').trim();
  const place = [author, title, chapter, page === null ? null : `p. ${page}`].filter(
    (part) => part && part.trim() !== '',
  );
  return `“${withoutOuterQuotes(words)}”\n— ${place.join(', ')}`;
}

/** Spoken words bring their own marks; two pairs would be one too many. */
function withoutOuterQuotes(words: string): string {
  const inner = /^“([^“”]*)”$/u.exec(words);
  return inner?.[1] ?? words;
}
