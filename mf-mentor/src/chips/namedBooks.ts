import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { foldText, isUnspaced } from '@lectern/shared-contracts/domain/search/foldText.ts';
import { shortTitle } from '../books.ts';

const wordsOf = (text: string): string => (foldText(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join(' ');
const quoted = /["“”„«»「『](.+?)["“”»«」』]/gu;

/** Names of a book, folded: its title with and without the subtitle, and its author. */
const namesOf = ({ title, author }: Book): string[] => [
  ...new Set([wordsOf(title), wordsOf(shortTitle(title)), wordsOf(author)].filter((name) => name !== '')),
];

/**
 * The books that a line names: by a title or an author in quotation marks, or one that stands in it as it is; a name
 * of one word needs its capital. The books of a title that is part of a longer one do not count.
 */
export function booksNamed(line: string, books: readonly Book[]): readonly Book[] {
  const inQuotes = new Set([...line.matchAll(quoted)].map(([, name = '']) => wordsOf(name)));
  const words = ` ${wordsOf(line)} `;
  const capitals = new Set((line.match(/\p{Lu}[\p{L}\p{N}\p{M}]*/gu) ?? []).map(wordsOf));
  const stands = (name: string) =>
    isUnspaced(name)
      ? words.includes(name) && name.length > 1
      : words.includes(` ${name} `) && (name.includes(' ') || capitals.has(name));
  const named = books.flatMap((book) => {
    const names = namesOf(book).filter((name) => inQuotes.has(name) || stands(name));
    return names.length === 0 ? [] : [{ book, name: names.reduce((a, b) => (a.length >= b.length ? a : b)) }];
  });
  const isPart = (name: string) =>
    named.some((other) => other.name !== name && ` ${other.name} `.includes(` ${name} `));
  return named.filter(({ name }) => !isPart(name)).map(({ book }) => book);
}

/** A line without the names of these books, so that its other words say what is asked. */
export function withoutNames(line: string, books: readonly Book[]): string {
  const names = books.flatMap(namesOf).sort((one, other) => other.length - one.length);
  const cut = (rest: string, name: string) => rest.replaceAll(isUnspaced(name) ? name : ` ${name} `, ' ');
  return names.reduce(cut, ` ${wordsOf(line)} `).trim();
}
