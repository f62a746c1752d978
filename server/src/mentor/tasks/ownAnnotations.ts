import { foldWord } from '../../store/textTokens.ts';
import { type AnswerPlan, numbered, type TaskContext } from '../answerPlan.ts';
import { booksMeant, type LookupBook } from '../bookLookup.ts';
import { chaptersAskedFor } from '../chaptersAskedFor.ts';
import { message } from '../message.ts';
import { isOfChapter } from '../question/chapterAsked.ts';
import { namesSubject, wordsBesidePhrases } from '../question/intents.ts';
import { momentsOf, periodIn, withoutPeriod } from '../question/periods.ts';
import { longestWords, parseQuestion, subjectWords } from '../question/question.ts';
import { nothingFound, quoted } from '../quoting.ts';
import { searchAnnotations } from '../searchAnnotations.ts';

const mostAnnotations = 8;

/** The reader's highlights or notes, newest first; where the question has telling words, those that have them. */
export async function ownAnnotations(
  { db, asked, calendar }: TaskContext,
  books: readonly LookupBook[],
  only: 'highlights' | 'notes',
): Promise<AnswerPlan> {
  const { words: all, language, isAboutAnything } = parseQuestion(asked.text);
  const questionBooks = booksMeant(asked.text, all, books);
  const named = asked.bookId ? books.find(({ id }) => id === asked.bookId) : questionBooks.books[0];
  const period = namesSubject(asked.text) ? null : periodIn(asked.text, calendar.today);
  const beside = wordsBesidePhrases(only, questionBooks.words);
  const ofChapter = await chaptersAskedFor(db, asked, named);
  const telling = ofChapter ? beside.filter((word) => !isOfChapter(asked.text, foldWord(word))) : beside;
  const words = isAboutAnything ? longestWords(period ? withoutPeriod(telling) : telling) : [];
  const subject = subjectWords(asked.text, words);
  const found = await searchAnnotations(db, {
    userId: asked.userId,
    bookId: named?.id,
    words,
    language,
    only,
    ...(period ? { between: momentsOf(period, calendar.local.startOf) } : {}),
  });
  const those = ofChapter ? found.filter(({ position }) => ofChapter.has(position)) : found;
  const citations = numbered(those.slice(0, mostAnnotations));
  const where = { hasBooks: books.length > 0, bookTitle: named?.title ?? null };
  const said =
    citations.length > 0
      ? quoted(subject, citations, where)
      : words.length > 0 || period || ofChapter || !where.hasBooks
        ? nothingFound(subject, where)
        : [[named ? message(none[only][1], { title: named.title }) : message(none[only][0])]];
  return { citations, said, instruction: null };
}

const none = {
  highlights: ['noHighlights', 'noHighlightsInBook'],
  notes: ['noNotes', 'noNotesInBook'],
} as const;
