import { asPassages } from '../search/passages.ts';
import type { FullTextHit } from '../store/fullText.ts';
import type { Found, TaskContext } from './answerPlan.ts';
import { placesIn } from './place.ts';

/** Characters of a passage that stands beside others. */
const excerptCharacters = 420;

/** Hits as citations, with `ahead` on those after the reader's place in a book that is under way. */
export async function asFound(
  { db, asked }: Pick<TaskContext, 'db' | 'asked'>,
  hits: readonly FullTextHit[],
  characters = excerptCharacters,
): Promise<Found[]> {
  const places = await placesIn(db, asked.userId, [...new Set(hits.map(({ bookId }) => bookId))]);
  const passages = await Promise.all(
    hits.map(async (hit) => (await asPassages(db, [hit], { characters }))[0]),
  );
  return hits.flatMap((hit, at) => {
    const passage = passages[at];
    if (!passage) return [];
    const place = places.find(({ bookId }) => bookId === hit.bookId);
    const ahead = !asked.spoilers && place !== undefined && hit.seq >= place.collapsedFrom;
    return { kind: 'passage' as const, ...passage, ...(ahead ? { ahead } : {}) };
  });
}
