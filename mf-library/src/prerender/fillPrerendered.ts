import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { type FirstFacts, fillSlots } from '@lectern/shared-contracts/contract/firstView.ts';
import { normalizeBook } from '@lectern/shared-contracts/domain/books/book.ts';
import { shownStatus } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { greeting } from '@lectern/shared-contracts/domain/greeting.ts';
import { bookAddress } from '../books/bookAddress.ts';
import { coverIsMissing, coverSources } from '../books/coverSources.ts';
import { countByFilter, newestBooks } from '../books/selectBooks.ts';
import { sortBooks } from '../books/sortBooks.ts';
import { preferred } from '../library/libraryPreferences.ts';
import { contentWidth, type GridLayout, gridLayout, stopButtonTop } from '../library/shelf/gridLayout.ts';

/** Prerendered markup (LibraryPage.tsx) in the reader's language. */
export interface LibraryMarkup {
  parts: { page: string; tiles: string };
  /** By the English text. */
  greetings: Readonly<Record<string, string>>;
}

/**
 * Fills the prerendered library with the reader's books, as LibraryScreen will render it.
 * @returns false, with nothing changed, for a reader whose library does not start as the grid of all books
 */
export function fillPrerendered(
  container: HTMLElement,
  { parts, greetings }: LibraryMarkup,
  facts: FirstFacts,
): boolean {
  const books = everyBook(facts.books);
  const { view, order, grouped } = preferred((name) => facts.preference(name));
  if (books === null || books.length === 0 || view !== 'grid' || grouped) return false;

  const page = parsed(parts.page);
  const strip = page.querySelector('[aria-labelledby="recently-added"] > ul');
  const shelf = page.querySelector<HTMLElement>('ul[role="list"]');
  const sample = strip?.firstElementChild;
  if (!strip || !shelf || !sample) return false;
  strip.replaceChildren(...newestBooks(books).map((book) => filled(sample, book)));
  shelf.replaceChildren();
  // Live regions stay empty until React fills them.
  for (const status of page.querySelectorAll('[role="status"]')) status.replaceChildren();
  const counts = countByFilter(books);
  fillSlots(page, {
    name: facts.user.name.trim().split(/\s+/)[0] ?? '',
    greeting: greetings[greeting(facts.hour)] ?? greeting(facts.hour),
    books: String(books.length),
    reading: String(counts.reading),
    completed: String(counts.completed),
    unread: String(counts.unread),
  });
  // Measured before any change, so that no layout is forced.
  fillShelf(shelf, parsed(parts.tiles), sortBooks(books, order), gridLayout(contentWidth(container)));
  container.replaceChildren(page);
  return true;
}

/** Null when the response is only the first page, since the order is then unknown. */
function everyBook(answer: unknown): Book[] | null {
  const { items, total } = (answer ?? {}) as { items?: unknown; total?: unknown };
  if (!Array.isArray(items) || (typeof total === 'number' && total > items.length)) return null;
  return items.map(normalizeBook).filter((book) => book !== null);
}

/** The visible books, positioned as BookGrid does; the list has the height of all of them. */
function fillShelf(
  shelf: HTMLElement,
  tiles: DocumentFragment,
  books: readonly Book[],
  { columns, columnWidth, rowHeight, coverWidth }: GridLayout,
): void {
  shelf.style.blockSize = `${Math.ceil(books.length / columns) * rowHeight}px`;
  const rows = Math.ceil(window.innerHeight / rowHeight);
  const items = books.slice(0, rows * columns).map((book, index) => {
    const item = document.createElement('li');
    item.setAttribute('aria-setsize', String(books.length));
    item.setAttribute('aria-posinset', String(index + 1));
    Object.assign(item.style, {
      insetBlockStart: `${Math.floor(index / columns) * rowHeight}px`,
      insetInlineStart: `${(index % columns) * columnWidth}px`,
      inlineSize: `${columnWidth}px`,
      blockSize: `${rowHeight}px`,
    });
    const tile = tiles.querySelector(`[data-book-id="${variantOf(book)}"]`);
    if (tile) item.append(filled(tile, book, coverWidth));
    return item;
  });
  shelf.replaceChildren(...items);
}

/** @param coverWidth CSS pixels; by default that of the sample */
function filled(sample: Element, book: Book, coverWidth?: number): Element {
  const copy = sample.cloneNode(true) as HTMLElement;
  fillSlots(copy, {
    title: book.title,
    author: book.author,
    cover: coverSources(book).src ?? '',
    coverBase: book.cover_base ?? '',
    percent: String(Math.floor(book.progress)),
  });
  const picture = copy.querySelector('img');
  // A generated cover needs React: the empty cover is shown until then.
  if (coverIsMissing(book)) picture?.remove();
  else if (!book.cover_base) picture?.removeAttribute('srcset');
  copy.querySelector('a')?.setAttribute('href', bookAddress(book));
  if (coverWidth !== undefined) {
    copy.dataset.bookId = book.id;
    copy.style.inlineSize = `${coverWidth}px`;
    if (picture) picture.sizes = `${coverWidth}px`;
    const stop = copy.querySelector<HTMLElement>('[style*="inset-block-start"]');
    if (stop) stop.style.insetBlockStart = stopButtonTop(coverWidth);
  }
  return copy;
}

/** A template's images are not fetched before they are in the document. */
function parsed(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content;
}

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
