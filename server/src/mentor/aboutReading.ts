import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import type { Reader } from '../gamification/reader.ts';
import type { Db } from '../services.ts';
import { duration, habitsOf } from './habits.ts';
import { suggestions } from './suggest.ts';

interface Answer {
  text: string;
  citations: Citation[];
}

/**
 * Questions about the reader's own reading (how much, what is under way) are answered from the shelves and
 * the sessions. Null when the question is about something else.
 */
export async function answerAboutReading(db: Db, reader: Reader, text: string): Promise<Answer | null> {
  const asked = text.toLowerCase();
  if (/\b(am i|i'm|i am)\b.*\breading\b/.test(asked) && /\b(what|which)\b/.test(asked))
    return underWay(db, reader);
  if (
    /\bmy (reading )?(streak|habits?)\b|\bhow (much|long|often|many)\b.*\b(i|i've)\b.*\bread\b/.test(asked)
  ) {
    return habit(db, reader);
  }
  return null;
}

/** What to read next, each with its reason and the page that it opens at. */
export async function whatNext(db: Db, reader: Reader): Promise<Answer> {
  const suggested = await suggestions(db, reader);
  if (suggested.length === 0) {
    return {
      text: 'There is nothing unread on your shelves. Upload a book, and I will find its place.',
      citations: [],
    };
  }
  const citations = await openings(
    db,
    reader.userId,
    suggested.map(({ book_id }) => book_id),
  );
  const lines = suggested.map(({ book_id, reason }) => {
    const cited = citations.find((citation) => citation.book_id === book_id);
    return `${cited?.book_title ?? ''}. ${reason} [${cited?.number ?? ''}]`;
  });
  return {
    text: ['From your own shelves, in the order in which I would take them:', ...lines].join('\n\n'),
    citations,
  };
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
  if (books.length === 0) return { text: 'No book of yours is under way at the moment.', citations: [] };
  const citations = await openings(
    db,
    reader.userId,
    books.map(({ id }) => id),
  );
  const lines = books.map(({ id, title, progress }) => {
    const number = citations.find((citation) => citation.book_id === id)?.number;
    return `${title}, ${Math.max(1, Math.round(progress))} %. [${number}]`;
  });
  return { text: ['These are under way, the one you opened last first:', ...lines].join('\n\n'), citations };
}

async function habit(db: Db, reader: Reader): Promise<Answer> {
  const { minutesToday, minutesInSevenDays, minutesADay, streak } = await habitsOf(db, reader);
  if (minutesADay === null) {
    return {
      text: 'I know of no reading session in the last two weeks. Start one from a book, and I can tell you how much you read.',
      citations: [],
    };
  }
  const inARow = streak === 1 ? 'one day' : `${streak} days in a row`;
  return {
    text: [
      `By your reading sessions: ${minutesToday === 0 ? 'nothing yet' : duration(minutesToday)} today, ${duration(minutesInSevenDays)} in the last seven days; lately that is ${duration(minutesADay)} a day.`,
      streak === 0 ? 'There is no streak at the moment.' : `Your streak is ${inARow}.`,
    ].join('\n\n'),
    citations: [],
  };
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
