import type { Services } from '../services/services.ts';
import type { Db } from '../store/db.ts';
import type { FullTextHit } from '../store/fullText.ts';
import { foldedWords, foldWord, indexText, isUnspaced } from '../store/textTokens.ts';
import { amongPassages } from './amongPassages.ts';
import { type AnswerType, answersOfType } from './answerType.ts';
import { hasAsName } from './booksOfNames.ts';
import { isDefinition } from './definitions.ts';
import { firstMentions } from './firstMentions.ts';
import { isFormOfAddress } from './formsOfAddress.ts';
import { beginningsIn, hasStemmer, otherFormsIn, stemIn, termsOfForms } from './stem.ts';

/** The words to search for, and the books to search in. */
export interface Wanted {
  userId: string;
  /** The telling words of the question, as typed. */
  words: readonly string[];
  /** The names of several words among them: such a name counts as one word. */
  names?: readonly (readonly string[])[];
  /** Language of the words, a code of two letters. */
  language?: string;
  /** What kind of word answers the question; null or left out where it does not say. */
  answerType?: AnswerType | null;
  /** The question asks who somebody is: passages that mention them first count more. */
  introduces?: boolean;
  /** The question asks what a word means: passages that define it count more. */
  defines?: boolean;
  /** Only in these books; all when left out. */
  bookIds?: readonly string[];
  /** In all books but this one. */
  notBookId?: string;
  /** Only among these passages, as of the chapter that the question names. */
  among?: readonly FullTextHit[];
  limit: number;
}

/** A passage that was found. */
export interface RetrievedHit extends FullTextHit {
  /** Share of the question's words, by weight, that the passage or a neighbor has, 0..1. */
  coverage: number;
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
const contextWeight = 0.5;
const kernelWidth = 5;
const kernel = Array.from({ length: 3 * kernelWidth + 1 }, (_, distance) =>
  Math.exp(-(distance ** 2) / (2 * kernelWidth ** 2)),
);
/** So many occurrences in the pages around count half of what very many do. */
const contextSaturation = 2;
/** Weight of the first mention of somebody whom the question asks about; of later ones less, by this number. */
const [introductionWeight, introductionDecay] = [1.5, 4];
/** Weight of a definition of the words that the question asks about. */
const definitionWeight = 0.5;
/** Weight of names or numbers where the question asks for one. */
const answerTypeWeight = 0.25;

interface Term {
  /** Its forms begin so. */
  beginnings: readonly string[];
  /** Irregular forms, which do not. */
  forms: readonly string[];
  stem: string;
  /** Whether the language has stems. */
  isStemmed: boolean;
  folded: string;
  /** Passages with it in the books that are searched. */
  count: number;
  /** Inverse document frequency in the books that are searched: rare words weigh the most. */
  weight: number;
}

/**
 * Passages for a question, best first. Any form of a word counts. Terms count in the passage (BM25), in its neighbors,
 * in the pages around it and in the title of its chapter, and more where they stand close together.
 */
export async function retrieve(
  db: Db,
  { fullText }: Pick<Services, 'fullText'>,
  wanted: Wanted,
): Promise<RetrievedHit[]> {
  const terms = await weightedTerms(db, fullText, wanted);
  if (terms.length === 0) return [];
  const forms = terms.flatMap(termsOfForms);
  const found = wanted.among
    ? amongPassages(wanted.among, terms)
    : await fullText.search(db, {
        userId: wanted.userId,
        ...(wanted.bookIds ? { bookIds: wanted.bookIds } : {}),
        ...(wanted.notBookId === undefined ? {} : { notBookId: wanted.notBookId }),
        terms: forms,
        mode: 'any',
        limit: mostCandidates,
      });
  const hits = wanted.introduces ? withNames(found, wanted.words) : found;
  const first =
    wanted.introduces && !wanted.among
      ? await firstMentions(db, fullText, wanted.userId, { hits, names: rarestFirst(terms) })
      : [];
  const all = [...hits, ...first.filter(({ passageId }) => hits.every((hit) => hit.passageId !== passageId))];
  const texts = await withNeighbors(db, wanted.userId, all);
  return rank(all, terms, texts, { ...wanted, first }).slice(0, wanted.limit);
}

/** Without passages that have the names in lower case only. All if no other is left. */
function withNames(hits: readonly FullTextHit[], words: readonly string[]): readonly FullTextHit[] {
  const names = new Set(words.map(foldWord));
  const named = hits.filter(({ text }) => hasAsName(text, names));
  return named.length > 0 ? named : hits;
}

const rarestFirst = (terms: readonly Term[]) =>
  [...terms].sort((term, other) => term.count - other.count).map(({ folded }) => folded);

/** The texts of the passages and of those before and after each, by book and number. */
async function withNeighbors(
  db: Db,
  userId: string,
  hits: readonly FullTextHit[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map(hits.map((hit) => [keyOf(hit.bookId, hit.seq), hit.text]));
  const missing = new Map<string, Set<number>>();
  for (const { bookId, seq } of hits) {
    for (const other of [seq - 1, seq + 1]) {
      if (other < 0 || texts.has(keyOf(bookId, other))) continue;
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
  for (const { bookId, seq, text } of rows) texts.set(keyOf(bookId, seq), text);
  return texts;
}

const keyOf = (bookId: string, seq: number) => `${bookId}/${seq}`;

async function weightedTerms(
  db: Db,
  fullText: Services['fullText'],
  { userId, words, language = 'en', bookIds }: Wanted,
): Promise<Term[]> {
  const folded = [...new Set(words.map(foldWord))];
  const stems = folded.map((word) => ({
    folded: word,
    stem: stemIn(language, word),
    isStemmed: hasStemmer(language, word),
    beginnings: beginningsIn(language, word),
    forms: otherFormsIn(language, word),
  }));
  const distinct = stems.filter((term, at) => stems.findIndex((other) => other.stem === term.stem) === at);
  const countOf = async (term: Pick<Term, 'beginnings' | 'forms'>) => {
    const counts = await Promise.all(
      termsOfForms(term).map((form) => fullText.count(db, userId, form, { bookIds })),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const [all, ...counts] = await Promise.all([countPassages(db, userId, bookIds), ...distinct.map(countOf)]);
  return distinct.map((term, at) => {
    const count = counts[at] ?? 0;
    return { ...term, count, weight: Math.log(1 + (1 + all) / (1 + count)) };
  });
}

/** More passages are not counted: weights change little beyond. */
const mostCounted = 100_000;

/** How many passages a reader has, in these books or in all. */
async function countPassages(db: Db, userId: string, bookIds?: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom(
      db
        .selectFrom('passages')
        .select('id')
        .where('user_id', '=', userId)
        .$if(bookIds !== undefined, (query) => query.where('book_id', 'in', bookIds ?? []))
        .limit(mostCounted)
        .as('counted'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The hits, best first. @param texts of the hits and of their neighbors @param first mentions, in order */
function rank(
  hits: readonly FullTextHit[],
  terms: readonly Term[],
  texts: ReadonlyMap<string, string>,
  {
    language = 'en',
    answerType = null,
    defines = false,
    names = [],
    first,
  }: Pick<Wanted, 'language' | 'answerType' | 'defines' | 'names'> & { first: readonly FullTextHit[] },
): RetrievedHit[] {
  const places = new Map([...texts].map(([key, text]) => [key, occurrences(text, terms, language)]));
  const counts = new Map([...places].map(([key, ofTerms]) => [key, ofTerms.map(countOf)]));
  const questionWords = new Set(terms.map(({ folded }) => folded));
  const mentions = new Map(first.map(({ passageId }, at) => [passageId, 1 / (1 + at / introductionDecay)]));
  const nameOf = (term: Term) =>
    names.find((name) => name.some((word) => foldWord(word) === term.folded)) ?? term;
  const namesOfTerms = terms.map(nameOf);
  const isWordOf = terms.map(
    ({ folded, forms, beginnings }) =>
      (word: string) =>
        word === folded || forms.includes(word) || beginnings.some((beginning) => word.startsWith(beginning)),
  );
  const foundWeights = terms.reduce((sum, { count, weight }) => sum + (count > 0 ? weight : 0), 0);
  // A title of another language is not missed: "Kapitän Ahab" in an English book.
  const expected = terms.filter(({ folded, count }) => count > 0 || !isFormOfAddress(folded));
  const allWeights = expected.reduce((sum, { weight }) => sum + weight, 0);
  const scoreOne = (passage: FullTextHit): Pick<RetrievedHit, 'score' | 'coverage'> => {
    const keyAt = (step: number) => keyOf(passage.bookId, passage.seq + step);
    const ownOccurrences = places.get(keyAt(0)) ?? [];
    const neighbors = [-1, 1].map((step) => places.get(keyAt(step)) ?? []);
    const around = kernel.flatMap((near, distance) =>
      [-distance, distance].slice(distance === 0 ? 1 : 0).flatMap((step) => {
        const termCounts = counts.get(keyAt(step));
        return termCounts ? [{ near, termCounts }] : [];
      }),
    );
    const title = passage.chapter === null ? [] : occurrences(passage.chapter, terms, language);
    const length = 1 - b + (b * passage.text.length) / usualLength;
    const scores = new Map<object, number>();
    let covered = 0;
    for (const [at, { weight }] of terms.entries()) {
      const count = countOf(ownOccurrences[at] ?? []);
      const frequency = (count * (k1 + 1)) / (count + k1 * length);
      const nearby = neighbors.some((other) => hasForm(other[at] ?? [])) ? neighborWeight : 0;
      const context = around.reduce((sum, { near, termCounts }) => sum + near * (termCounts[at] ?? 0), 0);
      const inTitle = (title[at] ?? []).length > 0 ? chapterWeight : 0;
      const inContext = (contextWeight * context) / (context + contextSaturation);
      const own = weight * (Math.max(frequency, nearby) + inContext + inTitle);
      if (count > 0 || nearby > 0) covered += weight;
      const name = namesOfTerms[at] ?? {};
      // Of a name the word that counts most: a passage with "Sibyl" says as much of Sibyl Vane as one with both.
      scores.set(name, Math.max(scores.get(name) ?? 0, own));
    }
    let score = [...scores.values()].reduce((sum, one) => sum + one, 0);
    score += proximityWeight * proximity(ownOccurrences, terms);
    if (answerType !== null)
      score += allWeights * answerTypeWeight * answersOfType(answerType, passage.text, questionWords);
    if (defines && ownOccurrences.every(hasForm) && isDefinition(passage.text, isWordOf))
      score += allWeights * definitionWeight;
    score += foundWeights * introductionWeight * (mentions.get(passage.passageId) ?? 0);
    return { score, coverage: allWeights > 0 ? covered / allWeights : 1 };
  };
  return hits
    .map((hit) => ({ ...hit, ...scoreOne(hit) }))
    .sort(
      (one, other) =>
        other.score - one.score || one.bookId.localeCompare(other.bookId) || one.seq - other.seq,
    );
}

const countOf = (places: readonly Occurrence[]) => places.reduce((sum, { share }) => sum + share, 0);

/** Whether the word itself or one of its forms is there, not only a word that begins alike. */
const hasForm = (places: readonly Occurrence[]) => places.some(({ share }) => share > 0.5);

interface Occurrence {
  /** Index of the word in the text. */
  at: number;
  /** 1 for the word itself or another form of it, less for one that only begins alike. */
  share: number;
}

/** For each term, its places in a text. */
function occurrences(text: string, terms: readonly Term[], language: string): Occurrence[][] {
  const occurrencesOfTerms: Occurrence[][] = terms.map(({ folded }) =>
    isUnspaced(folded) ? runsOf(foldWord(text), folded) : [],
  );
  let at = 0;
  // Words of other scripts stand alone, as in the index: "K" in Japanese.
  for (const folded of foldedWords(isUnspaced(text) ? indexText(text) : text)) {
    for (const [index, term] of terms.entries()) {
      if (folded === term.folded) occurrencesOfTerms[index]?.push({ at, share: 1 });
      else if (term.forms.includes(folded)) occurrencesOfTerms[index]?.push({ at, share: 0.9 });
      else if (term.beginnings.some((beginning) => folded.startsWith(beginning))) {
        occurrencesOfTerms[index]?.push({
          at,
          share: !term.isStemmed || stemIn(language, folded) === term.stem ? 0.9 : 0.1,
        });
      }
    }
    at += isUnspaced(folded) ? 0.5 : 1;
  }
  return occurrencesOfTerms;
}

/** The same for a word of a script without spaces: its letters anywhere. Two letters count as one word. */
function runsOf(text: string, run: string): Occurrence[] {
  const matches: Occurrence[] = [];
  for (let at = text.indexOf(run); at >= 0; at = text.indexOf(run, at + run.length)) {
    matches.push({ at: at / 2, share: 1 });
  }
  return matches;
}

/** For each pair of terms in a passage the smaller of their weights, divided by their distance. */
function proximity(own: readonly Occurrence[][], terms: readonly Term[]): number {
  let sum = 0;
  for (let first = 0; first < terms.length; first += 1) {
    for (let second = first + 1; second < terms.length; second += 1) {
      const distance = distanceBetween(own[first] ?? [], own[second] ?? []);
      if (distance === null) continue;
      sum += Math.min(terms[first]?.weight ?? 0, terms[second]?.weight ?? 0) / (2 + distance);
    }
  }
  return sum;
}

function distanceBetween(one: readonly Occurrence[], other: readonly Occurrence[]): number | null {
  let least: number | null = null;
  for (const a of one) {
    for (const c of other) {
      const between = Math.abs(a.at - c.at);
      if (least === null || between < least) least = between;
    }
  }
  return least;
}
