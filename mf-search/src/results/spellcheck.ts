import { type SearchQuery, wordStart } from '@lectern/shared-contracts/domain/search/searchQuery.ts';
import { editDistance, nearest } from '@lectern/shared-contracts/domain/search/spelling.ts';

/** Texts read, and words compared, before the generator yields. */
const [textsPerSlice, wordsPerSlice] = [50, 500];

/**
 * The query with each word that no text contains replaced by the nearest word of the texts; null when there is nothing
 * to replace, or no word is near enough. A generator, since it reads all words of all texts.
 * @param texts folded
 */
export function* spellcheck(
  query: SearchQuery,
  texts: readonly string[],
): Generator<void, SearchQuery | null> {
  const missing = new Set(query.words);
  const vocabulary = new Set<string>();
  for (const [at, text] of texts.entries()) {
    if (at % textsPerSlice === textsPerSlice - 1) yield;
    for (const word of missing) if (wordStart(text, word) >= 0) missing.delete(word);
    if (missing.size === 0) return null;
    for (const word of text.match(/[\p{L}\p{N}\p{M}]{3,}/gu) ?? []) vocabulary.add(word);
  }
  const words: string[] = [];
  for (const word of query.words) {
    const spelled = missing.has(word) ? yield* nearestIn([...vocabulary], word) : word;
    if (spelled === null) return null;
    words.push(spelled);
  }
  return words.length === 0 ? null : { phrase: words.join(' '), words };
}

function* nearestIn(vocabulary: readonly string[], word: string): Generator<void, string | null> {
  let best: string | null = null;
  let apart = Number.POSITIVE_INFINITY;
  for (let at = 0; at < vocabulary.length; at += wordsPerSlice) {
    const [near] = nearest(word, vocabulary.slice(at, at + wordsPerSlice), 1);
    if (near !== undefined && editDistance(word, near) < apart)
      [best, apart] = [near, editDistance(word, near)];
    yield;
  }
  return best;
}
