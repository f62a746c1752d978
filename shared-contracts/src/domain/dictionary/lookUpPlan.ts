import { isUnspaced } from '../search/foldText.ts';
import { dictionaryKey } from './dictionaryKey.ts';
import { lemmaKeys } from './lemmas.ts';

/** A lookup step: the first of its keys that a dictionary has is used. */
export interface LookUpStep {
  /** The words as in the text. */
  words: string;
  keys: readonly string[];
  /** In scripts without spaces: characters of the text that each key stands for. */
  covers?: readonly number[];
}

export interface LookUpRequest {
  /** The selected text. */
  text: string;
  /** Language of the text (BCP 47); null when unknown. */
  language: string | null;
  /** Surrounding text, to find phrases. */
  before?: string;
  after?: string;
}

/** Maximum number of words that are looked up one by one. */
const maxWords = 12;
const maxPhraseWords = 4;
const maxUnspacedLength = 8;
const word = /[\p{L}\p{N}\p{M}]+(?:['’‐‑-][\p{L}\p{N}\p{M}]+)*(?:[+#]+(?![\p{L}\p{N}\p{M}]))?/gu;
/** A phrase does not go on across these. */
const clauseEnd = /[.,;:!?…()[\]"“”«»\n]/;
const hyphens = /[‐‑-]/g;
/** Characters that are not shown: soft hyphens, joiners, directional marks. */
const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

const wordsOf = (text: string): string[] => text.replace(invisible, '').match(word) ?? [];

/**
 * The lookup steps, in order: the whole selection; phrases around it; for several words, each of them. In scripts
 * without spaces, the longest prefix that a dictionary has.
 */
export function lookUpPlan({ text, language, before = '', after = '' }: LookUpRequest): LookUpStep[] {
  const selected = text.replace(invisible, '').replace(/\s+/g, ' ').trim();
  if (selected === '') return [];
  if (isUnspaced(selected)) return unspacedSteps(selected, language);
  const words = wordsOf(selected);
  const [first = ''] = words;
  if (words.length === 0) return [];
  // Abbreviations: 'U.S.'.
  const asIs = /^\S*\p{L}\.\S*$/u.test(selected)
    ? [{ words: selected, keys: [dictionaryKey(selected)] }]
    : [];
  if (words.length === 1)
    return [...asIs, step(first, language), ...phrasesAround(first, before, after, language)];
  const phrases = words.length <= maxPhraseWords + 2 ? phrasesWithin(words, language) : [];
  return [...asIs, ...phrases, ...words.slice(0, maxWords).map((word) => step(word, language))];
}

/**
 * Steps for a text in which nothing was found, each group only when those before it had nothing either: a hyphenated
 * word without its hyphens, and its parts.
 */
export function fallbackPlan({ text, language }: LookUpRequest): LookUpStep[][] {
  const [first = '', ...others] = wordsOf(text);
  const parts = first.split(hyphens).filter((part) => part !== '');
  if (others.length > 0 || parts.length < 2) return [];
  return [[step(parts.join(''), language)], parts.map((part) => step(part, language))];
}

/** The only word of a text, for a search of its parts; null for several. */
export function onlyWordOf(text: string): string | null {
  const words = wordsOf(text);
  return words.length === 1 ? (words[0] ?? null) : null;
}

/** The pronouns of a text, and what a dictionary has for them. */
const pronouns: ReadonlyMap<string, string> = new Map([
  ...['my', 'your', 'his', 'her', 'its', 'our', 'their'].map((word) => [word, "one's"] as const),
  ...['myself', 'yourself', 'himself', 'herself', 'itself', 'ourselves', 'themselves'].map(
    (word) => [word, 'oneself'] as const,
  ),
]);

/** The keys of a phrase: as it is, and with the base forms of its first and last word and any pronoun. */
function step(words: string, language: string | null): LookUpStep {
  const parts = words.split(' ');
  const [first = ''] = parts;
  if (parts.length === 1) return { words, keys: lemmaKeys(first, language) };
  const last = parts.at(-1) ?? '';
  const middle = parts.slice(1, -1).map(dictionaryKey);
  const middles = new Set(
    [middle, middle.map((word) => pronouns.get(word) ?? word)].map((all) => all.join(' ')),
  );
  const keys = new Set<string>([dictionaryKey(words)]);
  for (const between of middles)
    for (const end of lemmaKeys(last, language).slice(0, 4))
      for (const begin of lemmaKeys(first, language).slice(0, 5))
        keys.add([begin, between, end].filter((part) => part !== '').join(' '));
  return { words, keys: [...keys] };
}

/** The whole selection, then the phrases within it, the longest first. */
function phrasesWithin(words: readonly string[], language: string | null): LookUpStep[] {
  const steps = [step(words.join(' '), language)];
  for (let length = Math.min(maxPhraseWords, words.length - 1); length >= 2; length -= 1)
    for (let start = 0; start + length <= words.length; start += 1)
      steps.push(step(words.slice(start, start + length).join(' '), language));
  return steps;
}

/** Phrases of up to four words around the selected word, longest first. */
function phrasesAround(
  selected: string,
  before: string,
  after: string,
  language: string | null,
): LookUpStep[] {
  // Stop at the end of a clause.
  const left = wordsOf(before.split(clauseEnd).at(-1) ?? '').slice(1 - maxPhraseWords);
  const right = wordsOf(after.split(clauseEnd)[0] ?? '').slice(0, maxPhraseWords - 1);
  const steps: LookUpStep[] = [];
  for (let length = maxPhraseWords; length >= 2; length -= 1) {
    for (let lead = Math.min(length - 1, left.length); lead >= 0; lead -= 1) {
      const tail = length - 1 - lead;
      if (tail > right.length) continue;
      const words = [...left.slice(left.length - lead), selected, ...right.slice(0, tail)];
      steps.push(step(words.join(' '), language));
    }
  }
  return steps;
}

function unspacedSteps(selected: string, language: string | null): LookUpStep[] {
  const letters = [...selected];
  const steps: LookUpStep[] = [];
  for (let start = 0; start < Math.min(letters.length, maxWords); start += 1) {
    const run = letters.slice(start, start + maxUnspacedLength);
    const keys: string[] = [];
    const covers: number[] = [];
    for (let length = run.length; length > 0; length -= 1)
      for (const key of lemmaKeys(run.slice(0, length).join(''), language)) {
        keys.push(key);
        covers.push(length);
      }
    steps.push({ words: run.join(''), keys, covers });
  }
  return steps;
}
