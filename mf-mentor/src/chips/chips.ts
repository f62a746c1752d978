import type { MentorTask } from '@lectern/shared-contracts/api/search.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';

export interface MentorChip {
  task: MentorTask | 'translate';
  name: string;
  /** After a colon, at most six words in each language; a typed line that has no other telling words is this chip. */
  keywords: string;
  /** 'book': about one book; 'books': about the chosen books, else all; 'none': about the whole library. */
  about: 'book' | 'books' | 'none';
}

/** What the mentor can do, in the order in which it is offered. */
export const mentorChips: readonly MentorChip[] = [
  {
    task: 'summary',
    name: text('Sum up so far'),
    keywords: text('Keywords for a summary: sum, summary, summarize, recap, happened, far'),
    about: 'book',
  },
  {
    task: 'chapter',
    name: text('This chapter'),
    keywords: text('Keywords for a chapter: chapter, chapters, section'),
    about: 'book',
  },
  {
    task: 'who',
    name: text('Who is …'),
    keywords: text('Keywords for a person: who, whose, person, character, characters, name'),
    about: 'books',
  },
  {
    task: 'highlights',
    name: text('My highlights'),
    keywords: text('Keywords for highlights: highlight, highlights, highlighted, marked, underlined, notes'),
    about: 'books',
  },
  {
    task: 'left',
    name: text('How much is left'),
    keywords: text('Keywords for the rest of a book: left, remaining, remains, finish, long, rest'),
    about: 'book',
  },
  {
    task: 'quiz',
    name: text('Quiz me'),
    keywords: text('Keywords for a quiz: quiz, test, question, questions, exam, examine'),
    about: 'book',
  },
  {
    task: 'next',
    name: text('What next'),
    keywords: text('Keywords for the next book: next, recommend, suggest, suggestion, suggestions, read'),
    about: 'none',
  },
  {
    task: 'connect',
    name: text('Connect'),
    keywords: text('Keywords for connections: connect, connections, common, link, links, compare'),
    about: 'books',
  },
  {
    task: 'review',
    name: text('Draft a review'),
    keywords: text('Keywords for a review: review, reviews, draft, critique, rate, rating'),
    about: 'book',
  },
  {
    task: 'translate',
    name: text('Translate'),
    keywords: text('Keywords for a translation: translate, translation, translated'),
    about: 'none',
  },
];
