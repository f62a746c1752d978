import type { Book, BookPatch } from '@lectern/shared-contracts/api/books.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';

type DetailField =
  | 'title'
  | 'author'
  | 'series'
  | 'series_index'
  | 'genre'
  | 'language'
  | 'publisher'
  | 'published'
  | 'isbn'
  | 'description';

/** Editable fields in the order of the form. `label` is a text key; those with `fact` are listed on the book's page. */
export const detailFields: readonly {
  field: DetailField;
  label: string;
  maxLength: number;
  multiline?: boolean;
  fact?: boolean;
}[] = [
  { field: 'title', label: text('Title'), maxLength: 1_000 },
  { field: 'author', label: text('Author'), maxLength: 1_000 },
  { field: 'genre', label: text('Genre'), maxLength: 200 },
  { field: 'series', label: text('Series'), maxLength: 500 },
  { field: 'series_index', label: text('Number in the series'), maxLength: 12 },
  { field: 'publisher', label: text('Publisher'), maxLength: 500, fact: true },
  { field: 'published', label: text('Published'), maxLength: 40 },
  { field: 'language', label: text('Language'), maxLength: 35 },
  { field: 'isbn', label: 'ISBN', maxLength: 20 },
  { field: 'description', label: text('Description'), maxLength: 20_000, multiline: true },
];

export type BookDetails = Record<DetailField, string>;

export function detailsOf(book: Book): BookDetails {
  return Object.fromEntries(
    detailFields.map(({ field }) => [field, String(book[field] ?? '')]),
  ) as BookDetails;
}

/** Changed fields, trimmed; an emptied field is null. */
export function changedDetails(book: Book, details: BookDetails): BookPatch {
  const before = detailsOf(book);
  const changes: Record<string, string | number | null> = {};
  for (const { field } of detailFields) {
    const value = details[field].trim();
    if (value === before[field].trim()) continue;
    if (field === 'series_index')
      changes[field] = Number.isFinite(Number.parseFloat(value)) ? Number.parseFloat(value) : null;
    else changes[field] = value === '' && field !== 'author' && field !== 'title' ? null : value;
  }
  return changes;
}
