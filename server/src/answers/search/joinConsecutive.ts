import type { FullTextHit } from '../../store/fullText.ts';

/** Only the best passages are joined. */
const mostJoined = 20;
/** Characters of a joined passage; a longer quotation is tedious. */
const mostCharacters = 1_500;

/**
 * Joins the best passages that follow each other in the same chapter file or page, so that they are quoted as one: an
 * answer often begins before the best passage or ends after it. A joined passage has the rank of its best part.
 * @param hits best first
 * @param isBoundary whether a passage must not be joined with the one before it
 */
export function joinConsecutive<T extends FullTextHit>(
  hits: readonly T[],
  isBoundary: (hit: Pick<FullTextHit, 'bookId' | 'seq'>) => boolean = () => false,
): T[] {
  const joined: { hit: T; last: number }[] = [];
  for (const hit of hits.slice(0, mostJoined)) {
    const other = joined.find(
      ({ hit: { bookId, target, seq, text }, last }) =>
        bookId === hit.bookId &&
        target === hit.target &&
        (hit.seq === last + 1 ? !isBoundary(hit) : hit.seq === seq - 1 && !isBoundary({ bookId, seq })) &&
        text.length + hit.text.length < mostCharacters,
    );
    if (!other) joined.push({ hit, last: hit.seq });
    else if (hit.seq > other.last) {
      other.hit = { ...other.hit, ...textsOf(other.hit, hit) };
      other.last = hit.seq;
    } else {
      const { passageId, seq, fraction } = hit;
      other.hit = { ...other.hit, passageId, seq, fraction, ...textsOf(hit, other.hit) };
    }
  }
  return [...joined.map(({ hit }) => hit), ...hits.slice(mostJoined)];
}

const textsOf = (before: FullTextHit, after: FullTextHit) => ({
  text: `${before.text} ${after.text}`,
  marked: `${before.marked} ${after.marked}`,
});
