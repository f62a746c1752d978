import type { BookStatus } from '@lectern/shared-contracts/api/books.ts';
import { sql } from 'kysely';
import { AppError } from '../../run/common/errors.ts';
import type { Db } from '../../store/db.ts';
import { ownRow } from '../../store/ownRows.ts';
import {
  type BookFilter,
  collectionsOf,
  countsByStatus,
  type NameColumn,
  pageOfBooks,
  pageOfNames,
  pageOfTags,
  pageSize,
} from './catalog.ts';
import {
  type CatalogBook,
  catalogColumns,
  type FacetGroup,
  type Feed,
  type FeedPages,
  type NavigationEntry,
  withFurtherFiles,
} from './feedModel.ts';

/** Context of a feed. */
export interface FeedContext {
  db: Db;
  userId: string;
  /** The updated time of feeds without books. */
  now: Date;
}

const statuses: Record<BookStatus, string> = {
  unread: 'Unread',
  reading: 'Reading',
  paused: 'Paused',
  completed: 'Finished',
};

/** The root of the catalog. */
export function rootFeed({ now }: FeedContext): Feed {
  const to = (title: string, path: string, leadsTo: NavigationEntry['leadsTo']): NavigationEntry => ({
    title,
    path,
    count: null,
    leadsTo,
  });
  const entries = [
    to('Continue reading', '/books?view=continue', 'books'),
    to('Recently added', '/books', 'books'),
    to('Unread', '/books?status=unread', 'books'),
    to('By title', '/books?order=title', 'books'),
    to('Authors', '/authors', 'navigation'),
    to('Series', '/series', 'navigation'),
    to('Subjects', '/subjects', 'navigation'),
    to('Tags', '/tags', 'navigation'),
    to('Collections', '/collections', 'navigation'),
  ];
  return navigationFeed('', 'Lectern', now, entries);
}

/** A feed of links to other feeds. */
function navigationFeed(
  path: string,
  title: string,
  now: Date,
  entries: NavigationEntry[],
  pages: FeedPages | null = null,
): Feed {
  const content = { kind: 'navigation', entries } as const;
  return { path, title, updated: now.toISOString(), content, pages, facets: [] };
}

/** Feeds of names: title, column, and the query parameter of the books they lead to. */
export const nameFeeds = {
  authors: { title: 'Authors', column: 'author', parameter: 'author' },
  series: { title: 'Series', column: 'series', parameter: 'series' },
  subjects: { title: 'Subjects', column: 'genre', parameter: 'subject' },
  tags: { title: 'Tags', column: null, parameter: 'tag' },
} as const satisfies Record<
  string,
  { title: string; column: NameColumn | null; parameter: keyof BookFilter }
>;

export async function nameFeed(
  { db, userId, now }: FeedContext,
  kind: keyof typeof nameFeeds,
  page: number,
): Promise<Feed> {
  const { title, column, parameter } = nameFeeds[kind];
  const { names, total } = await (column === null
    ? pageOfTags(db, userId, page)
    : pageOfNames(db, userId, column, page));
  const entries = names.map(({ name, count }) => ({
    title: name,
    path: `/books${queryOf({ [parameter]: name })}`,
    count,
    leadsTo: 'books' as const,
  }));
  const pages = pagesOf(page, total, (at) => `/${kind}${queryOf({ page: at > 1 ? String(at) : undefined })}`);
  return navigationFeed(pages.pathOf(page), title, now, entries, pages);
}

export async function collectionFeed({ db, userId, now }: FeedContext): Promise<Feed> {
  const entries = (await collectionsOf(db, userId)).map(({ id, name }) => ({
    title: name,
    path: `/books${queryOf({ collection: id })}`,
    count: null,
    leadsTo: 'books' as const,
  }));
  return navigationFeed('/collections', 'Collections', now, entries);
}

/** @throws AppError not_found for a page beyond the last, or a collection that is not the user's */
export async function bookFeed(
  { db, userId, now }: FeedContext,
  filter: BookFilter,
  page: number,
): Promise<Feed> {
  const counts = hasFacets(filter) ? await countsByStatus(db, userId) : null;
  const { ids, total } = await pageOfBooks(
    db,
    userId,
    filter,
    page,
    counts ? countOf(counts, filter) : undefined,
  );
  const pages = pagesOf(page, total, (at) => pathOf(filter, at));
  const books = await booksById(db, userId, ids);
  const updated =
    books
      .map((book) => book.updated_at)
      .sort()
      .at(-1) ?? now.toISOString();
  return {
    path: pages.pathOf(page),
    title: await titleOf(db, userId, filter),
    updated,
    content: { kind: 'books', books },
    pages,
    facets: counts ? facetsOf(counts, filter) : [],
  };
}

/** Limits descriptions in feeds, so that a page stays below 2 MB; the full text is in the book's own entry. */
const maxDescriptionLength = 2_000;
const columnsOfFeed = catalogColumns.filter((name) => name !== 'description');

async function booksById(db: Db, userId: string, ids: readonly string[]): Promise<CatalogBook[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('books')
    .select(columnsOfFeed)
    .select(sql<string | null>`substr(description, 1, ${sql.lit(maxDescriptionLength)})`.as('description'))
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
  const byId = new Map((await withFurtherFiles(db, rows)).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function titleOf(db: Db, userId: string, filter: BookFilter): Promise<string> {
  if (filter.collection !== undefined)
    return (await ownRow(db, 'collections', userId, filter.collection)).name;
  if (filter.query !== undefined) return `Search: ${filter.query}`;
  const name = filter.author ?? filter.series ?? filter.subject ?? filter.tag;
  if (name !== undefined) return name;
  if (filter.view === 'continue') return 'Continue reading';
  if (filter.status !== undefined) return statuses[filter.status];
  return filter.order === 'title' ? 'By title' : 'Recently added';
}

/** Only for the whole library: other lists are short. */
function hasFacets({ status: _status, order: _order, ...others }: BookFilter): boolean {
  return Object.values(others).every((value) => value === undefined);
}

/** Total of a feed with facets. */
const countOf = (counts: ReadonlyMap<string, number>, { status }: BookFilter) =>
  status === undefined
    ? [...counts.values()].reduce((sum, count) => sum + count, 0)
    : (counts.get(status) ?? 0);

function facetsOf(counts: ReadonlyMap<string, number>, { status, order }: BookFilter): FacetGroup[] {
  const all = countOf(counts, {});
  return [
    {
      title: 'Status',
      facets: [
        { title: 'All', path: '/books', count: all, isActive: status === undefined },
        ...(Object.keys(statuses) as BookStatus[]).map((facet) => ({
          title: statuses[facet],
          path: pathOf({ status: facet }, 1),
          count: counts.get(facet) ?? 0,
          isActive: status === facet,
        })),
      ],
    },
    {
      title: 'Order',
      facets: (['newest', 'title'] as const).map((facet) => ({
        title: facet === 'title' ? 'Title' : 'Newest first',
        path: pathOf(facet === 'title' ? { order: facet } : {}, 1),
        count: null,
        isActive: (order ?? 'newest') === facet,
      })),
    },
  ];
}

const pathOf = (filter: BookFilter, page: number) =>
  `/books${queryOf({ ...filter, page: page > 1 ? String(page) : undefined })}`;

function queryOf(values: Readonly<Record<string, string | undefined>>): string {
  const set = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`;
}

function pagesOf(page: number, total: number, pathOfPage: (page: number) => string): FeedPages {
  const last = Math.max(1, Math.ceil(total / pageSize));
  if (page > last) throw new AppError('not_found');
  return { page, last, perPage: pageSize, total, pathOf: pathOfPage };
}
