import { editDistance } from '@lectern/shared-contracts/domain/search/spelling.ts';
import { titleKey } from '../books/bookKeys.ts';
import type { Services } from '../services/services.ts';
import type { Db } from '../store/db.ts';
import type { FullTextHit } from '../store/fullText.ts';
import { foldedWords, foldWord } from '../store/textTokens.ts';
import type { AnswerType } from './answerType.ts';
import { isApparatus, withoutTitlePages } from './apparatus.ts';
import { booksOfNames } from './booksOfNames.ts';
import { type BookEnd, passagesAtEnd } from './endsOfBook.ts';
import { isFormOfAddress, isTitle } from './formsOfAddress.ts';
import { nearestWord } from './nearestWord.ts';
import { type RetrievedHit, retrieve } from './retrieve.ts';
import { beginningsIn, otherFormsIn, termsOfForms } from './stem.ts';
import { type Clause, wordsByBook } from './wordsByBook.ts';

/** What a question asks for. */
export interface WantedPassages {
  userId: string;
  words: readonly string[];
  /** The names of several words among them, as typed: "Sibyl Vane". */
  names: readonly (readonly string[])[];
  language: string;
  answerType: AnswerType | null;
  /** The question asks who somebody is. */
  introduces: boolean;
  /** The question asks what a word means. */
  defines: boolean;
  /** Named by title or author. */
  books: readonly { id: string; title: string }[];
  /** The parts of a question about several books, where it begins a conversation. */
  clauses: readonly Clause[];
  /** How the books begin or end, where the question asks that. */
  end: BookEnd | null;
  /** The reader asks of these books only: names in the question do not add others. */
  onlyThese: boolean;
  /** Only these passages of the one book, as of the chapter that the question names. */
  among?: readonly FullTextHit[];
}

export interface PassagesFound {
  /** Best first. Where several books are named, by title, author or names in them, they take turns. */
  hits: FullTextHit[];
  /** Words of the question that are in none of the books searched, whatever their spelling. */
  missingWords: string[];
  /** Words of the question that the books spell differently, folded, with their spelling. */
  respelled: ReadonlyMap<string, string>;
  /** The order counts and not the scores: several books take turns, or their beginnings or ends were asked for. */
  isInterleaved: boolean;
  /** No passage has enough of the question's words: they may not answer it. */
  isWeak: boolean;
}

/** Passages of each search, before apparatus is left out. */
const mostCandidates = 40;
/** Passages of the beginning or end of one book; of several, fewer each. */
const mostOfEnds = 5;
/** The best passages, by which `isWeak` is decided. */
const bestCount = 10;
/** Share of the words, by weight, that one of them must have; chosen by the seen half of bench/questions. */
const leastCoverage = 0.38;
/** The same where a word that is not a name is in none of the books. */
const enoughCoverage = 0.6;
/** A shorter word is spelled like too many others. */
const leastRespelled = 6;

/** Passages of the reader's books for the words of a question, without title pages, contents and the like. */
export async function findPassages(
  db: Db,
  services: Pick<Services, 'fullText'>,
  wanted: WantedPassages,
): Promise<PassagesFound> {
  const { userId, words, names, language, answerType, introduces, defines, clauses, end, among } = wanted;
  const { bookIds, owners } = await booksToSearch(db, services, wanted);
  if (end !== null && bookIds.length > 0) return inOrder(await passagesAtEnds(db, bookIds, end));
  const scope = bookIds.length > 0 ? { bookIds } : {};
  // A book that only a name stands for may not be the one that has the other words.
  const isNamed = wanted.books.length > 0 || bookIds.length > 1;
  const missing = await findMissingWords(db, services, {
    userId,
    words,
    language,
    ...(isNamed ? scope : {}),
  });
  const respelled = await spellingsInBooks(db, services, { userId, words: missing, ...scope });
  const missingWords = missing.filter((word) => !respelled.has(foldWord(word)));
  const spell = (those: readonly string[]) => those.map((word) => respelled.get(foldWord(word)) ?? word);
  const wordsOf = wordsByBook(words, clauses, owners);
  const searches =
    bookIds.length > 1
      ? bookIds.map((id) => ({ bookIds: [id], words: spell(wordsOf(id)) }))
      : [{ ...scope, words: spell(words) }];
  const common = {
    userId,
    names,
    language,
    answerType,
    introduces,
    defines,
    limit: mostCandidates,
    ...(among ? { among } : {}),
  };
  const titles = new Map(wanted.books.map(({ id, title }) => [id, foldedWords(titleKey(title) ?? '')]));
  const lists = await Promise.all(
    searches.map(async (search) => {
      const found = await retrieve(db, services, { ...common, ...search });
      const [id = '', ...others] = search.bookIds ?? [];
      if (found.length > 0 || others.length > 0 || bookIds.length < 2) return found;
      // Whoever compares Darcy and Dracula means the person that the other book is called after.
      return retrieve(db, services, { ...common, ...search, words: titles.get(id) ?? [] });
    }),
  );
  const hits: RetrievedHit[] = await withoutTitlePages(
    db,
    distinct(interleave(lists.map((list) => list.filter((hit) => !isApparatus(hit))))),
  );
  const coverage = Math.max(0, ...hits.slice(0, bestCount).map((hit) => hit.coverage));
  // A passage with most of the other words may answer in its own words; for a name there are no other words.
  const isCovered = coverage >= enoughCoverage && !missingWords.some(isName);
  return {
    hits,
    isInterleaved: bookIds.length > 1,
    missingWords: isCovered ? [] : missingWords,
    respelled,
    isWeak: words.length > 0 && coverage < leastCoverage,
  };
}

/** Passages whose order counts, as if found by all words of the question. */
const inOrder = (hits: FullTextHit[]): PassagesFound => ({
  hits,
  isInterleaved: true,
  missingWords: [],
  respelled: new Map(),
  isWeak: false,
});

/** The books to search, none for all, and the book of each name that stands for one of them. */
async function booksToSearch(
  db: Db,
  services: Pick<Services, 'fullText'>,
  { userId, words, language, books, onlyThese }: WantedPassages,
): Promise<{ bookIds: readonly string[]; owners: ReadonlyMap<string, string> }> {
  const named = books.map(({ id }) => id);
  if (onlyThese) return { bookIds: named, owners: new Map() };
  const names = words.filter((word) => isName(word) && !isTitle(word));
  const those = await booksOfNames(db, services, { userId, named, names });
  // In German every noun has a capital: a single one is hardly a name.
  const isNoun = language === 'de' && named.length === 0 && those.bookIds.length === 1;
  return isNoun ? { bookIds: [], owners: those.owners } : those;
}

/** The first or last passages of the books, which take turns. */
async function passagesAtEnds(db: Db, bookIds: readonly string[], end: BookEnd): Promise<FullTextHit[]> {
  const count = Math.max(2, Math.floor(mostOfEnds / bookIds.length));
  return distinct(interleave(await Promise.all(bookIds.map((id) => passagesAtEnd(db, id, end, count)))));
}

const isName = (word: string) => /^\p{Lu}/u.test(word);

async function findMissingWords(
  db: Db,
  { fullText }: Pick<Services, 'fullText'>,
  {
    words,
    language,
    ...scope
  }: { userId: string; words: readonly string[]; language: string; bookIds?: readonly string[] },
): Promise<string[]> {
  const missing = await Promise.all(
    words.map(async (word) => {
      const folded = foldWord(word);
      if (isTitle(word) || isFormOfAddress(folded)) return null;
      const beginnings = beginningsIn(language, folded);
      const terms = termsOfForms({ beginnings, forms: otherFormsIn(language, folded) });
      return (await fullText.search(db, { ...scope, terms, mode: 'any', limit: 1 })).length === 0
        ? word
        : null;
    }),
  );
  return missing.filter((word) => word !== null);
}

/** The words that the books spell differently ("Bezoukhov" for Bezukhov), folded, with the nearest spelling. */
async function spellingsInBooks(
  db: Db,
  { fullText }: Pick<Services, 'fullText'>,
  { userId, words, bookIds }: { userId: string; words: readonly string[]; bookIds?: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const spellings = new Map<string, string>();
  for (const word of words.filter(({ length }) => length >= leastRespelled)) {
    const spelling = await nearestWord(db, fullText, userId, word, bookIds);
    if (spelling === undefined) continue;
    // Two letters of another word make a third: "promessa" is not "process".
    if (!isName(word) && editDistance(foldWord(word), spelling) > 1) continue;
    const terms = [{ words: [spelling], open: false }];
    const search = { userId, ...(bookIds ? { bookIds } : {}), terms, mode: 'any' as const, limit: bestCount };
    // A name is no misspelled common noun: "Mongolia" is not "magnolia".
    if (isName(word) && areInLowerCase(spelling, await fullText.search(db, search))) continue;
    spellings.set(foldWord(word), spelling);
  }
  return spellings;
}

/** Whether passages write a word in lower case. */
function areInLowerCase(word: string, hits: readonly { text: string }[]): boolean {
  const inLowerCase = new RegExp(`(?<!\\p{L})${word.toLowerCase()}(?!\\p{L})`, 'u');
  return hits.some(({ text }) => inLowerCase.test(text));
}

/** Without second copies of a text: a reader may have a book twice. */
function distinct<T extends { text: string }>(hits: readonly T[]): T[] {
  const texts = new Set<string>();
  return hits.filter(({ text }) => !texts.has(text) && texts.add(text));
}

/** The first of each list, then the second of each, and so on. */
function interleave<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}
