/** A parsed query: words, "phrases", author:name, tag:word, in:book. */
export interface ParsedSearch {
  /** Words and phrases without quotes and operators, as typed. */
  text: string;
  /** Quoted phrases, which must match exactly. */
  phrases: readonly string[];
  author: string | null;
  tag: string | null;
  /** Restricts to books whose title contains this. */
  within: string | null;
}

const operators = { author: 'author', tag: 'tag', in: 'within' } as const;

/** Any input is valid: an operator without a value or an unclosed quote is text. */
export function parseSearch(typed: string): ParsedSearch {
  const filters: { author: string | null; tag: string | null; within: string | null } = {
    author: null,
    tag: null,
    within: null,
  };
  const withoutOperators = typed.replace(
    /(^|\s)(author|tag|in):(?:"([^"]+)"|“([^”]+)”|([^\s"“”]+))/giu,
    (_, before: string, name: string, ...values: (string | undefined)[]) => {
      const value = values.slice(0, 3).find((candidate) => candidate !== undefined) ?? '';
      filters[operators[name.toLowerCase() as keyof typeof operators]] = value.trim();
      return before;
    },
  );
  const phrases = [...withoutOperators.matchAll(/"([^"]+)"|“([^”]+)”/gu)]
    .map(([, straight, curly]) => (straight ?? curly ?? '').trim())
    .filter((phrase) => phrase !== '');
  const text = withoutOperators.replace(/["“”]/g, ' ').replace(/\s+/g, ' ').trim();
  return { text, phrases, ...filters };
}

/** Whether the query has filters. */
export function hasFilter({ author, tag, within }: ParsedSearch): boolean {
  return author !== null || tag !== null || within !== null;
}
