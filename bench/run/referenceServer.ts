import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.css': 'text/css',
  '.opf': 'application/oebps-package+xml',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.epub': 'application/epub+zip',
  '.pdf': 'application/pdf',
};

/**
 * Serves the reference pages, and the real books below /books/, with byte ranges, like any static server.
 * @param pages folder of the reference pages
 */
export async function startReferenceServer(
  pages: string,
  books: string,
): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    const path = normalize(decodeURIComponent(pathname)).replace(/\/$/, '/index.html');
    const file = path.startsWith('/books/') ? join(books, path.slice('/books/'.length)) : join(pages, path);
    if (!existsSync(file)) return response.writeHead(404).end();
    const { size } = statSync(file);
    const headers = {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'accept-ranges': 'bytes',
    };
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    if (!range) {
      response.writeHead(200, { ...headers, 'content-length': size });
      return createReadStream(file).pipe(response);
    }
    const [start, end] = [Number(range[1]), range[2] ? Number(range[2]) : size - 1];
    response.writeHead(206, {
      ...headers,
      'content-length': end - start + 1,
      'content-range': `bytes ${start}-${end}/${size}`,
    });
    return createReadStream(file, { start, end }).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}
