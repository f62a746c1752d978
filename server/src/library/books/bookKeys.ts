import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Db } from '../../store/db.ts';
import type { BookRow } from '../../store/schema.ts';
import { foldedWords, isUnspaced } from '../../store/textTokens.ts';
import { matchKey } from '../identity/bookIdentity.ts';

/** Longer titles are not matched in questions. */
const maxTitleWords = 12;
/** For titles in scripts without spaces. */
const maxCharacters = 24;
/** Shorter names of books and people too often have another meaning. */
const minLetters = 4;
const minCharacters = 2;

/** Articles that are dropped at the start of a title, folded. */
const articles = new Set(
  'the a an der die das ein eine le la les un une el los las una o os as um uma'.split(' '),
);

/** Search keys of a book, derived from its title and author. */
type BookKeys = Pick<BookRow, 'match_key' | 'search_words' | 'title_key' | 'author_key'>;

export function bookKeys(title: string, author: string): BookKeys {
  return {
    match_key: matchKey(title),
    search_words: ` ${[...foldedWords(author), ...foldedWords(title)].join(' ')} `,
    title_key: titleKey(title),
    author_key: authorKey(author),
  };
}

/**
 * The title as questions mention it: folded, without a subtitle after a colon, and without a leading article when two
 * words remain. Null when it is too short or too long to match.
 */
function titleKey(title: string): string | null {
  const [short = ''] = title.split(/[:;(]/);
  const words = foldedWords(short);
  const [first = ''] = words;
  return nameKey(words.length > 2 && articles.has(first) ? words.slice(1) : words);
}

/** The last name of the first author, folded; null when it is too short to match. */
function authorKey(author: string): string | null {
  const words = foldedWords(author.split(/[,;&]| and /)[0] ?? '');
  const last = words.at(-1) ?? '';
  return nameKey(isUnspaced(last) ? words : [last]);
}

function nameKey(words: readonly string[]): string | null {
  const name = words.join(' ');
  if (isUnspaced(name)) return name.length < minCharacters || name.length > maxCharacters ? null : name;
  return name.length < minLetters || words.length > maxTitleWords ? null : name;
}

/** Limits on the words of a question that are matched, and on characters in scripts without spaces. */
const [maxWords, maxUnspaced] = [200, 200];

/** Every part of a text that may be a title or an author, in the form of titleKey() and authorKey(). */
export function possibleNames(text: string): string[] {
  const words = foldedWords(text).slice(0, maxWords);
  const names = words.flatMap((_, from) =>
    Array.from({ length: maxTitleWords }, (_none, more) => words.slice(from, from + more + 1).join(' ')),
  );
  const run = words.join(' ').slice(0, maxUnspaced);
  const parts = isUnspaced(run)
    ? [...run].flatMap((_, from) =>
        Array.from({ length: maxCharacters - 1 }, (_none, more) => run.slice(from, from + more + 2)),
      )
    : [];
  return [...new Set([...names, ...parts.filter(isUnspaced)])].filter((name) => name.length >= minCharacters);
}

/** Rows per step: keeps the event loop blocked for some milliseconds only. */
const rowsAtOnce = 250;

/**
 * Adds the keys of books whose title or author has changed, in steps that let other requests through.
 * @param atMost books
 */
export async function addBookKeys(db: Db, userId: string, atMost = Number.POSITIVE_INFINITY): Promise<void> {
  for (let done = 0; done < atMost; done += rowsAtOnce) {
    const books = await db
      .selectFrom('books')
      .select(['id', 'title', 'author'])
      .where('user_id', '=', userId)
      .where('match_key', 'is', null)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute();
    if (books.length === 0) return;
    await db.transaction().execute(async (trx) => {
      for (const { id, title, author } of books)
        await trx
          .updateTable('books')
          .set(bookKeys(title, author))
          .where('id', '=', id)
          // A book that was renamed meanwhile is skipped.
          .where('title', '=', title)
          .where('author', '=', author)
          .execute();
    });
    await yieldToOthers();
  }
}
