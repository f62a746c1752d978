import type { Services } from '../services/services.ts';
import type { Db } from '../store/db.ts';
import type { FullTextHit, SearchTerm } from '../store/fullText.ts';
import { foldedWords, foldWord, isUnspaced } from '../store/textTokens.ts';
import { beginningIn, otherFormsIn, stemIn } from './stem.ts';

/** What passages are looked for by, and where. */
export interface Wanted {
  userId: string;
  /** As typed, the words that matter. */
  words: readonly string[];
  /** That they are in, as a code of two letters. */
  language?: string;
  /** Only in these books; all when left out. */
  bookIds?: readonly string[];
  /** In all books but this one. */
  notBookId?: string;
  limit: number;
}

/** A passage that was found. */
export interface RetrievedHit extends FullTextHit {
  /** Part of what the words tell that is in it and in the passages beside it, 0..1. */
  coverage: number;
}

/** Passages that are weighed against each other. */
const weighed = 150;
/** How soon more of the same word stops to count, and how much long passages are held back (as in BM25). */
const [k1, b] = [0.4, 0.3];
const usualLength = 600;
/**
 * A word in the passage before or after counts for so much: an answer and
 * its question may stand on either side of a cut.
 */
const nearbyShare = 0.65;
const chapterShare = 0.3;
const closeness = 2;

interface Term {
  /** Its forms begin so. */
  beginning: string;
  /** But for these. */
  forms: readonly string[];
  stem: string;
  folded: string;
  /** How much it tells: words that are in few passages tell the most. */
  weight: number;
}

/**
 * Passages for a question, best first. Any form of a word counts; of two passages with the same words the one wins that
 * has them closer together, in a chapter whose title has them, or beside a passage that has the others.
 */
export async function retrieve(
  db: Db,
  { fullText }: Pick<Services, 'fullText'>,
  wanted: Wanted,
): Promise<RetrievedHit[]> {
  const terms = await weigh(db, fullText, wanted);
  if (terms.length === 0) return [];
  const hits = await fullText.search(db, {
    userId: wanted.userId,
    ...(wanted.bookIds ? { bookIds: wanted.bookIds } : {}),
    ...(wanted.notBookId === undefined ? {} : { notBookId: wanted.notBookId }),
    terms: terms.flatMap(asSearchTerms),
    mode: 'any',
    limit: weighed,
  });
  return rank(hits, terms, await besideOf(db, wanted.userId, hits), wanted.language ?? 'en').slice(
    0,
    wanted.limit,
  );
}

/** The texts of the passages before and after each, by where they are. */
async function besideOf(
  db: Db,
  userId: string,
  hits: readonly FullTextHit[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map(hits.map((hit) => [placeOf(hit.bookId, hit.seq), hit.text]));
  const missing = new Map<string, Set<number>>();
  for (const { bookId, seq } of hits) {
    for (const other of [seq - 1, seq + 1]) {
      if (other < 0 || texts.has(placeOf(bookId, other))) continue;
      missing.set(bookId, (missing.get(bookId) ?? new Set()).add(other));
    }
  }
  if (missing.size === 0) return texts;
  const rows = await db
    .selectFrom('passages')
    .select(['book_id as bookId', 'seq', 'text'])
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or(
        [...missing].map(([bookId, places]) =>
          eb.and([eb('book_id', '=', bookId), eb('seq', 'in', [...places])]),
        ),
      ),
    )
    .execute();
  for (const { bookId, seq, text } of rows) texts.set(placeOf(bookId, seq), text);
  return texts;
}

const placeOf = (bookId: string, seq: number) => `${bookId}/${seq}`;

function asSearchTerms({ beginning, forms }: Pick<Term, 'beginning' | 'forms'>): SearchTerm[] {
  const others = forms.map((form) => ({ words: [form], open: false }));
  return [{ words: [beginning], open: beginning.length >= 3 }, ...others];
}

async function weigh(
  db: Db,
  fullText: Services['fullText'],
  { userId, words, language = 'en' }: Wanted,
): Promise<Term[]> {
  const folded = [...new Set(words.map(foldWord))];
  const stems = folded.map((word) => ({
    folded: word,
    stem: stemIn(language, word),
    beginning: beginningIn(language, word),
    forms: otherFormsIn(language, word),
  }));
  const distinct = stems.filter((one, at) => stems.findIndex((other) => other.stem === one.stem) === at);
  const countOf = async (term: Pick<Term, 'beginning' | 'forms'>) => {
    const counts = await Promise.all(asSearchTerms(term).map((one) => fullText.count(db, userId, one)));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const [all, ...counts] = await Promise.all([passagesOf(db, userId), ...distinct.map(countOf)]);
  return distinct.map((term, at) => ({ ...term, weight: Math.log(1 + (1 + all) / (1 + (counts[at] ?? 0))) }));
}

/** More than so many are not counted: how rare a word is changes little beyond. */
const mostCounted = 100_000;

/** How many a reader has: how rare a word is can only be said of all of them. */
async function passagesOf(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom(
      db.selectFrom('passages').select('id').where('user_id', '=', userId).limit(mostCounted).as('counted'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Best first by what is told above. @param texts of the hits and of the passages beside them */
function rank(
  hits: readonly FullTextHit[],
  terms: readonly Term[],
  texts: ReadonlyMap<string, string>,
  language: string,
): RetrievedHit[] {
  const read = new Map([...texts].map(([place, text]) => [place, occurrences(text, terms, language)]));
  const all = terms.reduce((sum, { weight }) => sum + weight, 0);
  const weighOne = (hit: FullTextHit): Pick<RetrievedHit, 'score' | 'coverage'> => {
    const own = read.get(placeOf(hit.bookId, hit.seq)) ?? [];
    const around = [-1, 1].map((step) => read.get(placeOf(hit.bookId, hit.seq + step)) ?? []);
    const title = hit.chapter === null ? [] : occurrences(hit.chapter, terms, language);
    const length = 1 - b + (b * hit.text.length) / usualLength;
    let score = 0;
    let covered = 0;
    for (const [at, { weight }] of terms.entries()) {
      const places = own[at] ?? [];
      const count = places.reduce((sum, { share }) => sum + share, 0);
      const here = (count * (k1 + 1)) / (count + k1 * length);
      const nearby = around.some((other) => isThere(other[at] ?? [])) ? nearbyShare : 0;
      score += weight * Math.max(here, nearby);
      if (count > 0 || nearby > 0) covered += weight;
      if ((title[at] ?? []).length > 0) score += weight * chapterShare;
    }
    return { score: score + closeness * nearness(own, terms), coverage: all > 0 ? covered / all : 1 };
  };
  return hits
    .map((hit) => ({ ...hit, ...weighOne(hit) }))
    .sort(
      (one, other) =>
        other.score - one.score || one.bookId.localeCompare(other.bookId) || one.seq - other.seq,
    );
}

/** Whether it is the word, and not only one that begins alike. */
const isThere = (places: readonly Occurrence[]) => places.some(({ share }) => share > 0.5);

interface Occurrence {
  /** Which word of the text. */
  at: number;
  /** 1 for the word itself or another form of it, less for one that only begins alike. */
  share: number;
}

/** For each term, where it is in a text. */
function occurrences(text: string, terms: readonly Term[], language: string): Occurrence[][] {
  const found: Occurrence[][] = terms.map(({ folded }) =>
    isUnspaced(folded) ? runsOf(foldWord(text), folded) : [],
  );
  let at = 0;
  for (const folded of foldedWords(text)) {
    for (const [index, term] of terms.entries()) {
      if (folded === term.folded) found[index]?.push({ at, share: 1 });
      else if (term.forms.includes(folded)) found[index]?.push({ at, share: 0.9 });
      else if (folded.startsWith(term.beginning)) {
        found[index]?.push({ at, share: stemIn(language, folded) === term.stem ? 0.9 : 0.1 });
      }
    }
    at += 1;
  }
  return found;
}

/** The same for a word of a script without spaces: its letters anywhere; two of them stand for a word. */
function runsOf(text: string, run: string): Occurrence[] {
  const found: Occurrence[] = [];
  for (let at = text.indexOf(run); at >= 0; at = text.indexOf(run, at + run.length)) {
    found.push({ at: at / 2, share: 1 });
  }
  return found;
}

/** For each pair of terms that stand near each other, the lighter one's weight, less the farther apart they are. */
function nearness(own: readonly Occurrence[][], terms: readonly Term[]): number {
  let sum = 0;
  for (let one = 0; one < terms.length; one += 1) {
    for (let other = one + 1; other < terms.length; other += 1) {
      const apart = leastApart(own[one] ?? [], own[other] ?? []);
      if (apart === null) continue;
      sum += Math.min(terms[one]?.weight ?? 0, terms[other]?.weight ?? 0) / (2 + apart);
    }
  }
  return sum;
}

function leastApart(one: readonly Occurrence[], other: readonly Occurrence[]): number | null {
  let least: number | null = null;
  for (const a of one) {
    for (const c of other) {
      const apart = Math.abs(a.at - c.at);
      if (least === null || apart < least) least = apart;
    }
  }
  return least;
}
