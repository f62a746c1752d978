import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { slot } from '@lectern/shared-contracts/contract/firstView.ts';
import { normalizeBook } from '@lectern/shared-contracts/domain/books/book.ts';
import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { BookCommandsProvider } from '../books/commands/BookCommandsProvider.tsx';
import { LibraryScreen } from '../library/LibraryScreen.tsx';
import { BookTile } from '../library/shelf/BookTile.tsx';
import { tileVariants, variantName } from './fillPrerendered.ts';

/*
 * Source of the prerendered library: the real page over sample books, one for each tile
 * variant. fillPrerendered.ts replaces them with the reader's books.
 */

/** Progress of the samples in percent. */
const read = 61;

const sample = (variant: (typeof tileVariants)[number], more = ''): Book =>
  normalizeBook({
    id: `${variantName(variant)}${more}`,
    title: slot('title'),
    author: slot('author'),
    created_at: '2026-01-01T00:00:00.000Z',
    status: { begun: 'reading', completed: 'completed', still: 'unread' }[variant.read],
    is_reading: variant.read === 'begun',
    completed: variant.read === 'completed',
    progress: variant.read === 'begun' ? read : 0,
    favorite: variant.favorite,
    format: 'epub',
    cover_url: slot('cover'),
    cover_base: slot('coverBase'),
    cover_source: variant.generated ? 'generated' : 'file',
  }) as Book;

const variantsOf = (wanted: (typeof tileVariants)[number]['read']) =>
  tileVariants.filter(({ read }) => read === wanted);
/** Distinct numbers for each state, so that they can be told apart in the markup. */
const samples = [
  ...tileVariants.map((variant) => sample(variant)),
  ...variantsOf('completed')
    .slice(0, 1)
    .map((variant) => sample(variant, '-again')),
  ...variantsOf('still')
    .slice(0, 2)
    .map((variant) => sample(variant, '-again')),
];
const count = (wanted: (book: Book) => boolean) => samples.filter(wanted).length;

export const path = '/library';

export const parts = {
  page: federated({ namespace: 'mf-library', component: LibraryScreen }),
  tiles: federated({
    namespace: 'mf-library',
    component: () => (
      <BookCommandsProvider>
        {tileVariants.map((variant) => (
          <BookTile
            key={variantName(variant)}
            book={sample(variant)}
            coverWidth={165}
            reachable={false}
            eager
          />
        ))}
      </BookCommandsProvider>
    ),
  }),
};

export const reads = { 'GET /books': { items: samples, total: samples.length } };

export const numbers = { [read]: slot('percent') };

export const markup = [
  [`inline-size:${read}%`, `inline-size:${slot('percent')}%`],
  [`>${samples.length}<`, `>${slot('books')}<`],
  [`>${count((book) => book.is_reading)}<`, `>${slot('reading')}<`],
  [`>${count((book) => book.completed)}<`, `>${slot('completed')}<`],
  [`>${count((book) => !book.is_reading && !book.completed)}<`, `>${slot('unread')}<`],
] as const;
