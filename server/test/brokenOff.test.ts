import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Book, Manifest } from '@lectern/shared-contracts/api/books.ts';
import { bookFile, packageDocument, page } from './support/bookFiles.ts';
import { assertErrorBody, type Client } from './support/client.ts';
import { type SpawnedServer, spawnServer, startServer, type TestServer } from './support/server.ts';
import { dropDatabaseOf } from './support/store.ts';
import { address } from './support/tus.ts';
import { uploadBook } from './support/uploads.ts';

let server: TestServer;
let reader: Client;
let book: Book;
let manifest: Manifest;
/** An unclosed file handle is eventually closed by the garbage collector, with a warning. */
const warnings: string[] = [];
const keep = (warning: Error) => warnings.push(warning.message);

before(async () => {
  process.on('warning', keep);
  server = await startServer();
  reader = await server.reader();
  // Larger than the buffers of a connection, and incompressible.
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

/** Sends these lines and aborts when the first bytes of the response arrive. */
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

/** Names of the library's files that this process holds open. */
const openFiles = () =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(server.config.dataDir) && !/\.(db(-\w+)?|lock)$/.test(path) ? [path] : [];
    } catch {
      return [];
    }
  });

describe('[S-10] aborted downloads', { skip: process.platform !== 'linux' }, () => {
  const downloads = (): [string, string[]][] => [
    ['a chapter, inflated on the way', [`GET ${manifest.content_url}/OPS/one.xhtml HTTP/1.1`]],
    ['a resource as it lies there', [`GET ${manifest.content_url}/OPS/a.mp3 HTTP/1.1`]],
    ['the file of a book', [`GET ${manifest.file_url} HTTP/1.1`]],
    ['an export', ['GET /v1/export?files=1 HTTP/1.1', `Authorization: Bearer ${reader.token}`]],
  ];
  for (const index of [0, 1, 2, 3])
    test(`leave no file open (${index + 1} of 4)`, { timeout: 120_000 }, async () => {
      const [, lines] = downloads()[index] ?? ['', []];
      for (let times = 0; times < 3; times++) await breakOff(lines);
      // Closing takes some turns of the event loop.
      while (openFiles().length > 0) await server.visitor.call('GET /health', {});
      assert.deepEqual(warnings, []);
    });
});

describe('[S-15] aborted uploads', () => {
  const announced = 1_000_000;
  const uploads: Record<string, (who: Client) => Promise<{ lines: string[]; body: Buffer }>> = {
    'a piece of a resumable upload': async (who) => ({
      lines: [
        `PATCH ${await address(who, announced)} HTTP/1.1`,
        'Tus-Resumable: 1.0.0',
        'Upload-Offset: 0',
        'Content-Type: application/offset+octet-stream',
      ],
      body: Buffer.alloc(1_000),
    }),
    'a book in one request': async () => ({
      lines: ['POST /v1/books HTTP/1.1', 'Content-Type: multipart/form-data; boundary=b'],
      body: Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="x.epub"\r\n\r\nbytes'),
    }),
    'a body of JSON': async () => ({
      lines: ['POST /v1/notes HTTP/1.1', 'Content-Type: application/json'],
      body: Buffer.from('{"content":'),
    }),
  };
  let spawned: SpawnedServer;
  let dataDir = '';
  let log = '';
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'lectern-test-'));
    spawned = await spawnServer(dataDir, { LECTERN_LOG: 'info' });
    for (const output of [spawned.process.stdout, spawned.process.stderr])
      output?.on('data', (chunk) => {
        log += chunk;
      });
    const { visitor } = spawned;
    await visitor.register({ email: 'me@example.org', password: 'password of somebody', name: 'Me' });
  });
  after(async () => {
    await spawned.kill();
    await dropDatabaseOf(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });

  test('leave no error in the log of a server that shuts down', {
    timeout: 120_000,
  }, async () => {
    const { visitor } = spawned;
    const { hostname, port } = new URL(spawned.origin);
    for (const upload of Object.values(uploads)) {
      const { lines, body } = await upload(visitor);
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), hostname, () => {
          const more = [
            `Host: ${hostname}`,
            `Authorization: Bearer ${visitor.token}`,
            `Content-Length: ${announced}`,
          ];
          socket.write(`${[...lines, ...more].join('\r\n')}\r\n\r\n`);
          socket.write(body, () => socket.end(() => socket.destroy()));
        });
        // The server may reset a connection of which it has not read everything.
        socket.on('error', () => {});
        socket.once('close', () => resolve());
      });
    }
    const stopped = once(spawned.process, 'close');
    spawned.process.kill('SIGTERM');
    await stopped;
    assert.doesNotMatch(log, /"level":(50|60)|\bat .*\.ts:\d+/);
  });
});

describe('[S-15] malformed requests are refused', () => {
  test('a multipart body without a boundary', async () => {
    const answer = await reader.fetch('/v1/books', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data' },
      body: 'no boundary',
    });
    assert.equal(answer.status, 400);
    assertErrorBody(await answer.json(), 400);
  });

  test('a multipart body that ends in the middle of its file', async () => {
    const answer = await reader.fetch('/v1/books', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: '--b\r\ncontent-disposition: form-data; name="file"; filename="x.epub"\r\n\r\nbytes',
    });
    assert.equal(answer.status, 400);
    assertErrorBody(await answer.json(), 400);
  });

  test('an invalid Host header does not matter to a resumable upload', async () => {
    const { hostname, port } = new URL(server.origin);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          [
            'POST /v1/uploads/files HTTP/1.1',
            'Host: a b:c:d/[',
            'Connection: close',
            `Authorization: Bearer ${reader.token}`,
            'Tus-Resumable: 1.0.0',
            'Upload-Length: 10',
            'Content-Length: 0',
            '',
            '',
          ].join('\r\n'),
        );
      });
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.once('close', () => resolve(text));
    });
    assert.match(answer, /^HTTP\/1\.1 (201|400) /);
  });
});
