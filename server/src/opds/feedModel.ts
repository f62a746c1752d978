import type { Selectable } from 'kysely';
import type { BooksTable } from '../store/schema.ts';

/** A feed, before it is written as OPDS 1.2 or 2.0. Addresses are below the root of the version. */
export interface Feed {
  /** Address with its query. */
  path: string;
  title: string;
  updated: string;
  /** Feeds that lead on, or books. */
  content: { kind: 'navigation'; entries: NavigationEntry[] } | { kind: 'books'; books: CatalogBook[] };
  /** Null for a feed that has one page by its nature. */
  pages: FeedPages | null;
  facets: FacetGroup[];
}

export interface NavigationEntry {
  title: string;
  path: string;
  /** How many books or entries it leads to, where that is known. */
  count: number | null;
  leadsTo: 'navigation' | 'books';
}

export interface FeedPages {
  /** One-based. */
  page: number;
  last: number;
  perPage: number;
  total: number;
  pathOf(page: number): string;
}

export interface FacetGroup {
  title: string;
  facets: { title: string; path: string; count: number | null; isActive: boolean }[];
}

export const catalogColumns = [
  'id',
  'title',
  'author',
  'description',
  'genre',
  'language',
  'publisher',
  'published',
  'series',
  'series_index',
  'isbn13',
  'isbn10',
  'format',
  'file_size',
  'page_count',
  'word_count',
  'layout',
  'current_page',
  'last_opened',
  'cover_version',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof BooksTable)[];

export type CatalogBook = Pick<Selectable<BooksTable>, (typeof catalogColumns)[number]>;

/** Below the origin; the same for both versions. */
export const root = '/opds';
export const fileOf = ({ id }: Pick<CatalogBook, 'id'>) => `${root}/books/${id}/file`;
export const manifestOf = ({ id }: Pick<CatalogBook, 'id'>) => `${root}/books/${id}/manifest.json`;
export const positionsOf = ({ id }: Pick<CatalogBook, 'id'>) => `${root}/books/${id}/positions.json`;
/** A template of the page streaming extension: pages from 0, and a width in pixels. */
export const pagesOf = ({ id }: Pick<CatalogBook, 'id'>) =>
  `${root}/books/${id}/pages/{pageNumber}?width={maxWidth}`;
export const progressionOf = ({ id }: Pick<CatalogBook, 'id'>) => `${root}/books/${id}/progression`;
export const coverOf = (
  { id, cover_version }: Pick<CatalogBook, 'id' | 'cover_version'>,
  size: 'large' | 'medium',
) => `${root}/books/${id}/cover/${cover_version}/${size}.jpg`;
export const mediaTypeOf = ({ format }: Pick<CatalogBook, 'format'>) =>
  format === 'pdf' ? 'application/pdf' : 'application/epub+zip';
