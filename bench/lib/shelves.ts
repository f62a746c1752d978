/** Active readers, for benchmarks of the server under load. */
import { setTimeout as wait } from 'node:timers/promises';
import { bookEntries, packageDocument } from '../../server/test/support/bookFiles.ts';
import { rawZip } from '../../server/test/support/rawZip.ts';
import type { BenchReader } from './libraryServer.ts';

/** A reader with a book, and the URL of its chapter. */
export interface Shelf {
  reader: BenchReader;
  bookId: string;
  chapter: string;
}

export async function onShelf(reader: BenchReader, at: number): Promise<Shelf> {
  const form = new FormData();
  const file = rawZip(bookEntries({ 'OPS/book.opf': packageDocument({ title: `Book ${at}` }) }));
  form.append('file', new Blob([new Uint8Array(file)]), 'book.epub');
  const book = (await (await reader.ask('/v1/books', { method: 'POST', body: form })).json()) as {
    id: string;
  };
  const manifest = (await (await reader.ask(`/v1/books/${book.id}/manifest`)).json()) as {
    content_url: string;
    spine: { href: string }[];
  };
  return { reader, bookId: book.id, chapter: `${manifest.content_url}/${manifest.spine[0]?.href}` };
}

/** The requests of a reader in turn: reads, writes and lists. */
function requestsOf({ bookId, chapter }: Shelf): [path: string, init?: RequestInit][] {
  const json = (method: string, body: object): RequestInit => ({
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return [
    ['/v1/books?limit=50'],
    [chapter],
    [
      `/v1/books/${bookId}/progress`,
      json('PUT', { current_page: 1, total_pages: 10, percentage: 10, updated_at: new Date().toISOString() }),
    ],
    ['/v1/notes'],
    [`/v1/notes/book/${bookId}`, json('POST', { content: 'A thought on this page.' })],
    [`/v1/books/${bookId}/progress`],
    ['/v1/api/gamification/stats'],
  ];
}

/** Sends all of them repeatedly, with a pause in milliseconds after each. */
export async function liveFor(
  shelf: Shelf,
  { milliseconds, pause }: { milliseconds: number; pause: number },
) {
  const times: number[] = [];
  const refused: string[] = [];
  const end = performance.now() + milliseconds;
  await wait(Math.random() * pause);
  for (let at = 0; performance.now() < end; at++) {
    const asks = requestsOf(shelf);
    const [path, init] = asks[at % asks.length] as [string, RequestInit?];
    const begun = performance.now();
    await shelf.reader.ask(path, init).then(
      (answer) => answer.arrayBuffer(),
      (error: Error) => refused.push(error.message.slice(0, 200)),
    );
    times.push(performance.now() - begun);
    await wait(pause);
  }
  return { times, refused };
}
