import { BookDetails, BookPatch } from '@lectern/shared-contracts/api/books.ts';

/**
 * The fields of a book come from the contract (shared-contracts/src/api/books.ts); their columns have the same names.
 * A new detail is shown, changed and stored without being named here.
 */
export const detailFields = Object.keys(BookDetails.properties) as (keyof BookDetails)[];

/** Fields that a patch may change. */
export const patchFields = Object.keys(BookPatch.properties) as (keyof BookPatch)[];

/** The columns of a new book that nobody has read or described. */
export const unreadBook = {
  ...(Object.fromEntries(detailFields.map((name) => [name, null])) as Record<keyof BookDetails, null>),
  current_page: 0,
  progress: 0,
  is_reading: 0,
  completed: 0,
  completed_at: null,
  status: 'unread',
  last_opened: null,
  rating: null,
  favorite: 0,
  tags: '[]',
  tag_keys: '',
};

/** An object with these properties only. */
export function pick<From, Name extends keyof From>(from: From, names: readonly Name[]): Pick<From, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>;
}
