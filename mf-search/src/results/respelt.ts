import type { SearchQuery } from '@lectern/shared-contracts/domain/searchQuery.ts';
import { nearest } from '@lectern/shared-contracts/domain/spelling.ts';

/**
 * The query with each word that no text has replaced by the nearest that one has; null when there is nothing to
 * replace, or nothing near enough.
 * @param texts folded
 */
export function respelt(query: SearchQuery, texts: readonly string[]): SearchQuery | null {
  const missing = query.words.filter((word) => !texts.some((text) => text.includes(word)));
  if (missing.length === 0) return null;
  const vocabulary = new Set(texts.flatMap((text) => text.match(/[\p{L}\p{N}\p{M}]{3,}/gu) ?? []));
  const words = query.words.map((word) => (missing.includes(word) ? nearest(word, vocabulary, 1)[0] : word));
  if (words.some((word) => word === undefined)) return null;
  const known = words as string[];
  return { phrase: known.join(' '), words: known };
}
