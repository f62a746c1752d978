import { titleKey } from '../../books/bookKeys.ts';
import { findPassages, inOrder, type WantedPassages } from '../../search/findPassages.ts';
import { joinConsecutive } from '../../search/joinConsecutive.ts';
import { beginningsIn } from '../../search/stem.ts';
import type { Db } from '../../store/db.ts';
import type { FullTextHit } from '../../store/fullText.ts';
import { foldWord } from '../../store/textTokens.ts';
import { answerAboutReading } from '../aboutReading.ts';
import { type AnswerPlan, numbered, type TaskContext } from '../answerPlan.ts';
import { asFound } from '../asFound.ts';
import { bookNamedIn, booksMeant, booksToLookUp, type LookupBook, wordsBesideBook } from '../bookLookup.ts';
import { type Chapter, chapterNamedIn, chaptersOf } from '../chapters.ts';
import { clausesIn } from '../clauses.ts';
import { isFollowUp, subjectOf } from '../followUp.ts';
import {
  answerTypeOf,
  asksAboutBook,
  asksForDefinition,
  asksWho,
  chapterNumberIn,
  endAskedFor,
  intentIn,
  isOfChapter,
  type QuestionLanguage,
} from '../intents.ts';
import { message } from '../message.ts';
import { placesIn } from '../place.ts';
import {
  containsName,
  longestWords,
  nameAskedFor,
  namesIn,
  parseQuestion,
  subjectWords,
} from '../question.ts';
import { inShownOrder, nothingFound, quoted } from '../quoting.ts';
import { searchAnnotations } from '../searchAnnotations.ts';
import { aboutBook } from './aboutBook.ts';
import { answerAboutReader } from './aboutReader.ts';

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
  const aboutReader = await answerAboutReader(context, books);
  if (aboutReader) return aboutReader;
  if (asked.bookId === null) {
    const reading = await answerAboutReading(db, calendar, asked.text);
    if (reading) return { ...reading, instruction: null };
  }
  if (intentIn(asked.text) === 'highlights') return ownHighlights(context, books);
  const about = questionWithSubject(asked, books);
  const name = about.books.length > 0 ? null : nameAskedFor(parseQuestion(asked.text));
  const [only] = about.books.length === 1 ? about.books : [];
  const book = only ?? bookNamedIn(asked.text, books);
  const otherWords = only ? about.words : wordsBesideBook(asked.text, books);
  const isAboutAll = chapterNumberIn(asked.text) === null && asksAboutBook(asked.text, otherWords);
  if (book && (isAboutAll || titleKey(asked.text) === titleKey(book.title))) return aboutBook(context, book);

  const annotations = await searchAnnotations(db, {
    userId: asked.userId,
    bookId: only?.id,
    words: about.words,
    language: about.language,
  });
  const chapter = only && (await onlyChapterAskedFor(db, asked.text, about.words, only.id));
  const result = chapter
    ? inOrder(chapter.passages)
    : await findPassages(db, services, { ...about, userId: asked.userId });
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
  const missingWords = result.missingWords.filter((word) => !isNoted(word));
  const isWeak = result.isWeak && ownNotes.length === 0;
  // Most words of the question are in none of the books: passages with the others do not answer it.
  const isMostlyMissing = missingWords.length * 2 > about.words.length || (isWeak && missingWords.length > 0);
  const notes = ownNotes.slice(0, about.words.length === 0 ? mostOfBook : mostNotes);
  const hits = isMostlyMissing ? [] : goodEnough(result.hits.filter(hasName), result.isInterleaved);
  const passages = await asFound(context, await joined(context, hits.slice(0, mostForModel)), wholePassage);
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
    said: quoted(
      about.end === null && !chapter ? subjectOf(about.words).map(spelled) : [],
      citations,
      where,
      {
        missingWords,
        isWeak,
      },
    ),
    instruction: `${instruction}${missingWords.length > 0 ? ` ${missingWordsInstruction(missingWords)}` : isWeak ? ` ${weakSourcesInstruction}` : ''}`,
  };
}

/** The chapter that a question asks about by number and nothing else: "What happens in chapter 36 of Moby Dick?" */
async function onlyChapterAskedFor(
  db: Db,
  text: string,
  words: readonly string[],
  bookId: string,
): Promise<Chapter | undefined> {
  const others = words.filter((word) => !isOfChapter(text, foldWord(word)));
  const isOnly = others.length === 0 || asksAboutBook(text, others);
  if (chapterNumberIn(text) === null || !isOnly) return undefined;
  return chapterNamedIn(text, await chaptersOf(db, bookId, Number.POSITIVE_INFINITY));
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
  { text, bookId, earlier }: Pick<TaskContext['asked'], 'text' | 'bookId' | 'earlier'>,
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
      names: namesIn(text, wanted),
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
    names: [text, ...earlier.questions].flatMap((question) => namesIn(question, wanted)),
    clauses: [],
  };
}

/** The reader's highlights, newest first; where the question has telling words, those that have them. */
async function ownHighlights({ db, asked }: TaskContext, books: readonly LookupBook[]): Promise<AnswerPlan> {
  const { words: all, language, isAboutAnything } = parseQuestion(asked.text);
  const questionBooks = booksMeant(asked.text, all, books);
  const named = asked.bookId ? books.find(({ id }) => id === asked.bookId) : questionBooks.books[0];
  const words = isAboutAnything ? longestWords(questionBooks.words) : [];
  const subject = subjectWords(asked.text, words);
  const highlights = await searchAnnotations(db, {
    userId: asked.userId,
    bookId: named?.id,
    words,
    language,
    only: 'highlights',
  });
  const citations = numbered(highlights.slice(0, mostOfBook));
  const where = { hasBooks: books.length > 0, bookTitle: named?.title ?? null };
  const said =
    citations.length > 0
      ? quoted(subject, citations, where)
      : words.length > 0 || !where.hasBooks
        ? nothingFound(subject, where)
        : [[named ? message('noHighlightsInBook', { title: named.title }) : message('noHighlights')]];
  return { citations, said, instruction: null };
}

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
