import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import type { Entry } from './entries.ts';

/** A note of type review, or one with the tag, as the server counts reviews. */
export const isReviewNote = ({ type, tags }: Pick<Note, 'type' | 'tags'>): boolean =>
  type === 'review' || tags.some((tag) => tag.toLowerCase() === 'review');

export const isReview = ({ source }: Entry): boolean => 'type' in source && isReviewNote(source);
