import { passagesOf } from '../../library/books/passages.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import type { FullTextHit } from '../../store/fullText.ts';
import { foldedWords } from '../../store/textTokens.ts';
import { isFrontMatter } from './apparatus.ts';

/** Mentions that count as an introduction. */
const mostMentions = 10;
/** Mentions in a preface, in mottos and the like, which introduce nobody. */
const mostOfFrontMatter = 40;
/** Fewer passages with all names are too few. */
const leastOfAll = 3;

/**
 * The first passages that mention somebody by all of the names, else by the rarest, in the book that does so most
 * often. The passage before them is the second: somebody is often described before they are named.
 * @param hits passages with any of the names
 * @param names folded, the rarest first
 */
export async function firstMentions(
  db: Db,
  fullText: Services['fullText'],
  userId: string,
  { hits, names }: { hits: readonly FullTextHit[]; names: readonly string[] },
): Promise<FullTextHit[]> {
  const wordsOf = new Map(hits.map((hit) => [hit, new Set(foldedWords(hit.text))]));
  const hitsWithAll = (wantedNames: readonly string[]) =>
    hits.filter((hit) => wantedNames.every((name) => wordsOf.get(hit)?.has(name)));
  const mentions = async (wantedNames: readonly string[]) => {
    const byBook = [...Map.groupBy(hitsWithAll(wantedNames), (hit) => hit.bookId)];
    const [bookId] = byBook.sort(([, one], [, other]) => other.length - one.length)[0] ?? [];
    if (bookId === undefined) return [];
    const terms = wantedNames.map((name) => ({ words: [name], open: false }));
    const inOrder = await fullText.search(db, {
      userId,
      bookIds: [bookId],
      terms,
      order: 'text',
      limit: mostMentions + mostOfFrontMatter,
    });
    const ofText = inOrder.filter(({ chapter }) => !isFrontMatter(chapter));
    return (ofText.length > 0 ? ofText : inOrder).slice(0, mostMentions);
  };
  const indexedNames = names.filter((name) => hitsWithAll([name]).length > 0);
  const mentionsOfAll = await mentions(indexedNames);
  const [first, ...others] =
    mentionsOfAll.length >= leastOfAll ? mentionsOfAll : await mentions(indexedNames.slice(0, 1));
  return first ? [first, ...(await passagesOf(db, first.bookId, first.seq - 1, first.seq)), ...others] : [];
}
