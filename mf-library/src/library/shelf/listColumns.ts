import { text } from '@lectern/shared-contracts/domain/text.ts';
import type { SortOrder } from '../../books/sortBooks.ts';

/** The columns of the list that a reader may choose, in the order in which they stand. */
export const listColumns = [
  'author',
  'status',
  'progress',
  'rating',
  'pages',
  'genre',
  'tags',
  'added',
  'opened',
] as const;
export type ListColumn = (typeof listColumns)[number];

export const defaultColumns: readonly ListColumn[] = ['author', 'status', 'progress', 'rating', 'added'];

/** Width in rem, and the order that a click on the header sorts by. */
export const columnFacts: Readonly<Record<ListColumn, { label: string; width: number; order?: SortOrder }>> =
  {
    author: { label: text('Author'), width: 12, order: 'author' },
    status: { label: text('Status'), width: 8, order: 'status' },
    progress: { label: text('Progress'), width: 9, order: 'progress' },
    rating: { label: text('Rating'), width: 6 },
    pages: { label: text('Pages'), width: 5.5 },
    genre: { label: text('Genre'), width: 10 },
    tags: { label: text('Tags'), width: 10 },
    added: { label: text('Added'), width: 8.5, order: 'added' },
    opened: { label: text('Last opened'), width: 8.5, order: 'opened' },
  };

/** Room in rem for title and commands. */
const titleAndCommands = 23;
/** The author can stand below the title, so these come first where not all of them fit. */
const byNeed: readonly ListColumn[] = ['progress', 'status', 'rating', ...listColumns];

/** Those of the chosen columns that fit into a table of this width in rem. */
export function fittingColumns(chosen: readonly ListColumn[], width: number): ListColumn[] {
  let room = width - titleAndCommands;
  const fit = new Set<ListColumn>();
  for (const column of byNeed) {
    const needed = columnFacts[column].width;
    if (fit.has(column) || !chosen.includes(column) || needed > room) continue;
    fit.add(column);
    room -= needed;
  }
  return listColumns.filter((column) => fit.has(column));
}
