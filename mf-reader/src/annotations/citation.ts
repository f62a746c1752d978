/** Source of a quotation. */
export interface Source {
  title: string;
  author: string;
  chapter: string | null;
  /** One-based position, page or page label; null when unknown. */
  page: number | string | null;
}

/** A quotation with its source, as plain text. */
export function citation(quote: string, { title, author, chapter, page }: Source): string {
  const words = quote.replace(/\s+/gu, ' ').trim();
  const source = [author, title, chapter, page === null ? null : `p. ${page}`].filter(
    (part) => part && part.trim() !== '',
  );
  return `“${withoutOuterQuotes(words)}”\n— ${source.join(', ')}`;
}

/** Text that is already quoted gets no second quotation marks. */
function withoutOuterQuotes(words: string): string {
  const inner = /^“([^“”]*)”$/u.exec(words);
  return inner?.[1] ?? words;
}
