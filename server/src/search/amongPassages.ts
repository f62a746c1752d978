import { markEnd, markStart } from '../store/excerpt.ts';
import type { FullTextHit } from '../store/fullText.ts';
import { markTerms } from '../store/markTerms.ts';
import { foldWord } from '../store/textTokens.ts';
import { termsOfForms } from './stem.ts';

/** Passages of a chapter that are ranked: only in a very long one, as of a book without chapters, more have a word. */
const mostOfChapter = 500;

interface WeightedTerm {
  beginnings: readonly string[];
  forms: readonly string[];
  weight: number;
}

const markedWords = new RegExp(`${markStart}([^${markEnd}]*)${markEnd}`, 'gu');

/** The passages with any of the terms, which are marked; of very many those with most of the terms, by weight. */
export function amongPassages(
  passages: readonly FullTextHit[],
  terms: readonly WeightedTerm[],
): readonly FullTextHit[] {
  const forms = terms.flatMap(termsOfForms);
  const found = passages
    .map((passage) => ({ ...passage, marked: markTerms(passage.text, forms) }))
    .filter(({ text, marked }) => marked !== text);
  if (found.length <= mostOfChapter) return found;
  const weightOf = ({ marked }: FullTextHit) => {
    const words = new Set([...marked.matchAll(markedWords)].map(([, word = '']) => foldWord(word)));
    const isIn = ({ beginnings, forms: irregular }: WeightedTerm) =>
      [...words].some(
        (word) => irregular.includes(word) || beginnings.some((start) => word.startsWith(start)),
      );
    return terms.reduce((sum, term) => sum + (isIn(term) ? term.weight : 0), 0);
  };
  return found
    .map((hit) => ({ hit, weight: weightOf(hit) }))
    .sort((one, other) => other.weight - one.weight || one.hit.seq - other.hit.seq)
    .slice(0, mostOfChapter)
    .map(({ hit }) => hit);
}
