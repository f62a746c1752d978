import type { MentorPart } from '@lectern/shared-contracts/domain/mentorWords.ts';
import type { Selectable } from 'kysely';
import type { Reader } from '../gamification/reader.ts';
import type { Db } from '../services.ts';
import type { BooksTable } from '../store/schema.ts';
import { type Habits, habitsOf, minutesLeft, plan } from './habits.ts';
import { say } from './say.ts';

type Book = Pick<
  Selectable<BooksTable>,
  | 'id'
  | 'title'
  | 'author'
  | 'genre'
  | 'series'
  | 'series_index'
  | 'progress'
  | 'completed'
  | 'rating'
  | 'favorite'
  | 'last_opened'
  | 'word_count'
  | 'page_count'
  | 'created_at'
>;

const mostUnderWay = 2;
const most = 4;

export interface Suggested {
  book_id: string;
  reason: MentorPart[];
}

/**
 * What to read next from the reader's own shelves: books under way, the one opened last first, then unread ones by
 * what ties them to books that were finished or liked. Every reason is a fact of the store.
 */
export async function suggestions(db: Db, reader: Reader): Promise<Suggested[]> {
  const books: Book[] = await db
    .selectFrom('books')
    .select(['id', 'title', 'author', 'genre', 'series', 'series_index', 'progress', 'completed', 'rating'])
    .select(['favorite', 'last_opened', 'word_count', 'page_count', 'created_at'])
    .where('user_id', '=', reader.userId)
    .execute();
  const habits = await habitsOf(db, reader);
  const underWay = books
    .filter((book) => !book.completed && book.progress > 0)
    .sort((a, b) => (b.last_opened ?? '').localeCompare(a.last_opened ?? ''))
    .slice(0, mostUnderWay)
    .map((book) => ({ book_id: book.id, reason: underWayReason(book, habits) }));
  const liked = books.filter(
    (book) => book.completed || book.favorite || (book.rating ?? 0) >= 4 || book.progress > 0,
  );
  const unread = books
    .filter((book) => !book.completed && book.progress === 0)
    .map((book) => ({ book, tie: bestTie(book, liked) }))
    .sort((a, b) => (b.tie?.weight ?? 0) - (a.tie?.weight ?? 0) || minutesLeft(a.book) - minutesLeft(b.book))
    .slice(0, most - underWay.length)
    .map(({ book, tie }) => ({ book_id: book.id, reason: unreadReason(book, tie, habits) }));
  return [...underWay, ...unread];
}

function underWayReason(book: Book, habits: Habits): MentorPart[] {
  const percent = Math.max(1, Math.round(book.progress));
  return [say('through', { percent: { percent } }), ' ', plan(minutesLeft(book), habits)];
}

interface Tie {
  weight: number;
  reason: MentorPart[];
}

function unreadReason(book: Book, tie: Tie | null, habits: Habits): MentorPart[] {
  return [...(tie?.reason ?? [say('unread')]), ' ', plan(minutesLeft(book), habits)];
}

function bestTie(book: Book, liked: readonly Book[]): Tie | null {
  const ties = liked.filter(({ id }) => id !== book.id).flatMap((other) => tiesBetween(book, other));
  return ties.reduce<Tie | null>(
    (best, tie) => (best === null || tie.weight > best.weight ? tie : best),
    null,
  );
}

function tiesBetween(book: Book, other: Book): Tie[] {
  const ties: Tie[] = [];
  const follows =
    book.series && book.series === other.series && (book.series_index ?? 0) > (other.series_index ?? 0);
  if (follows && book.series) {
    const reason = [say('follows', { other: other.title, series: book.series })];
    ties.push({ weight: 4, reason });
  }
  if (book.author && book.author === other.author) {
    const tie = say('byAuthor', { author: book.author, other: other.title });
    ties.push({ weight: 3, reason: [tie, ' ', howLiked(other)] });
  }
  if (book.genre && book.genre === other.genre) {
    const tie = say('ofGenre', { genre: book.genre, other: other.title });
    ties.push({ weight: 2, reason: [tie, ' ', howLiked(other)] });
  }
  return ties.map((tie) => ({
    ...tie,
    weight: tie.weight + (other.favorite || (other.rating ?? 0) >= 4 ? 0.5 : 0),
  }));
}

function howLiked(book: Book): MentorPart {
  if ((book.rating ?? 0) >= 4) return say('likedByStars', { stars: book.rating ?? 0 });
  if (book.favorite) return say('likedAsFavorite');
  return say(book.completed ? 'likedFinished' : 'likedReading');
}
