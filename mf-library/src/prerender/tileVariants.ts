import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { shownStatus } from '@lectern/shared-contracts/domain/books/bookStatus.ts';

type KindFacts = Pick<Book, 'status' | 'progress' | 'favorite' | 'cover_source'>;

/**
 * The looks that a book on the shelf has: how far it is read, whether it
 * is a favorite, whether its cover was generated.
 */
export const tileVariants = (['begun', 'completed', 'still'] as const).flatMap((read) =>
  [false, true].flatMap((favorite) => [false, true].map((generated) => ({ read, favorite, generated }))),
);

/** Names a look. */
export const variantName = ({ read, favorite, generated }: (typeof tileVariants)[number]): string =>
  [read, favorite ? 'favorite' : '', generated ? 'generated' : ''].filter(Boolean).join('-');

/** The look of a book: what BookTile distinguishes. */
export function variantOf(book: KindFacts): string {
  const status = shownStatus(book);
  const begun = book.progress > 0 && status !== 'completed' && status !== 'unread';
  return variantName({
    read: begun ? 'begun' : status === 'completed' ? 'completed' : 'still',
    favorite: book.favorite,
    generated: book.cover_source === 'generated',
  });
}
