import { daysBefore, mondayOf } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import { readingDays } from '../../../library/gamification/readingDays.ts';
import { questionWords } from '../../search/questionWords.ts';
import { openings } from '../openings.ts';
import { searchAnnotations } from '../searchAnnotations.ts';
import { booksCalled, noSuchBook } from './books.ts';
import { dayArgument, type MentorTool, textArgument } from './tool.ts';

const mostMarks = 12;

export const highlightsAndNotes: MentorTool = {
  name: 'highlightsAndNotes',
  description: 'What the reader has highlighted and written, newest first or by words.',
  parameters: {
    type: 'object',
    properties: {
      book: textArgument('Only in this book, by title'),
      words: textArgument('Only with these words'),
      kind: { enum: ['highlights', 'notes'], description: 'Only highlights, or only what the reader wrote' },
      from: dayArgument('Made on or after this day'),
      to: dayArgument('Made on or before this day'),
    },
    additionalProperties: false,
  },
  async run(context, { book: name, words, kind, from, to }) {
    const { calendar, db, asked } = context;
    const { books, unknown } = await booksCalled(context, name);
    if (unknown.length > 0) return noSuchBook(unknown);
    const startOf = (day: unknown, later = 0) =>
      calendar.local.startOf(daysBefore(String(day), -later)).toISOString();
    const found = await searchAnnotations(db, {
      userId: asked.userId,
      bookIds: books.map(({ id }) => id),
      ...(words === undefined ? { words: [] } : questionWords(String(words))),
      ...(kind === undefined ? {} : { only: kind as 'highlights' | 'notes' }),
      between: {
        from: from === undefined ? '' : startOf(from),
        until: to === undefined ? '9999' : startOf(to, 1),
      },
    });
    return { found: found.slice(0, mostMarks), facts: { count: found.length } };
  },
};

export const readingStatistics: MentorTool = {
  name: 'readingStatistics',
  description: 'How long and how many pages the reader has read in a period, in all or in one book.',
  parameters: {
    type: 'object',
    properties: {
      period: { enum: ['today', 'week', 'month', 'year', 'all'], description: 'Up to today' },
      from: dayArgument('Instead of a period: the first day'),
      to: dayArgument('Instead of a period: the last day'),
      book: textArgument('Only this book, by title'),
    },
    additionalProperties: false,
  },
  async run(context, { period = 'all', from, to, book: name }) {
    const { db, calendar, asked } = context;
    const { today } = calendar;
    const starts: Record<string, string> = {
      today,
      week: mondayOf(today),
      month: `${today.slice(0, 7)}-01`,
      year: `${today.slice(0, 4)}-01-01`,
      all: '0000-01-01',
    };
    const first = from === undefined ? (starts[String(period)] ?? today) : String(from);
    const last = to === undefined ? today : String(to);
    const { books, unknown } = await booksCalled(context, name);
    if (unknown.length > 0) return noSuchBook(unknown);
    const [book] = books;
    const facts = { from: first, to: last };
    if (book === undefined) {
      const days = await readingDays(db, asked.userId, { first, last });
      const sum = (of: (day: (typeof days)[number]) => number) => days.reduce((all, day) => all + of(day), 0);
      const minutes = Math.floor(sum(({ seconds }) => seconds) / 60);
      return { facts: { ...facts, minutes, pages: sum(({ pages }) => pages), days: days.length } };
    }
    const { seconds, pages, sessions } = await db
      .selectFrom('reading_sessions')
      .select(({ fn }) => [
        fn.sum<number>('seconds').as('seconds'),
        fn.sum<number>('pages_read').as('pages'),
        fn.countAll<number>().as('sessions'),
      ])
      .where('user_id', '=', asked.userId)
      .where('book_id', '=', book.id)
      .where('local_end', '>=', first)
      .where('local_start', '<=', `${last}T24`)
      .executeTakeFirstOrThrow();
    return {
      found: await openings(db, asked.userId, [book.id]),
      facts: {
        ...facts,
        book: book.title,
        minutes: Math.floor(Number(seconds ?? 0) / 60),
        pages: Number(pages ?? 0),
        sessions: Number(sessions),
      },
    };
  },
};
