import { markEnd, markStart, unmarked } from './excerpt.ts';
import type { SearchTerm } from './fullText.ts';
import { findWords } from './textTokens.ts';

type Range = { start: number; end: number };

/** Delimits matches in a text, after removing delimiters that occur in the book. */
export function markTerms(text: string, terms: readonly SearchTerm[]): string {
  const plain = unmarked(text);
  let marked = '';
  let done = 0;
  for (const { start, end } of rangesOf(plain, terms)) {
    if (start < done) continue;
    marked += `${plain.slice(done, start)}${markStart}${plain.slice(start, end)}${markEnd}`;
    done = end;
  }
  return marked + plain.slice(done);
}

/** Ranges of the terms, in order; a phrase matches only as a whole. */
function rangesOf(text: string, terms: readonly SearchTerm[]): Range[] {
  const single = terms.flatMap(({ words }) => (words.length === 1 ? [...words] : []));
  const phrases = terms.filter(({ words }) => words.length > 1);
  return [...findWords(text, single), ...phrases.flatMap(({ words }) => phraseRanges(text, words))].sort(
    (a, b) => a.start - b.start || b.end - a.end,
  );
}

function phraseRanges(text: string, words: readonly string[]): Range[] {
  const [first = '', ...others] = words;
  return findWords(text, [first]).flatMap(({ start, end }) => {
    let last = end;
    for (const word of others) {
      const next = findWords(text.slice(last, last + 120), [word])[0];
      const between = next ? text.slice(last, last + next.start) : 'x';
      if (!next || /[\p{L}\p{N}]/u.test(between)) return [];
      last += next.end;
    }
    return { start, end: last };
  });
}
