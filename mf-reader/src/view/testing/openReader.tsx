import type { Book, Manifest, Progress } from '@lectern/shared-contracts/api/books.ts';
import { normalizeBook } from '@lectern/shared-contracts/domain/books/book.ts';
import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import type { TestRoutes } from '@lectern/shared-contracts/testing/testApi.ts';
import type { TestHostOptions } from '@lectern/shared-contracts/testing/testHost.ts';
import { act, screen } from '@testing-library/react';
import texts from '../../locales/en.json';
import { fillForm } from '../../pdf/forms/fillForm.ts';
import { ReaderScreen } from '../ReaderScreen.tsx';
import { createTestEngine, totalPages } from './testEngine.ts';

// The reader uses these, and jsdom lacks them.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView ??= () => {};

export const bookId = '00000000-0000-4000-8000-0000000000b0';

export const manifest: Manifest = {
  book_id: bookId,
  format: 'epub',
  content_url: '/v1/content',
  file_url: '/v1/file',
  opf: 'package.opf',
  layout: 'reflowable',
  direction: 'ltr',
  language: 'en',
  toc: [
    { title: 'Loomings', href: '1.xhtml', target: 0, children: [] },
    { title: 'The Spouter-Inn', href: '40.xhtml', target: 39, children: [] },
  ],
  spine: Array.from({ length: totalPages }, (_, index) => ({
    href: `${index + 1}.xhtml`,
    title: null,
    words: 500,
    characters: 3_000,
    first_position: index + 1,
    positions: 1,
    linear: true,
  })),
  total_positions: totalPages,
};

export const book = normalizeBook({
  id: bookId,
  title: 'Moby-Dick',
  author: 'Herman Melville',
  format: 'epub',
  page_count: totalPages,
  is_reading: true,
  progress: 20,
}) as Book;

export interface OpenReaderOptions extends Omit<TestHostOptions, 'routes'> {
  progress?: Progress | null;
  book?: Partial<Book>;
  manifest?: Partial<Manifest>;
  routes?: TestRoutes;
  engine?: ReturnType<typeof createTestEngine>;
}

/** Opens the reader with a book of a hundred pages, on a test Host and a test engine. */
export async function openReader(options: OpenReaderOptions = {}) {
  const {
    progress = null,
    routes,
    engine = createTestEngine(),
    book: changes,
    manifest: other,
    ...host
  } = options;
  const element = <ReaderScreen bookId={bookId} engines={engine.engines} />;
  const around: TestHostOptions = {
    locale: texts,
    location: `/read/${bookId}`,
    ...host,
    routes: {
      'GET /books/:id': () => ({ ...book, ...changes }),
      'GET /books/:id/manifest': () => ({ ...manifest, ...other }),
      'GET /books/:id/progress': () => progress,
      'GET /books/:id/highlights': () => ({ items: [] }),
      'GET /books/:id/bookmarks': () => ({ items: [] }),
      'GET /notes/:bookId': () => ({ items: [] }),
      ...routes,
    },
  };
  const rendered = await act(async () => renderInHost(element, around));
  rendered.host.sync.register(fillForm);
  return { ...rendered, engine };
}

/** Resolves when the bars are visible. */
export const untilOpen = () => screen.findByRole('slider', { name: 'Place in the book' });

/** Payloads of queued writes of one type. */
export const queued = (
  host: { test: { queued(): readonly { type: string; payload: unknown }[] } },
  type: string,
) =>
  host.test
    .queued()
    .filter((action) => action.type === type)
    .map(({ payload }) => payload);

/** Runs something that happens outside of React. */
export const happens = (work: () => void) => act(async () => work());
