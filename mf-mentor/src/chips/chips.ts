import type { MentorTask } from '@lectern/shared-contracts/api/search.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';

export interface MentorChip {
  task: MentorTask | 'translate';
  name: string;
  /** 'book': about one book; 'books': about the chosen books, else all; 'none': about the whole library. */
  about: 'book' | 'books' | 'none';
}

/** What the mentor can do, in the order in which it is offered. */
export const mentorChips: readonly MentorChip[] = [
  { task: 'explain', about: 'books', name: text('Explain these words') },
  { task: 'summary', about: 'book', name: text('Sum up so far') },
  { task: 'chapter', about: 'book', name: text('This chapter') },
  { task: 'who', about: 'books', name: text('Who is …') },
  { task: 'highlights', about: 'books', name: text('My highlights') },
  { task: 'left', about: 'book', name: text('How much is left') },
  { task: 'quiz', about: 'book', name: text('Quiz me') },
  { task: 'next', about: 'none', name: text('What next') },
  { task: 'connect', about: 'books', name: text('Connect') },
  { task: 'review', about: 'book', name: text('Draft a review') },
  { task: 'translate', about: 'none', name: text('Translate') },
];

/** After a colon, at most six words in each language; a typed line without other telling words is that chip. */
export const chipKeywords: Readonly<Partial<Record<MentorChip['task'], string>>> = {
  summary: text('Keywords for a summary: sum, summary, summarize, recap, happened, far'),
  chapter: text('Keywords for a chapter: chapter, chapters, section'),
  who: text('Keywords for a person: who, whose, person, character, characters, name'),
  highlights: text('Keywords for highlights: highlight, highlights, highlighted, marked, underlined, notes'),
  left: text('Keywords for the rest of a book: left, remaining, remains, finish, long, rest'),
  quiz: text('Keywords for a quiz: quiz, test, question, questions, exam, examine'),
  next: text('Keywords for the next book: next, recommend, suggest, suggestion, suggestions, read'),
  connect: text('Keywords for connections: connect, connections, common, link, links, compare'),
  review: text('Keywords for a review: review, reviews, draft, critique, rate, rating'),
  translate: text('Keywords for a translation: translate, translation, translated'),
};
