/** Every sentence of the mentor without a model, by code: the server sends codes, the page translates them. */
import { text } from './text.ts';

export const mentorWords = {
  // Sources
  lookedEverywhere: text('From your books, notes and highlights:'),
  lookedEverywhereFor: text('From your books, notes and highlights, about {{words}}:'),
  lookedInBook: text('From “{{title}}” and your notes on it:'),
  lookedInBookFor: text('From “{{title}}” and your notes on it, about {{words}}:'),
  /** Used in answers stored before 2026-11-23. */
  quotedOnly: text('I quote what I found and add nothing of my own.'),
  passages: text('Your books say:'),
  highlights: text('You highlighted:'),
  noHighlights: text('You haven’t highlighted anything yet.'),
  noHighlightsInBook: text('You haven’t highlighted anything in “{{title}}” yet.'),
  notes: text('You wrote:'),
  noNotes: text('You haven’t written any notes yet.'),
  noNotesInBook: text('You haven’t written any notes on “{{title}}” yet.'),
  oneAhead: text('One more match is further on than you’ve read, so I’ve hidden it:'),
  manyAhead: text('{{number}} more matches are further on than you’ve read, so I’ve hidden them:'),
  onlyOneAhead: text('The only match is further on than you’ve read, so I’ve hidden it:'),
  onlyManyAhead: text('All {{number}} matches are further on than you’ve read, so I’ve hidden them:'),
  nothingEverywhere: text('I found nothing about {{words}} in your books, notes and highlights.'),
  nothingInBook: text('I found nothing about {{words}} in “{{title}}”.'),
  nearest: text('What comes nearest:'),
  nothingToAnswer: text('I found nothing that answers your question.'),
  otherWords: text('Try a name, place or exact word from the text.'),
  noBooks: text('You have no books yet, so there is nothing to search. Upload one, and ask me again.'),
  whichBook: text('Which book do you mean? Name it, or open one, and ask me again.'),
  help: text(
    'Ask me about your books: what happens in a chapter, who somebody is, what you highlighted, how much you read, or what to read next.',
  ),
  // The library
  inLibrary: text('In your library:'),
  isInLibrary: text('Yes, in your library:'),
  notInLibrary: text('No book in your library has this title or author: {{words}}.'),
  alsoMore: text('And {{number}} more.'),
  ofGenreOrSeries: text('Your books with this genre or series: {{words}}.'),
  noneOfGenreOrSeries: text('No book in your library has this genre or series: {{words}}.'),
  genresCounted: text('Genres of your books: {{number}}.'),
  seriesCounted: text('Series of your books: {{number}}.'),
  noGenres: text('None of your books has a genre.'),
  noSeriesAtAll: text('None of your books belongs to a series.'),
  editionDated: text('Your edition of “{{title}}” is dated {{when}}.'),
  noDate: text('The description of “{{title}}” has no date of publication.'),
  genreOf: text('The genre of “{{title}}”: {{genre}}.'),
  noGenre: text('The description of “{{title}}” has no genre.'),
  inSeries: text('“{{title}}” belongs to the series {{series}}.'),
  numberInSeries: text('“{{title}}” is number {{number}} in the series {{series}}.'),
  noSeries: text('The description of “{{title}}” names no series.'),
  booksCounted: text(
    'Books in your library: {{number}}. Reading: {{reading}}, paused: {{paused}}, unread: {{unread}}, finished: {{finished}}.',
  ),
  unreadCounted: text('Unread books: {{unread}} of {{number}}.'),
  authorsCounted: text('Authors in your library: {{number}}.'),
  favorites: text('Your favorites and your books with five stars:'),
  noFavorites: text('You have no favorites and no books with five stars yet.'),
  longest: text('Your longest books:'),
  shortest: text('Your shortest books:'),
  newest: text('Your newest books:'),
  pagesOf: text('{{title}}. Pages: {{number}}.'),
  highlightsCounted: text('Highlights: {{number}}.'),
  notesCounted: text('Notes: {{number}}.'),
  // Reading
  nothingUnread: text('You have no unread books. Upload one, and I’ll find a place for it.'),
  whatNext: text('From your own shelves, in the order I’d suggest:'),
  nothingUnderWay: text('You’re not reading anything right now.'),
  underWay: text('You’re currently reading, most recent first:'),
  nothingFinished: text('You haven’t finished any books yet.'),
  booksFinished: text('You’ve finished, most recent first:'),
  booksFinishedLatest: text('Books finished: {{number}}. The latest:'),
  finishedInDays: text('Books finished, {{from}} to {{to}}: {{number}}.'),
  noneFinishedInDays: text('No books finished, {{from}} to {{to}}.'),
  readOnDay: text('{{from}}: {{time}} of reading. Pages: {{number}}.'),
  readInDays: text('{{from}} to {{to}}: {{time}} of reading. Pages: {{number}}.'),
  noneOnDay: text('{{from}}: no reading sessions.'),
  noneInDays: text('{{from}} to {{to}}: no reading sessions.'),
  readTitle: text('{{title}}: {{time}}.'),
  readBook: text(
    '“{{title}}”: {{time}} of reading. Sessions: {{sessions}}, the first on {{from}}, the latest on {{to}}. Pages: {{number}}.',
  ),
  noBookSessions: text('There are no reading sessions with “{{title}}” yet.'),
  pace: text('Pages an hour: {{number}}, over all your sessions with counted pages.'),
  noPace: text('None of your sessions has counted pages yet, so your pace is unknown.'),
  noSessions: text(
    'There are no reading sessions in the past two weeks. Start one from a book, and I can tell you how much you read.',
  ),
  habit: text('You’ve read {{today}} today and {{week}} in the past seven days, about {{pace}} a day.'),
  noStreak: text('You have no streak right now.'),
  streak: text('Your streak is {{days}} in a row.'),
  streakWeeks: text('Weeks in a row with reading: {{number}}.'),
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
  plan: text('A plan from what is unread on your shelves.'),
  paceUnknown: text('There are no reading sessions in the past two weeks, so this assumes {{pace}} a day.'),
  paceKnown: text('Lately you’ve read about {{pace}} a day. At that pace:'),
  planOneDay: text('{{from}}: {{title}}, {{time}}.'),
  planDays: text('{{from}} to {{to}}: {{title}}, {{time}}.'),
  // The user's data
  wordsLookedUp: text('Words you looked up, the latest first:'),
  noWordsLookedUp: text('You haven’t looked up any words here yet. Select one in a book and choose Look up.'),
  writtenBy: text('“{{title}}” is by {{author}}.'),
  ratedBook: text('You gave “{{title}}” {{stars}} of 5 stars.'),
  noOpinion: text('You haven’t rated “{{title}}” or written anything about it yet.'),
  stoppedAt: text('You stopped in “{{title}}” at {{percent}}, after these words:'),
  timeLeft: text('Left in “{{title}}”: {{percent}}, about {{time}}.'),
  pagesLeft: text('Pages left: {{number}} of {{total}}.'),
  finishOwn: text('At the {{pace}} a day that you’ve read lately, you’ll finish it on {{to}}.'),
  finishUsual: text('At {{pace}} a day, you’ll finish it on {{to}}.'),
  finished: text('You’ve finished “{{title}}”.'),
  notBegun: text('You haven’t started “{{title}}” yet.'),
  inTheScene: text('Named in this scene: {{words}}.'),
  firstNamed: text('{{name}} was first mentioned here:'),
  // A book
  namedOften: text('The names that “{{title}}” has most often:'),
  namedOftenSoFar: text('The names that “{{title}}” has most often, as far as you have read:'),
  described: text('The description of “{{title}}”: {{description}}'),
  justBegun: text('You’ve only just started “{{title}}”, so there is nothing to sum up yet.'),
  soFarAll: text('“{{title}}”, all of it.'),
  beginningOf: text('The beginning of “{{title}}”, which you haven’t started; nothing of its ending.'),
  soFarUnbegun: text('“{{title}}”, all of it, although you haven’t started it.'),
  soFar: text('“{{title}}”, as far as you have read, {{percent}}.'),
  ownSentences: text('Key sentences from each part, quoted word for word.'),
  chapterSummed: text('Key sentences from “{{chapter}}” of “{{title}}”, quoted word for word:'),
  chapterSoFar: text(
    'Key sentences from “{{chapter}}” of “{{title}}”, as far as you have read, quoted word for word:',
  ),
  chapterAhead: text('“{{chapter}}” of “{{title}}” is further on than you’ve read, so I don’t sum it up.'),
  chapterJustBegun: text('You’ve only just started “{{chapter}}”, so here is the chapter before it.'),
  noSuchChapter: text('I can’t find that chapter in “{{title}}”.'),
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
  // Annotations
  twoBooksFirst: text('I need at least two books to connect.'),
  markFirst: text(
    'You have no highlights or notes yet. Highlight a sentence you like, and I’ll connect it with your other books.',
  ),
  markInBookFirst: text(
    'There are no highlights or notes in “{{title}}” yet. Highlight a sentence you like, and I’ll connect it with your other books.',
  ),
  noneOfTheSame: text(
    'I compared your highlights and notes with your other books and found nothing in common.',
  ),
  compared: text('What your highlights and notes share with your other books:'),
  highlightAndPassage: text('Your highlight in {{one}} and a passage of {{other}} both mention {{words}}:'),
  noteAndPassage: text('Your note in {{one}} and a passage of {{other}} both mention {{words}}:'),
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
  /** An estimate in whole hours from an hour on, unless `exact`. */
  | { minutes: number; exact?: true }
  | { days: number }
  | { percent: number }
  /** yyyy-mm-dd */
  | { date: string; year?: true }
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
      if (!value.exact) return unit(language, 'hour', Math.round(value.minutes / perHour));
      const [hours, minutes] = [Math.floor(value.minutes / perHour), value.minutes % perHour];
      const parts = [
        unit(language, 'hour', hours),
        ...(minutes > 0 ? [unit(language, 'minute', minutes)] : []),
      ];
      return new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(parts);
    }
    if ('days' in value) return unit(language, 'day', value.days);
    if ('percent' in value)
      return new Intl.NumberFormat(language, { style: 'percent' }).format(value.percent / 100);
    if ('date' in value) {
      const year = value.year ? ({ year: 'numeric' } as const) : {};
      const format = new Intl.DateTimeFormat(language, {
        day: 'numeric',
        month: 'long',
        ...year,
        timeZone: 'UTC',
      });
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
