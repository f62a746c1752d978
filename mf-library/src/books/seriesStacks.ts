import type { Book } from '@lectern/shared-contracts/api/books.ts';

/** A series grouped into one tile, in its order. */
export interface SeriesStack {
  series: string;
  books: readonly Book[];
}

export interface StackedShelf {
  /** The list to show: books, and for each series of two or more its first book. */
  books: readonly Book[];
  /** By the id of the series' first book. */
  stacks: ReadonlyMap<string, SeriesStack>;
  /** First book of the series, by every book in it. */
  leaderOf: ReadonlyMap<string, string>;
}

/** Groups series of two or more at the position of their first book. */
export function stackSeries(books: readonly Book[]): StackedShelf {
  const bySeries = Map.groupBy(books, ({ series }) => series?.trim() ?? '');
  const stacks = new Map<string, SeriesStack>();
  const leaderOf = new Map<string, string>();
  const shown = books.filter((book) => {
    const series = book.series?.trim() ?? '';
    const all = series === '' ? [] : (bySeries.get(series) ?? []);
    if (all.length < 2) return true;
    const leader = all[0] as Book;
    leaderOf.set(book.id, leader.id);
    if (leader !== book) return false;
    stacks.set(book.id, { series, books: inSeriesOrder(all) });
    return true;
  });
  return { books: shown, stacks, leaderOf };
}

/** By number in the series; books without one last, by title. */
export function inSeriesOrder(books: readonly Book[]): Book[] {
  const indexInSeries = ({ series_index }: Book) => series_index ?? Number.POSITIVE_INFINITY;
  return [...books].sort((a, b) => {
    const [indexA, indexB] = [indexInSeries(a), indexInSeries(b)];
    return indexA === indexB ? a.title.localeCompare(b.title) : indexA - indexB;
  });
}
