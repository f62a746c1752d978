import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Book, Manifest } from '@lectern/shared-contracts/api/books.ts';
import { bookFile, packageDocument, page } from './support/bookFiles.ts';
import type { Client } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';
import { uploadBook } from './support/uploads.ts';

let server: TestServer;
let reader: Client;
let book: Book;
let manifest: Manifest;
/** A file that nobody closes is closed by the garbage collection one day, with a warning. */
const warnings: string[] = [];
const keep = (warning: Error) => warnings.push(warning.message);

before(async () => {
  process.on('warning', keep);
  server = await startServer();
  reader = await server.reader();
  // More than what the buffers of a connection hold, and nothing that compresses well.
  const words = randomBytes(1_000_000).toString('hex').replaceAll(/.{10}/g, '$& ');
  book = await uploadBook(
    reader,
    bookFile({
      'OPS/book.opf': packageDocument({
        manifest: '<item id="m" href="a.mp3" media-type="audio/mpeg"/>',
      }),
      'OPS/one.xhtml': page(`<p>${words}</p>`),
      'OPS/a.mp3': randomBytes(12_000_000),
    }),
    'long.epub',
  );
  manifest = await reader.call('GET /books/:id/manifest', { params: { id: book.id } });
});
after(async () => {
  process.off('warning', keep);
  await server.stop();
});

/** Sends these lines and ends the connection when the first bytes of an answer are there. */
function breakOff(lines: readonly string[], body: Buffer = Buffer.alloc(0)): Promise<void> {
  const { hostname, port } = new URL(server.origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${lines.join('\r\n')}\r\nHost: ${hostname}:${port}\r\n\r\n`);
      socket.write(body);
    });
    socket.once('data', () => socket.destroy());
    socket.once('error', reject);
    socket.once('close', () => resolve());
  });
}

/** Files of the library that this process holds open, by name. */
const openFiles = () =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(server.config.dataDir) && !/\.db(-\w+)?$/.test(path) ? [path] : [];
    } catch {
      return [];
    }
  });

describe('[S-10] downloads that are broken off', { skip: process.platform !== 'linux' }, () => {
  const downloads = (): [string, string[]][] => [
    ['a chapter, inflated on the way', [`GET ${manifest.content_url}/OPS/one.xhtml HTTP/1.1`]],
    ['a resource as it lies there', [`GET ${manifest.content_url}/OPS/a.mp3 HTTP/1.1`]],
    ['the file of a book', [`GET ${manifest.file_url} HTTP/1.1`]],
    ['an export', ['GET /v1/export?files=1 HTTP/1.1', `Authorization: Bearer ${reader.token}`]],
  ];
  for (const index of [0, 1, 2, 3])
    test(`leave no file open (${index + 1} of 4)`, { timeout: 30_000 }, async () => {
      const [, lines] = downloads()[index] ?? ['', []];
      for (let times = 0; times < 3; times++) await breakOff(lines);
      // Closing takes some turns of the loop: each answer is one.
      while (openFiles().length > 0) await server.visitor.call('GET /health', {});
      assert.deepEqual(warnings, []);
    });
});
