import type { Entry } from '../notes/entries.ts';

/** A note of type review, or one with the tag, as the server counts reviews. */
export function isReview({ kind, source, tags }: Entry): boolean {
  if (kind !== 'note') return false;
  return ('type' in source && source.type === 'review') || tags.some((tag) => tag.toLowerCase() === 'review');
}
