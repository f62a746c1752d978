import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { shownStatus } from '@lectern/shared-contracts/domain/books/bookStatus.ts';

type KindFacts = Pick<Book, 'status' | 'progress' | 'favorite' | 'cover_source'>;

/**
 * Variants of a book tile: reading state, whether it
 * is a favorite, and whether its cover was generated.
 */
export const tileVariants = (['begun', 'completed', 'still'] as const).flatMap((read) =>
  [false, true].flatMap((favorite) => [false, true].map((generated) => ({ read, favorite, generated }))),
);

/** Name of a variant. */
export const variantName = ({ read, favorite, generated }: (typeof tileVariants)[number]): string =>
  [read, favorite ? 'favorite' : '', generated ? 'generated' : ''].filter(Boolean).join('-');

/** The variant of a book, as BookTile distinguishes them. */
export function variantOf(book: KindFacts): string {
  const status = shownStatus(book);
  const begun = book.progress > 0 && status !== 'completed' && status !== 'unread';
  return variantName({
    read: begun ? 'begun' : status === 'completed' ? 'completed' : 'still',
    favorite: book.favorite,
    generated: book.cover_source === 'generated',
  });
}
