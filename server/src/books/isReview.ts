import { type RawBuilder, sql } from 'kysely';

/** Condition on notes: a note is a review by its type or by its tag. */
export function isReview(): RawBuilder<boolean> {
  return sql<boolean>`(notes.type = 'review' or lower(notes.tags) like '%"review"%')`;
}
