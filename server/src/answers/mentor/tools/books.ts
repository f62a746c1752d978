import { foldedWords } from '../../../store/textTokens.ts';
import type { MentorContext } from '../answer.ts';
import { type Chapter, chaptersOf } from '../chapters.ts';
import { placesIn } from '../place.ts';
import { columns } from '../suggest.ts';

/** Books that are compared with what the model calls a book. */
const mostCompared = 20;

/**
 * The reader's books that a model names by id or title; the names that fit no book are `unknown`.
 * @param called one name, several, or undefined for none
 */
export async function booksCalled({ db, asked }: MentorContext, called: unknown) {
  const names = called === undefined ? [] : [called].flat().map(String);
  const found = await Promise.all(
    names.map(async (name) => {
      const own = db
        .selectFrom('books')
        .select([...columns, 'published', 'language', 'description'])
        .where('user_id', '=', asked.userId);
      const byId = await own.where('id', '=', name).executeTakeFirst();
      const words = foldedWords(name);
      if (byId || words.length === 0) return byId;
      const candidates = await words
        .slice(0, mostCompared)
        .reduce((query, word) => query.where('search_words', 'like', `% ${word}%`), own)
        .orderBy('title')
        .limit(mostCompared)
        .execute();
      const isSame = ({ title }: { title: string }) => foldedWords(title).join(' ') === words.join(' ');
      return candidates.find(isSame) ?? candidates[0];
    }),
  );
  return {
    books: found.filter((book) => book !== undefined),
    unknown: names.filter((_, at) => found[at] === undefined),
  };
}

/** The chapters of a book as far as this question may read. */
export async function readChapters({ db, asked }: MentorContext, bookId: string): Promise<Chapter[]> {
  const [place] = await placesIn(db, asked.userId, [bookId]);
  return chaptersOf(db, bookId, asked.spoilers ? Infinity : (place?.collapsedFrom ?? 0));
}

export const noSuchBook = (unknown: readonly string[]) => ({
  error: `The reader has no book called ${unknown.map((name) => `“${name}”`).join(' or ')}. library() lists the books.`,
});
