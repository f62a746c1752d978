import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import type { MentorPart } from '@lectern/shared-contracts/domain/mentorWords.ts';
import { bestMatch, markEnd, markStart, unmarked } from '../../store/excerpt.ts';
import { tellingWordsOf } from '../search/questionWords.ts';

/** Characters of a quotation: three to five lines. */
const shownCharacters = 320;

/** A citation as a paragraph, with its number: hidden at first where it is after the reader's place. */
export function quotation({ text, chapter, number, ahead, kind }: Citation): MentorPart[] {
  const plain = text.replace(/\s+/g, ' ').trim();
  const shown = shortened(kind === 'passage' ? withoutHeading(plain, chapter) : plain);
  return [`${ahead ? '||> ' : '> '}${shown} [${number}]`];
}

/** Whole sentences around the first marked word, of about `shownCharacters`. Marks are kept. */
function shortened(marked: string): string {
  if (unmarked(marked).length <= shownCharacters) return marked;
  const { start } = bestMatch(marked);
  const sentences = sentencesOf(unmarked(marked)).map(({ text }) => text);
  const ends = sentences.map((_, at) => sentences.slice(0, at + 1).join(' ').length + 1);
  const at = Math.max(
    0,
    ends.findIndex((end) => end > start),
  );
  const fits = (first: number, end: number) =>
    sentences.slice(first, end).join(' ').length <= shownCharacters;
  // One sentence before the match, then as many as there is room for after it.
  const from = at > 0 && fits(at - 1, at + 1) ? at - 1 : at;
  let to = at + 1;
  while (to < sentences.length && fits(from, to + 1)) to += 1;
  const chosen = sentences.slice(from, to).join(' ');
  const cut =
    chosen.length <= shownCharacters * 2 ? chosen : cutAround(chosen, start - (ends[from - 1] ?? 0));
  return `${markedAgain(cut, marked)}${to < sentences.length || cut !== chosen ? ' …' : ''}`;
}

/** A part of a very long sentence around a place, cut between words. */
function cutAround(text: string, at: number): string {
  const from = Math.max(0, text.lastIndexOf(' ', Math.max(0, at - shownCharacters / 2)) + 1);
  const end = text.lastIndexOf(' ', from + shownCharacters);
  return `${from > 0 ? '… ' : ''}${text.slice(from, end > from ? end : from + shownCharacters)}`;
}

/** A part of a text with the words marked that are marked in the whole. */
function markedAgain(part: string, whole: string): string {
  const words = new Set([...whole.matchAll(/\uE000([^\uE001]*)\uE001/gu)].map(([, word = '']) => word));
  return part.replace(/[\p{L}\p{N}\p{M}]+/gu, (word) =>
    words.has(word) ? `${markStart}${word}${markEnd}` : word,
  );
}

/**
 * Removes the chapter's heading from the beginning of its first passage, since it is shown beside the quotation. A
 * heading of one word may be the first word of the sentence and stays, unless it is a number.
 */
export function withoutHeading(text: string, chapter: string | null): string {
  const words = (chapter ?? '').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const isNumber = (word: string) => /^(?:[IVXLC]+|\d+)$/.test(word);
  const numeral = /^[\uE000\uE001]*(?:[IVXLC]+|\d+)[.:]?[\uE000\uE001]*\s+(?=["“«„'‘(]?\uE000?\p{Lu})/u;
  const isWord = words.length === 1 && !isNumber(words[0] ?? '');
  if (isWord || words.length === 0) return text.replace(/^\d+[.:]?\s+(?=["“«„'‘(]?\uE000?\p{Lu})/u, '');
  // The punctuation may differ: "VIII: The Pulpit" is "VIII The Pulpit" in the text.
  const begins = new RegExp(`^${words.join('[^\\p{L}\\p{N}]+')}[^\\p{L}\\p{N}\\s]*\\s+`, 'iu');
  const rest = text.replace(begins, '').replace(words.some(isNumber) ? numeral : /^$/, '');
  return /^["“«„'‘(]?[\uE000]?[\p{Lu}\p{Lo}\p{N}].{19,}$/u.test(rest) ? rest : text;
}

interface Sentence {
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
