import type { WantedPassages } from '../search/findPassages.ts';
import type { TaskContext } from './answerPlan.ts';
import { booksMeant, type LookupBook } from './bookLookup.ts';
import { clausesIn } from './question/clauses.ts';
import { type Earlier, isFollowUp, subjectOf } from './question/followUp.ts';
import {
  answerTypeOf,
  asksAboutBook,
  asksForDefinition,
  asksWho,
  endAskedFor,
  type QuestionLanguage,
} from './question/intents.ts';
import { longestWords, multiWordNames, parseQuestion } from './question/question.ts';

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
