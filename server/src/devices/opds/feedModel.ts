import { type Static, Type } from '@lectern/shared-contracts/api/type.ts';
import { cleanTags } from '@lectern/shared-contracts/domain/books/tags.ts';
import type { Selectable } from 'kysely';
import { detailFields } from '../../library/books/bookFields.ts';
import type { Db } from '../../store/db.ts';
import type { BookFilesTable, BookRow, BooksTable } from '../../store/schema.ts';

/** A feed, independent of the OPDS version. URLs are relative to the version's root. */
export interface Feed {
  /** Path with query. */
  path: string;
  title: string;
  updated: string;
  /** Links to other feeds, or books. */
  content: { kind: 'navigation'; entries: NavigationEntry[] } | { kind: 'books'; books: CatalogBook[] };
  /** Null for a feed without paging. */
  pages: FeedPages | null;
  facets: FacetGroup[];
}

export interface NavigationEntry {
  title: string;
  path: string;
  /** Number of books or entries behind the link, if known. */
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

/** From a page to others. */
export function stepsOf({ pages }: Feed): { rel: string; path: string }[] {
  if (pages === null) return [];
  const { page, last, pathOf } = pages;
  return [
    { rel: 'first', path: pathOf(1) },
    ...(page > 1 ? [{ rel: 'previous', path: pathOf(page - 1) }] : []),
    ...(page < last ? [{ rel: 'next', path: pathOf(page + 1) }] : []),
    { rel: 'last', path: pathOf(last) },
  ];
}

export interface FacetGroup {
  title: string;
  facets: { title: string; path: string; count: number | null; isActive: boolean }[];
}

export const catalogColumns = [
  ...detailFields,
  'tags',
  'id',
  'format',
  'source_format',
  'file_size',
  'page_count',
  'word_count',
  'layout',
  'accessibility',
  'current_page',
  'last_opened',
  'cover_version',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof BooksTable)[];

export type CatalogBook = Pick<BookRow, (typeof catalogColumns)[number]> & {
  further?: readonly CatalogFile[];
};

/** A file of a book beside the one that is read. */
export type CatalogFile = Pick<
  Selectable<BookFilesTable>,
  'id' | 'book_id' | 'format' | 'source_format' | 'file_size' | 'file_name'
>;

/** Adds the further files to books, at most twenty each. */
export async function withFurtherFiles<Book extends { id: string }>(
  db: Db,
  books: readonly Book[],
): Promise<(Book & { further: CatalogFile[] })[]> {
  const ids = books.map(({ id }) => id);
  const files = await db
    .selectFrom('book_files')
    .select(['id', 'book_id', 'format', 'source_format', 'file_size', 'file_name'])
    .where('book_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const byBook = Map.groupBy(files, ({ book_id }) => book_id);
  return books.map((book) => ({ ...book, further: byBook.get(book.id) ?? [] }));
}

/** Genre and tags, none twice. */
export const subjectsOf = ({ genre, tags }: Pick<CatalogBook, 'genre' | 'tags'>): string[] =>
  cleanTags([genre ?? '', ...(JSON.parse(tags) as string[])]);

/** Path of the catalog, for both versions. */
export const root = '/opds';
export const fileOf = ({ id }: Pick<CatalogBook, 'id'>) => `${root}/books/${id}/file`;
export const furtherFileOf = ({ id, book_id }: CatalogFile) => `${root}/books/${book_id}/files/${id}`;
export const manifestOf = ({ id }: Pick<CatalogBook, 'id'>) => `${root}/books/${id}/manifest.json`;
export const positionsOf = ({ id }: Pick<CatalogBook, 'id'>) => `${root}/books/${id}/positions.json`;
/** URI template of the page streaming extension: zero-based page, and width in pixels. */
export const pagesOf = ({ id }: Pick<CatalogBook, 'id'>) =>
  `${root}/books/${id}/pages/{pageNumber}?width={maxWidth}`;
export const progressionOf = ({ id }: Pick<CatalogBook, 'id'>) => `${root}/books/${id}/progression`;
export const coverOf = (
  { id, cover_version }: Pick<CatalogBook, 'id' | 'cover_version'>,
  size: 'large' | 'medium',
) => `${root}/books/${id}/cover/${cover_version}/${size}.jpg`;

/** A position in OPDS Progression 1.0. */
export const Progression = Type.Object({
  title: Type.Optional(Type.String({ maxLength: 1_000 })),
  modified: Type.String({ format: 'date-time', maxLength: 40 }),
  device: Type.Object({
    id: Type.String({ minLength: 1, maxLength: 200 }),
    name: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  /** 0..1 */
  progression: Type.Number({ minimum: 0, maximum: 1 }),
  /** URLs of the position within the book, most precise first. */
  references: Type.Optional(Type.Array(Type.String({ maxLength: 2_000 }), { maxItems: 20 })),
});
export type Progression = Static<typeof Progression>;

export const progressionType = 'application/opds-progression+json';
export const progressionRel = 'http://opds-spec.org/progression';
