import type { SearchTerm } from './fullText.ts';

/** Parameters of BM25: saturation of term frequency, and length normalization. */
const [k1, b] = [1.2, 0.5];
const usualLength = 600;
/** Bonus factor for words in the typed order. */
const together = 2;

/** More longer words than this count no more. */
const mostLonger = 4;

const letter = /[\p{L}\p{N}]/u;

/**
 * Scores a passage that contains all terms: higher for more occurrences, shorter passages, and words in a row.
 * Accents are ignored when matching, but not here.
 */
export function passageScorer(terms: readonly SearchTerm[]): (text: string) => number {
  const wanted = terms.map(({ words, open }) => ({ text: words.join(' ').toLowerCase(), open }));
  const row = wanted.map(({ text }) => text).join(' ');
  return (text) => {
    const lower = text.toLowerCase();
    const length = 1 - b + (b * lower.length) / usualLength;
    let score = wanted.length > 1 && lower.includes(row) ? together : 0;
    for (const term of wanted) {
      const count = frequency(lower, term);
      score += (count * (k1 + 1)) / (count + k1 * length);
    }
    return score;
  };
}

/** The passages with the `count` highest scores, including ties, unordered. */
export function bestOf<Key>(scores: ReadonlyMap<Key, number>, count: number): Key[] {
  const least = [...scores.values()].sort((one, other) => other - one)[count - 1] ?? Number.NEGATIVE_INFINITY;
  return [...scores].flatMap(([key, score]) => (score >= least ? key : []));
}

/** Matches of a term: a longer word that an unfinished word begins counts less than the word itself. */
function frequency(text: string, { text: wanted, open }: { text: string; open: boolean }): number {
  let [words, longer] = [0, 0];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    if (at > 0 && letter.test(text.charAt(at - 1))) continue;
    if (!letter.test(text.charAt(at + wanted.length))) words += 1;
    else if (open) longer += 1;
  }
  return words + longer === 0 ? 1 : words + Math.min(mostLonger, longer) / (2 * mostLonger);
}
