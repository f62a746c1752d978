import { isTitleBefore } from './formsOfAddress.ts';

/** A part of a question, up to a conjunction. */
export interface Clause {
  /** Its telling words, as typed, without the names of books. */
  words: readonly string[];
  /** Those that are names, by a capital; the words of one name together: "King of Bohemia". */
  names: readonly (readonly string[])[];
  /** The books that it names by title or author. */
  bookIds: readonly string[];
  /** A book or a name comes at once: "Ahab *and the King of Bohemia*". */
  beginsWithName: boolean;
  /** "*How well do Ahab* and Holmes play?" */
  endsWithName: boolean;
}

/**
 * Which words of a question about several books are searched for in each: not the words of a clause about another book
 * only, and not the title before a name that belongs to a book ("Captain Ahab").
 * @param owners the book that a name stands for, by its word
 * @returns the words for a book; all where no other would be left
 */
export function wordsByBook(
  words: readonly string[],
  clauses: readonly Clause[],
  owners: ReadonlyMap<string, string>,
): (bookId: string) => readonly string[] {
  const joined = joinClauses(clauses, owners);
  const ownedNames = clauses.flatMap(({ names }) => names).filter((name) => isOwned(name, owners));
  const titles = ownedNames.flatMap((name) => name.filter((word, at) => isTitleBefore(word, name[at + 1])));
  return (bookId) => {
    const ofBook = joined.filter(({ bookIds }) => bookIds.has(bookId)).flatMap((clause) => clause.words);
    const ofOthers =
      ofBook.length === 0
        ? []
        : joined.filter(({ bookIds }) => !bookIds.has(bookId)).flatMap((clause) => clause.words);
    const kept = words.filter(
      (word) => !titles.includes(word) && (ofBook.includes(word) || !ofOthers.includes(word)),
    );
    return kept.length > 0 ? kept : words;
  };
}

const isOwned = (name: readonly string[], owners: ReadonlyMap<string, string>) =>
  name.some((word) => owners.has(word));

interface JoinedClause {
  words: string[];
  bookIds: Set<string>;
  /** It has other words than names of books. */
  hasOtherWords: boolean;
  /** Of the last clause. */
  endsWithName: boolean;
}

/**
 * Joins each clause about no book with the one before, and two clauses that share their words: "What do Ahab | and
 * Holmes say about pipes?" and any where the conjunction is between two names: "How well do Ahab | and Holmes play?"
 */
function joinClauses(clauses: readonly Clause[], owners: ReadonlyMap<string, string>): JoinedClause[] {
  const joined: JoinedClause[] = [];
  for (const { words, names, bookIds, beginsWithName, endsWithName } of clauses) {
    const nameWords = names.filter((name) => isOwned(name, owners)).flat();
    const clause = {
      words: [...words],
      bookIds: new Set([...bookIds, ...words.flatMap((word) => owners.get(word) ?? [])]),
      hasOtherWords: words.some((word) => !nameWords.includes(word)),
      endsWithName,
    };
    const before = joined.at(-1);
    const isShared =
      beginsWithName && (before?.endsWithName || !(clause.hasOtherWords && before?.hasOtherWords));
    if (before && (clause.bookIds.size === 0 || before.bookIds.size === 0 || isShared)) {
      before.words.push(...clause.words);
      for (const id of clause.bookIds) before.bookIds.add(id);
      before.hasOtherWords ||= clause.hasOtherWords;
      before.endsWithName = endsWithName;
    } else joined.push(clause);
  }
  return joined;
}
