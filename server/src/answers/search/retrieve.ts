import { passagesOf } from '../../library/books/passages.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import type { FullTextHit } from '../../store/fullText.ts';
import { foldedWords, foldWord, indexText, isUnspaced } from '../../store/textTokens.ts';
import { isFrontMatter } from './apparatus.ts';
import { formsOf, isForm, likeness, termsOfForms, type WordForms } from './stem.ts';

/** The words to search for, and the books to search in. */
export interface RetrievalQuery {
  userId: string;
  /** Words without stop words, as typed. */
  words: readonly string[];
  /** Language of the words, a code of two letters. */
  language: string;
  /** Only in these books; all when left out. */
  bookIds?: readonly string[] | undefined;
  /** In all books but this one. */
  notBookId?: string;
  /** All words are names: the passages that mention them first count more. */
  introduces?: boolean;
  limit: number;
}

/** A passage that was found. */
export interface RetrievedHit extends FullTextHit {
  /** Words of the query, as typed, that the passage has in any form. */
  has: readonly string[];
}

/** Passages that are ranked. */
const mostCandidates = 150;
/** Saturation of term frequency, and normalization by length (BM25). */
const [k1, b] = [0.4, 0.3];
const usualLength = 600;
/** Weight of a term in the passage before or after: question and answer may stand on either side of a cut. */
const neighborWeight = 0.8;
/** Weight of a term in the title of the chapter. */
const chapterWeight = 0.3;
/** Weight of two terms that stand close together. */
const proximityWeight = 1.2;
/**
 * Weight of terms in the pages around a passage, less the farther away they are: a Gaussian kernel, as in positional
 * language models (Lv and Zhai, "Positional language models for information retrieval", 2009).
 */
const contextWeight = 0.9;
const kernelWidth = 5;
const kernel = Array.from({ length: 3 * kernelWidth + 1 }, (_, distance) =>
  Math.exp(-(distance ** 2) / (2 * kernelWidth ** 2)),
);
/** So many occurrences in the pages around count half of what very many do. */
const contextSaturation = 2;
/** Weight of the first mention of a name; of later ones less, by this number. */
const [introductionWeight, introductionDecay] = [1.5, 4];

interface Term extends WordForms {
  /** As typed. */
  word: string;
  /** Passages with it in the books that are searched. */
  count: number;
  /** Inverse document frequency in the books that are searched: rare words weigh the most. */
  weight: number;
}

/**
 * Passages for words, best first. Any form of a word counts. Terms count in the passage (BM25), in its neighbors, in
 * the pages around it and in the title of its chapter, and more where they stand close together.
 * @returns the passages, and the words that none of the books has
 */
export async function retrieve(
  db: Db,
  { fullText }: Pick<Services, 'fullText'>,
  query: RetrievalQuery,
): Promise<{ hits: RetrievedHit[]; missing: string[] }> {
  const { userId, bookIds, notBookId, introduces = false, limit } = query;
  const terms = await weightedTerms(db, fullText, query);
  const missing = terms.filter(({ count }) => count === 0).map(({ word }) => word);
  if (terms.length === missing.length) return { hits: [], missing };
  const found = await fullText.search(db, {
    userId,
    bookIds,
    notBookId,
    terms: terms.flatMap(termsOfForms),
    mode: 'any',
    limit: mostCandidates,
  });
  const names = [...terms].sort((a, b) => a.count - b.count).map(({ folded }) => folded);
  const first = introduces ? await firstMentions(db, fullText, userId, { hits: found, names }) : [];
  const isNew = ({ passageId }: FullTextHit) => found.every((hit) => hit.passageId !== passageId);
  const candidates = [...found, ...first.filter(isNew)];
  const texts = await withNeighbors(db, userId, candidates);
  return { hits: rank(candidates, terms, { texts, first }).slice(0, limit), missing };
}

async function weightedTerms(
  db: Db,
  fullText: Services['fullText'],
  { userId, words, language, bookIds }: RetrievalQuery,
): Promise<Term[]> {
  const forms = words.map((word) => ({ word, ...formsOf(language, foldWord(word)) }));
  const distinct = forms.filter((term, at) => forms.findIndex(({ stem }) => stem === term.stem) === at);
  const countOfForms = async (term: WordForms) => {
    const counts = termsOfForms(term).map((form) => fullText.count(db, userId, form, { bookIds }));
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  };
  const [all, ...counts] = await Promise.all([
    countPassages(db, userId, bookIds),
    ...distinct.map(countOfForms),
  ]);
  return distinct.map((term, at) => {
    const count = counts[at] ?? 0;
    return { ...term, count, weight: Math.log(1 + (1 + all) / (1 + count)) };
  });
}

/** More passages are not counted: weights change little beyond. */
const mostCounted = 100_000;

async function countPassages(db: Db, userId: string, bookIds?: readonly string[]): Promise<number> {
  const counted = db
    .selectFrom('passages')
    .select('id')
    .where('user_id', '=', userId)
    .$if(bookIds !== undefined, (passages) => passages.where('book_id', 'in', bookIds ?? []))
    .limit(mostCounted);
  const { count } = await db
    .selectFrom(counted.as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const keyOf = (bookId: string, seq: number) => `${bookId}/${seq}`;

/** The texts of the passages and of those before and after each, by book and number. */
async function withNeighbors(
  db: Db,
  userId: string,
  hits: readonly FullTextHit[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map(hits.map((hit) => [keyOf(hit.bookId, hit.seq), hit.text]));
  const missing = new Map<string, Set<number>>();
  for (const { bookId, seq } of hits)
    for (const other of [seq - 1, seq + 1])
      if (other >= 0 && !texts.has(keyOf(bookId, other)))
        missing.set(bookId, (missing.get(bookId) ?? new Set()).add(other));
  if (missing.size === 0) return texts;
  const rows = await db
    .selectFrom('passages')
    .select(['book_id as bookId', 'seq', 'text'])
    .where('user_id', '=', userId)
    .where(({ or, and, eb }) =>
      or(
        [...missing].map(([bookId, places]) =>
          and([eb('book_id', '=', bookId), eb('seq', 'in', [...places])]),
        ),
      ),
    )
    .execute();
  for (const { bookId, seq, text } of rows) texts.set(keyOf(bookId, seq), text);
  return texts;
}

/** The passages, best first. @param texts of them and of their neighbors @param first mentions, in order */
function rank(
  hits: readonly FullTextHit[],
  terms: readonly Term[],
  { texts, first }: { texts: ReadonlyMap<string, string>; first: readonly FullTextHit[] },
): RetrievedHit[] {
  const occurrences = new Map([...texts].map(([key, text]) => [key, occurrencesOf(text, terms)]));
  const mentions = new Map(first.map(({ passageId }, at) => [passageId, 1 / (1 + at / introductionDecay)]));
  const introduction =
    introductionWeight * terms.reduce((sum, { count, weight }) => sum + (count > 0 ? weight : 0), 0);
  const scored = hits.map((hit): RetrievedHit => {
    const at = (step: number) => occurrences.get(keyOf(hit.bookId, hit.seq + step));
    const own = at(0) ?? [];
    const inTitle = hit.chapter === null ? [] : occurrencesOf(hit.chapter, terms);
    const length = 1 - b + (b * hit.text.length) / usualLength;
    const scoreOf = ({ weight }: Term, term: number) => {
      const count = countOf(own[term]);
      const frequency = (count * (k1 + 1)) / (count + k1 * length);
      const nearby = [-1, 1].some((step) => hasForm(at(step)?.[term])) ? neighborWeight : 0;
      const context = kernel.reduce((sum, near, distance) => {
        const steps = distance === 0 ? [0] : [-distance, distance];
        return sum + near * steps.reduce((count, step) => count + countOf(at(step)?.[term]), 0);
      }, 0);
      const around = (contextWeight * context) / (context + contextSaturation);
      const titled = countOf(inTitle[term]) > 0 ? chapterWeight : 0;
      return weight * (Math.max(frequency, nearby) + around + titled);
    };
    const score =
      terms.reduce((sum, term, index) => sum + scoreOf(term, index), 0) +
      proximityWeight * proximity(own, terms) +
      introduction * (mentions.get(hit.passageId) ?? 0);
    return { ...hit, score, has: terms.filter((_, index) => hasForm(own[index])).map(({ word }) => word) };
  });
  return scored.sort((a, b) => b.score - a.score || a.bookId.localeCompare(b.bookId) || a.seq - b.seq);
}

interface Occurrence {
  /** Index of the word in the text. */
  at: number;
  /** How much the word is that of the term (likeness). */
  share: number;
}

const countOf = (places: readonly Occurrence[] = []) => places.reduce((sum, { share }) => sum + share, 0);

/** Whether the word itself or one of its forms is there, not only a word that begins alike. */
const hasForm = (places: readonly Occurrence[] = []) => places.some(({ share }) => isForm(share));

/** For each term, its places in a text. */
function occurrencesOf(text: string, terms: readonly Term[]): Occurrence[][] {
  const found: Occurrence[][] = terms.map(({ folded }) =>
    isUnspaced(folded) ? runsOf(foldWord(text), folded) : [],
  );
  let at = 0;
  // Words of other scripts stand alone, as in the index: "K" in Japanese.
  for (const folded of foldedWords(isUnspaced(text) ? indexText(text) : text)) {
    for (const [index, term] of terms.entries()) {
      const share = likeness(term, folded);
      if (share > 0) found[index]?.push({ at, share });
    }
    at += isUnspaced(folded) ? 0.5 : 1;
  }
  return found;
}

/** The same for a word of a script without spaces: its letters anywhere. Two letters count as one word. */
function runsOf(text: string, run: string): Occurrence[] {
  const found: Occurrence[] = [];
  for (let at = text.indexOf(run); at >= 0; at = text.indexOf(run, at + run.length))
    found.push({ at: at / 2, share: 1 });
  return found;
}

/** For each pair of terms in a passage the smaller of their weights, divided by their distance. */
function proximity(own: readonly Occurrence[][], terms: readonly Term[]): number {
  let sum = 0;
  for (const [first, one] of terms.entries())
    for (const [more, other] of terms.slice(first + 1).entries()) {
      const distance = distanceBetween(own[first] ?? [], own[first + 1 + more] ?? []);
      sum += Math.min(one.weight, other.weight) / (2 + distance);
    }
  return sum;
}

/** Words between two terms; Infinity where one of them is missing. */
function distanceBetween(one: readonly Occurrence[], other: readonly Occurrence[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const a of one) for (const c of other) least = Math.min(least, Math.abs(a.at - c.at));
  return least;
}

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
async function firstMentions(
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
