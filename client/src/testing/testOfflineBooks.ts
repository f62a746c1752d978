import 'fake-indexeddb/auto';
import type { Book, Manifest } from '@lectern/shared-contracts/api/books.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { JSDOM } from 'jsdom';
import { createOfflineBooks } from '../offline/books/offlineBooks.ts';
import { openLecternDatabase } from '../offline/storage/database.ts';
import { memoryCaches } from './memoryCaches.ts';
import { opf } from './opf.ts';

export const bookId = '0b8f9d2e-6c1a-4f6e-9f1c-2a3b4c5d6e7f';
export const bookRoot = `/v1/books/${bookId}`;
export const epub = {
  format: 'epub',
  content_url: `${bookRoot}/content/grant1`,
  file_url: `${bookRoot}/file/grant1`,
  opf: 'OEBPS/package.opf',
  spine: [{ href: 'OEBPS/text/one.xhtml' }],
} as Manifest;
export const pdf = {
  ...epub,
  format: 'pdf',
  content_url: `${bookRoot}/file/grant1`,
  opf: null,
  spine: [],
} as Manifest;
export const book = {
  id: bookId,
  title: 'Emma',
  author: 'Jane Austen',
  updated_at: '2026-01-01T00:00:00.000Z',
  cover_base: `${bookRoot}/cover/grant2/3`,
  cover_url: `${bookRoot}/cover/grant2/3/medium.webp`,
  file_size: 9,
} as Book;

/** A service worker that is active, and controls the page or not. */
function createWorker() {
  const told: string[] = [];
  const active = { postMessage: ({ type }: { type: string }) => told.push(type) } as never;
  const container = {
    controller: active as ServiceWorker | null,
    ready: Promise.resolve({ active } as unknown as ServiceWorkerRegistration),
  };
  return { container, told, active };
}

const { window } = new JSDOM('', { url: 'http://localhost/' });
Object.assign(globalThis, { DOMParser: window.DOMParser, location: window.location });

const fromServer = { 'lectern-api': '1' };
let databases = 0;

/**
 * Books for offline reading, with a server that has one book.
 * @param container null where the browser has no service worker
 */
export async function testOfflineBooks(manifest: Manifest = epub, container?: null) {
  databases += 1;
  const { caches, stores, fill } = memoryCaches();
  const clock = { now: 1_000_000 };
  const broken = new Set<string>();
  const notKept = new Set<string>();
  const worker = createWorker();
  const foreign = new Set<string>();
  const fetched: string[] = [];
  const watched: [key: string, request: unknown][] = [];
  const refreshed: string[] = [];
  const user = createWritable<{ id: string } | null>({ id: 'u1' });
  const database = await openLecternDatabase(`books-${databases}`);
  const server = { book, manifest };
  /** The text comes in two pages. */
  async function answer(
    key: string,
    { params, query }: { params?: { id: string }; query?: { cursor: string } },
  ): Promise<unknown> {
    if (params?.id !== bookId) throw new Error('There is no such book.');
    if (key === 'GET /books/:id') return server.book;
    if (key === 'GET /books/:id/manifest') return server.manifest;
    if (key !== 'GET /books/:id/text') throw new Error(`Nobody asks ${key}.`);
    const page = { format: 'epub', passages: [{ text: query?.cursor ?? 'first' }] };
    return { ...page, next_cursor: query ? null : 'second' };
  }
  const books = createOfflineBooks({
    database: Promise.resolve(database),
    api: { call: answer as never },
    data: {
      async keep(key, request) {
        watched.push([key, request]);
        return !notKept.has(key);
      },
      refresh: (key) => refreshed.push(String(key)),
    },
    user,
    serviceWorker: container === null ? null : worker.container,
    caches,
    available: async () => ({ available: true }),
    now: () => clock.now,
    fetch: async (input) => {
      const path = new URL(String(input), 'http://localhost').pathname;
      fetched.push(path);
      if (broken.has(path)) throw new TypeError('Failed to fetch');
      if (path.endsWith('missing.css')) return new Response('{}', { status: 404, headers: fromServer });
      if (foreign.has(path)) return new Response('<h1>Wi-Fi</h1>');
      return new Response(path.endsWith('.opf') ? opf : 'some bytes', { headers: fromServer });
    },
  });
  const files = () => stores.has(`lectern-book-${bookId}`);
  const keys = () => [...(stores.get(`lectern-book-${bookId}`)?.keys() ?? [])].sort();
  return {
    books,
    keys,
    stores,
    files,
    fill,
    clock,
    broken,
    foreign,
    fetched,
    watched,
    refreshed,
    server,
    notKept,
    worker,
    user,
    database,
  };
}
