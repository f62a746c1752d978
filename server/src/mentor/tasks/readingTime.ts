import { isUnspaced } from '../../store/textTokens.ts';
import { openings } from '../aboutReading.ts';
import type { AnswerPlan, TaskContext } from '../answerPlan.ts';
import { bookNamedIn, type LookupBook, wordsBesideBook } from '../bookLookup.ts';
import { message } from '../message.ts';
import { meansThisBook } from '../question/chapterAsked.ts';
import { hasPhraseOf, intentIn, isOfAnyBook, wordsBesidePhrases } from '../question/intents.ts';
import { daysAsked, periodIn } from '../question/periods.ts';
import { chosenBook } from './chosenBook.ts';

/**
 * How long, how often and since when the reader has read a book, over all sessions with it. Null for any other
 * question, also for one that names days or, unless it can only mean a book, no book.
 */
export async function readingTime(
  context: TaskContext,
  books: readonly LookupBook[],
): Promise<AnswerPlan | null> {
  const { asked, calendar } = context;
  const { text } = asked;
  const intent = intentIn(text);
  if (intent !== 'readingTime' && !(intent === 'habit' && hasPhraseOf('readingTime', text))) return null;
  if (periodIn(text, calendar.today) !== null) return null;
  const named = books.find(({ id }) => id === asked.bookId) ?? bookNamedIn(text, books);
  if (!named && intent === 'habit' && !meansThisBook(text)) return null;
  const rest = wordsBesidePhrases('readingTime', wordsBesideBook(text, books));
  const isAboutMore = !isUnspaced(text) && !rest.every(isOfAnyBook);
  if (named) return isAboutMore ? null : timeWith(context, named);
  const { book, none } = await chosenBook(context);
  return book ? timeWith(context, book) : none;
}

async function timeWith({ db, calendar }: TaskContext, book: LookupBook): Promise<AnswerPlan> {
  const { id, title } = book;
  const sessions = await db
    .selectFrom('reading_sessions')
    .select(({ fn }) => [
      fn.sum<number>('seconds').as('seconds'),
      fn.sum<number>('pages_read').as('pages'),
      fn.countAll<number>().as('count'),
      fn.min('local_start').as('first'),
      fn.max('local_end').as('last'),
    ])
    .where('user_id', '=', calendar.userId)
    .where('book_id', '=', id)
    .where('seconds', '>', 0)
    .executeTakeFirstOrThrow();
  const { first, last } = sessions;
  if (!first || !last)
    return { citations: [], said: [[message('noBookSessions', { title })]], instruction: null };
  const citations = await openings(db, calendar.userId, [id]);
  const said = message('readBook', {
    title,
    time: { minutes: Math.floor(Number(sessions.seconds) / 60), exact: true },
    sessions: Number(sessions.count),
    number: Number(sessions.pages ?? 0),
    ...daysAsked({ first: first.slice(0, 10), last: last.slice(0, 10) }, calendar.today),
  });
  return { citations, said: [[said, ' [1]']], instruction: null };
}
