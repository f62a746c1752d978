import { foldedWords } from '../../store/textTokens.ts';
import type { MentorContext } from '../answer.ts';

const columns = [
  'id',
  'title',
  'author',
  'format',
  'genre',
  'series',
  'series_index',
  'published',
  'language',
  'description',
  'progress',
  'completed',
  'rating',
  'favorite',
  'word_count',
  'page_count',
] as const;

/** Books that are compared with what the model calls a book. */
const mostCompared = 20;

/** The reader's books that a model names by id or title; the names that fit no book are `unknown`. */
export async function booksCalled({ db, asked }: MentorContext, names: readonly string[]) {
  const found = await Promise.all(
    names.map(async (name) => {
      const own = db.selectFrom('books').select(columns).where('user_id', '=', asked.userId);
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

export type CalledBook = Awaited<ReturnType<typeof booksCalled>>['books'][number];

export const noSuchBook = (unknown: readonly string[]) => ({
  error: `The reader has no book called ${unknown.map((name) => `“${name}”`).join(' or ')}. library() lists the books.`,
});
