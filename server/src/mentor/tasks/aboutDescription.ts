import type { MentorPart, MentorValue } from '@lectern/shared-contracts/domain/mentorWords.ts';
import { stemIn } from '../../search/stem.ts';
import { foldedWords, foldWord, isUnspaced } from '../../store/textTokens.ts';
import { listed } from '../aboutReading.ts';
import type { AnswerPlan, TaskContext } from '../answerPlan.ts';
import { bookNamedIn, type LookupBook, wordsBesideBook } from '../bookLookup.ts';
import { message, type Paragraphs } from '../message.ts';
import { isWordForBook } from '../question/bookLeftOut.ts';
import {
  descriptionAskedIn,
  kindsAskedIn,
  namesGenreOrSeries,
  wordsBesideDescription,
} from '../question/descriptionAsked.ts';
import { intentIn, namesSubject } from '../question/intents.ts';
import { parseQuestion } from '../question/question.ts';

const mostListed = 20;
/** Genres, and series, of a reader that are compared with the words of a question. */
const mostKinds = 5_000;
/** Of these, the ones whose books are listed; in one statement. */
const mostNames = 500;

/**
 * Answers when a book was published, its genre and its series, and which books are of a genre or series, by the
 * descriptions of the books. Null for any other question.
 */
export async function answerAboutDescription(
  context: TaskContext,
  books: readonly LookupBook[],
): Promise<AnswerPlan | null> {
  const { asked } = context;
  const part = intentIn(asked.text) === null ? descriptionAskedIn(asked.text) : null;
  if (part === null || namesSubject(asked.text)) return null;
  const book = bookNamedIn(asked.text, books) ?? books.find(({ id }) => id === asked.bookId);
  const isOfBook =
    book && wordsBesideDescription(part, wordsBesideBook(asked.text, books)).every(isWordForBook);
  if (part !== 'books' && isOfBook) return descriptionOf(context, book, part);
  if (part === 'published') return null;
  const { words, isAboutAnything } = parseQuestion(asked.text);
  const wanted = wordsBesideDescription('books', wordsBesideDescription(part, words));
  if (!isAboutAnything || wanted.length === 0) return null;
  const list = await booksOfGenreOrSeries(context, wanted);
  if (list || part !== 'books' || !namesGenreOrSeries(asked.text)) return list;
  return plain(message('noneOfGenreOrSeries', { words: { words: [wanted.join(' ')] } }));
}

/** The genres or the series of the library, those of the most books first. Null for any other question. */
export async function answerAboutKinds({ db, asked }: TaskContext): Promise<AnswerPlan | null> {
  const kind = kindsAskedIn(asked.text);
  if (kind === null) return null;
  const kinds = db
    .selectFrom('books')
    .select((eb) => [eb.ref(kind).as('name'), eb.fn.countAll().as('count')])
    .where('user_id', '=', asked.userId)
    .where(kind, 'is not', null)
    .where(kind, '<>', '')
    .groupBy(kind);
  const { number } = await db
    .selectFrom(kinds.as('kinds'))
    .select(({ fn }) => fn.countAll().as('number'))
    .executeTakeFirstOrThrow();
  const total = Number(number);
  if (total === 0) return plain(message(kind === 'genre' ? 'noGenres' : 'noSeriesAtAll'));
  const rows = await kinds.orderBy('count', 'desc').orderBy('name').limit(mostListed).execute();
  const first = message(kind === 'genre' ? 'genresCounted' : 'seriesCounted', { number: total });
  const more = total - rows.length;
  const lines = rows.map(({ name, count }) => [`${name} (${Number(count)})`]);
  return {
    citations: [],
    said: [[first], ...lines, ...(more > 0 ? [[message('alsoMore', { number: more })]] : [])],
    instruction: null,
  };
}

async function descriptionOf(
  { db }: TaskContext,
  { id, title }: LookupBook,
  part: 'published' | 'genre' | 'series',
): Promise<AnswerPlan> {
  const { genre, series, series_index, published } = await db
    .selectFrom('books')
    .select(['genre', 'series', 'series_index', 'published'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (part === 'genre')
    return plain(genre ? message('genreOf', { title, genre }) : message('noGenre', { title }));
  if (part === 'published')
    return plain(
      published ? message('editionDated', { title, when: asDate(published) }) : message('noDate', { title }),
    );
  if (!series) return plain(message('noSeries', { title }));
  const inSeries =
    series_index === null
      ? message('inSeries', { title, series })
      : message('numberInSeries', { title, series, number: series_index });
  return plain(inSeries);
}

/** A day as a date; a year alone and anything else as it stands. */
function asDate(published: string): MentorValue {
  const day = published.slice(0, 10);
  return /^\d{4}-\d\d-\d\d$/.test(day) && Number.isFinite(Date.parse(day))
    ? { date: day, year: true }
    : published;
}

/** The books whose genre or series has all of the words, in any form; null for none. */
export async function booksOfGenreOrSeries(
  { db, asked }: TaskContext,
  words: readonly string[],
): Promise<AnswerPlan | null> {
  const { language } = parseQuestion(asked.text);
  const stemOf = (word: string) => stemIn(language, foldWord(word));
  const hasAll = (name: string) => {
    const stems = new Set(foldedWords(name).map(stemOf));
    return words.every((word) =>
      isUnspaced(word) ? foldWord(name).includes(foldWord(word)) : stems.has(stemOf(word)),
    );
  };
  const ofUser = db.selectFrom('books').where('user_id', '=', asked.userId);
  const namesOf = async (column: 'genre' | 'series') => {
    const rows = await ofUser
      .select((eb) => eb.ref(column).as('name'))
      .distinct()
      .where(column, 'is not', null)
      .orderBy(column)
      .limit(mostKinds)
      .execute();
    return rows.flatMap(({ name }) => (name !== null && hasAll(name) ? name : [])).slice(0, mostNames);
  };
  const [genres, series] = [await namesOf('genre'), await namesOf('series')];
  if (genres.length + series.length === 0) return null;
  const ofNames = ofUser.where((eb) =>
    eb.or([
      ...(genres.length > 0 ? [eb('genre', 'in', genres)] : []),
      ...(series.length > 0 ? [eb('series', 'in', series)] : []),
    ]),
  );
  const { count } = await ofNames.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow();
  const books = await ofNames
    .select(['id', 'title', 'author'])
    .orderBy('series')
    .orderBy('series_index')
    .orderBy('search_words')
    .orderBy('id')
    .limit(mostListed)
    .execute();
  const line = ({ title, author }: (typeof books)[number]): MentorPart[] => [
    author === '' ? `${title}.` : `${title}, ${author}.`,
  ];
  const first = message('ofGenreOrSeries', { words: { words: [words.join(' ')] } });
  const { citations, said } = await listed(db, asked.userId, { first, books, line });
  const others = Number(count) - books.length;
  const more: Paragraphs = others > 0 ? [[message('alsoMore', { number: others })]] : [];
  return { citations, said: [...said, ...more], instruction: null };
}

const plain = (said: MentorPart): AnswerPlan => ({ citations: [], said: [[said]], instruction: null });
