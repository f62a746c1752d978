/** What a reader typed, taken apart: words, "phrases", author:name, tag:word, in:book. */
export interface ParsedSearch {
  /** The words and phrases without quotes and operators, as typed. */
  text: string;
  /** What stood in quotes: it must be there as it is. */
  phrases: readonly string[];
  author: string | null;
  tag: string | null;
  /** In books whose title has this. */
  within: string | null;
}

const operators = { author: 'author', tag: 'tag', in: 'within' } as const;

/** Any input is legal: an operator without a value, or a quote that is not closed, is text. */
export function parseSearch(typed: string): ParsedSearch {
  const found: { author: string | null; tag: string | null; within: string | null } = {
    author: null,
    tag: null,
    within: null,
  };
  const withoutOperators = typed.replace(
    /(^|\s)(author|tag|in):(?:"([^"]+)"|“([^”]+)”|([^\s"“”]+))/giu,
    (_, before: string, name: string, ...values: (string | undefined)[]) => {
      const value = values.slice(0, 3).find((one) => one !== undefined) ?? '';
      found[operators[name.toLowerCase() as keyof typeof operators]] = value.trim();
      return before;
    },
  );
  const phrases = [...withoutOperators.matchAll(/"([^"]+)"|“([^”]+)”/gu)]
    .map(([, straight, curly]) => (straight ?? curly ?? '').trim())
    .filter((phrase) => phrase !== '');
  const text = withoutOperators.replace(/["“”]/g, ' ').replace(/\s+/g, ' ').trim();
  return { text, phrases, ...found };
}

/** Whether it says where to look, beside what for. */
export function hasFilter({ author, tag, within }: ParsedSearch): boolean {
  return author !== null || tag !== null || within !== null;
}
