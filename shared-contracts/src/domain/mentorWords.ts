/**
 * Every sentence that the mentor makes without a model, by its code: the server says the code, the page the language.
 */
import { text } from './text.ts';

export const mentorWords = {
  // Where was looked, and what was found
  lookedEverywhere: text('I looked in your books, notes and highlights.'),
  lookedEverywhereFor: text('I looked in your books, notes and highlights for {{words}}.'),
  lookedInBook: text('I looked in “{{title}}” and in what you wrote about it.'),
  lookedInBookFor: text('I looked in “{{title}}” and in what you wrote about it for {{words}}.'),
  quotedOnly: text('I quote what I found and add nothing of my own.'),
  passages: text('Your books say:'),
  highlights: text('You highlighted:'),
  notes: text('You wrote:'),
  oneAhead: text('One more passage stands after your place in the book, so I keep it folded:'),
  manyAhead: text('{{number}} more passages stand after your place in the book, so I keep them folded:'),
  nothingEverywhere: text('I found nothing about {{words}} in your books, notes and highlights.'),
  nothingInBook: text('I found nothing about {{words}} in “{{title}}”.'),
  nothingToAnswer: text('I found nothing that answers your question.'),
  otherWords: text('Other words may help: names, places, things that are called so in the text.'),
  noBooks: text(
    'There is no book on your shelves yet, so I have nothing to look in. Upload one, and ask me again.',
  ),
  whichBook: text('Which book do you mean? Name it, or open one, and ask me again.'),
  // Reading
  nothingUnread: text('There is nothing unread on your shelves. Upload a book, and I will find its place.'),
  whatNext: text('From your own shelves, in the order in which I would take them:'),
  nothingUnderWay: text('No book of yours is under way at the moment.'),
  underWay: text('These are under way, the one you opened last first:'),
  noSessions: text(
    'I know of no reading session in the last two weeks. Start one from a book, and I can tell you how much you read.',
  ),
  habit: text(
    'By your reading sessions: {{today}} today, {{week}} in the last seven days; lately that is {{pace}} a day.',
  ),
  noStreak: text('There is no streak at the moment.'),
  streak: text('Your streak is {{days}} in a row.'),
  streakWeeks: text('Weeks in a row with reading: {{number}}.'),
  through: text('You are {{percent}} through.'),
  unread: text('It waits unread on your shelves.'),
  follows: text('It follows {{other}} in {{series}}.'),
  byAuthor: text('By {{author}}, like {{other}}.'),
  ofGenre: text('{{genre}}, like {{other}}.'),
  likedByStars: text('You gave that one {{stars}} stars.'),
  likedAsFavorite: text('That one is among your favorites.'),
  likedFinished: text('That one you finished.'),
  likedReading: text('That one you are reading.'),
  timeUsual: text('About {{time}} of reading; with half an hour a day, {{days}}.'),
  timeOwn: text('About {{time}} of reading; at your {{pace}} a day, {{days}}.'),
  plan: text('A plan from what is unread on your shelves.'),
  paceUnknown: text('I know of no reading session in the last two weeks, so I count with {{pace}} a day.'),
  paceKnown: text('You read about {{pace}} a day lately; at that pace:'),
  planOneDay: text('{{from}}: {{title}}, {{time}}.'),
  planDays: text('{{from}} to {{to}}: {{title}}, {{time}}.'),
  // A book
  justBegun: text('You have only just begun “{{title}}”, so there is nothing to sum up yet.'),
  soFarAll: text('“{{title}}”, all of it.'),
  soFarUnbegun: text('“{{title}}”, all of it, though you have not begun it.'),
  soFar: text('“{{title}}”, as far as you have read, {{percent}}.'),
  ownSentences: text(
    'These are its own sentences, those that say the most of each part; I add nothing of mine.',
  ),
  noQuestions: text('You have not read enough of “{{title}}” for questions yet.'),
  questions: text('Questions on “{{title}}”.'),
  questionsOnChapter: text('Questions on “{{chapter}}” of “{{title}}”.'),
  leftOut: text('Its own sentences, each with a word left out. The answers are folded.'),
  standsIn: text('These words stand in {{where}}.'),
  explainedByBook: text('I explain them by the book itself, and add nothing of my own.'),
  before: text('Just before:'),
  earlier: text('Earlier, of the same:'),
  own: text('You wrote or marked:'),
  nothingBefore: text('Nothing before it in this book speaks of the same.'),
  // Marks and notes
  twoBooksFirst: text('There must be two books on your shelves before I can connect them.'),
  markFirst: text(
    'I connect what you have marked or written with your other books, and there is no highlight or note of yours yet. Mark a sentence that you like, and ask me again.',
  ),
  markInBookFirst: text(
    'I connect what you have marked or written with your other books, and there is no highlight or note in “{{title}}” yet. Mark a sentence that you like, and ask me again.',
  ),
  noneOfTheSame: text(
    'I compared what you marked and wrote with your other books, and found no two that speak of the same.',
  ),
  compared: text('I compared what you marked and wrote with your other books, by the words they share.'),
  highlightAndPassage: text('Your highlight in {{one}} and a passage of {{other}} both speak of {{words}}:'),
  noteAndPassage: text('Your note in {{one}} and a passage of {{other}} both speak of {{words}}:'),
  nothingToReview: text(
    'There is no highlight or note of yours in “{{title}}” yet. Mark what stays with you while you read, and I will gather it for a review.',
  ),
  review: text(
    'The beginnings of a review of “{{title}}”, from your own marks and notes in the order of the book.',
  ),
  stars: text('You gave it {{stars}} of 5 stars.'),
  keepTheBest: text('Keep what says it best, and answer the questions in your own words.'),
  whatStayed: text('What stayed with you?'),
  whatYouThought: text('What did you think?'),
  whatAbout: text('What is it about, in one sentence that gives nothing away?'),
  forWhom: text('For whom would you take it from the shelf, and for whom not?'),
} as const;

export type MentorWord = keyof typeof mentorWords;

/** What stands in a sentence; what is written differently in each language says what it is. */
export type MentorValue =
  | string
  | number
  | { minutes: number }
  | { days: number }
  | { percent: number }
  /** yyyy-mm-dd */
  | { date: string }
  /** Words of the reader's or of a book. */
  | { words: string[] };

/** A part of a paragraph: words as they stand, or a sentence by its code. */
export type MentorPart = string | { say: string; with?: Record<string, MentorValue> };

const perMinute = 60;

/**
 * A paragraph in a language.
 * @param translate the English sentence in that language, with its places filled
 */
export function inLanguage(
  parts: readonly MentorPart[],
  language: string,
  translate: (english: string, values: Record<string, string>) => string,
): string {
  const written = (value: MentorValue): string => {
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return new Intl.NumberFormat(language).format(value);
    if ('minutes' in value) {
      const hours = Math.round(value.minutes / perMinute);
      return value.minutes < perMinute
        ? unit(language, 'minute', value.minutes)
        : unit(language, 'hour', hours);
    }
    if ('days' in value) return unit(language, 'day', value.days);
    if ('percent' in value)
      return new Intl.NumberFormat(language, { style: 'percent' }).format(value.percent / 100);
    if ('date' in value) {
      const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
      return format.format(Date.parse(value.date));
    }
    return new Intl.ListFormat(language).format(value.words.map((word) => `“${word}”`));
  };
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const english = (mentorWords as Readonly<Record<string, string>>)[part.say] ?? '';
      const values = Object.entries(part.with ?? {}).map(([name, value]) => [name, written(value)]);
      return translate(english, Object.fromEntries(values));
    })
    .join('');
}

function unit(language: string, name: 'minute' | 'hour' | 'day', count: number): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'long' }).format(count);
}

/** In English, as the server keeps it for those who know no codes. */
export function inEnglish(parts: readonly MentorPart[]): string {
  return inLanguage(parts, 'en-GB', (english, values) =>
    english.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? ''),
  );
}
