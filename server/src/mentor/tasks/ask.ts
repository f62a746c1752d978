import { titleKey } from '../../books/bookKeys.ts';
import { foldWord } from '../../store/textTokens.ts';
import { answerAboutReading } from '../aboutReading.ts';
import type { AnswerPlan, TaskContext } from '../answerPlan.ts';
import { bookNamedIn, booksToLookUp, type LookupBook, wordsBesideBook } from '../bookLookup.ts';
import { chapterAskedIn, isOfChapter } from '../question/chapterAsked.ts';
import { asksAboutBook, asksForCharacters, intentIn } from '../question/intents.ts';
import { type QuestionSubject, questionWithSubject } from '../questionSubject.ts';
import { aboutBook } from './aboutBook.ts';
import { answerAboutDescription, answerAboutKinds } from './aboutDescription.ts';
import { answerAboutLibrary } from './aboutLibrary.ts';
import { answerAboutReader } from './aboutReader.ts';
import { answerFromText } from './answerFromText.ts';
import { characters } from './characters.ts';
import { ownAnnotations } from './ownAnnotations.ts';
import { readingInPeriod } from './readingInPeriod.ts';
import { readingTime } from './readingTime.ts';
import { summary } from './summary.ts';

/**
 * Answers a question: from what is stored about the library and the reader, else by the task that it asks for, else
 * from the text of the reader's books, notes and highlights.
 */
export async function ask(context: TaskContext): Promise<AnswerPlan> {
  const { db, asked } = context;
  const books = await booksToLookUp(db, asked.userId, {
    texts: [asked.text, ...asked.earlier.questions],
    ids: [...(asked.bookId === null ? [] : [asked.bookId]), ...asked.earlier.bookIds],
  });
  const stored = await answerFromRecords(context, books);
  if (stored) return stored;
  const subject = questionWithSubject(asked, books);
  return (await answerByTask(context, books, subject)) ?? answerFromText(context, books, subject);
}

/** Answers about the library, the reader and the days, and the reader's own highlights and notes. */
async function answerFromRecords(
  context: TaskContext,
  books: readonly LookupBook[],
): Promise<AnswerPlan | null> {
  const { db, calendar, asked } = context;
  const known =
    (await readingInPeriod(context, books)) ??
    (await readingTime(context, books)) ??
    (await answerAboutKinds(context)) ??
    (await answerAboutLibrary(context, books)) ??
    (await answerAboutReader(context, books)) ??
    (await answerAboutDescription(context, books));
  if (known) return known;
  if (asked.bookId === null) {
    const reading = await answerAboutReading(db, calendar, asked.text);
    if (reading) return { ...reading, instruction: null };
  }
  const intent = intentIn(asked.text);
  return intent === 'highlights' || intent === 'notes' ? ownAnnotations(context, books, intent) : null;
}

/** The summary of a chapter, the persons of a book, or what a book is about; null for any other question. */
async function answerByTask(
  context: TaskContext,
  books: readonly LookupBook[],
  subject: QuestionSubject,
): Promise<AnswerPlan | null> {
  const { text } = context.asked;
  const [one] = subject.books.length === 1 ? subject.books : [];
  const isAboutChapter = chapterAskedIn(text) !== null;
  if (isAboutChapter) {
    const besideChapter = wordsBesideBook(text, books).filter((word) => !isOfChapter(text, foldWord(word)));
    if (besideChapter.length === 0 || asksAboutBook(text, besideChapter)) return summary(context);
  }
  const otherWords = one ? subject.words : wordsBesideBook(text, books);
  if (asksForCharacters(text, otherWords)) return characters(context);
  const book = one ?? bookNamedIn(text, books);
  const isAboutAll = !isAboutChapter && asksAboutBook(text, otherWords);
  return book && (isAboutAll || isTitleAlone(text, book)) ? aboutBook(context, book) : null;
}

/** Whether a text is the title of a book and nothing else, with or without its subtitle. */
const isTitleAlone = (text: string, { title }: LookupBook): boolean =>
  foldWord(text) === foldWord(title) || (!text.includes(':') && titleKey(text) === titleKey(title));
