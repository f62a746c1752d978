import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { titleKey } from '../../books/bookKeys.ts';
import { findPassages, type PassagesFound, type WantedPassages } from '../../search/findPassages.ts';
import { joinConsecutive } from '../../search/joinConsecutive.ts';
import { beginningsIn } from '../../search/stem.ts';
import type { FullTextHit } from '../../store/fullText.ts';
import { foldWord } from '../../store/textTokens.ts';
import { answerAboutReading } from '../aboutReading.ts';
import { type AnswerPlan, type Found, numbered, type TaskContext } from '../answerPlan.ts';
import { asFound } from '../asFound.ts';
import {
  bookNamedIn,
  booksMeant,
  booksToLookUp,
  bookUnderWay,
  type LookupBook,
  wordsBesideBook,
} from '../bookLookup.ts';
import { chapterAt, chaptersNamedIn, chaptersOf, merged } from '../chapters.ts';
import { message } from '../message.ts';
import { placesIn } from '../place.ts';
import { chapterAskedIn, isOfChapter } from '../question/chapterAsked.ts';
import { clausesIn } from '../question/clauses.ts';
import { type Earlier, isFollowUp, subjectOf } from '../question/followUp.ts';
import {
  answerTypeOf,
  asksAboutBook,
  asksForCharacters,
  asksForDefinition,
  asksWho,
  endAskedFor,
  intentIn,
  namesSubject,
  type QuestionLanguage,
  wordsBesidePhrases,
} from '../question/intents.ts';
import { momentsOf, periodIn, withoutPeriod } from '../question/periods.ts';
import {
  containsName,
  longestWords,
  multiWordNames,
  nameAskedFor,
  parseQuestion,
  subjectWords,
} from '../question/question.ts';
import { inShownOrder, nothingFound, quoted } from '../quoting.ts';
import { searchAnnotations } from '../searchAnnotations.ts';
import { aboutBook } from './aboutBook.ts';
import { answerAboutDescription } from './aboutDescription.ts';
import { answerAboutLibrary } from './aboutLibrary.ts';
import { answerAboutReader } from './aboutReader.ts';
import { characters } from './characters.ts';
import { notInLibrary } from './chosenBook.ts';
import { readingInPeriod } from './readingInPeriod.ts';
import { readingTime } from './readingTime.ts';
import { summary } from './summary.ts';
import { titleNotThere } from './titleNotThere.ts';

const mostPassages = 5;
/** A model reads more than a person wants to: the answer is among so many far more often than among five. */
const mostForModel = 15;
/** A passage or several joined ones: cut, they answer a third fewer questions (docs/mentor.md). */
const wholePassage = 1_600;
const mostNotes = 3;
/** Of a question for the notes and highlights of a book alone. */
const mostOfBook = 8;
/** A passage with a smaller part of the best one's score is no answer. */
const leastScore = 0.4;

const instruction =
  'Answer the question from the sources. Begin with the answer itself; then, where it helps, say what the sources show.';

/** Answers a question from the reader's books, notes and highlights. */
export async function ask(context: TaskContext): Promise<AnswerPlan> {
  const { db, services, calendar, asked } = context;
  const books = await booksToLookUp(db, asked.userId, {
    texts: [asked.text, ...asked.earlier.questions],
    ids: [...(asked.bookId === null ? [] : [asked.bookId]), ...asked.earlier.bookIds],
  });
  const known =
    (await readingInPeriod(context, books)) ??
    (await readingTime(context, books)) ??
    (await answerAboutLibrary(context, books)) ??
    (await answerAboutReader(context, books)) ??
    (await answerAboutDescription(context, books));
  if (known) return known;
  if (asked.bookId === null) {
    const reading = await answerAboutReading(db, calendar, asked.text);
    if (reading) return { ...reading, instruction: null };
  }
  const intent = intentIn(asked.text);
  if (intent === 'highlights' || intent === 'notes') return ownAnnotations(context, books, intent);
  const asking = questionWithSubject(asked, books);
  const name = asking.books.length > 0 ? null : nameAskedFor(parseQuestion(asked.text));
  const [one] = asking.books.length === 1 ? asking.books : [];
  const book = one ?? bookNamedIn(asked.text, books);
  const otherWords = one ? asking.words : wordsBesideBook(asked.text, books);
  const besideChapter = wordsBesideBook(asked.text, books).filter(
    (word) => !isOfChapter(asked.text, foldWord(word)),
  );
  const isAboutChapter = chapterAskedIn(asked.text) !== null;
  if (isAboutChapter && (besideChapter.length === 0 || asksAboutBook(asked.text, besideChapter)))
    return summary(context);
  if (asksForCharacters(asked.text, otherWords)) return characters(context);
  const isAboutAll = !isAboutChapter && asksAboutBook(asked.text, otherWords);
  if (book && (isAboutAll || titleKey(asked.text) === titleKey(book.title))) return aboutBook(context, book);

  const ofAll = isAboutChapter ? withoutChapter(asking, asked.text) : asking;
  const ofChapter = isAboutChapter ? await foundInChapter(context, ofAll, one ?? bookUnderWay(books)) : null;
  const about = ofChapter?.about ?? ofAll;
  const only = ofChapter?.book ?? one;
  const annotations = await searchAnnotations(db, {
    userId: asked.userId,
    bookId: only?.id,
    words: about.words,
    language: about.language,
  });
  const unknownTitle = book || annotations.length > 0 ? null : await titleNotThere(context);
  if (unknownTitle !== null) return notInLibrary([unknownTitle]);
  const result = ofChapter?.found ?? (await findPassages(db, services, { ...about, userId: asked.userId }));
  const spelled = (word: string) => {
    const spelling = result.respelled.get(foldWord(word));
    if (spelling === undefined) return word;
    return /^\p{Lu}/u.test(word) ? spelling.charAt(0).toUpperCase() + spelling.slice(1) : spelling;
  };
  const hasName = ({ text }: { text: string }) =>
    name === null || containsName(text, name) || containsName(text, name.map(spelled));
  const ownNotes = about.end === null ? annotations.filter(hasName) : [];
  const isNoted = (word: string) =>
    annotations.some(({ text }) =>
      beginningsIn(about.language, foldWord(word)).some((beginning) => foldWord(text).includes(beginning)),
    );
  const missingWords = result.missingWords.filter(
    (word) => !isNoted(word) && !isOfChapter(asked.text, foldWord(word)),
  );
  const isWeak = result.isWeak && ownNotes.length === 0;
  // Most words of the question are in none of the books: passages with the others do not answer it.
  const isMostlyMissing = missingWords.length * 2 > about.words.length || (isWeak && missingWords.length > 0);
  const notes = ownNotes.slice(0, about.words.length === 0 ? mostOfBook : mostNotes);
  const hits = isMostlyMissing ? [] : goodEnough(result.hits.filter(hasName), result.isInterleaved);
  const passages = await passagesOf(context, hits);
  const shown = inShownOrder([...notes, ...passages.slice(0, mostPassages)]);
  const forModel = numbered([...shown, ...passages.slice(mostPassages)]);
  const citations = forModel.slice(0, shown.length);
  const isOfOne = citations.every(({ book_id }) => book_id === only?.id);
  const where = { hasBooks: books.length > 0, bookTitle: isOfOne ? (only?.title ?? null) : null };
  const subjectOf = (words: readonly string[]) =>
    subjectWords([asked.text, ...asked.earlier.questions].join('\n'), words);
  if (citations.length === 0) {
    const notFound = subjectOf(missingWords.length > 0 ? missingWords : about.words);
    return { citations, said: nothingFound(notFound, where), instruction: null };
  }
  return {
    citations,
    forModel,
    said: quoted(about.end === null ? subjectOf(about.words).map(spelled) : [], citations, where, {
      missingWords,
      isWeak,
    }),
    instruction: `${instruction}${missingWords.length > 0 ? ` ${missingWordsInstruction(missingWords)}` : isWeak ? ` ${weakSourcesInstruction}` : ''}`,
  };
}

/** A question without the words for its chapter. */
const withoutChapter = (asking: QuestionSubject, text: string): QuestionSubject => ({
  ...asking,
  words: asking.words.filter((word) => !isOfChapter(text, foldWord(word))),
});

/**
 * What the chapter that a question names has of its other words. Null where it has too little of them, so that the
 * whole book is searched: readers do not always remember the right chapter.
 */
async function foundInChapter(
  { db, services, asked }: TaskContext,
  asking: QuestionSubject,
  book: LookupBook | null,
): Promise<{ about: QuestionSubject; book: LookupBook; found: PassagesFound } | null> {
  const ofChapter = await chaptersAskedFor(db, asked, book ?? undefined);
  if (!book || !ofChapter) return null;
  const about = { ...asking, books: [book], onlyThese: true };
  const found = await findPassages(db, services, {
    ...about,
    userId: asked.userId,
    among: ofChapter.passages,
  });
  // Words that the book under way does not have may be of another one.
  const isOfBook = asking.books.length > 0 || found.missingWords.length === 0;
  const isAnswered = found.hits.length > 0 && !found.isWeak && isOfBook;
  return isAnswered ? { about, book, found } : null;
}

/** The best passages; where all that would be shown are after the reader's place, with the best before it. */
async function passagesOf(context: TaskContext, hits: readonly FullTextHit[]): Promise<Found[]> {
  const found = async (those: readonly FullTextHit[]) =>
    asFound(context, await joined(context, those), wholePassage);
  const best = await found(hits.slice(0, mostForModel));
  if (best.slice(0, mostPassages).some(({ ahead }) => !ahead)) return best;
  const read = [...best, ...(await found(hits.slice(mostForModel)))].filter(({ ahead }) => !ahead);
  const first = read.slice(0, mostPassages - 1);
  return [...first, ...best.filter((passage) => !first.includes(passage))];
}

const weakSourcesInstruction =
  'The sources may not answer the question at all. If they do not, say so first.';

const missingWordsInstruction = (words: readonly string[]) =>
  `These words of the question stand nowhere in the books: ${words.join(', ')}. If it cannot be answered without them, say that the books do not answer it.`;

/** What a question is about, and in which books. */
export interface QuestionSubject extends Omit<WantedPassages, 'userId'> {
  books: LookupBook[];
  words: string[];
  language: QuestionLanguage;
}

/** The books, words and type of answer of a question; a follow-up takes its subject from the question before. */
export function questionWithSubject(
  {
    text,
    bookId,
    earlier,
  }: Pick<TaskContext['asked'], 'text' | 'bookId'> & { earlier: Pick<Earlier, 'questions' | 'bookIds'> },
  books: readonly LookupBook[],
): QuestionSubject {
  const { words, language, isAboutAnything } = parseQuestion(text);
  const [chosen] = books.filter(({ id }) => id === bookId);
  const named = booksMeant(text, words, books);
  // "Who is Dracula?" asks for a person, though a book is called so.
  const isPerson = named.words.length === 0 && asksWho(text, words) && !asksAboutBook(text, []);
  const questionWords = longestWords(isPerson ? words : named.words);
  const questionBooks = chosen ? [chosen] : named.books;
  const end = endAskedFor(text, named.words);
  const introduces = isPerson || asksWho(text, named.words);
  const about = {
    language,
    answerType: answerTypeOf(text),
    introduces,
    defines: asksForDefinition(text, named.words),
    end,
    onlyThese: chosen !== undefined,
  };
  if (!isFollowUp(text)) {
    const wanted = questionBooks.length > 0 ? questionWords : longestWords(words);
    return {
      ...about,
      books: questionBooks,
      words: wanted,
      names: multiWordNames(text, wanted),
      clauses: clausesIn({ text, language }, questionWords, named.names),
    };
  }
  const before = booksMeant(earlier.questions.join('\n'), [], books);
  const subject = subjectOf(earlier, (question, all) => booksMeant(question, all, books).words);
  const cited = earlier.bookIds.length === 1 ? books.filter(({ id }) => id === earlier.bookIds[0]) : [];
  const scope = [questionBooks, before.books, cited];
  const wanted = [...new Set([...(isAboutAnything ? questionWords : []), ...subject])];
  return {
    ...about,
    books: scope.find(({ length }) => length > 0) ?? [],
    words: wanted,
    names: [text, ...earlier.questions].flatMap((question) => multiWordNames(question, wanted)),
    clauses: [],
  };
}

/** The chapters of a book that a question names by number or as the reader's own; null for none. */
async function chaptersAskedFor(
  db: TaskContext['db'],
  { userId, text }: TaskContext['asked'],
  book: LookupBook | undefined,
): Promise<{ passages: FullTextHit[]; has: (place: Locator | null) => boolean } | null> {
  if (!book || chapterAskedIn(text) === null) return null;
  const [place] = await placesIn(db, userId, [book.id]);
  const chapters = await chaptersOf(db, book.id, Infinity);
  const { title } = book;
  const named = chaptersNamedIn(text, { title, chapters, readTo: place?.readTo ?? 0 }) ?? [];
  return {
    passages: merged(named).passages,
    has: (at) => named.some((chapter) => chapter === chapterAt(chapters, at)),
  };
}

/** The reader's highlights or notes, newest first; where the question has telling words, those that have them. */
async function ownAnnotations(
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
  const citations = numbered(those.slice(0, mostOfBook));
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

/** Passages that follow each other joined, but none that was read with one that was not. */
async function joined(
  { db, asked }: Pick<TaskContext, 'db' | 'asked'>,
  hits: readonly FullTextHit[],
): Promise<FullTextHit[]> {
  const places = await placesIn(db, asked.userId, [...new Set(hits.map(({ bookId }) => bookId))]);
  return joinConsecutive(hits, ({ bookId, seq }) =>
    places.some((place) => place.bookId === bookId && place.collapsedFrom === seq),
  );
}

/** Without passages that have far less of the question than the best; all where books take turns. */
function goodEnough(hits: readonly FullTextHit[], areInTurn: boolean): readonly FullTextHit[] {
  if (areInTurn) return hits;
  const best = Math.max(0, ...hits.map(({ score }) => score));
  return hits.filter(({ score }) => score >= best * leastScore);
}
