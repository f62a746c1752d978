import type { Entry } from '../notes/entries.ts';

/** A review is a note of that type; one that only carries the tag counts as one too. */
export function isReview({ kind, source, tags }: Entry): boolean {
  return kind === 'note' && (('type' in source && source.type === 'review') || tags.includes('review'));
}
