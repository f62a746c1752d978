import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { authorKey } from './sortBooks.ts';

/** A series grouped into one tile, in its order. */
export interface SeriesStack {
  series: string;
  /** Where other authors have a series of the same name. */
  author?: string;
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

/** Address of the books of a series. */
export const seriesAddress = ({ series, author }: SeriesStack): string =>
  `/library?series=${encodeURIComponent(series)}${author ? `&author=${encodeURIComponent(author)}` : ''}`;

/** Groups series of two or more, each of one author, at the position of their first book. */
export function stackSeries(books: readonly Book[]): StackedShelf {
  const seriesOf = ({ series }: Book) => series?.trim() ?? '';
  const keyOf = (book: Book) => (seriesOf(book) === '' ? '' : `${seriesOf(book)}\n${authorKey(book)}`);
  const bySeries = Map.groupBy(books, keyOf);
  const authors = new Map<string, number>();
  for (const key of bySeries.keys()) {
    const [series = ''] = key.split('\n');
    authors.set(series, (authors.get(series) ?? 0) + 1);
  }
  const stacks = new Map<string, SeriesStack>();
  const leaderOf = new Map<string, string>();
  const shown = books.filter((book) => {
    const series = seriesOf(book);
    const all = series === '' ? [] : (bySeries.get(keyOf(book)) ?? []);
    if (all.length < 2) return true;
    const leader = all[0] as Book;
    leaderOf.set(book.id, leader.id);
    if (leader !== book) return false;
    const ambiguous = (authors.get(series) ?? 0) > 1;
    stacks.set(book.id, { series, ...(ambiguous ? { author: book.author } : {}), books: inSeriesOrder(all) });
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
