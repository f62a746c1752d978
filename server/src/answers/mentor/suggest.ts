import type { MentorPart } from '@lectern/shared-contracts/domain/mentorWords.ts';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { UserCalendar } from '../../library/gamification/userCalendar.ts';
import type { Db } from '../../run/services/services.ts';
import type { BookRow, Tables } from '../../store/schema.ts';
import { message } from './answer.ts';
import { minutesLeft, plan, type ReadingStats, readingStatsOf } from './readingStats.ts';

/** What is told of a book. */
export const columns = [
  'id',
  'title',
  'format',
  'author',
  'genre',
  'series',
  'series_index',
  'progress',
  'completed',
  'rating',
  'favorite',
  'word_count',
  'page_count',
] as const;

type Book = Pick<BookRow, (typeof columns)[number]>;

// Written as in their indexes (migration 0071), values included: only so are these used.
const isUnderWay = sql<boolean>`completed = 0 and progress > 0`;
const isLiked = sql<boolean>`(completed = 1 or favorite = 1 or rating >= 4 or progress > 0)`;
const isUnread = sql<boolean>`completed = 0 and progress = 0`;

const mostUnderWay = 2;
const most = 4;

export interface Suggested {
  book_id: string;
  reason: MentorPart[];
}

/** Books that were finished or liked, the last opened first: more than these say nothing new. */
const mostLiked = 300;
/** Unread books that may be tied to them in each way. */
const mostTied = 100;

/**
 * What to read next from the reader's own shelves: books under way, the one opened last first, then unread ones by
 * what ties them to books that were finished or liked. Every reason is a fact of the store. However large the library
 * is, some hundred of its books are looked at.
 */
export async function suggestions(db: Db, calendar: UserCalendar): Promise<Suggested[]> {
  const books = db.selectFrom('books').select(columns).where('user_id', '=', calendar.userId);
  const readingStats = await readingStatsOf(db, calendar);
  const begunBooks = await books
    .where(isUnderWay)
    .orderBy(sql`coalesce(last_opened, '')`, 'desc')
    .orderBy('id')
    .limit(mostUnderWay)
    .execute();
  const underWay = begunBooks.map((book) => ({
    book_id: book.id,
    reason: [
      message('through', { percent: { percent: Math.max(1, Math.round(book.progress)) } }),
      ...planOf(book, readingStats),
    ],
  }));
  const liked = await books
    .where(isLiked)
    .orderBy(sql`coalesce(last_opened, completed_at, '')`, 'desc')
    .orderBy('id')
    .limit(mostLiked)
    .execute();
  const likedMost = liked.toSorted((a, b) => bonus(b) - bonus(a));
  const unread = (await unreadBooks(books, liked))
    .map((book) => ({ book, tie: tieOf(book, likedMost) }))
    .sort((a, b) => (b.tie?.weight ?? 0) - (a.tie?.weight ?? 0) || length(a.book) - length(b.book))
    .slice(0, most - underWay.length)
    .map(({ book, tie }) => ({
      book_id: book.id,
      reason: [...(tie?.reason ?? [message('unread')]), ...planOf(book, readingStats)],
    }));
  return [...underWay, ...unread];
}

/** Unread books of the same series, authors and genres as those, and the shortest of all. */
async function unreadBooks(
  books: SelectQueryBuilder<Tables, 'books', Book>,
  liked: readonly Book[],
): Promise<Book[]> {
  const unread = books
    .where(isUnread)
    .orderBy(sql`case when word_count > 0 then word_count else page_count * 345 end`)
    .orderBy('id');
  const candidates = await unread.limit(most).execute();
  for (const column of ['series', 'author', 'genre'] as const) {
    const values = [...new Set(liked.flatMap((book) => book[column] || []))];
    if (values.length > 0)
      candidates.push(...(await unread.where(column, 'in', values).limit(mostTied).execute()));
  }
  return [...new Map(candidates.map((book) => [book.id, book])).values()];
}

/** Books of unknown length come last. */
const length = (book: Book) => minutesLeft(book) ?? Number.MAX_SAFE_INTEGER;

function planOf(book: Book, readingStats: ReadingStats): MentorPart[] {
  const minutes = minutesLeft(book);
  return minutes === null ? [] : [' ', plan(minutes, readingStats)];
}

/**
 * What ties an unread book to those that were finished or liked: the next volume of a series before another book of an
 * author, and that before one of the same genre.
 * @param liked those liked most first
 */
function tieOf(
  { id, series, series_index, author, genre }: Book,
  liked: readonly Book[],
): { weight: number; reason: MentorPart[] } | null {
  const others = liked.filter((other) => other.id !== id);
  const volume = others.find(
    (other) => other.series === series && (series_index ?? 0) > (other.series_index ?? 0),
  );
  if (volume && series)
    return { weight: 4 + bonus(volume), reason: [message('follows', { other: volume.title, series })] };
  const sameAuthor = others.find((other) => other.author === author);
  if (sameAuthor && author) {
    const tie = message('byAuthor', { author, other: sameAuthor.title });
    return { weight: 3 + bonus(sameAuthor), reason: [tie, ' ', howLiked(sameAuthor)] };
  }
  const sameGenre = others.find((other) => other.genre === genre);
  if (sameGenre && genre) {
    const tie = message('ofGenre', { genre, other: sameGenre.title });
    return { weight: 2 + bonus(sameGenre), reason: [tie, ' ', howLiked(sameGenre)] };
  }
  return null;
}

const bonus = ({ favorite, rating }: Book) => (favorite || (rating ?? 0) >= 4 ? 0.5 : 0);

function howLiked(book: Book): MentorPart {
  if ((book.rating ?? 0) >= 4) return message('likedByStars', { stars: book.rating ?? 0 });
  if (book.favorite) return message('likedAsFavorite');
  return message(book.completed ? 'likedFinished' : 'likedReading');
}
