import { foldWord, isUnspaced } from '../../store/textTokens.ts';
import { chapterAskedIn, isOfChapter, meansThisBook, meansThisChapter } from './chapterAsked.ts';
import {
  asksForList,
  type DescriptionPart,
  descriptionAskedIn,
  wordsBesideDescription,
} from './descriptionAsked.ts';
import { hasPhraseOf, hasPronoun, intentIn, isOfAnyBook, wordsBesidePhrases } from './intents.ts';
import type { Intent } from './languages/intentPhrases.ts';
import { withoutNamedPeriods, withoutPeriod } from './periods.ts';
import { anyOf, worded } from './phrases.ts';
import { parseQuestion, quotedWords } from './question.ts';

/** Questions that are always about a book: where they name none, they leave it out ("Who wrote it?", "Quiz me"). */
const ofOneBook: ReadonlySet<Intent | DescriptionPart> = new Set<Intent | DescriptionPart>([
  'summary',
  'quiz',
  'author',
  'aboutBook',
  'beginning',
  'ending',
  'bookLeft',
  'haveRead',
  'characters',
  'published',
  'genre',
  'series',
]);
/** Questions about the reader, which are about a book where they have a word for it ("What did I mark in it?"). */
const ofReader: ReadonlySet<Intent | DescriptionPart> = new Set<Intent | DescriptionPart>([
  'review',
  'timeLeft',
  'readingTime',
  'habit',
  'place',
  'opinion',
  'highlights',
  'notes',
  'countHighlights',
  'countNotes',
  'lookedUp',
]);

/** "The book" in each language of questions. */
const theBook = anyOf(
  [
    ['the book', 'the novel', 'das buch', 'dem buch', 'des buches', 'der roman', 'den roman', 'im roman'],
    ['l ai je', 'le livre', 'du livre', 'le roman', 'du roman', 'el libro', 'del libro', 'la novela'],
    ['o livro', 'do livro', 'no livro', 'o romance', 'do romance'],
    ['その本', 'あの本', '那本书', '该书', '此书', 'الكتاب', 'الرواية'],
    ['книга', 'книгу', 'книги', 'книге', 'роман', 'романа'],
  ].flat(),
);
/** A book in each language that puts spaces between words. */
const bookWords = new Set(
  'book books novel buch buches roman livre libro novela livro romance كتاب الكتاب الرواية'
    .split(' ')
    .map(foldWord),
);

/**
 * Whether a question is about a book and leaves out which, so that it means the one of the conversation: "Which genre
 * is it?", "Have I finished the book?", "And chapter 6?". A chapter at the reader's place is one of the book that is
 * being read.
 */
export function leavesOutBook(text: string): boolean {
  const kind = kindOf(text);
  if (quotedWords(text) !== null || meansThisChapter(text)) return false;
  if (kind === null && chapterAskedIn(text) !== null) {
    const { words, isAboutAnything } = parseQuestion(text);
    return !isAboutAnything || words.every((word) => isOfChapter(text, foldWord(word)));
  }
  return (
    kind !== null && (ofOneBook.has(kind) || hasWordForBook(text)) && asksForBookAlone(text, () => false)
  );
}

/** Whether a question is about a book, and has no other words than those of its title. */
export function asksForBookAlone(text: string, isOfTitle: (word: string) => boolean): boolean {
  const kind = kindOf(text);
  if (kind !== null && isPart(kind) && asksForList(text)) return false;
  if (kind === null || !(ofOneBook.has(kind) || ofReader.has(kind))) return false;
  const { words: all, isAboutAnything } = parseQuestion(text);
  const words = withoutPeriod(isAboutAnything ? all : []);
  // "Did I read yesterday?"
  if (kind === 'haveRead' && isAboutAnything && words.length < all.length) return false;
  const rest = isPart(kind) ? wordsBesideDescription(kind, words) : wordsBesidePhrases(kind, words);
  return rest.every((word) => isOfTitle(word) || isOfChapter(text, foldWord(word)) || isWordForBook(word));
}

/** The words with a capital by which a question about a book may name one that is not there; empty for none. */
export function unknownTitleIn(text: string): readonly string[] {
  const kind = kindOf(text);
  if (kind === null || !(kind === 'owned' || ofOneBook.has(kind) || ofReader.has(kind))) return [];
  const { words: all, isAboutAnything } = parseQuestion(text);
  const words = withoutPeriod(isAboutAnything ? all : []);
  const beside = isPart(kind) ? wordsBesideDescription(kind, words) : wordsBesidePhrases(kind, words);
  const rest = beside.filter((word) => !isOfChapter(text, foldWord(word)) && !isWordForBook(word));
  return rest.every((word) => /^\p{Lu}/u.test(word) && !text.startsWith(word)) ? rest : [];
}

function kindOf(text: string): Intent | DescriptionPart | null {
  if (hasPhraseOf('readingTime', text)) return 'readingTime';
  return intentIn(text) ?? descriptionAskedIn(text);
}

const isPart = (kind: Intent | DescriptionPart): kind is DescriptionPart =>
  kind === 'published' || kind === 'genre' || kind === 'series' || kind === 'books';

const hasWordForBook = (text: string) =>
  meansThisBook(text) ||
  theBook.test(worded(text)) ||
  hasPronoun(withoutNamedPeriods(text), parseQuestion(text).language);

/** Whether a word of a question names no book, but may be said of any: "book", "story". */
export function isWordForBook(word: string): boolean {
  const folded = foldWord(word);
  return (
    isOfAnyBook(folded) ||
    bookWords.has(folded) ||
    (isUnspaced(folded) && /^[本书書作品これそのあ这那该此它是]+$/u.test(folded))
  );
}
