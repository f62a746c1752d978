import type { SearchTerm } from './fullText.ts';

/** How soon more of the same word stops to count, and how much long passages are held back (as in BM25). */
const [k1, b] = [1.2, 0.5];
const usualLength = 600;
/** Words that stand together as they were typed are, more often than not, what was meant. */
const together = 2;

const letter = /[\p{L}\p{N}]/u;

/**
 * What a passage that has all terms is worth beside others that have them: more, if it has them more
 * often, is shorter, or has the words in a row. Accents are not looked through: that is a matter of
 * which passages are found, and not of their order.
 */
export function passageScorer(terms: readonly SearchTerm[]): (text: string) => number {
  const wanted = terms.map(({ words, open }) => ({ text: words.join(' ').toLowerCase(), open }));
  const row = wanted.map(({ text }) => text).join(' ');
  return (text) => {
    const lower = text.toLowerCase();
    const length = 1 - b + (b * lower.length) / usualLength;
    let score = wanted.length > 1 && lower.includes(row) ? together : 0;
    for (const term of wanted) {
      const count = Math.max(1, occurrences(lower, term));
      score += (count * (k1 + 1)) / (count + k1 * length);
    }
    return score;
  };
}

/** Those with the highest scores: `count` of them, and all that are worth as much as the last. In no order. */
export function bestOf<Key>(scores: ReadonlyMap<Key, number>, count: number): Key[] {
  const least = [...scores.values()].sort((one, other) => other - one)[count - 1] ?? Number.NEGATIVE_INFINITY;
  return [...scores].flatMap(([key, score]) => (score >= least ? key : []));
}

function occurrences(text: string, { text: wanted, open }: { text: string; open: boolean }): number {
  let count = 0;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    const after = at + wanted.length;
    if ((at === 0 || !letter.test(text.charAt(at - 1))) && (open || !letter.test(text.charAt(after))))
      count += 1;
  }
  return count;
}
