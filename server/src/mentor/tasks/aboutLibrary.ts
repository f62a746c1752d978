import { deriveStatus } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import type { MentorPart } from '@lectern/shared-contracts/domain/mentorWords.ts';
import { isUnspaced } from '../../store/textTokens.ts';
import { listed } from '../aboutReading.ts';
import type { AnswerPlan, TaskContext } from '../answerPlan.ts';
import { bookNamedIn, booksMeant, type LookupBook, plainWords } from '../bookLookup.ts';
import { message, type Paragraphs } from '../message.ts';
import { clausesIn } from '../question/clauses.ts';
import { wordsBesideKind } from '../question/descriptionAsked.ts';
import { answerTypeOf, intentIn, namesSubject, wordsBesidePhrases } from '../question/intents.ts';
import { parseQuestion } from '../question/question.ts';
import { booksOfGenreOrSeries } from './aboutDescription.ts';
import { notInLibrary } from './chosenBook.ts';

const [mostListed, mostFound] = [20, 1_000];

/** Which books the reader has, and how many books, authors, notes and highlights. Null for any other question. */
export async function answerAboutLibrary(
  context: TaskContext,
  books: readonly LookupBook[],
): Promise<AnswerPlan | null> {
  const intent = intentIn(context.asked.text);
  switch (intent) {
    case 'countBooks':
    case 'countUnread':
      return countOfBooks(context);
    case 'countAuthors':
      return countOfAuthors(context);
    case 'countHighlights':
      return countOfAnnotations(context, books, 'highlights');
    case 'countNotes':
      return countOfAnnotations(context, books, 'notes');
    case 'favorites':
    case 'longest':
    case 'shortest':
    case 'newest':
      return shelf(context, intent);
    case 'owned':
      return owned(context, books);
    case 'help':
      return plain([[message('help')]]);
    default:
      return null;
  }
}

/** The books by their status, as the statistics count them. */
async function countOfBooks(context: TaskContext): Promise<AnswerPlan> {
  const { db, asked } = context;
  const rows = await db
    .selectFrom('books')
    .select(({ fn, eb }) => [
      'status',
      'completed',
      'is_reading',
      eb
        .case()
        .when('progress', '>', 0)
        .then(eb.case().when('progress', '<', 100).then(1).else(0).end())
        .else(0)
        .end()
        .as('begun'),
      fn.countAll<number>().as('count'),
    ])
    .where('user_id', '=', asked.userId)
    .groupBy(['status', 'completed', 'is_reading', 'begun'])
    .execute();
  const counts = { number: 0, reading: 0, paused: 0, unread: 0, finished: 0 };
  for (const { status, completed, is_reading, begun, count } of rows) {
    const facts = {
      status,
      completed: completed === 1,
      is_reading: is_reading === 1,
      progress: Number(begun),
    };
    const shown = deriveStatus(facts);
    counts[shown === 'completed' ? 'finished' : shown] += Number(count);
    counts.number += Number(count);
  }
  if (counts.number === 0) return plain([[message('noBooks')]]);
  const { number, unread } = counts;
  const isUnread = intentIn(asked.text) === 'countUnread';
  const said: Paragraphs = [
    [isUnread ? message('unreadCounted', { number, unread }) : message('booksCounted', counts)],
  ];
  if (isUnread || answerTypeOf(asked.text) === 'number') return plain(said);
  const list = await listOf(context, await booksWith(context, [], number));
  return { ...list, said: [...said, ...list.said.slice(1)] };
}

/** Authors that differ in more than case; books without one do not count. */
async function countOfAuthors({ db, asked }: TaskContext): Promise<AnswerPlan> {
  const rows = await db
    .selectFrom('books')
    .select('author')
    .distinct()
    .where('user_id', '=', asked.userId)
    .execute();
  const authors = new Set(rows.map(({ author }) => author.trim().toLowerCase()).filter(Boolean));
  return plain([[message('authorsCounted', { number: authors.size })]]);
}

async function countOfAnnotations(
  { db, asked }: TaskContext,
  books: readonly LookupBook[],
  table: 'highlights' | 'notes',
): Promise<AnswerPlan> {
  const book = books.find(({ id }) => id === asked.bookId) ?? bookNamedIn(asked.text, books);
  let query = db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', asked.userId);
  if (book) query = query.where('book_id', '=', book.id);
  const { count } = await query.executeTakeFirstOrThrow();
  const counted = message(table === 'notes' ? 'notesCounted' : 'highlightsCounted', {
    number: Number(count),
  });
  return plain([book ? [`${book.title}. `, counted] : [counted]]);
}

/** Books on top of a shelf. */
const mostOfShelf = 5;

/** The longest, shortest or newest books, or those that the reader likes best. */
async function shelf(
  { db, asked }: TaskContext,
  kind: 'favorites' | 'longest' | 'shortest' | 'newest',
): Promise<AnswerPlan> {
  const query = db
    .selectFrom('books')
    .select(['id', 'title', 'page_count'])
    .where('user_id', '=', asked.userId);
  const liked = query.where((eb) => eb.or([eb('favorite', '=', 1), eb('rating', '=', 5)]));
  const ordered = {
    favorites: liked.orderBy('favorite', 'desc').orderBy('search_words'),
    longest: query.where('page_count', '>', 0).orderBy('page_count', 'desc'),
    shortest: query.where('page_count', '>', 0).orderBy('page_count'),
    newest: query.orderBy('created_at', 'desc'),
  }[kind];
  const most = kind === 'favorites' ? mostListed : mostOfShelf;
  const books = await ordered.orderBy('id').limit(most).execute();
  if (books.length === 0) return plain([[message(kind === 'favorites' ? 'noFavorites' : 'noBooks')]]);
  const line = ({ title, page_count: number }: (typeof books)[number]): MentorPart[] =>
    number > 0 ? [message('pagesOf', { title, number })] : [`${title}.`];
  const list = await listed(db, asked.userId, { first: message(kind), books, line });
  return { ...list, instruction: null };
}

/** The books with a title or author that the question names. Null where it asks for text: "Do I have notes about …?" */
async function owned(context: TaskContext, books: readonly LookupBook[]): Promise<AnswerPlan | null> {
  const { asked } = context;
  const { words, isAboutAnything, language } = parseQuestion(asked.text);
  if (namesSubject(asked.text) || !isAboutAnything) return null;
  const meant = booksMeant(asked.text, words, books, fewestWords);
  const wanted = wordsBesidePhrases('owned', words);
  const others = wordsBesidePhrases('owned', meant.words);
  if (books.length === 0) return plain([[message('noBooks')]]);
  if (wanted.length === 0) return null;
  if (others.length === 0) return listOf(context, meant.books);
  const clauses = clausesIn({ text: asked.text, language }, others, meant.names).filter(
    (clause) => clause.words.length + clause.bookIds.length > 0,
  );
  // "Do I have time to finish Emma?"
  if (clauses.some((clause) => clause.words.length > 0 && clause.bookIds.length > 0)) return null;
  const withAll = meant.books.length === 0 ? await booksWith(context, wanted) : [];
  if (withAll.length > 0) return listOf(context, withAll);
  const results = await Promise.all(
    clauses.map(async (clause) => ({
      words: clause.words,
      found:
        clause.words.length > 0
          ? await booksWith(context, clause.words)
          : meant.books.filter(({ id }) => clause.bookIds.includes(id)),
    })),
  );
  const found = results.flatMap((result) => result.found);
  if (found.length > 0)
    return listOf(
      context,
      found,
      results.filter((result) => result.found.length === 0).map((result) => result.words),
    );
  const ofGenre = await booksOfGenreOrSeries(context, wordsBesideKind(wanted));
  if (ofGenre) return ofGenre;
  // Titles are nouns, and have a capital where others have: "Habe ich das richtig verstanden?"
  const isTitle =
    language !== 'de' || /^\p{Ll}/u.test(asked.text) || wanted.some((word) => /^\p{Lu}/u.test(word));
  return isTitle ? notInLibrary(wanted) : null;
}

/** Of a title's beginning. */
const fewestWords = 2;

type Owned = Pick<LookupBook, 'id' | 'title' | 'author'>;

/** Books with all of the words in title and author. */
async function booksWith(
  { db, asked }: TaskContext,
  words: readonly string[],
  most = mostFound,
): Promise<Owned[]> {
  let query = db.selectFrom('books').select(['id', 'title', 'author']).where('user_id', '=', asked.userId);
  for (const word of words.map(plainWords))
    query = query.where('search_words', 'like', isUnspaced(word) ? `%${word}%` : `% ${word}%`);
  return query.orderBy('search_words').orderBy('id').limit(most).execute();
}

async function listOf(
  { db, asked }: TaskContext,
  found: readonly Owned[],
  missing: readonly (readonly string[])[] = [],
): Promise<AnswerPlan> {
  const byAuthor = [...found].sort(
    (a, b) => a.author.localeCompare(b.author) || a.title.localeCompare(b.title),
  );
  const books = byAuthor.slice(0, mostListed);
  const not: Paragraphs = missing.flatMap((words) => notInLibrary(words).said);
  if (books.length === 0) return plain(not);
  const line = ({ title, author }: Owned): MentorPart[] => [
    author === '' ? `${title}.` : `${title}, ${author}.`,
  ];
  const first = message(missing.length === 0 ? 'isInLibrary' : 'inLibrary');
  const { citations, said } = await listed(db, asked.userId, { first, books, line });
  const more = found.length - books.length;
  return {
    citations,
    said: [...said, ...(more > 0 ? [[message('alsoMore', { number: more })]] : []), ...not],
    instruction: null,
  };
}

const plain = (said: Paragraphs): AnswerPlan => ({ citations: [], said, instruction: null });
