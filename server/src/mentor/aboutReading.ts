import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import type { Reader } from '../gamification/reader.ts';
import type { Db } from '../store/db.ts';
import { habitsOf } from './habits.ts';
import { type Paragraphs, say } from './say.ts';
import { suggestions } from './suggest.ts';
import { wishIn } from './wishes.ts';

interface Answer {
  said: Paragraphs;
  citations: Citation[];
}

/**
 * Questions about the reader's own reading (how much, what is under way) are answered from the shelves and
 * the sessions. Null when the question is about something else.
 */
export async function answerAboutReading(db: Db, reader: Reader, text: string): Promise<Answer | null> {
  const wish = wishIn(text);
  if (wish === 'underWay') return underWay(db, reader);
  if (wish === 'habit') return habit(db, reader);
  return null;
}

/** What to read next, each with its reason and the page that it opens at. */
export async function whatNext(db: Db, reader: Reader): Promise<Answer> {
  const suggested = await suggestions(db, reader);
  if (suggested.length === 0) return { said: [[say('nothingUnread')]], citations: [] };
  const citations = await openings(
    db,
    reader.userId,
    suggested.map(({ book_id }) => book_id),
  );
  const lines = suggested.map(({ book_id, reason }) => {
    const cited = citations.find((citation) => citation.book_id === book_id);
    return [`${cited?.book_title ?? ''}. `, ...reason, ` [${cited?.number ?? ''}]`];
  });
  return { said: [[say('whatNext')], ...lines], citations };
}

async function underWay(db: Db, reader: Reader): Promise<Answer> {
  const books = await db
    .selectFrom('books')
    .select(['id', 'title', 'progress'])
    .where('user_id', '=', reader.userId)
    .where('completed', '=', 0)
    .where('progress', '>', 0)
    .orderBy('last_opened', 'desc')
    .limit(10)
    .execute();
  if (books.length === 0) return { said: [[say('nothingUnderWay')]], citations: [] };
  const citations = await openings(
    db,
    reader.userId,
    books.map(({ id }) => id),
  );
  const lines = books.map(({ id, title, progress }) => {
    const number = citations.find((citation) => citation.book_id === id)?.number;
    return [`${title}, ${Math.max(1, Math.round(progress))} %. [${number}]`];
  });
  return { said: [[say('underWay')], ...lines], citations };
}

async function habit(db: Db, reader: Reader): Promise<Answer> {
  const { minutesToday, minutesInSevenDays, minutesADay, streak } = await habitsOf(db, reader);
  if (minutesADay === null) return { said: [[say('noSessions')]], citations: [] };
  const minutes = {
    today: { minutes: minutesToday },
    week: { minutes: minutesInSevenDays },
    pace: { minutes: minutesADay },
  };
  const inARow = streak === 0 ? say('noStreak') : say('streak', { days: { days: streak } });
  return { said: [[say('habit', minutes)], [inARow]], citations: [] };
}

/** A citation for each book, where the reader is in it or at its beginning; numbered in the given order. */
export async function openings(db: Db, userId: string, ids: readonly string[]): Promise<Citation[]> {
  const books = await db
    .selectFrom('books')
    .leftJoin('progress', (join) =>
      join.onRef('progress.book_id', '=', 'books.id').on('progress.user_id', '=', userId),
    )
    .select(['books.id', 'books.title', 'books.author', 'books.progress', 'progress.position'])
    .where('books.user_id', '=', userId)
    .where('books.id', 'in', ids)
    .execute();
  const passages = await Promise.all(books.map((book) => passageAt(db, book.id, book.progress)));
  return ids.flatMap((id, index) => {
    const at = books.findIndex((book) => book.id === id);
    const book = books[at];
    if (!book) return [];
    return {
      number: index + 1,
      kind: 'passage' as const,
      book_id: id,
      book_title: book.title,
      author: book.author,
      chapter: passages[at]?.chapter ?? null,
      text: passages[at]?.text ?? '',
      position: book.position === null ? null : JSON.parse(book.position),
      score: 0,
    };
  });
}

async function passageAt(db: Db, bookId: string, percent: number) {
  const { last } = await db
    .selectFrom('passages')
    .select((eb) => eb.fn.max('seq').as('last'))
    .where('book_id', '=', bookId)
    .executeTakeFirstOrThrow();
  return db
    .selectFrom('passages')
    .select(['chapter', 'text'])
    .where('book_id', '=', bookId)
    .where('seq', '>=', Math.floor((Number(last ?? 0) * percent) / 100))
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
}
