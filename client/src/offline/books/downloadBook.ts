import { fetchFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import type { Book, Manifest } from '@lectern/shared-contracts/api/books.ts';
import { ApiError, apiTexts, errorFromAnswer } from '../../common/hostError.ts';
import { bookAddressOf } from './bookCache.ts';

interface DownloadPorts {
  book: Pick<Book, 'cover_base' | 'cover_url' | 'file_size'>;
  manifest: Manifest;
  cache: Pick<Cache, 'put'>;
  fetch?: typeof fetch;
  /** Part of the whole, 0..1, and bytes so far. */
  onProgress(part: number, bytes: number): void;
}

/** Files fetched at the same time. */
const atOnce = 4;
const coverSizes = ['thumbnail', 'small', 'medium', 'large'];

/**
 * Puts all files of a book into its cache, under addresses without their grant.
 * @returns the bytes kept, and the keys of the files
 */
export async function downloadBook(ports: DownloadPorts): Promise<{ bytes: number; keys: string[] }> {
  const { book, manifest, cache, onProgress, fetch: send = (...args) => fetch(...args) } = ports;
  const { content_url, format, opf, spine } = manifest;
  const keys: string[] = [];
  let bytes = 0;
  let done = 0;
  let count = 1;

  const ask = (address: string): Promise<Response> =>
    fetchFromServer(address, undefined, send).catch(() => {
      throw new ApiError(apiTexts.network, 0, 'network');
    });

  async function keep(address: string, needed: boolean): Promise<void> {
    const { pathname } = new URL(address, location.origin);
    const key = bookAddressOf(pathname)?.key;
    if (key === undefined) return;
    const response = await ask(address);
    // Packages may list files that they do not contain, and not every cover has every size.
    if (!response.ok && (needed || response.status !== 404)) {
      throw errorFromAnswer(response.status, await response.json().catch(() => null));
    }
    if (response.ok) {
      await cache.put(key, counted(response));
      keys.push(key);
    }
    done += 1;
    onProgress(done / count, bytes);
  }

  /** The response as it goes into the cache, with its bytes counted as they arrive. */
  function counted(response: Response): Response {
    const headers = new Headers(response.headers);
    // The body is already decoded.
    headers.delete('content-encoding');
    headers.delete('content-length');
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (format === 'pdf' && book.file_size > 0) onProgress(Math.min(0.99, bytes / book.file_size), bytes);
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body?.pipeThrough(counter), { status: response.status, headers });
  }

  const covers = book.cover_base === null ? [] : coverSizes.map((size) => `${book.cover_base}/${size}.webp`);
  const optional = new Set(covers);
  const needed = new Set<string>();
  if (format === 'pdf') {
    needed.add(content_url);
  } else {
    for (const { href } of spine) needed.add(new URL(`${content_url}/${href}`, location.origin).href);
    const packageAddress = opf === null ? null : new URL(`${content_url}/${opf}`, location.origin).href;
    if (packageAddress !== null) {
      const text = await ask(packageAddress).then((response) => {
        if (!response.ok && response.status !== 404) throw errorFromAnswer(response.status, null);
        return response.ok ? response.text() : '';
      });
      optional.add(packageAddress);
      for (const address of packageResources(text, packageAddress)) optional.add(address);
    }
  }
  if (book.cover_url !== null) optional.add(book.cover_url);
  const work = [...needed, ...[...optional].filter((address) => !needed.has(address))];
  count = work.length;
  const waiting = work.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const address of waiting) await keep(address, needed.has(address));
    }),
  );
  return { bytes, keys };
}

/**
 * Addresses of all files that an EPUB's package document lists, as far as they are in the book itself.
 * @param xml the package document (OPF)
 * @param address where it was read from
 */
export function packageResources(xml: string, address: string): string[] {
  const document = new DOMParser().parseFromString(xml, 'application/xml');
  const { origin } = new URL(address);
  return [...document.getElementsByTagNameNS('*', 'item')].flatMap((item) => {
    const href = item.getAttribute('href');
    if (!href) return [];
    try {
      const url = new URL(href, address);
      url.hash = '';
      return url.origin === origin ? [url.href] : [];
    } catch {
      return [];
    }
  });
}
