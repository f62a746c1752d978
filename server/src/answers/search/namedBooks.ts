import { addBookKeys, possibleNames } from '../../library/books/bookKeys.ts';
import type { Db } from '../../store/db.ts';
import { foldedWords, isUnspaced } from '../../store/textTokens.ts';

/** A book of the reader that a text names. */
export interface NamedBook {
  id: string;
  title: string;
  author: string;
  /** The folded words of the text that name it: its title without the subtitle, or the author's last name. */
  name: string;
}

/** Books that get their lookup keys before they are looked up. */
const mostAdded = 1_000;
/** Names in one statement. */
const namesAtOnce = 500;
/** A name that more books have, as of a prolific author, chooses the first of them. */
const mostNamed = 20;

/**
 * The books whose title (without subtitle and leading article) or author's last name stands in a text, the longest
 * title first. A title that is part of a longer one does not count; an author counts where no title does.
 */
export async function namedBooks(db: Db, userId: string, text: string): Promise<NamedBook[]> {
  await addBookKeys(db, userId, mostAdded);
  const names = possibleNames(text);
  const rows = [];
  for (let at = 0; at < names.length; at += namesAtOnce) {
    const batch = names.slice(at, at + namesAtOnce);
    const books = db
      .selectFrom('books')
      .select(['id', 'title', 'author', 'title_key', 'author_key'])
      .where('user_id', '=', userId)
      .where(({ or, eb }) => or([eb('title_key', 'in', batch), eb('author_key', 'in', batch)]));
    rows.push(...(await books.orderBy('id').limit(mostNamed).execute()));
  }
  const titled = rows
    .flatMap(({ title_key: name, ...book }) => (name && isNameIn(text, name) ? [{ ...book, name }] : []))
    .sort((one, other) => other.name.length - one.name.length);
  const longest = titled.filter(
    ({ name }, at) => !titled.slice(0, at).some((other) => other.name !== name && other.name.includes(name)),
  );
  if (longest.length > 0) return longest;
  return rows.flatMap(({ author_key: name, ...book }) =>
    name && isNameIn(text, name) ? [{ ...book, name }] : [],
  );
}

/** Whether a folded name stands in a text, one word with a capital: "Emma", not "persuasion" in a sentence. */
function isNameIn(text: string, name: string): boolean {
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  if (isUnspaced(name)) return foldedWords(text).join(' ').includes(name);
  if (!` ${foldedWords(text).join(' ')} `.includes(` ${name} `)) return false;
  const isQuoted = (word: string) => new RegExp(`["“„«‘']${word}`, 'u').test(text);
  return (
    name.includes(' ') ||
    words.some((word) => foldedWords(word).join('') === name && (/^\p{Lu}/u.test(word) || isQuoted(word)))
  );
}

/** The words of a text that name no book; all where no other is left. */
export function wordsBesideNames(words: readonly string[], books: readonly NamedBook[]): readonly string[] {
  const ofNames = new Set(books.flatMap(({ name, author }) => [...name.split(' '), ...foldedWords(author)]));
  const rest = words.filter((word) => !foldedWords(word).every((part) => ofNames.has(part)));
  return rest.length > 0 ? rest : words;
}
