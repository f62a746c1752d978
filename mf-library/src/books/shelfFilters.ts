import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { hasTag, tagKey } from '@lectern/shared-contracts/domain/books/tags.ts';
import { type AccessibilityFilter, accessibilityFilters, meetsAccessibility } from './accessibility.ts';

/** Active filters; a missing one matches every book. */
export interface ShelfFilters {
  author?: string;
  genre?: string;
  tag?: string;
  language?: string;
  format?: string;
  series?: string;
  accessibility?: string;
  /** Id of a collection. */
  collection?: string;
  /** Only downloaded books. */
  offline?: 'yes';
}

/** Those that compare a field of a book. */
const fieldNames = ['author', 'genre', 'language', 'format', 'series'] as const;

export const filterNames = [
  ...fieldNames,
  'tag',
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
  for (const field of fieldNames) {
    const wanted = filters[field];
    if (wanted !== undefined) tests.push((book) => book[field] === wanted);
  }
  const { tag } = filters;
  if (tag !== undefined) tests.push(({ tags }) => hasTag(tags, tag));
  const accessibility = accessibilityFilterOf(filters.accessibility);
  if (accessibility) tests.push((book) => meetsAccessibility(book, accessibility));
  if (filters.collection !== undefined && collectionIds !== null)
    tests.push(({ id }) => collectionIds.has(id));
  if (filters.offline !== undefined) tests.push(({ id }) => offlineIds.has(id));
  if (tests.length === 0) return null;
  return (book) => tests.every((holds) => holds(book));
}

/** The filter with this name; null when there is none. */
const accessibilityFilterOf = (name: string | undefined): AccessibilityFilter | null =>
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

/**
 * The values with their counts, without empty ones: most frequent first, then alphabetically.
 * @param keyOf values with the same key are one
 */
export function facetsOf(
  values: readonly (string | null | undefined)[],
  keyOf: (value: string) => string = (value) => value,
): Facet[] {
  const counts = Map.groupBy(
    values.filter((value) => typeof value === 'string' && value !== ''),
    (value) => keyOf(value as string),
  );
  return [...counts.values()]
    .map(([value = '', ...others]) => ({ value: value ?? '', count: others.length + 1 }))
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value));
}

/** The tags of the books. */
export const tagFacets = (books: readonly Book[]): Facet[] =>
  facetsOf(
    books.flatMap(({ tags }) => tags),
    tagKey,
  );

/** Label of an accessibility filter. */
export function accessibilityName(name: string, t: Translate): string {
  const filter = accessibilityFilterOf(name);
  return filter ? t(accessibilityFilters[filter]) : name;
}
