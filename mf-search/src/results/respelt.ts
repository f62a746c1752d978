import type { SearchQuery } from '@lectern/shared-contracts/domain/search/searchQuery.ts';
import { misspelt, nearest } from '@lectern/shared-contracts/domain/search/spelling.ts';

/** Texts looked through, and words compared, between two pauses. */
const [someTexts, someWords] = [50, 500];

/**
 * The query with each word that no text has replaced by the nearest that one has; null when there is nothing to
 * replace, or nothing near enough. Pauses, since all words of all texts are looked at.
 * @param texts folded
 */
export function* respelling(
  query: SearchQuery,
  texts: readonly string[],
): Generator<void, SearchQuery | null> {
  const missing = new Set(query.words);
  const vocabulary = new Set<string>();
  for (const [at, text] of texts.entries()) {
    if (at % someTexts === someTexts - 1) yield;
    for (const word of missing) if (text.includes(word)) missing.delete(word);
    if (missing.size === 0) return null;
    for (const word of text.match(/[\p{L}\p{N}\p{M}]{3,}/gu) ?? []) vocabulary.add(word);
  }
  const words: string[] = [];
  for (const word of query.words) {
    const known = missing.has(word) ? yield* nearestIn([...vocabulary], word) : word;
    if (known === null) return null;
    words.push(known);
  }
  return words.length === 0 ? null : { phrase: words.join(' '), words };
}

function* nearestIn(vocabulary: readonly string[], word: string): Generator<void, string | null> {
  let best: string | null = null;
  let apart = Number.POSITIVE_INFINITY;
  for (let at = 0; at < vocabulary.length; at += someWords) {
    const [near] = nearest(word, vocabulary.slice(at, at + someWords), 1);
    if (near !== undefined && misspelt(word, near) < apart) [best, apart] = [near, misspelt(word, near)];
    yield;
  }
  return best;
}
