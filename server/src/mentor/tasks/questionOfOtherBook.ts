import {
  foldText,
  foldWithOffsets,
  isUnspaced,
  type TextRange,
} from '@lectern/shared-contracts/domain/search/foldText.ts';
import { isArticle } from '../../books/bookKeys.ts';
import type { TaskContext } from '../answerPlan.ts';
import { booksTitledIn, booksToLookUp, type LookupBook } from '../bookLookup.ts';
import { leavesOutBook, unknownTitleIn } from '../question/bookLeftOut.ts';
import { descriptionAskedIn } from '../question/descriptionAsked.ts';
import { intentIn } from '../question/intents.ts';
import { namesOtherBook, type OtherBookNaming } from '../question/otherBook.ts';

type Asked = Pick<TaskContext['asked'], 'text' | 'bookId'>;

/**
 * The question before, asked of the book that this one names ("And in Emma?"): with the other title, or, where it named
 * no book, with the book to search. Null where it says anything else, or where none was before.
 */
export async function questionOfOtherBook(
  { db, asked }: Pick<TaskContext, 'db' | 'asked'>,
  spelled: (text: string) => Promise<string>,
): Promise<Asked | null> {
  const { text, bookId, task, userId } = asked;
  if (bookId !== null || task !== null || asked.earlier.exchanges.length === 0) return null;
  const named = otherBookIn(text, await booksToLookUp(db, userId, { texts: [text] }));
  if (!named) return null;
  for (const [at, { question }] of asked.earlier.exchanges.entries()) {
    const before = await spelled(question);
    const books = await booksToLookUp(db, userId, { texts: [before] });
    if (otherBookIn(before, books)) continue;
    // Of the same book, a person may be meant that it is named after.
    const isSame = at === 0 && booksTitledIn(before, books)[0]?.id === named.book.id;
    return isSame ? null : askedOf(named, before, books);
  }
  return null;
}

interface Named {
  book: LookupBook;
  naming: OtherBookNaming;
}

/** The book that a question names, where it says nothing else. */
function otherBookIn(text: string, books: readonly LookupBook[]): Named | null {
  const titled = booksTitledIn(text, books);
  const [book] = titled;
  const title = book && titled.length === 1 ? titleIn(text, book) : null;
  const naming = title ? namesOtherBook(text, title) : null;
  return book && naming ? { book, naming } : null;
}

/** A question of another book; null where it is about none or about several. */
function askedOf({ book, naming }: Named, question: string, books: readonly LookupBook[]): Asked | null {
  const [before, ...others] = booksTitledIn(question, books);
  if (others.length > 0) return null;
  const isSearch = intentIn(question) === null && descriptionAskedIn(question) === null;
  if (!before && (leavesOutBook(question) || (isSearch && naming === 'in')))
    return { text: question, bookId: book.id };
  const title = before ? titleIn(question, before) : rangeOf(question, unknownTitleIn(question));
  if (!title) return null;
  const [start, end] = [question.slice(0, title.start), question.slice(title.end)];
  return { text: `${start}${shortTitle(book.title)}${end}`, bookId: null };
}

/** From the first of the words to the last; null for none. */
function rangeOf(text: string, words: readonly string[]): TextRange | null {
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return null;
  return { start: text.indexOf(first), end: text.lastIndexOf(last) + last.length };
}

/** Where a text has the title of a book, also without its article or its last words; null where it does not. */
function titleIn(text: string, { title }: LookupBook): TextRange | null {
  const words = foldText(shortTitle(title)).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const folded = foldWithOffsets(text);
  const letter = isUnspaced(text) ? '[\\p{Script=Latin}\\p{N}]' : '[\\p{L}\\p{M}\\p{N}]';
  for (let count = words.length; count > 0; count--) {
    // No beginning like "the", which is elsewhere in the text, too.
    if (count < words.length && (words[count - 1]?.length ?? 0) < longWord) continue;
    const name = words.slice(0, count).map((word, at) => {
      const next = at === count - 1 ? '' : '[^\\p{L}\\p{M}\\p{N}]+';
      const isLeftOut = (at === 0 && count > 1 && isArticle(word)) || (next !== '' && ands.has(word));
      return isLeftOut ? `(?:${word}${next})?` : `${word}${next}`;
    });
    const match = new RegExp(`(?<!${letter})${name.join('')}(?!${letter})`, 'u').exec(folded.text);
    if (match) return folded.originalRange({ start: match.index, end: match.index + match[0].length });
  }
  return null;
}

/** As at the end of a beginning that names a book. */
const longWord = 4;

/** Without a subtitle, as questions name it. */
const shortTitle = (title: string) => title.split(/[:;(]/)[0]?.trim() ?? '';

/** May be typed as "&". */
const ands = new Set(['and', 'und', 'et', 'y', 'e']);
