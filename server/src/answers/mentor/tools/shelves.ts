import { openAsBlob } from 'node:fs';
import { openPack } from '@lectern/shared-contracts/domain/dictionary/dictionaryPack.ts';
import { dictionariesFor, lookUp } from '@lectern/shared-contracts/domain/dictionary/lookUp.ts';
import { foldText } from '@lectern/shared-contracts/domain/search/foldText.ts';
import type { Db } from '../../../store/db.ts';
import { foldedWords } from '../../../store/textTokens.ts';
import { openings } from '../openings.ts';
import { minutesLeft } from '../readingStats.ts';
import { booksCalled, noSuchBook, readChapters } from './books.ts';
import { type MentorTool, textArgument } from './tool.ts';

const [mostBooks, mostChapters, mostEntries] = [20, 100, 5];

const statuses = {
  unread: { completed: 0, begun: false },
  reading: { completed: 0, begun: true },
  finished: { completed: 1, begun: true },
} as const;
const orders = {
  newest: ['created_at', 'desc'],
  longest: ['word_count', 'desc'],
  shortest: ['word_count', 'asc'],
  best: ['rating', 'desc'],
  latest: ['last_opened', 'desc'],
} as const;

export const library: MentorTool = {
  name: 'library',
  description: 'Lists books of the reader, at most twenty, and how many there are.',
  parameters: {
    type: 'object',
    properties: {
      words: textArgument('With these words in title or author'),
      genre: textArgument('Of this genre'),
      series: textArgument('Of this series'),
      status: { enum: Object.keys(statuses) },
      favorites: { type: 'boolean', description: 'Only favorites and books with five stars' },
      order: { enum: Object.keys(orders) },
    },
    additionalProperties: false,
  },
  async run({ db, asked }, { words = '', genre, series, status, favorites, order = 'latest' }) {
    let books = db.selectFrom('books').where('user_id', '=', asked.userId);
    for (const word of foldedWords(String(words)).slice(0, 10))
      books = books.where('search_words', 'like', `% ${word}%`);
    for (const [column, text] of [['genre', genre] as const, ['series', series] as const])
      if (text !== undefined)
        books = books.where(column, 'in', await valuesWith(db, asked.userId, column, String(text)));
    const wanted = statuses[status as keyof typeof statuses];
    if (wanted) books = books.where('completed', '=', wanted.completed);
    if (wanted && !wanted.completed) books = books.where('progress', wanted.begun ? '>' : '=', 0);
    if (favorites === true)
      books = books.where(({ or, eb }) => or([eb('favorite', '=', 1), eb('rating', '=', 5)]));
    const { count } = await books
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const [column, direction] = orders[order as keyof typeof orders] ?? orders.latest;
    const shown = await books
      .select(['id', 'title', 'author', 'genre', 'series', 'progress', 'completed', 'rating', 'word_count'])
      .orderBy(column, (by) => (direction === 'asc' ? by.asc() : by.desc()).nullsLast())
      .orderBy('id')
      .limit(mostBooks)
      .execute();
    const ids = shown.map(({ id }) => id);
    return {
      found: await openings(db, asked.userId, ids),
      facts: { count: Number(count), books: shown.map(({ id: _, ...book }) => book) },
    };
  },
};

/** The values of a column that have a text. Folded here: LIKE ignores the case of some letters on one engine only. */
async function valuesWith(db: Db, userId: string, column: 'genre' | 'series', text: string) {
  const rows = await db
    .selectFrom('books')
    .select(`${column} as value`)
    .distinct()
    .where('user_id', '=', userId)
    .execute();
  const has = (value: string) => foldText(value).includes(foldText(text));
  return rows.flatMap(({ value }) => (value !== null && has(value) ? [value] : []));
}

export const bookFacts: MentorTool = {
  name: 'bookFacts',
  description: 'Description, length, progress, rating and the chapters read so far of a book.',
  parameters: {
    type: 'object',
    properties: { book: textArgument('The title of the book') },
    required: ['book'],
    additionalProperties: false,
  },
  async run(context, { book: name }) {
    const { books, unknown } = await booksCalled(context, name);
    const [book] = books;
    if (!book) return noSuchBook(unknown);
    const { id, format, ...facts } = book;
    const titles = (await readChapters(context, id)).flatMap(({ title }) => title ?? []);
    return {
      found: await openings(context.db, context.asked.userId, [id]),
      facts: {
        ...facts,
        chapters_read: titles.slice(-mostChapters),
        ...(format === 'none' ? {} : { minutes_left: book.completed ? 0 : minutesLeft(book) }),
      },
    };
  },
};

export const dictionary: MentorTool = {
  name: 'dictionary',
  description: 'Looks a word up in the dictionaries of this library.',
  parameters: {
    type: 'object',
    properties: {
      word: textArgument('The word'),
      language: { type: 'string', maxLength: 35, description: 'Its language, as a code such as en' },
    },
    required: ['word'],
    additionalProperties: false,
  },
  async run({ services: { dictionaries } }, { word, language }) {
    const code = language === undefined ? null : String(language);
    const packs = await Promise.all(
      dictionariesFor(await dictionaries.all(), code).map(async ({ id }) => ({
        id,
        pack: await openPack(await openAsBlob(await dictionaries.packOf(id))),
      })),
    );
    const found = await lookUp(packs, { text: String(word), language: code });
    return { facts: found.slice(0, mostEntries).map(({ words, entry }) => ({ words, entry })) };
  },
};
