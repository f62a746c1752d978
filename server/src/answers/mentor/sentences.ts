import { tellingWordsOf } from '../search/questionWords.ts';

export interface Sentence {
  text: string;
  /** Words that say something, folded, each once. */
  terms: readonly string[];
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Abbreviations after which the segmenter sees an end that is none. */
const openEnd = /(?:\b(?:Mr|Mrs|Ms|Dr|St|Prof|Capt|Col|Gen|vs|No)\.|\b[A-Z]\.)\s*$/;

/** A text cut into its sentences, in any script. */
export function sentencesOf(text: string): Sentence[] {
  const cut: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = cut.at(-1);
    if (last !== undefined && openEnd.test(last)) cut[cut.length - 1] = last + segment;
    else cut.push(segment);
  }
  return cut
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '')
    .map((segment) => ({ text: segment, terms: tellingWordsOf(segment) }));
}

/**
 * How much each sentence says of what all of them are about: the mean weight of its terms, where a term weighs by how
 * often it comes back here and how seldom it is in every sentence.
 */
export function centrality(sentences: readonly Sentence[]): number[] {
  const frequency = new Map<string, number>();
  for (const { terms } of sentences) {
    for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  const weight = (term: string) => {
    const count = frequency.get(term) ?? 0;
    return count < 2 ? 0 : Math.log(1 + count) * Math.log(1 + sentences.length / count);
  };
  return sentences.map(({ terms }) => {
    if (terms.length < 4) return 0;
    const sum = terms.reduce((total, term) => total + weight(term), 0);
    // Long sentences have more of everything.
    return sum / Math.sqrt(terms.length + 4);
  });
}
