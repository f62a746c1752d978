import { editDistance, nearest } from '@lectern/shared-contracts/domain/search/spelling.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import { foldWord } from '../../store/textTokens.ts';

/** Corrections of a word that are tried. */
const mostTried = 20;
/** A word in more passages is not likelier. */
const mostCounted = 1_000;

/**
 * The word of this reader's books that is spelled most like a mistyped one; of several the one that begins most like
 * it (whiteness for "whitness", not witness), then the most frequent. Folded, and undefined for none.
 * @param wanted.bookIds only in these books
 */
export async function nearestWord(
  db: Db,
  fullText: Services['fullText'],
  { userId, typed, bookIds }: { userId: string; typed: string; bookIds?: readonly string[] | undefined },
): Promise<string | undefined> {
  const folded = foldWord(typed);
  const words = nearest(folded, await fullText.wordsLike(db, userId, typed), mostTried);
  const candidates = await Promise.all(
    words.map(async (word) => ({
      word,
      count: await fullText.count(db, userId, termOf(word), { most: mostCounted, bookIds }),
      distance: editDistance(folded, word),
      shared: sharedBeginning(folded, word),
    })),
  );
  return candidates
    .filter(({ count }) => count > 0)
    .sort((a, b) => a.distance - b.distance || b.shared - a.shared || b.count - a.count)[0]?.word;
}

const termOf = (word: string) => ({ words: [word], open: false });

/** The letters with which both words begin. */
function sharedBeginning(word: string, other: string): number {
  let at = 0;
  while (at < word.length && word[at] === other[at]) at += 1;
  return at;
}
