/** Every sentence of the mentor without a model, by code: the server sends codes, the page translates them. */
import { text } from './text.ts';

export const mentorWords = {
  // Search
  foundWord: text('Passages with {{words}}: {{number}}'),
  foundTogether: text('Passages with {{words}} together: {{number}}'),
  foundWithout: text('No passage has {{missing}}; the nearest have {{words}}:'),
  foundApart: text('No passage has {{all}} together; the nearest have {{words}}:'),
  foundInMarks: text('{{words}} in your notes and highlights:'),
  nothingAbout: text('Nothing in your books, notes and highlights has {{words}}.'),
  noBooks: text('You have no books yet, so there is nothing to search. Upload one, and ask me again.'),
  // A book
  justBegun: text('You’ve only just started “{{title}}”, so there is nothing to sum up yet.'),
  nothingToSumUp: text('There is no text in “{{title}}” to sum up.'),
  soFarAll: text('“{{title}}”, all of it.'),
  soFar: text('“{{title}}”, as far as you have read, {{percent}}.'),
  beginningOf: text('The beginning of “{{title}}”, which you haven’t started; nothing of its ending.'),
  ownSentences: text('Key sentences from each part, quoted word for word.'),
  chapterSummed: text('Key sentences from “{{chapter}}” of “{{title}}”, quoted word for word:'),
  chapterSoFar: text(
    'Key sentences from “{{chapter}}” of “{{title}}”, as far as you have read, quoted word for word:',
  ),
  chapterAhead: text('“{{chapter}}” of “{{title}}” is further on than you’ve read, so I don’t sum it up.'),
  noSuchChapter: text('I can’t find that chapter in “{{title}}”.'),
  mentioned: text('{{words}}, first mentioned here:'),
  onlyAhead: text('{{words}}: mentioned only further on than you’ve read.'),
  noQuestions: text('You have not read enough of “{{title}}” for questions yet.'),
  questions: text('Questions on “{{title}}”.'),
  questionsOnChapter: text('Questions on “{{chapter}}” of “{{title}}”.'),
  leftOut: text('Sentences from the book, each with a word left out. The answers are hidden.'),
  standsIn: text('These words are from {{where}}.'),
  explainedByBook: text('Here is what the book itself says about them.'),
  before: text('Just before:'),
  earlier: text('Earlier, on the same subject:'),
  own: text('You wrote or marked:'),
  nothingBefore: text('Nothing earlier in this book is on the same subject.'),
  // Reading
  nothingUnread: text('You have no unread books. Upload one, and I’ll find a place for it.'),
  whatNext: text('From your own shelves, in the order I’d suggest:'),
  finished: text('You’ve finished “{{title}}”.'),
  partLeft: text('Left in “{{title}}”: {{percent}}.'),
  timeLeft: text('Left in “{{title}}”: {{percent}}, about {{time}}.'),
  finishUsual: text('At {{pace}} a day, you’ll finish it on {{to}}.'),
  finishOwn: text('At the {{pace}} a day that you’ve read lately, you’ll finish it on {{to}}.'),
  through: text('You are {{percent}} through.'),
  unread: text('It’s unread on your shelves.'),
  follows: text('It follows {{other}} in {{series}}.'),
  byAuthor: text('By {{author}}, like {{other}}.'),
  ofGenre: text('{{genre}}, like {{other}}.'),
  likedByStars: text('You gave that one {{stars}} stars.'),
  likedAsFavorite: text('That one is among your favorites.'),
  likedFinished: text('That one you finished.'),
  likedReading: text('That one you are reading.'),
  timeShort: text('About {{time}} of reading.'),
  timeUsual: text('About {{time}} of reading; with half an hour a day, {{days}}.'),
  timeOwn: text('About {{time}} of reading; at your {{pace}} a day, {{days}}.'),
  // Highlights and notes
  noHighlights: text('You haven’t highlighted anything yet.'),
  yourMarks: text('Your highlights and notes, newest first:'),
  latestMarks: text('The newest highlights and notes, of {{number}} in all:'),
  markFirst: text(
    'You have no highlights or notes yet. Highlight a sentence you like, and I’ll connect it with your other books.',
  ),
  noneOfTheSame: text(
    'I compared your highlights and notes with your other books and found nothing in common.',
  ),
  compared: text('What your highlights and notes share with your other books:'),
  markAndPassage: text('What you marked in {{one}} and a passage of {{other}} both mention {{words}}:'),
  nothingToReview: text(
    'You have no highlights or notes in “{{title}}” yet. Highlight what stays with you while you read, and I’ll gather it for a review.',
  ),
  review: text(
    'A start for your review of “{{title}}”, from your own highlights and notes in the order of the book.',
  ),
  stars: text('You gave it {{stars}} of 5 stars.'),
  keepTheBest: text('Keep what says it best, and answer the questions in your own words.'),
  whatStayed: text('What stayed with you?'),
  whatYouThought: text('What did you think?'),
  whatAbout: text('What is it about, in one spoiler-free sentence?'),
  forWhom: text('Who would you recommend it to, and who not?'),
} as const;

export type MentorWord = keyof typeof mentorWords;

/** Placeholder values; those that differ by language are typed. */
export type MentorValue =
  | string
  | number
  /** An estimate, in whole hours from an hour on. */
  | { minutes: number }
  | { days: number }
  | { percent: number }
  /** yyyy-mm-dd */
  | { date: string }
  /** Words of the user or a book. */
  | { words: string[] };

/** A part of a paragraph: a literal text, or a sentence by code. */
export type MentorPart = string | { say: string; with?: Record<string, MentorValue> };

const perHour = 60;

/**
 * Renders a paragraph in a language.
 * @param translate translates an English sentence and fills its placeholders
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
      if (value.minutes < perHour) return unit(language, 'minute', value.minutes);
      return unit(language, 'hour', Math.round(value.minutes / perHour));
    }
    if ('days' in value) return unit(language, 'day', value.days);
    if ('percent' in value)
      return new Intl.NumberFormat(language, { style: 'percent' }).format(value.percent / 100);
    if ('date' in value) {
      const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
      return format.format(Date.parse(value.date));
    }
    return new Intl.ListFormat(language).format(value.words.map((word) => inQuotes(word, language)));
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

/** Quotation marks by language; English ones for all others. */
const quotationMarks: Readonly<Record<string, readonly [string, string]>> = {
  ar: ['«', '»'],
  de: ['„', '“'],
  es: ['«', '»'],
  fr: ['«\u00a0', '\u00a0»'],
  ja: ['「', '」'],
};

function inQuotes(words: string, language: string): string {
  const [open, close] = quotationMarks[language] ?? ['“', '”'];
  return `${open}${words}${close}`;
}

function unit(language: string, name: 'minute' | 'hour' | 'day', count: number): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'long' }).format(count);
}

/** Renders English, which the server stores for clients that do not know the codes. */
export function inEnglish(parts: readonly MentorPart[]): string {
  return inLanguage(parts, 'en-GB', (english, values) =>
    english.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? ''),
  );
}
