import { foldWord, isUnspaced } from '../../store/textTokens.ts';
import type { AnswerPlan, TaskContext } from '../answerPlan.ts';
import { bookNamedIn, booksToLookUp, bookUnderWay, type LookupBook, wordsBesideBook } from '../bookLookup.ts';
import { message } from '../message.ts';
import { type Place, placesIn } from '../place.ts';
import { chapterAskedIn, hasChapterWord, isOfChapter } from '../question/chapterAsked.ts';
import { intentIn, isOfAnyBook, languageOf, namesSubject, wordsBesidePhrases } from '../question/intents.ts';
import { withoutPeriod } from '../question/periods.ts';

type Chosen =
  | { book: LookupBook; place: Place; none: null }
  /** With the answer that says why there is none. */
  | { book: null; place: null; none: AnswerPlan };

/** The book that a task is about: the one asked about or named, else the one that was opened last. */
export async function chosenBook({ db, asked }: TaskContext): Promise<Chosen> {
  const lookedUp = await booksToLookUp(db, asked.userId, {
    texts: [asked.text],
    ids: asked.bookId === null ? [] : [asked.bookId],
  });
  const books = lookedUp.filter(({ format }) => format !== 'none');
  const book = asked.bookId
    ? books.find(({ id }) => id === asked.bookId)
    : (bookNamedIn(asked.text, books) ?? bookUnderWay(books) ?? lastOpened(books));
  const unknown = asked.bookId || bookNamedIn(asked.text, books) ? [] : unknownTitleIn(asked.text, books);
  if (unknown.length > 0 && books.length > 0) return { book: null, place: null, none: notInLibrary(unknown) };
  const [place] = book ? await placesIn(db, asked.userId, [book.id]) : [];
  if (book && place) return { book, place, none: null };
  const why = message(books.length === 0 ? 'noBooks' : 'whichBook');
  return { book: null, place: null, none: { citations: [], said: [[why]], instruction: null } };
}

/** The answer about a title or author that the library does not have. */
export function notInLibrary(words: readonly string[]): AnswerPlan {
  const said = message('notInLibrary', { words: { words: [words.join(' ')] } });
  return { citations: [], said: [[said]], instruction: null };
}

/**
 * The words by which a question names a book that is not there: "When will I finish Ulysses?" Summaries and
 * the like have words of their own, so there they count with a capital or beside a chapter.
 */
function unknownTitleIn(text: string, books: readonly LookupBook[]): readonly string[] {
  const intent = intentIn(text);
  const asked = chapterAskedIn(text);
  const isTitleOfChapter = hasChapterWord(text) && asked === null;
  if (intent === null || isUnspaced(text) || namesSubject(text) || isTitleOfChapter) return [];
  const words = withoutPeriod(wordsBesideBook(text, books)).filter(
    (word) => !isOfChapter(text, foldWord(word)) && !isOfAnyBook(word),
  );
  const rest = wordsBesidePhrases(intent, words);
  const isTitle = rest.every((word) => /^\p{Lu}/u.test(word) && !text.startsWith(word));
  const isNamed =
    intent === 'timeLeft' ||
    intent === 'readingTime' ||
    (intent === 'place' && rest.length === 1) ||
    intent === 'haveRead' ||
    asked !== null ||
    (isTitle && languageOf(text) !== 'de');
  return isNamed ? rest : [];
}

function lastOpened(books: readonly LookupBook[]): LookupBook | undefined {
  return books
    .filter(({ last_opened }) => last_opened !== null)
    .sort((a, b) => (b.last_opened ?? '').localeCompare(a.last_opened ?? ''))[0];
}
