import { findPassages, type PassagesFound } from '../../search/findPassages.ts';
import { joinConsecutive } from '../../search/joinConsecutive.ts';
import { beginningsIn } from '../../search/stem.ts';
import type { FullTextHit } from '../../store/fullText.ts';
import { foldWord } from '../../store/textTokens.ts';
import { type AnswerPlan, type Found, numbered, type TaskContext } from '../answerPlan.ts';
import { asFound } from '../asFound.ts';
import { bookNamedIn, bookUnderWay, type LookupBook } from '../bookLookup.ts';
import { chaptersAskedFor } from '../chaptersAskedFor.ts';
import { placesIn } from '../place.ts';
import { chapterAskedIn, isOfChapter } from '../question/chapterAsked.ts';
import { containsName, nameAskedFor, parseQuestion, subjectWords } from '../question/question.ts';
import type { QuestionSubject } from '../questionSubject.ts';
import { inShownOrder, nothingFound, quoted } from '../quoting.ts';
import { searchAnnotations } from '../searchAnnotations.ts';
import { notInLibrary } from './chosenBook.ts';
import { titleNotThere } from './titleNotThere.ts';

const mostPassages = 5;
/** A model reads more than a person wants to: the answer is among so many far more often than among five. */
const mostForModel = 15;
/** A passage or several joined ones: cut, they answer a third fewer questions (docs/mentor.md). */
const wholePassage = 1_600;
const mostNotes = 3;
/** Of a question without telling words, for the notes and highlights of a book alone. */
const mostOfBook = 8;
/** A passage with a smaller part of the best one's score is no answer. */
const leastScore = 0.4;

const instruction =
  'Answer the question from the sources. Begin with the answer itself; then, where it helps, say what the sources show.';

/** What was searched for, and what was found. */
interface SearchResult {
  about: QuestionSubject;
  /** The only book of the question; undefined where it is about several or any. */
  book: LookupBook | undefined;
  /** The reader's notes and highlights with words of the question. */
  annotations: Awaited<ReturnType<typeof searchAnnotations>>;
  passages: PassagesFound;
}

/** Answers a question by the passages, notes and highlights with its words. */
export async function answerFromText(
  context: TaskContext,
  books: readonly LookupBook[],
  subject: QuestionSubject,
): Promise<AnswerPlan> {
  const { db, services, asked } = context;
  const [one] = subject.books.length === 1 ? subject.books : [];
  const isAboutChapter = chapterAskedIn(asked.text) !== null;
  const ofAll = isAboutChapter ? withoutChapter(subject, asked.text) : subject;
  const ofChapter = isAboutChapter ? await foundInChapter(context, ofAll, one ?? bookUnderWay(books)) : null;
  const about = ofChapter?.about ?? ofAll;
  const book = ofChapter?.book ?? one;
  const annotations = await searchAnnotations(db, {
    userId: asked.userId,
    bookId: book?.id,
    words: about.words,
    language: about.language,
  });
  const namesBook = one !== undefined || bookNamedIn(asked.text, books) !== undefined;
  const unknownTitle = namesBook || annotations.length > 0 ? null : await titleNotThere(context);
  if (unknownTitle !== null) return notInLibrary([unknownTitle]);
  const passages = ofChapter?.found ?? (await findPassages(db, services, { ...about, userId: asked.userId }));
  const name = subject.books.length > 0 ? null : nameAskedFor(parseQuestion(asked.text));
  return answerOf(context, { about, book, annotations, passages }, { name, hasBooks: books.length > 0 });
}

/** @param name the name that alone the question asks for: what does not have it is no answer */
async function answerOf(
  context: TaskContext,
  result: SearchResult,
  { name, hasBooks }: { name: readonly string[] | null; hasBooks: boolean },
): Promise<AnswerPlan> {
  const { about, book, annotations, passages: found } = result;
  const { text, earlier } = context.asked;
  const spelled = (word: string) => asSpelledInBooks(word, found.respelled);
  const hasName = (source: { text: string }) =>
    name === null || containsName(source.text, name) || containsName(source.text, name.map(spelled));
  const ownNotes = about.end === null ? annotations.filter(hasName) : [];
  const missingWords = missingWordsOf(result, text);
  const isWeak = found.isWeak && ownNotes.length === 0;
  // Most words of the question are in none of the books: passages with the others do not answer it.
  const isMostlyMissing = missingWords.length * 2 > about.words.length || (isWeak && missingWords.length > 0);
  const notes = ownNotes.slice(0, about.words.length === 0 ? mostOfBook : mostNotes);
  const hits = isMostlyMissing ? [] : goodEnough(found.hits.filter(hasName), found.isInterleaved);
  const passages = await passagesOf(context, hits);
  const shown = inShownOrder([...notes, ...passages.slice(0, mostPassages)]);
  const forModel = numbered([...shown, ...passages.slice(mostPassages)]);
  const citations = forModel.slice(0, shown.length);
  const isOfOne = citations.every(({ book_id }) => book_id === book?.id);
  const where = { hasBooks, bookTitle: isOfOne ? (book?.title ?? null) : null };
  const namedSubject = (words: readonly string[]) =>
    subjectWords([text, ...earlier.questions].join('\n'), words);
  if (citations.length === 0) {
    const notFound = namedSubject(missingWords.length > 0 ? missingWords : about.words);
    return { citations, said: nothingFound(notFound, where), instruction: null };
  }
  const saidSubject = about.end === null ? namedSubject(about.words).map(spelled) : [];
  return {
    citations,
    forModel,
    said: quoted(saidSubject, citations, where, { missingWords, isWeak }),
    instruction: [instruction, ...doubts(missingWords, isWeak)].join(' '),
  };
}

/** A word of the question in the spelling of the books, with its capital. */
function asSpelledInBooks(word: string, respelled: ReadonlyMap<string, string>): string {
  const spelling = respelled.get(foldWord(word));
  if (spelling === undefined) return word;
  return /^\p{Lu}/u.test(word) ? spelling.charAt(0).toUpperCase() + spelling.slice(1) : spelling;
}

/** The words of the question that neither the books nor the reader's own notes have. */
function missingWordsOf({ about, annotations, passages }: SearchResult, text: string): string[] {
  const isNoted = (word: string) =>
    annotations.some((annotation) =>
      beginningsIn(about.language, foldWord(word)).some((beginning) =>
        foldWord(annotation.text).includes(beginning),
      ),
    );
  return passages.missingWords.filter((word) => !isNoted(word) && !isOfChapter(text, foldWord(word)));
}

/** What a model is told where the sources may not answer the question. */
function doubts(missingWords: readonly string[], isWeak: boolean): string[] {
  if (missingWords.length > 0)
    return [
      `These words of the question stand nowhere in the books: ${missingWords.join(', ')}. If it cannot be answered without them, say that the books do not answer it.`,
    ];
  return isWeak ? ['The sources may not answer the question at all. If they do not, say so first.'] : [];
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
