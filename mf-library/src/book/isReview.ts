import type { Entry } from '../notes/entries.ts';

/** A review is a note of that type; one that only carries the tag counts as one too, here as where it is paid for. */
export function isReview({ kind, source, tags }: Entry): boolean {
  if (kind !== 'note') return false;
  return ('type' in source && source.type === 'review') || tags.some((tag) => tag.toLowerCase() === 'review');
}
