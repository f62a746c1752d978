import type { Book } from '@lectern/shared-contracts/api/books.ts';

/** Books of one series, in its order, shown as one. */
export interface SeriesStack {
  series: string;
  books: readonly Book[];
}

export interface StackedShelf {
  /** What stands on the shelf: books, and of each series of two or more the book that leads it. */
  books: readonly Book[];
  /** By the id of the leading book. */
  stacks: ReadonlyMap<string, SeriesStack>;
  /** The leading book of every book that is in a stack. */
  leaderOf: ReadonlyMap<string, string>;
}

/** A series of two or more becomes one stack, in the place of the book of it that comes first. */
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

/** By their number in the series; those without one last, by title. */
export function inSeriesOrder(books: readonly Book[]): Book[] {
  const place = ({ series_index }: Book) => series_index ?? Number.POSITIVE_INFINITY;
  return [...books].sort((a, b) => {
    const [one, other] = [place(a), place(b)];
    return one === other ? a.title.localeCompare(b.title) : one - other;
  });
}
