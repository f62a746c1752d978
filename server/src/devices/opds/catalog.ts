import type { Book, BookStatus } from '@lectern/shared-contracts/api/books.ts';
import { smartRuleTest } from '@lectern/shared-contracts/domain/books/smartRule.ts';
import { tagKey } from '@lectern/shared-contracts/domain/books/tags.ts';
import { type SelectQueryBuilder, sql } from 'kysely';
import { addBookKeys } from '../../library/books/bookKeys.ts';
import { isTagged } from '../../library/books/tags.ts';
import type { Db } from '../../store/db.ts';
import { countOf, ownRow } from '../../store/ownRows.ts';
import type { Tables } from '../../store/schema.ts';
import { foldedWords, isUnspaced } from '../../store/textTokens.ts';

/** Entries per page of a feed. */
export const pageSize = 50;

/** Filters for books; books without a file are never listed. */
export interface BookFilter {
  /** Started and unfinished books, last opened first. */
  view?: 'continue' | undefined;
  status?: BookStatus | undefined;
  author?: string | undefined;
  series?: string | undefined;
  subject?: string | undefined;
  tag?: string | undefined;
  /** Id. */
  collection?: string | undefined;
  query?: string | undefined;
  order?: 'newest' | 'title' | undefined;
}

/** Maximum results of a search. */
const maxResults = 5_000;
/** Books that get missing search keys before a search; any others are not found until later. */
const maxAdded = 1_000;
/** Words of a search query; more are ignored. */
const maxWords = 10;

export interface PageOfIds {
  ids: string[];
  total: number;
}

type Books = SelectQueryBuilder<Tables, 'books', object>;

/** A literal, because the partial indexes (migration 0095) are used for this exact condition only. */
const hasFile = sql<boolean>`format <> 'none'`;
const booksOf = (db: Db, userId: string): Books =>
  db.selectFrom('books').where('books.user_id', '=', userId).where(hasFile);

/**
 * Ids of a page of books.
 * @param page one-based
 * @param knownTotal the total, when it was counted already
 * @throws AppError not_found for a collection that is not the user's
 */
export async function pageOfBooks(
  db: Db,
  userId: string,
  filter: BookFilter,
  page: number,
  knownTotal?: number,
): Promise<PageOfIds> {
  if (filter.collection !== undefined) return pageOfCollection(db, userId, filter.collection, page);
  if (filter.query !== undefined) return pageOfSearch(db, userId, filter, page);
  const books = filtered(booksOf(db, userId), filter);
  const [rows, total] = await Promise.all([
    sorted(books, filter)
      .select('books.id')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    knownTotal ?? countOf(books),
  ]);
  return { ids: rows.map(({ id }) => id), total };
}

/** Loads all matches once, for the page and the total. */
async function pageOfSearch(db: Db, userId: string, filter: BookFilter, page: number): Promise<PageOfIds> {
  if (foldedWords(filter.query ?? '').length === 0) return { ids: [], total: 0 };
  await addBookKeys(db, userId, maxAdded);
  const rows = await sorted(filtered(booksOf(db, userId), filter), filter)
    .select('books.id')
    .limit(maxResults)
    .execute();
  return { ids: rows.slice((page - 1) * pageSize, page * pageSize).map(({ id }) => id), total: rows.length };
}

function filtered(all: Books, { view, status, author, series, subject, tag, query }: BookFilter): Books {
  let books = all;
  if (view === 'continue') books = books.where('completed', '=', 0).where('progress', '>', 0);
  if (status !== undefined) books = books.where('status', '=', status);
  if (author !== undefined) books = books.where('author', '=', author);
  if (series !== undefined) books = books.where('series', '=', series);
  if (subject !== undefined) books = books.where('genre', '=', subject);
  if (tag !== undefined) books = books.where(isTagged(tag));
  // Words match as prefixes; in scripts without spaces, anywhere.
  for (const word of foldedWords(query ?? '').slice(0, maxWords))
    books = books.where('search_words', 'like', isUnspaced(word) ? `%${word}%` : `% ${word}%`);
  return books;
}

function sorted(books: Books, { view, status, author, series, query, order }: BookFilter): Books {
  if (view === 'continue') return books.orderBy(sql`coalesce(last_opened, '')`, 'desc').orderBy('books.id');
  // PostgreSQL would put unnumbered volumes last.
  if (series !== undefined)
    return books.orderBy('series_index', (by) => by.asc().nullsFirst()).orderBy('books.id');
  // search_words starts with the author.
  if (query !== undefined) return books.orderBy('search_words').orderBy('books.id');
  if (author !== undefined) return books.orderBy('author').orderBy('title').orderBy('books.id');
  if (order === 'title' && status === undefined)
    return books.orderBy(sql`coalesce(title_sort, title)`).orderBy('books.id');
  return books.orderBy('created_at', 'desc').orderBy('books.id', 'desc');
}

/** Number of books by status. */
export async function countsByStatus(db: Db, userId: string): Promise<Map<string, number>> {
  const rows = await booksOf(db, userId)
    .select((eb) => ['status', eb.fn.countAll<number>().as('total')])
    .groupBy('status')
    .execute();
  return new Map(rows.map(({ status, total }) => [status, Number(total)]));
}

/** Columns that books can be grouped by. */
export type NameColumn = 'author' | 'series' | 'genre';

export interface PageOfNames {
  names: { name: string; count: number }[];
  total: number;
}

/** A page of authors, series or subjects, sorted. */
export async function pageOfNames(
  db: Db,
  userId: string,
  column: NameColumn,
  page: number,
): Promise<PageOfNames> {
  const books = booksOf(db, userId).where(column, 'is not', null).where(column, '>', '');
  const rows = await books
    .select((eb) => [
      `${column} as name`,
      eb.fn.countAll<number>().as('count'),
      // Total number of names, in the same query.
      sql<number>`count(*) over ()`.as('total'),
    ])
    .groupBy(column)
    .orderBy(column)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return {
    names: rows.map(({ name, count }) => ({ name: name ?? '', count: Number(count) })),
    total: Number(rows[0]?.total ?? 0),
  };
}

/** A page of tags, sorted; in the spelling of most books. */
export async function pageOfTags(db: Db, userId: string, page: number): Promise<PageOfNames> {
  const rows = await booksOf(db, userId)
    .select((eb) => ['tags', eb.fn.countAll<number>().as('count')])
    .where('tag_keys', '>', '')
    .groupBy('tags')
    .execute();
  const spellings = new Map<string, Map<string, number>>();
  for (const { tags, count } of rows)
    for (const tag of JSON.parse(tags) as string[]) {
      const counts = spellings.get(tagKey(tag)) ?? new Map<string, number>();
      spellings.set(tagKey(tag), counts.set(tag, (counts.get(tag) ?? 0) + Number(count)));
    }
  const names = [...spellings]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .slice((page - 1) * pageSize, page * pageSize)
    .map(([, counts]) => {
      const [[name] = ['']] = [...counts].sort(([, one], [, other]) => other - one);
      return { name, count: [...counts.values()].reduce((sum, count) => sum + count, 0) };
    });
  return { names, total: spellings.size };
}

/** All collections of the user, sorted by name; at most 500. */
export async function collectionsOf(db: Db, userId: string): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('collections')
    .select(['id', 'name'])
    .where('user_id', '=', userId)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/**
 * Ids of the books with a file in a collection, in its order.
 * @throws AppError not_found for a collection that is not the user's
 */
export async function idsOfCollection(db: Db, userId: string, id: string): Promise<string[]> {
  const { rule } = await ownRow(db, 'collections', userId, id);
  return rule === null ? chosenBooks(db, userId, id) : booksOfRule(db, userId, rule);
}

async function pageOfCollection(db: Db, userId: string, id: string, page: number): Promise<PageOfIds> {
  const all = await idsOfCollection(db, userId, id);
  return { ids: all.slice((page - 1) * pageSize, page * pageSize), total: all.length };
}

async function chosenBooks(db: Db, userId: string, id: string): Promise<string[]> {
  const rows = await booksOf(db, userId)
    .innerJoin('collection_books', 'collection_books.book_id', 'books.id')
    .select('books.id')
    .where('collection_books.collection_id', '=', id)
    .orderBy('collection_books.seq')
    .execute();
  return rows.map((row) => row.id);
}

async function booksOfRule(db: Db, userId: string, rule: string): Promise<string[]> {
  const rows = await booksOf(db, userId)
    .select([
      'id',
      'title',
      'author',
      'series',
      'genre',
      'tags',
      'language',
      'status',
      'format',
      'favorite',
      'rating',
      'created_at',
    ])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const fits = smartRuleTest(JSON.parse(rule), Date.now());
  return rows
    .filter((row) => fits({ ...row, tags: JSON.parse(row.tags), favorite: row.favorite === 1 } as Book))
    .map(({ id }) => id);
}
