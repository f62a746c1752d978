import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { MentorPart } from '@lectern/shared-contracts/domain/mentorWords.ts';
import type { FullTextHit } from '../../store/fullText.ts';
import { type AnswerPlan, type Found, numbered, type TaskContext } from '../answerPlan.ts';
import { bookNamedIn, booksMeant, booksToLookUp, type LookupBook, wordsBesideBook } from '../bookLookup.ts';
import { message, type Paragraphs } from '../message.ts';
import { around, namesIn, shownCharacters } from '../names.ts';
import {
  asksWhatIsLeft,
  intentIn,
  isOfAnyBook,
  namesSubject,
  wordsBesidePhrases,
} from '../question/intents.ts';
import { quotation } from '../quoting.ts';
import { minutesLeft, readingStatsOf, usualMinutesADay } from '../readingStats.ts';
import { searchAnnotations } from '../searchAnnotations.ts';
import { chosenBook } from './chosenBook.ts';

const mostLookedUp = 12;
const mostOwnWords = 8;
/** Passages before the reader's place that are the scene. */
const sceneLength = 3;
const mostNames = 4;

/**
 * Answers what the reader looked up, thought of a book, or read last, from the reader's own data. Null for any other
 * question.
 */
export async function answerAboutReader(
  context: TaskContext,
  books: readonly LookupBook[],
): Promise<AnswerPlan | null> {
  const { text } = context.asked;
  const intent = intentIn(text);
  if (intent === 'lookedUp') return lookedUp(context, books);
  if (intent === 'author') return author(context, books);
  if (intent === 'opinion') return opinion(context, books);
  if (intent === 'place') return place(context);
  const isLeft = intent !== 'finished' && asksWhatIsLeft(text, wordsBesideBook(text, books));
  if (intent === 'timeLeft' || isLeft) return timeLeft(context);
  if (intent === 'haveRead' && !namesSubject(text)) return haveRead(context, books);
  return null;
}

/** The book that a question names or was asked in; null for none. */
function bookOf({ asked }: TaskContext, books: readonly LookupBook[]): LookupBook | null {
  const [byAuthor] = booksMeant(asked.text, [], books).books;
  return books.find(({ id }) => id === asked.bookId) ?? bookNamedIn(asked.text, books) ?? byAuthor ?? null;
}

async function lookedUp(context: TaskContext, books: readonly LookupBook[]): Promise<AnswerPlan> {
  const book = bookOf(context, books);
  let query = context.db
    .selectFrom('looked_up_words')
    .selectAll()
    .where('user_id', '=', context.asked.userId);
  if (book) query = query.where('book_id', '=', book.id);
  const words = await query.orderBy('created_at', 'desc').orderBy('id').limit(mostLookedUp).execute();
  if (words.length === 0) return plain([[message('noWordsLookedUp')]]);
  const from = await booksToLookUp(context.db, context.asked.userId, {
    ids: words.flatMap(({ book_id }) => book_id ?? []),
  });
  // A citation opens the sentence in its book; a word whose book is gone has none.
  const cited = words.flatMap((word): (Found & { id: string })[] => {
    const of = from.find(({ id }) => id === word.book_id);
    if (!of) return [];
    return [
      {
        id: word.id,
        kind: 'passage',
        book_id: of.id,
        book_title: of.title,
        author: of.author,
        chapter: null,
        text: word.sentence ?? word.word,
        position: word.position === null ? null : (JSON.parse(word.position) as Locator | null),
        score: 0,
      },
    ];
  });
  const numbers = new Map(cited.map(({ id }, at) => [id, at + 1]));
  const lines = words.map(({ id, headword, meaning }): MentorPart[] => {
    const number = numbers.get(id);
    return [`${headword}${meaning ? `: ${meaning}` : ''}${number === undefined ? '' : ` [${number}]`}`];
  });
  const citations = numbered(cited.map(({ id: _id, ...found }) => found));
  return { citations, said: [[message('wordsLookedUp')], ...lines], instruction: null };
}

/** Who wrote a book. Null where the question has other words: "Who wrote the letter?" is answered by the text. */
function author(context: TaskContext, books: readonly LookupBook[]): AnswerPlan | null {
  const { asked } = context;
  const book = bookNamedIn(asked.text, books) ?? bookOf(context, books);
  const besideAuthor = wordsBesidePhrases('author', wordsBesideBook(asked.text, books)).filter(
    (word) => !isOfAnyBook(word),
  );
  if (!book || book.author === '' || besideAuthor.length > 0) return null;
  return plain([[message('writtenBy', { title: book.title, author: book.author })]]);
}

/** Stars, notes and commented highlights of a book. */
async function opinion(context: TaskContext, books: readonly LookupBook[]): Promise<AnswerPlan> {
  const book = bookOf(context, books);
  if (!book) return plain([[message(books.length === 0 ? 'noBooks' : 'whichBook')]]);
  const { db, asked } = context;
  const annotations = await searchAnnotations(db, { userId: asked.userId, bookId: book.id, words: [] });
  const written = annotations
    .filter(({ kind, text }) => kind === 'note' || text.endsWith(')'))
    .slice(0, mostOwnWords);
  const { title, rating } = book;
  if (rating === null && written.length === 0) return plain([[message('noOpinion', { title })]]);
  const citations = numbered(written);
  const stars = rating === null ? [] : [[message('ratedBook', { title, stars: rating })]];
  const words = written.length === 0 ? [] : [[message('notes')], ...citations.map(quotation)];
  return { citations, said: [...stars, ...words], instruction: null };
}

/** The rest of a book in percent, time and pages, and the day on which the reader finishes it at their pace. */
async function timeLeft(context: TaskContext): Promise<AnswerPlan> {
  const { book, none } = await chosenBook(context);
  if (!book) return none;
  const { title, progress } = book;
  const size = await context.db
    .selectFrom('books')
    .select(['format', 'word_count', 'page_count'])
    .where('id', '=', book.id)
    .executeTakeFirstOrThrow();
  if (progress >= 100) {
    const length = size.page_count > 0 ? [[message('pagesOf', { title, number: size.page_count })]] : [];
    return plain([[message('finished', { title })], ...length]);
  }
  const minutes = minutesLeft({ ...size, progress });
  if (minutes === null) {
    const read = { percent: { percent: Math.round(progress) } };
    return plain([[message(progress > 0 ? 'through' : 'unread', read)]]);
  }
  const percent = { percent: Math.max(1, 100 - Math.round(progress)) };
  const sentence: Paragraphs[number] = [message('timeLeft', { title, percent, time: { minutes } })];
  const number = Math.ceil((size.page_count * (100 - progress)) / 100);
  if (size.page_count > 0) sentence.push(' ', message('pagesLeft', { number, total: size.page_count }));
  const { minutesADay } = await readingStatsOf(context.db, context.calendar);
  const pace = minutesADay ?? usualMinutesADay;
  const days = Math.ceil(minutes / pace) - 1;
  const to = {
    date: new Date(Date.parse(context.calendar.today) + days * 86_400_000).toISOString().slice(0, 10),
  };
  const finish = message(minutesADay === null ? 'finishUsual' : 'finishOwn', { pace: { minutes: pace }, to });
  return plain([sentence, [finish]]);
}

/** Whether the reader has read a book. Null where the question has other words: "Did I read of the leg?" */
async function haveRead(context: TaskContext, books: readonly LookupBook[]): Promise<AnswerPlan | null> {
  const { asked } = context;
  const { book, none } = await chosenBook(context);
  if (!book) return none;
  if (wordsBesidePhrases('haveRead', wordsBesideBook(asked.text, books)).length > 0) return null;
  return book.progress > 0 ? timeLeft(context) : plain([[message('notBegun', { title: book.title })]]);
}

/** Where the reader stopped: the text before the place, and the first mention of each name in it. */
async function place(context: TaskContext): Promise<AnswerPlan> {
  const { book, place: at, none } = await chosenBook(context);
  if (!book) return none;
  const { title } = book;
  const scene = await passages(context, book.id, { before: at.readTo, count: sceneLength });
  const last = scene.at(-1);
  if (book.progress <= 0 || !last) return plain([[message('notBegun', { title })]]);
  const names = namesIn(scene.map(({ text }) => text)).slice(0, mostNames);
  const firsts = await firstMentions(context, book.id, names, scene[0]?.seq ?? 0);
  const citations = numbered([asFound(book, last), ...firsts.map(({ hit }) => asFound(book, hit))]);
  const where = { title, percent: { percent: Math.round(book.progress) } };
  const said: Paragraphs = [
    [message('stoppedAt', where)],
    [`> ${ending(last.text)} [1]`],
    ...(names.length === 0 ? [] : [[message('inTheScene', { words: { words: names } })]]),
    ...firsts.flatMap(
      ({ name, hit }, n): Paragraphs => [
        [message('firstNamed', { name })],
        [`> ${around(hit.text, name)} [${n + 2}]`],
      ],
    ),
  ];
  return { citations, said, instruction: sceneInstruction };
}

const sceneInstruction =
  'Say in one or two sentences where the reader stopped and what is happening there, then who the people of the scene are, ' +
  'as far as the sources show it. Say nothing of what comes after.';

async function passages(
  { db }: TaskContext,
  bookId: string,
  { before, count }: { before: number; count: number },
): Promise<FullTextHit[]> {
  let query = db
    .selectFrom('passages')
    .select(['id as passageId', 'book_id as bookId', 'target', 'fraction', 'seq', 'chapter', 'text'])
    .where('book_id', '=', bookId);
  if (Number.isFinite(before)) query = query.where('seq', '<', Math.max(1, before));
  const rows = await query.orderBy('seq', 'desc').limit(count).execute();
  return rows.reverse().map((row) => ({ ...row, marked: row.text, score: 0 }));
}

/** The first mention of each name before the scene. */
async function firstMentions(
  { db, services, asked }: TaskContext,
  bookId: string,
  names: readonly string[],
  before: number,
): Promise<{ name: string; hit: FullTextHit }[]> {
  const mentions = await Promise.all(
    names.map(async (name) => {
      const terms = [{ words: name.split(' '), open: false }];
      const hits = await services.fullText.search(db, {
        userId: asked.userId,
        bookIds: [bookId],
        terms,
        limit: 500,
      });
      const hit = hits.filter(({ seq }) => seq < before).sort((a, b) => a.seq - b.seq)[0];
      return hit ? [{ name, hit }] : [];
    }),
  );
  return mentions.flat();
}

/** The end of a passage. */
function ending(text: string): string {
  const even = text.replace(/\s+/g, ' ').trim();
  if (even.length <= shownCharacters) return even;
  return `… ${even.slice(even.indexOf(' ', even.length - shownCharacters) + 1)}`;
}

function asFound({ id, title, author }: LookupBook, { chapter, text, target, fraction }: FullTextHit): Found {
  return {
    kind: 'passage',
    book_id: id,
    book_title: title,
    author,
    chapter,
    text,
    position: { spine_index: target, fraction },
    score: 0,
  };
}

const plain = (said: Paragraphs): AnswerPlan => ({ citations: [], said, instruction: null });
