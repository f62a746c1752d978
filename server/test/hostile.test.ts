import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { ErrorBody } from '@lectern/shared-contracts/api/errors.ts';
import { bookEntries, bookFile, nav, packageDocument, page } from './support/bookFiles.ts';
import type { Client } from './support/client.ts';
import { ingested } from './support/ingested.ts';
import { dangers, inspect } from './support/inspect.ts';
import { makePdf } from './support/pdf.ts';
import { rawZip } from './support/rawZip.ts';
import { absent, realBooks } from './support/realBooks.ts';
import { startServer, type TestServer } from './support/server.ts';
import { filesLeft, upload } from './support/uploads.ts';

/** Maximum memory growth for all files together, in bytes. */
const memory = 1_200_000_000;

describe('hostile files', () => {
  let server: TestServer;
  let reader: Client;
  let startMemory: number;

  before(async () => {
    server = await startServer();
    reader = await server.reader();
    startMemory = process.memoryUsage().rss;
  });
  after(() => server.stop());

  /** Uploads a file and checks the result. */
  async function send(file: Uint8Array, name: string): Promise<{ status: number; body: Book | ErrorBody }> {
    const known = await filesLeft(server.services);
    const answer = await upload(reader, file, name);
    if (answer.status >= 400) {
      const { error, code } = answer.body as ErrorBody;
      assert.notEqual(code, 'ingest_timeout', `${name}: its worker had to be ended`);
      assert.ok(answer.status < 500, `${name}: ${answer.status}`);
      assert.match(error, /^[A-Z].*\.$/, `${name}: ${code}`);
      assert.deepEqual(await filesLeft(server.services), known, `${name} left something behind`);
    } else await seeThatItIsHarmless(answer.body as Book, name);
    const health = await server.visitor.call('GET /health', {});
    assert.equal(health.status, 'ok');
    assert.ok(
      process.memoryUsage().rss - startMemory < memory,
      `${process.memoryUsage().rss} bytes after ${name}`,
    );
    return answer;
  }

  /** [AF-06] [AF-08] Checks everything that is served of a book. */
  async function seeThatItIsHarmless(book: Book, name: string): Promise<void> {
    const { content_url, format } = await reader.call('GET /books/:id/manifest', { params: { id: book.id } });
    if (format === 'pdf') return;
    const resources = await server.services.db
      .selectFrom('resources')
      .select(['path', 'media_type'])
      .where('book_id', '=', book.id)
      .limit(300)
      .execute();
    for (const { path, media_type } of resources) {
      const address = `${content_url}/${path.split('/').map(encodeURIComponent).join('/')}`;
      const response = await fetch(`${server.origin}${address}`);
      assert.equal(response.status, 200, `${name}: ${path}`);
      assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
      const served = await response.text();
      if (!/xml/.test(media_type)) continue;
      assert.deepEqual(dangers(served), [], `${name}: ${path}`);
      assert.ok(inspect(served).wellFormed, `${name}: ${path}`);
    }
  }

  it('[AF-01] names that lead outside are refused, and nothing is written there', async () => {
    for (const bad of [
      '../../../../tmp/evil-from-lectern',
      '/etc/evil-from-lectern',
      'C:\\evil',
      '..\\evil',
    ]) {
      const { status, body } = await send(
        rawZip([...bookEntries(), { name: bad, data: 'x' }]),
        'climbing.epub',
      );
      assert.deepEqual([status, (body as ErrorBody).code], [422, 'epub_unsafe']);
    }
    assert.equal(existsSync('/tmp/evil-from-lectern'), false);
    assert.equal(existsSync('/etc/evil-from-lectern'), false);
    const link = rawZip([...bookEntries(), { name: 'OPS/link.xhtml', data: '/etc/passwd', mode: 0o120777 }]);
    assert.equal((await send(link, 'link.epub')).status, 422);
  });

  it('[AF-02] references that lead outside resolve to nothing', async () => {
    const opf = packageDocument({
      chapters: ['one.xhtml', '../../../etc/passwd'],
      manifest: '<item id="h" href="%2e%2e/%2e%2e/etc/hosts" media-type="text/css"/>',
    });
    const { status, body } = await send(
      bookFile({
        'OPS/book.opf': opf,
        'OPS/nav.xhtml': nav('<li><a href="../../../etc/passwd">x</a></li>'),
        'OPS/one.xhtml': page('<img src="../../../../etc/passwd"/>x'),
      }),
      'references.epub',
    );
    assert.equal(status, 201);
    const { content_url, spine } = await reader.call('GET /books/:id/manifest', {
      params: { id: (body as Book).id },
    });
    assert.deepEqual(
      spine.map(({ href }) => href),
      ['OPS/one.xhtml'],
    );
    for (const path of ['etc/passwd', '%2e%2e/etc/passwd', '..%2fetc%2fpasswd']) {
      assert.equal((await fetch(`${server.origin}${content_url}/${path}`)).status, 404);
    }
  });

  it('[AF-03] decompression bombs are stopped: by declared size, actual size, and number', async () => {
    const bomb = Buffer.alloc(100_000_000);
    const bombs = {
      'honest.epub': rawZip([...bookEntries(), { name: 'OPS/big.bin', data: bomb }]),
      'lying.epub': rawZip([...bookEntries(), { name: 'OPS/big.bin', data: bomb, claimedSize: 100 }]),
      'lying chapter.epub': rawZip([
        ...bookEntries({ 'OPS/one.xhtml': null }),
        { name: 'OPS/one.xhtml', data: bomb, claimedSize: 500 },
      ]),
      'wrong checksum.epub': rawZip([
        ...bookEntries({ 'OPS/one.xhtml': null }),
        { name: 'OPS/one.xhtml', data: page('x'), claimedCrc: 1 },
      ]),
      'doubled.epub': rawZip([...bookEntries(), { name: 'OPS/one.xhtml', data: page('another') }]),
      'shared.epub': rawZip([...bookEntries(), { name: 'OPS/two.xhtml', data: '', sharesWith: 4 }]),
      'many.epub': rawZip([
        ...bookEntries(),
        ...Array.from({ length: 50_000 }, (_, i) => ({ name: `x${i}`, data: '', stored: true })),
      ]),
      'long chapter.epub': bookFile({ 'OPS/one.xhtml': page('word '.repeat(4_000_000)) }),
    };
    for (const [name, file] of Object.entries(bombs)) {
      const { status } = await send(file, name);
      assert.equal(status, 422, name);
    }
  });

  it('[AF-03] a word of 15 million letters, and thousands of long lines without a sentence, become a book', async () => {
    const line = `<p>${'word '.repeat(200)}</p>`;
    const file = bookFile({
      'OPS/book.opf': packageDocument({ chapters: ['one.xhtml', 'two.xhtml'] }),
      'OPS/one.xhtml': page('x'.repeat(15_000_000)),
      'OPS/two.xhtml': page(line.repeat(15_000)),
    });
    const { status, body } = await send(file, 'long words.epub');
    assert.equal(status, 201, JSON.stringify(body));
    const { spine } = await reader.call('GET /books/:id/manifest', { params: { id: (body as Book).id } });
    assert.deepEqual(
      spine.map(({ characters }) => characters),
      [15_000_000, 15_000_000],
    );
  });

  it('[AF-04] entities and excessive depth are refused within a second, without any request', async () => {
    const evil = `http://${new URL(server.origin).host}/v1/evil`;
    const laughs = `<!DOCTYPE p [<!ENTITY a "lol">${Array.from({ length: 9 }, (_, i) => `<!ENTITY ${'bcdefghij'[i]} "${`&${'abcdefghi'[i]};`.repeat(10)}">`).join('')}]>`;
    const files = {
      'laughs.epub': { 'OPS/book.opf': packageDocument({ prolog: laughs, title: '&j;' }) },
      'outside.epub': {
        'OPS/book.opf': packageDocument({
          prolog: `<!DOCTYPE p [<!ENTITY x SYSTEM "${evil}">]>`,
          title: '&x;',
        }),
      },
      'container.epub': {
        'META-INF/container.xml':
          '<!DOCTYPE c [<!ENTITY x SYSTEM "file:///etc/passwd">]><container>&x;</container>',
      },
      'deep package.epub': { 'OPS/book.opf': '<package>'.repeat(100_000) },
      'deep contents.epub': { 'OPS/nav.xhtml': page('<ol><li>'.repeat(50_000)) },
      'deep chapter.epub': { 'OPS/one.xhtml': page('<div>'.repeat(100_000)) },
    };
    await send(bookFile(), 'warm.epub');
    for (const [name, parts] of Object.entries(files)) {
      const { status, body } = await send(bookFile(parts), name);
      assert.deepEqual([status, (body as ErrorBody).code], [422, 'epub_unsafe'], name);
      // Refused by the parser, and not because memory was exhausted.
      await assert.rejects(ingested(bookFile(parts), name), { code: 'epub_unsafe' }, name);
    }
  });

  it('[AF-06] [AF-08] scripts and external URLs are removed from served pages', async () => {
    const { status, body } = await send(
      bookFile({
        'OPS/one.xhtml': page(
          '<p onclick="a()">x</p><script>a()</script><iframe src="https://evil.example/"/><object data="https://evil.example/"/><form action="https://evil.example/"><input name="p"/></form><a href="javascript:a()">x</a><img src="https://evil.example/a.gif" onerror="a()"/><svg xmlns="http://www.w3.org/2000/svg" onload="a()"><script>a()</script></svg>',
          '<base href="https://evil.example/"/><meta http-equiv="refresh" content="0;url=https://evil.example/"/><link rel="stylesheet" href="https://evil.example/s.css"/><link rel="prefetch" href="https://evil.example/p"/><style>@import "https://evil.example/i.css"; p{background:url(https://evil.example/b.png)}</style>',
        ),
      }),
      'powers.epub',
    );
    assert.equal(status, 201);
    const { content_url } = await reader.call('GET /books/:id/manifest', {
      params: { id: (body as Book).id },
    });
    const served = await (await fetch(`${server.origin}${content_url}/OPS/one.xhtml`)).text();
    assert.doesNotMatch(served, /evil\.example|a\(\)/);
  });

  it('[AF-05] [AF-15] names and titles are text', async () => {
    const opf = packageDocument({
      title: '&lt;script&gt;alert(1)&lt;/script&gt;\u202egpj',
      metadata: `<dc:creator>${'A'.repeat(100_000)}</dc:creator>`,
    });
    const { body } = await send(bookFile({ 'OPS/book.opf': opf }), `a\r\nb\0${'x'.repeat(300)}.epub`);
    const { title, author } = body as Book;
    assert.equal(title, '<script>alert(1)</script>gpj');
    assert.ok(author.length <= 500);
  });

  it('[AF-10] the content of a file determines its type', async () => {
    assert.equal(
      (await send(Buffer.from('<!DOCTYPE html><script>alert(1)</script>'), 'page.epub')).status,
      415,
    );
    assert.equal((await send(Buffer.from('MZ\x90\0program'), 'program.pdf')).status, 415);
    const { status, body } = await send(makePdf({ pages: [['named otherwise']] }), 'really-a-pdf.epub');
    assert.deepEqual([status, (body as Book).format], [201, 'pdf']);
    assert.equal(
      (
        (await send(bookFile({ 'OPS/one.xhtml': page('named otherwise') }), 'really-an-epub.pdf'))
          .body as Book
      ).format,
      'epub',
    );
  });

  it('[AF-12] a truncated, encrypted or invalid PDF becomes a book or an error message', async () => {
    const whole = makePdf({ pages: Array.from({ length: 50 }, (_, i) => [`Page ${i}`]) });
    for (const share of [0.02, 0.3, 0.6, 0.95])
      await send(whole.subarray(0, Math.floor(whole.length * share)), 'cut.pdf');
    const loop = Buffer.from(
      makePdf().toString('latin1').replace('/Kids [4 0 R]', '/Kids [2 0 R]'),
      'latin1',
    );
    await send(loop, 'loop.pdf');
    const many = Buffer.from(makePdf().toString('latin1').replace('/Count 1', '/Count 999999999'), 'latin1');
    await send(many, 'many-pages.pdf');
  });

  for (const { name, path } of realBooks('hostile')) {
    it(`${name} is refused with a message or harmless`, async () => {
      const { status, body } = await send(await readFile(path), name);
      const refusal = expected[name];
      if (refusal) assert.equal((body as ErrorBody).code, refusal, `${status}`);
    });
  }
  if (realBooks('hostile').length === 0) it('are looked for beside the project', (t) => t.diagnostic(absent));
});

/** Files that must be refused, with the reason. */
const expected: Record<string, string> = {
  'billion-laughs.epub': 'epub_unsafe',
  'xxe.epub': 'epub_unsafe',
  'zip-bomb.epub': 'epub_unsafe',
  'path-traversal.epub': 'epub_unsafe',
  'opf-outside.epub': 'epub_unsafe',
  'missing-opf.epub': 'epub_no_package',
  'no-container.epub': 'epub_no_chapters',
  'truncated.epub': 'epub_broken',
  'truncated.pdf': 'pdf_broken',
  'exe-named.epub': 'unsupported_file',
  'html-named.pdf': 'unsupported_file',
  'zero.epub': 'empty_file',
  'zero.pdf': 'empty_file',
};

// All others become books with titles and covers, in e2e/real-books.spec.ts.
describe('[UP-03] long real books', () => {
  const known: Record<string, [title: string, author: string]> = {
    'arthur-conan-doyle_the-adventures-of-sherlock-holmes.epub': [
      'The Adventures of Sherlock Holmes',
      'Arthur Conan Doyle',
    ],
    'herman-melville_moby-dick.epub': ['Moby Dick', 'Herman Melville'],
    'leo-tolstoy_war-and-peace_louise-maude_aylmer-maude.epub': ['War and Peace', 'Leo Tolstoy'],
  };
  const books = realBooks('epub').filter(({ name }) => known[name]);
  let server: TestServer;
  let reader: Client;
  before(async () => {
    server = await startServer();
    reader = await server.reader();
  });
  after(() => server.stop());

  for (const { name, path } of books) {
    it(`${name} becomes a book`, async () => {
      const { status, body } = await upload(reader, await readFile(path), name);
      assert.equal(status, 201, JSON.stringify(body));
      const book = body as Book;
      assert.deepEqual([book.title, book.author], known[name]);
      assert.equal((await fetch(`${server.origin}${book.cover_url}`)).status, 200);
    });
  }

  it('[M-12] serve a chapter by reading only its own bytes', async (t) => {
    const book = books.find(({ name }) => name.startsWith('leo-tolstoy'));
    if (!book) return t.diagnostic(absent);
    const { body } = await upload(reader, await readFile(book.path), book.name);
    const { content_url, spine } = await reader.call('GET /books/:id/manifest', {
      params: { id: (body as Book).id },
    });
    const read = t.mock.method(server.services.blobs, 'read');
    for (const { href } of spine.slice(0, 30)) {
      read.mock.resetCalls();
      const { headers } = await fetch(`${server.origin}${content_url}/${href}`);
      const ranges = read.mock.calls.map(({ arguments: [, range] }) => range && range.end - range.start + 1);
      assert.deepEqual(ranges, [Number(headers.get('content-length'))], href);
    }
  });
});
