import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { get, request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { Book, Manifest } from '@lectern/shared-contracts/api/books.ts';
import sharp from 'sharp';
import { attachment } from '../src/http/routing/contentDisposition.ts';
import { coverSizes } from '../src/store/blobs/blobs.ts';
import { bookFile, packageDocument, page } from './support/bookFiles.ts';
import { addBook } from './support/books.ts';
import type { Client } from './support/client.ts';
import { clockAt } from './support/clock.ts';
import { makePdf } from './support/pdf.ts';
import { startServer, type TestServer } from './support/server.ts';
import { uploadBook } from './support/uploads.ts';

const long = Array.from({ length: 80 }, (_, i) => `<p>Sentence number ${i} is about whales.</p>`).join('');

describe('a book’s content', () => {
  const clock = clockAt('2026-03-01T12:00:00Z');
  let server: TestServer;
  let reader: Client;
  let epub: Book;
  let pdf: Book;
  let manifest: Manifest;
  const original = makePdf({ pages: [['One page about harpoons.'], ['Another about whales.']] });

  before(async () => {
    server = await startServer({ services: { now: clock.now } });
    reader = await server.reader();
    epub = await uploadBook(
      reader,
      bookFile({
        'OPS/book.opf': packageDocument({
          chapters: ['one.xhtml', 'kapitel zwölf.xhtml'],
          manifest: '<item id="m" href="a.mp3" media-type="audio/mpeg"/>',
        }),
        'OPS/one.xhtml': page(long),
        'OPS/kapitel zwölf.xhtml': page('<p>Short.</p>'),
        'OPS/a.mp3': Buffer.from(Array.from({ length: 1_000 }, (_, i) => i % 256)),
      }),
      'Mein Bücher-Buch\u202egpj.epub',
    );
    pdf = await uploadBook(reader, original, 'harpoons.pdf');
    manifest = await reader.call('GET /books/:id/manifest', { params: { id: epub.id } });
  });
  after(() => server.stop());

  /** Without token or cookies, as an image or frame requests it. */
  const plain = (path: string, init?: RequestInit) => fetch(`${server.origin}${path}`, init);
  const resource = (path: string) => `${manifest.content_url}/${path}`;

  it('is described by the manifest, whose URLs need no header', async () => {
    assert.deepEqual(
      { ...manifest, content_url: '', file_url: '' },
      {
        book_id: epub.id,
        format: 'epub',
        content_url: '',
        file_url: '',
        file_size: epub.file_size,
        opf: 'OPS/book.opf',
        layout: 'reflowable',
        direction: 'ltr',
        language: 'en',
        toc: [{ title: 'One', href: 'OPS/one.xhtml', target: 0, children: [] }],
        spine: [
          {
            href: 'OPS/one.xhtml',
            title: 'One',
            words: 480,
            characters: 2_790,
            first_position: 1,
            positions: 3,
            linear: true,
          },
          {
            href: 'OPS/kapitel%20zw%C3%B6lf.xhtml',
            title: 'A page',
            words: 1,
            characters: 6,
            first_position: 4,
            positions: 1,
            linear: true,
          },
        ],
        total_positions: 4,
      },
    );
    for (const { href } of manifest.spine) assert.equal((await plain(resource(href))).status, 200);
    assert.equal(
      (await plain(resource(manifest.opf ?? ''))).headers.get('content-type'),
      'application/oebps-package+xml; charset=utf-8',
    );
  });

  it('[AF-07] [AF-10] is served with a restrictive CSP, as immutable, with an ETag', async () => {
    const response = await plain(resource('OPS/one.xhtml'));
    assert.match(await response.text(), /Sentence number 79/);
    assert.equal(response.headers.get('content-type'), 'application/xhtml+xml; charset=utf-8');
    assert.equal(response.headers.get('content-encoding'), 'gzip');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(response.headers.get('cache-control'), 'private, max-age=31536000, immutable');
    assert.equal(
      response.headers.get('content-security-policy'),
      "default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; font-src 'self' data:; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
    );
    const tag = response.headers.get('etag') ?? '';
    const again = await plain(resource('OPS/one.xhtml'), {
      headers: { 'if-none-match': `"other", W/${tag}` },
    });
    assert.equal(again.status, 304);
    assert.equal(await again.text(), '');
  });

  it('is decompressed for clients that do not accept compression', async () => {
    const raw = await new Promise<{ encoding: string | undefined; text: string }>((resolve, reject) => {
      get(
        `${server.origin}${resource('OPS/one.xhtml')}`,
        { headers: { 'accept-encoding': 'gzip;q=0' } },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (chunk) => {
            text += chunk;
          });
          answer.on('end', () => resolve({ encoding: answer.headers['content-encoding'], text }));
        },
      ).on('error', reject);
    });
    assert.equal(raw.encoding, undefined);
    assert.match(raw.text, /Sentence number 79/);
  });

  it('supports ranges of an audio file', async () => {
    const response = await plain(resource('OPS/a.mp3'), { headers: { range: 'bytes=10-19' } });
    assert.equal(response.status, 206);
    assert.equal(response.headers.get('content-range'), 'bytes 10-19/1000');
    assert.deepEqual(
      [...new Uint8Array(await response.arrayBuffer())],
      [10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
    );
  });

  it('answers HEAD without a body', async () => {
    const response = await plain(resource('OPS/one.xhtml'), { method: 'HEAD' });
    assert.equal(response.status, 200);
    assert.equal(await response.text(), '');
  });

  it('[AF-02] cannot be used to read anything else, however the path is written', async () => {
    const paths = [
      'OPS/none.xhtml',
      '',
      '../../../etc/passwd',
      '..%2f..%2f..%2fetc%2fpasswd',
      '%2e%2e/%2e%2e/etc/passwd',
      'OPS/../OPS/one.xhtml',
      '/etc/passwd',
      'ops/one.xhtml',
      'OPS%00',
      '%ff',
      'OPS/one.xhtml/',
      '..\\..\\secret',
      'a'.repeat(5_000),
    ];
    for (const path of paths) {
      // fetch would normalize the path.
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const asked = request(
          { host: '127.0.0.1', port: new URL(server.origin).port, path: resource(path) },
          (answer) => {
            answer.resume();
            resolve(answer.statusCode);
          },
        );
        asked.on('error', reject).end();
      });
      assert.ok(status === 404 || status === 400, `${path}: ${status}`);
    }
  });

  it('[AZ-01] requires an unexpired signature for this book and purpose', async () => {
    const { signedUrls, config } = server.services;
    const signIn = signedUrls.verify('content', epub.id, manifest.content_url.split('/').pop() ?? '') ?? '';
    const wrong = [
      signedUrls.issue('content', pdf.id, signIn),
      signedUrls.issue('cover', epub.id, signIn),
      signedUrls.issue('content', epub.id, randomUUID()),
      'x',
      '1s4q-AAAA',
      randomUUID(),
    ];
    for (const grant of wrong) {
      assert.equal(
        (await plain(`${config.root}/books/${epub.id}/content/${grant}/OPS/one.xhtml`)).status,
        404,
      );
      assert.equal((await plain(`${config.root}/books/${epub.id}/file/${grant}`)).status, 404);
    }
    assert.equal(
      (
        await plain(
          `${config.root}/books/${epub.id}/cover/${signedUrls.issue('content', epub.id, signIn)}/1/medium.webp`,
        )
      ).status,
      404,
    );
    clock.pass(60 * 24);
    assert.equal((await plain(resource('OPS/one.xhtml'))).status, 404);
    clock.pass(-60 * 24);
    assert.equal((await plain(resource('OPS/one.xhtml'))).status, 200);
  });

  it('[AZ-01] is not found for another user', async () => {
    const other = await server.reader();
    await other.fails(404, 'GET /books/:id/manifest', { params: { id: epub.id } });
    await other.fails(404, 'GET /books/:id/search', { params: { id: epub.id }, query: { q: 'whales' } });
    await other.fails(404, 'POST /covers-enhanced/ensure', { body: { bookId: epub.id } });
  });

  it('includes the uploaded file under its name, with ranges', async () => {
    const response = await plain(manifest.file_url);
    assert.equal(response.headers.get('content-type'), 'application/epub+zip');
    assert.equal(
      response.headers.get('content-disposition'),
      `attachment; filename="Mein Bucher-Buchgpj.epub"; filename*=UTF-8''Mein%20B%C3%BCcher-Buchgpj.epub`,
    );
    assert.equal((await response.arrayBuffer()).byteLength, epub.file_size);

    const { content_url, whole_url } = await reader.call('GET /books/:id/manifest', {
      params: { id: pdf.id },
    });
    // A small one is requested whole, before the code that reads it.
    assert.equal(whole_url, content_url);
    const part = await plain(content_url, { headers: { range: 'bytes=-10' } });
    assert.equal(part.status, 206);
    assert.equal(part.headers.get('accept-ranges'), 'bytes');
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), original.subarray(-10));
    assert.equal((await plain(content_url, { headers: { range: `bytes=${original.length}-` } })).status, 416);
    const whole = await plain(content_url, { headers: { range: 'bytes=0-1,3-4' } });
    assert.equal(whole.status, 200);
    assert.deepEqual(Buffer.from(await whole.arrayBuffer()), original);
    const stale = await plain(content_url, { headers: { range: 'bytes=0-1', 'if-range': '"old"' } });
    assert.equal(stale.status, 200);
  });

  it('[LB-09] includes a cover in four sizes', async () => {
    for (const [name, { width, height }] of Object.entries(coverSizes)) {
      const response = await plain(`${epub.cover_base}/${name}.webp`);
      assert.equal(response.headers.get('content-type'), 'image/webp');
      const size = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      assert.deepEqual([size.width, size.height, size.format], [width, height, 'webp']);
    }
    for (const name of ['huge.webp', 'medium.png', '..%2fpack'])
      assert.equal((await plain(`${epub.cover_base}/${name}`)).status, 404);
    assert.equal((await plain((epub.cover_url ?? '').replace('/1/medium', '/2/medium'))).status, 404);
  });

  it('[GS-05] can be searched, with results in reading order', async () => {
    const { items } = await reader.call('GET /books/:id/search', {
      params: { id: epub.id },
      query: { q: 'whales' },
    });
    assert.ok(items.length > 1);
    const places = items.map(({ position }) => (position?.spine_index ?? 0) + (position?.fraction ?? 0));
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
    assert.match(items[0]?.text ?? '', /\uE000whales\uE001/);
    const found = await reader.call('GET /books/:id/search', {
      params: { id: pdf.id },
      query: { q: 'whales' },
    });
    assert.deepEqual(
      found.items.map(({ position }) => position?.page),
      [2],
    );
  });

  it('is deleted with its book', async () => {
    const gone = await uploadBook(reader, bookFile({ 'OPS/one.xhtml': page('<p>To be deleted.</p>') }));
    const { content_url, file_url } = await reader.call('GET /books/:id/manifest', {
      params: { id: gone.id },
    });
    await reader.call('DELETE /books/:id', { params: { id: gone.id } });
    for (const address of [`${content_url}/OPS/one.xhtml`, file_url])
      assert.equal((await plain(address)).status, 404);
    // The files stay while the book is in the bin.
    await reader.call('DELETE /bin', {});
    assert.equal((await plain(gone.cover_url ?? '')).status, 404);
  });

  describe('requested covers', () => {
    it('[LB-09] are typeset once where there is none, and otherwise unchanged', async () => {
      const bare = await addBook(server.services, reader.user?.id ?? '', {
        format: 'none',
        title: 'On Paper',
        cover_version: 0,
      });
      const body = { bookId: bare, title: 'Another title', isbn: null };
      const made = await reader.call('POST /covers-enhanced/ensure', { body });
      const again = await reader.call('POST /covers-enhanced/ensure', { body });
      assert.deepEqual(again, made);
      assert.equal((await plain(made.cover_url)).status, 200);
      const { cover_source, cover_url } = await reader.call('GET /books/:id', { params: { id: bare } });
      assert.deepEqual([cover_source, cover_url], ['generated', made.cover_url]);
      const kept = await reader.call('POST /covers-enhanced/ensure', { body: { bookId: epub.id } });
      assert.equal(kept.cover_url, epub.cover_url);
      await reader.fails(404, 'GET /books/:id/manifest', { params: { id: bare } });
    });
  });
});

describe('[AF-15] a file name in a header', () => {
  const cases: [name: string, header: string][] = [
    ['plain.epub', `attachment; filename="plain.epub"; filename*=UTF-8''plain.epub`],
    [
      'a\r\nSet-Cookie: x\0.pdf',
      `attachment; filename="aSet-Cookie: x.pdf"; filename*=UTF-8''aSet-Cookie%3A%20x.pdf`,
    ],
    [
      'Überraschung "1" 100%.pdf',
      `attachment; filename="Uberraschung '1' 100'.pdf"; filename*=UTF-8''%C3%9Cberraschung%20%221%22%20100%25.pdf`,
    ],
    ['gpj.\u202eexe', `attachment; filename="gpj.exe"; filename*=UTF-8''gpj.exe`],
    ['../../etc/passwd', `attachment; filename="....etcpasswd"; filename*=UTF-8''....etcpasswd`],
    ['', `attachment; filename="book"; filename*=UTF-8''book`],
  ];
  for (const [name, header] of cases)
    it(`${JSON.stringify(name)}`, () => assert.equal(attachment(name), header));
  it('is limited in length', () => assert.ok(attachment('ä'.repeat(300)).length < 1_600));
});
