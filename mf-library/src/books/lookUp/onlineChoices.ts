import type { OnlineBook, OnlineSource } from '@lectern/shared-contracts/api/onlineMetadata.ts';
import { type BookDetails, detailFields } from '../bookDetails.ts';

/** Names, which are the same in every language. */
export const sourceNames: Record<OnlineSource, string> = {
  openlibrary: 'Open Library',
  google: 'Google Books',
  wikidata: 'Wikidata',
};

export const namesOf = (sources: readonly OnlineSource[]) =>
  sources.map((source) => sourceNames[source]).join(', ');

export interface Choice {
  value: string;
  /** Who says so. */
  sources: OnlineSource[];
}

export interface FieldChoices {
  field: keyof BookDetails;
  /** A text key. */
  label: string;
  choices: readonly Choice[];
}

/** Field by field, what services say that differs from what is there; fields without such are left out. */
export function fieldChoices(
  details: BookDetails,
  books: readonly { source: OnlineSource; book: OnlineBook }[],
): FieldChoices[] {
  return detailFields.flatMap(({ field, label, maxLength }) => {
    const choices = new Map<string, Choice>();
    for (const { source, book } of books)
      for (const value of valuesOf(field, book)) {
        if (value === '' || value === details[field].trim() || value.length > maxLength) continue;
        const { sources } = choices.get(value) ?? { sources: [] };
        choices.set(value, { value, sources: [...sources, source] });
      }
    return choices.size === 0 ? [] : [{ field, label, choices: [...choices.values()] }];
  });
}

function valuesOf(field: keyof BookDetails, book: OnlineBook): string[] {
  if (field === 'genre') return book.genres;
  const value = String(book[field] ?? '');
  return field === 'title' && book.title && book.subtitle ? [value, `${value}: ${book.subtitle}`] : [value];
}

/** What tells the answers of one service apart. */
export const answerLabel = ({ title, author, published, publisher }: OnlineBook): string =>
  [title, author, publisher, published?.slice(0, 4)].filter(Boolean).join(' · ');
