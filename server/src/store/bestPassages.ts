import type { FullTextHit, SearchTerm } from './fullText.ts';

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

/** Parameters of BM25: saturation of term frequency, and length normalization. */
const [k1, b] = [1.2, 0.5];
const usualLength = 600;
/** Bonus factor for words in the typed order. */
const together = 2;

/** More longer words than this count no more. */
const mostLonger = 4;

const letter = /[\p{L}\p{N}]/u;

/**
 * Scores a passage that contains all terms: higher for more occurrences, shorter passages, and words in a row.
 * Accents are ignored when matching, but not here.
 */
function passageScorer(terms: readonly SearchTerm[]): (text: string) => number {
  const wanted = terms.map(({ words, open }) => ({ text: words.join(' ').toLowerCase(), open }));
  const row = wanted.map(({ text }) => text).join(' ');
  return (text) => {
    const lower = text.toLowerCase();
    const length = 1 - b + (b * lower.length) / usualLength;
    let score = wanted.length > 1 && lower.includes(row) ? together : 0;
    for (const term of wanted) {
      const count = frequency(lower, term);
      score += (count * (k1 + 1)) / (count + k1 * length);
    }
    return score;
  };
}

/** The passages with the `count` highest scores, including ties, unordered. */
function bestOf<Key>(scores: ReadonlyMap<Key, number>, count: number): Key[] {
  const least = [...scores.values()].sort((one, other) => other - one)[count - 1] ?? Number.NEGATIVE_INFINITY;
  return [...scores].flatMap(([key, score]) => (score >= least ? key : []));
}

/** Matches of a term: a longer word that an unfinished word begins counts less than the word itself. */
function frequency(text: string, { text: wanted, open }: { text: string; open: boolean }): number {
  let [words, longer] = [0, 0];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    if (at > 0 && letter.test(text.charAt(at - 1))) continue;
    if (!letter.test(text.charAt(at + wanted.length))) words += 1;
    else if (open) longer += 1;
  }
  return words + longer === 0 ? 1 : words + Math.min(mostLonger, longer) / (2 * mostLonger);
}
