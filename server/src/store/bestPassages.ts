import type { FullTextHit, SearchTerm } from './fullText.ts';
import { bestOf, passageScorer } from './scorePassages.ts';

type Hit = Omit<FullTextHit, 'marked'>;

/** What an engine selects; the order is decided here, the same for each of them. */
export interface PassageSource {
  /** Ids of passages with all of the terms, at most `maxResults`, in any order. */
  find(terms: readonly SearchTerm[]): Promise<number[]>;
  texts(ids: readonly number[]): Promise<{ passageId: number; text: string }[]>;
  rows(ids: readonly number[]): Promise<Omit<Hit, 'score'>[]>;
}

/** Passages that an engine finds; more are not looked at. */
export const maxResults = 20_000;
/** Passages that are scored; for very frequent words, a sample across the library. */
const maxScored = 600;
/** Prefixes of up to this many letters match very many words. */
const shortBeginning = 3;

/** The best passages with all of the terms, best first. */
export async function bestPassages(
  source: PassageSource,
  terms: readonly SearchTerm[],
  limit: number,
): Promise<Hit[]> {
  // When a short word has enough exact matches, it is not treated as a prefix.
  const last = terms.at(-1);
  const closed =
    last?.open && last.words.join('').length <= shortBeginning
      ? await source.find([...terms.slice(0, -1), { ...last, open: false }])
      : [];
  const ids = spread(closed.length >= maxScored ? closed : await source.find(terms), maxScored);
  const scoreOf = passageScorer(terms);
  const texts = await source.texts(ids);
  const scores = new Map(texts.map(({ passageId, text }) => [passageId, scoreOf(text)]));
  // Full rows are read only for the results; ties are broken there.
  const rows = await source.rows(bestOf(scores, limit));
  return rows
    .map((row) => ({ ...row, score: scores.get(row.passageId) ?? 0 }))
    .sort(
      (one, other) =>
        other.score - one.score ||
        (one.bookId < other.bookId ? -1 : one.bookId > other.bookId ? 1 : one.seq - other.seq),
    )
    .slice(0, limit);
}

/** Evenly distributed elements. */
function spread<T>(all: readonly T[], count: number): T[] {
  if (all.length <= count) return [...all];
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)] as T);
}
