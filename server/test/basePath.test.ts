/** Lectern below a path of a site, such as https://example.org/books/. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Client, client } from './support/client.ts';
import { addDevice } from './support/devices.ts';
import { makeEpub } from './support/epub.ts';
import { startServer, type TestServer } from './support/server.ts';
import { uploadBook } from './support/uploads.ts';

const page =
  '<!doctype html><html><head><meta name="lectern-server" content="/v1"><link href="/main.1234567890.css">' +
  '<script src="/main.1234567890.js"></script></head><body><a href="/login">Sign In</a><a href="//elsewhere.example/">Elsewhere</a></body></html>';

describe('[O-07] below a base path', () => {
  let folder: string;
  let server: TestServer;
  let reader: Client;
  let bookId: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-base-'));
    await mkdir(join(folder, 'shell'));
    await writeFile(join(folder, 'shell/index.html'), page);
    await writeFile(join(folder, 'shell/login.en.html'), page.replace('<html>', '<html lang="en">'));
    await writeFile(join(folder, 'shell/main.1234567890.js'), 'start()');
    await writeFile(
      join(folder, 'shell/manifest.webmanifest'),
      JSON.stringify({ id: '/', start_url: '/dashboard', icons: [{ src: '/icons/a.png' }] }, null, 2),
    );
    server = await startServer({ config: { basePath: '/books', publicDir: join(folder, 'shell') } });
    reader = client(server.origin, '/books/v1');
    await reader.register({ email: 'ada@example.org', password: 'password of ada', name: 'ada' });
    bookId = (await uploadBook(reader, await makeEpub(), 'a.epub')).id;
  });
  after(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const textAt = async (path: string) => {
    const answer = await fetch(server.origin + path);
    assert.equal(answer.status, 200, path);
    return answer.text();
  };

  test('documents link to files and pages below it, and contain it', async () => {
    for (const path of ['/books/', '/books/read/1', '/books/index.html', '/books/login']) {
      const text = await textAt(path);
      assert.match(
        text,
        /<meta name="lectern-base" content="\/books"><meta name="lectern-server" content="\/books\/v1">/,
      );
      assert.deepEqual(
        [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address),
        ['/books/main.1234567890.css', '/books/main.1234567890.js', '/books/login', '//elsewhere.example/'],
      );
    }
    assert.equal(await textAt('/books/main.1234567890.js'), 'start()');
    assert.deepEqual(JSON.parse(await textAt('/books/manifest.webmanifest')), {
      id: '/books/',
      start_url: '/books/dashboard',
      icons: [{ src: '/books/icons/a.png' }],
    });
  });

  test('it redirects without a trailing slash; a monitor may omit it', async () => {
    const answer = await fetch(`${server.origin}/books?next=1`, { redirect: 'manual' });
    assert.deepEqual([answer.status, answer.headers.get('location')], [308, '/books/?next=1']);
    await textAt('/v1/health');
  });

  test('book files, uploads and cookies use it', async () => {
    const book = await reader.call('GET /books/:id', { params: { id: bookId } });
    const { content_url, spine } = await reader.call('GET /books/:id/manifest', { params: { id: bookId } });
    assert.match(content_url, /^\/books\/v1\/books\//);
    await textAt(`${content_url}/${spine[0]?.href}`);
    assert.match(book.cover_url ?? '', /^\/books\/v1\/books\//);
    await textAt(book.cover_url ?? '');
    const signIn = await fetch(`${server.origin}/books/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.org', password: 'password of ada' }),
    });
    assert.match(signIn.headers.getSetCookie().join(), /lectern_refresh=[^,]*Path=\/books\/v1\/auth/);
    const begun = await reader.fetch('/books/v1/uploads/files', {
      method: 'POST',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '5',
        'upload-metadata': `filename ${btoa('a.epub')}`,
      },
    });
    const address = begun.headers.get('location') ?? '';
    assert.match(address, /^\/books\/v1\/uploads\/files\//);
    const known = await reader.fetch(address, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } });
    assert.equal(known.headers.get('upload-offset'), '0');
  });

  test('catalogs and WebDAV use it', async () => {
    const device = await addDevice(reader, { scopes: ['read', 'write'] });
    for (const path of ['/books/opds/v1.2/books', '/books/opds/v2/books']) {
      const text = await (await device.fetch(path)).text();
      const addresses = [...text.matchAll(/href=?"?:?"([^"]*)"/g)].map(([, address = '']) => address);
      assert.ok(addresses.length > 5);
      for (const address of addresses) assert.match(address, /^\/books\/opds\//);
    }
    const moved = `${server.origin}/books/dav/other.txt`;
    assert.equal((await device.fetch('/books/dav/some.txt', { method: 'PUT', body: 'a' })).status, 201);
    const answer = await device.fetch('/books/dav/some.txt', {
      method: 'MOVE',
      headers: { destination: moved },
    });
    assert.equal(answer.status, 201);
    const listed = await (
      await device.fetch('/books/dav/', { method: 'PROPFIND', headers: { depth: '1' } })
    ).text();
    assert.deepEqual(
      [...listed.matchAll(/<D:href>([^<]*)</g)].map(([, address]) => address),
      ['/books/dav/', '/books/dav/other.txt'],
    );
  });
});
