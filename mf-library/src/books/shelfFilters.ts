import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { type AccessibilityFilter, accessibilityFilters, meetsAccessibility } from './accessibility.ts';

/** Active filters; a missing one matches every book. */
export interface ShelfFilters {
  author?: string;
  genre?: string;
  language?: string;
  format?: string;
  series?: string;
  accessibility?: string;
  /** Id of a collection. */
  collection?: string;
  /** Only downloaded books. */
  offline?: 'yes';
}

export const filterNames = [
  'author',
  'genre',
  'language',
  'format',
  'series',
  'accessibility',
  'collection',
  'offline',
] as const satisfies readonly (keyof ShelfFilters)[];

/** Further data for filters. */
export interface FilterFacts {
  offlineIds: ReadonlySet<string>;
  /** Book ids of the selected collection; null for none or an unknown one. */
  collectionIds: ReadonlySet<string> | null;
}

/** Predicate for books; null without filters. */
export function filterTest(
  filters: ShelfFilters,
  { offlineIds, collectionIds }: FilterFacts,
): ((book: Book) => boolean) | null {
  const tests: ((book: Book) => boolean)[] = [];
  const { author, genre, language, format, series } = filters;
  if (author !== undefined) tests.push((book) => book.author === author);
  if (genre !== undefined) tests.push((book) => book.genre === genre);
  if (language !== undefined) tests.push((book) => book.language === language);
  if (format !== undefined) tests.push((book) => book.format === format);
  const accessibility = accessibilityFilterOf(filters.accessibility);
  if (accessibility) tests.push((book) => meetsAccessibility(book, accessibility));
  if (series !== undefined) tests.push((book) => book.series === series);
  if (filters.collection !== undefined && collectionIds !== null)
    tests.push(({ id }) => collectionIds.has(id));
  if (filters.offline !== undefined) tests.push(({ id }) => offlineIds.has(id));
  if (tests.length === 0) return null;
  return (book) => tests.every((holds) => holds(book));
}

/** The filter with this name; null when there is none. */
export const accessibilityFilterOf = (name: string | undefined): AccessibilityFilter | null =>
  name !== undefined && Object.hasOwn(accessibilityFilters, name) ? (name as AccessibilityFilter) : null;

/** Number of matches of each accessibility filter, without empty ones. */
export function accessibilityFacets(books: readonly Book[]): Facet[] {
  return (Object.keys(accessibilityFilters) as AccessibilityFilter[])
    .map((value) => ({ value, count: books.filter((book) => meetsAccessibility(book, value)).length }))
    .filter(({ count }) => count > 0);
}

export interface Facet {
  value: string;
  count: number;
}

/** Values of a field with their counts, most frequent first, then alphabetically. */
export function facetOf(
  books: readonly Book[],
  field: 'author' | 'genre' | 'language' | 'format' | 'series',
): Facet[] {
  const counts = new Map<string, number>();
  for (const book of books) {
    const value = book[field];
    if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value));
}

/** Label of an accessibility filter. */
export function accessibilityName(name: string, t: Translate): string {
  const filter = accessibilityFilterOf(name);
  return filter ? t(accessibilityFilters[filter]) : name;
}
