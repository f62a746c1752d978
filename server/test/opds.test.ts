import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Element } from 'domhandler';
import sharp from 'sharp';
import {
  attribute,
  childElements,
  findElement,
  findElements,
  parseXml,
  textOf,
} from '../src/intake/ingest/epub/xml/xml.ts';
import { addBook } from './support/books.ts';
import type { Client } from './support/client.ts';
import { addDevice, type Device } from './support/devices.ts';
import { makeEpub } from './support/epub.ts';
import { startServer, type TestServer } from './support/server.ts';
import { uploadBook } from './support/uploads.ts';

let server: TestServer;
let ada: Client;
let device: Device;
let bookId: string;
let file: Buffer;
let shelf: string;
let smart: string;

before(async () => {
  server = await startServer();
  ada = await server.reader('ada');
  device = await addDevice(ada);
  file = await makeEpub({ title: 'Moby-Dick &amp; &lt;Co&gt;', author: 'Herman Melville' });
  bookId = (await uploadBook(ada, file, 'Möby “Dick”.epub')).id;
  const userId = ada.user?.id ?? '';
  const add = (fields: Parameters<typeof addBook>[2]) => addBook(server.services, userId, fields);
  for (let n = 1; n <= 120; n++)
    await add({
      title: `Volume ${String(n).padStart(3, '0')}`,
      author: `Author ${n % 60}`,
      series: n <= 3 ? 'A Series' : null,
      // The third has no number, and comes first on every engine.
      series_index: n === 3 ? null : 4 - n,
      genre: n % 2 ? 'Sea' : null,
      created_at: '2020-01-01T00:00:00.000Z',
    });
  await add({
    title: 'Half read',
    author: 'Sömebody 猫である',
    status: 'reading',
    progress: 40,
    is_reading: 1,
    last_opened: '2026-01-01T00:00:00.000Z',
  });
  await add({ title: 'On paper', author: 'Nobody', format: 'none', sha256: null });
  [shelf, smart] = [randomUUID(), randomUUID()];
  const fields = { description: null, color: null, icon: null };
  await ada.call('PUT /collections/:id', {
    params: { id: shelf },
    body: { ...fields, name: 'Whales', bookIds: [bookId] },
  });
  await ada.call('PUT /collections/:id', {
    params: { id: smart },
    body: { ...fields, name: 'By Melville', bookIds: [], rule: { authors: ['herman melville'] } },
  });
});
after(() => server.stop());

interface Entry {
  title: string;
  href: string;
}
interface Read {
  title: string;
  entries: Entry[];
  links: Map<string, string>;
  total: number | null;
}

/** Reads a feed of either version into a common format. */
const readers: Record<string, (path: string) => Promise<Read>> = {
  async 'v1.2'(path) {
    const response = await device.fetch(path);
    assert.equal(response.status, 200, path);
    assert.match(
      response.headers.get('content-type') ?? '',
      /^application\/atom\+xml;profile=opds-catalog;kind=(navigation|acquisition)/,
    );
    const feed = findElement(parseXml(Buffer.from(await response.text())), 'feed') as Element;
    assert.equal(feed.name, 'feed');
    for (const name of ['id', 'title', 'updated']) assert.ok(childElements(feed, name).length, name);
    const hrefIn = (parent: Element, rel: RegExp) =>
      attribute(
        childElements(parent, 'link').find((link) => rel.test(attribute(link, 'rel') ?? '')) as Element,
        'href',
      ) ?? '';
    const total = childElements(feed, 'totalResults')[0];
    return {
      title: textOf(childElements(feed, 'title')[0] as Element),
      entries: childElements(feed, 'entry').map((entry) => ({
        title: textOf(childElements(entry, 'title')[0] as Element),
        href: hrefIn(entry, /subsection|acquisition/),
      })),
      links: new Map(
        childElements(feed, 'link').map((link) => [
          attribute(link, 'rel') ?? '',
          attribute(link, 'href') ?? '',
        ]),
      ),
      total: total ? Number(textOf(total)) : null,
    };
  },
  async v2(path) {
    const response = await device.fetch(path);
    assert.equal(response.status, 200, path);
    assert.equal(response.headers.get('content-type'), 'application/opds+json');
    // biome-ignore lint/suspicious/noExplicitAny: JSON of another's format
    const feed = (await response.json()) as any;
    assert.ok(feed.links.some((link: { rel: string }) => link.rel === 'self'));
    for (const publication of feed.publications ?? [])
      assert.ok(publication.images.some(({ type }: { type: string }) => type === 'image/jpeg'));
    return {
      title: feed.metadata.title,
      entries: [
        ...(feed.navigation ?? []),
        // biome-ignore lint/suspicious/noExplicitAny: as above
        ...(feed.publications ?? []).map(({ metadata, links }: any) => ({
          title: metadata.title,
          href: links[1].href,
        })),
      ],
      links: new Map(feed.links.map((link: { rel: string; href: string }) => [link.rel, link.href])),
      total: feed.metadata.numberOfItems ?? null,
    };
  },
};

for (const [version, read] of Object.entries(readers))
  describe(`OPDS ${version}`, () => {
    const titles = async (path: string) =>
      (await read(`/opds/${version}${path}`)).entries.map(({ title }) => title);

    test('all feeds can be reached from the root', async () => {
      const start = await read(`/opds/${version}`);
      for (const { href } of start.entries) await read(href);
      assert.ok(start.entries.length >= 8);
    });

    test('continue, unread, newest first, by title', async () => {
      assert.deepEqual(await titles('/books?view=continue'), ['Half read']);
      assert.equal((await titles('/books'))[1], 'Moby-Dick & <Co>');
      assert.equal((await titles('/books?order=title'))[0], 'Half read');
      assert.equal((await read(`/opds/${version}/books?status=unread`)).total, 121);
    });

    test('pages: all books, each once, but none without a file', async () => {
      const seen: string[] = [];
      let path: string | undefined = `/opds/${version}/books`;
      while (path) {
        const feed: Read = await read(path);
        assert.equal(feed.total, 122);
        seen.push(...feed.entries.map(({ title }) => title));
        path = feed.links.get('next');
      }
      assert.equal(new Set(seen).size, 122);
      assert.equal(seen.length, 122);
      assert.ok(!seen.includes('On paper'));
      assert.equal((await device.fetch(`/opds/${version}/books?page=4`)).status, 404);
    });

    test('authors, series in order, subjects, manual and smart collections', async () => {
      const authors = await read(`/opds/${version}/authors`);
      assert.equal(authors.total, 62);
      assert.equal((await titles('/authors?page=2')).at(-1), 'Sömebody 猫である');
      assert.deepEqual(await titles('/books?author=Herman+Melville'), ['Moby-Dick & <Co>']);
      assert.deepEqual(await titles('/series'), ['A Series']);
      assert.deepEqual(await titles('/books?series=A+Series'), ['Volume 003', 'Volume 002', 'Volume 001']);
      assert.deepEqual(await titles('/subjects'), ['Sea']);
      assert.deepEqual(await titles('/collections'), ['By Melville', 'Whales']);
      for (const id of [shelf, smart])
        assert.deepEqual(await titles(`/books?collection=${id}`), ['Moby-Dick & <Co>']);
    });

    test('search: by words of title and author; special characters are literal', async () => {
      assert.deepEqual(await titles('/books?query=melville+MOBY'), ['Moby-Dick & <Co>']);
      assert.deepEqual(await titles('/books?query=%25'), []);
      // Without accents, as word prefixes, and anywhere in scripts without spaces.
      assert.deepEqual(await titles('/books?query=rea+some'), ['Half read']);
      assert.deepEqual(await titles('/books?query=%E3%81%A7%E3%81%82'), ['Half read']);
      assert.deepEqual(await titles('/books?query=mebody'), []);
      const { links } = await read(`/opds/${version}`);
      assert.match(links.get('search') ?? '', /query|search/);
    });

    test('facets', async () => {
      const body = await (await device.fetch(`/opds/${version}/books`)).text();
      assert.match(body, /Finished/);
      const href = /[^"]*books\?status=reading/.exec(body)?.[0] ?? '';
      assert.deepEqual(
        (await read(href)).entries.map(({ title }) => title),
        ['Half read'],
      );
    });
  });

describe('what both versions have', () => {
  test('/opds answers in the accepted version; 1.2 by default', async () => {
    const typeOf = async (accept: string) =>
      (await device.fetch('/opds', { headers: { accept } })).headers.get('content-type') ?? '';
    assert.match(await typeOf('*/*'), /^application\/atom\+xml/);
    assert.match(
      await typeOf('application/opds+json, application/atom+xml;profile=opds-catalog, */*'),
      /opds\+json/,
    );
    assert.match(await typeOf('application/atom+xml, application/opds+json;q=0.5'), /atom/);
  });

  test('without credentials it describes how to sign in, for both versions', async () => {
    for (const path of ['/opds', '/opds/v2/books', `/opds/books/${bookId}/file`]) {
      const response = await fetch(`${server.origin}${path}`);
      assert.equal(response.status, 401);
      assert.match(response.headers.get('www-authenticate') ?? '', /^Basic realm="Lectern"/);
      assert.equal(response.headers.get('content-type'), 'application/opds-authentication+json');
      const { id, title, authentication } = (await response.json()) as Record<string, unknown[]>;
      assert.ok(id && title);
      assert.equal(
        (authentication?.[0] as { type?: string } | undefined)?.type,
        'http://opds-spec.org/auth/basic',
      );
    }
  });

  test('the uploaded file is served under its name, with ranges and HEAD', async () => {
    const path = `/opds/books/${bookId}/file`;
    for (const method of ['GET', 'HEAD']) {
      const response = await device.fetch(path, { method });
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), 'application/epub+zip');
      assert.equal(response.headers.get('content-length'), String(file.length));
      assert.match(
        response.headers.get('content-disposition') ?? '',
        /filename="Moby _Dick_\.epub"; filename\*=UTF-8''M%C3%B6by/,
      );
      assert.equal(response.headers.get('last-modified'), null);
      const bytes = Buffer.from(await response.arrayBuffer());
      const sha = (data: Buffer) => createHash('sha256').update(data).digest('hex');
      if (method === 'GET') assert.equal(sha(bytes), sha(file));
    }
    const part = await device.fetch(path, { headers: { range: 'bytes=0-3' } });
    assert.deepEqual([part.status, await part.text()], [206, 'PK\u0003\u0004']);
  });

  test('covers are JPEG, also those that a reader has chosen', async () => {
    const blue = { width: 300, height: 450, channels: 3, background: '#00f' } as const;
    const image = (await sharp({ create: blue }).png().toBuffer()).toString('base64');
    await ada.call('PUT /books/:id/cover', { params: { id: bookId }, body: { image } });
    const body = await (await device.fetch('/opds/v2/books?author=Herman+Melville')).text();
    const { publications } = JSON.parse(body) as { publications: { images: { href: string }[] }[] };
    const response = await device.fetch(publications[0]?.images[0]?.href ?? '');
    assert.equal(response.headers.get('content-type'), 'image/jpeg');
    const { format, width } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    assert.deepEqual([format, width], ['jpeg', 256]);
  });

  test('HEAD works on feeds', async () => {
    for (const path of ['/opds', '/opds/v2/books', '/opds/v1.2/authors'])
      assert.equal((await device.fetch(path, { method: 'HEAD' })).status, 200);
  });

  test('the search description leads to a search', async () => {
    const xml = await (await device.fetch('/opds/v1.2/search.xml')).text();
    const [url] = findElements(parseXml(Buffer.from(xml)), 'Url');
    const template = attribute(url as Element, 'template') ?? '';
    assert.ok(template.startsWith(server.origin));
    assert.equal(
      (await device.fetch(template.slice(server.origin.length).replace('{searchTerms}', 'moby'))).status,
      200,
    );
  });

  test('another user’s books and collections are not found', async () => {
    const eve = await addDevice(await server.reader('eve'));
    for (const path of [
      `/opds/books/${bookId}/file`,
      `/opds/books/${bookId}/cover/1/large.jpg`,
      `/opds/v2/publications/${bookId}`,
      `/opds/v2/books?collection=${shelf}`,
      `/opds/v1.2/books?collection=${smart}`,
    ])
      assert.equal((await eve.fetch(path)).status, 404, path);
    const books = await (await eve.fetch('/opds/v2/books?query=moby')).json();
    assert.deepEqual((books as { publications: unknown[] }).publications, []);
  });

  test('[S-02] a page of books with the longest details stays below 2 MB; a book’s own entry has its whole description', async () => {
    const eve = await server.reader('eva');
    const reading = await addDevice(eve);
    const description = '"'.repeat(20_000);
    const long = { title: '"'.repeat(1_000), author: '"'.repeat(1_000), publisher: '"'.repeat(500) };
    const series = '"'.repeat(500);
    let id = '';
    for (let n = 0; n < 50; n++)
      id = await addBook(server.services, eve.user?.id ?? '', { ...long, series, description });
    for (const path of ['/opds/v1.2/books', '/opds/v2/books']) {
      const text = await (await reading.fetch(path)).text();
      assert.equal(text.match(/<entry>|"@type"/g)?.length, 50, path);
      assert.ok(Buffer.byteLength(text) <= 2_000_000, `${path}: ${Buffer.byteLength(text)} bytes`);
    }
    const book = await (await reading.fetch(`/opds/v2/publications/${id}`)).json();
    assert.equal((book as { metadata: { description: string } }).metadata.description, description);
  });

  test('it requires the read scope', async () => {
    const other = await addDevice(ada, { scopes: ['progress'] });
    const response = await other.fetch('/opds');
    assert.deepEqual(
      [response.status, response.headers.get('content-type')],
      [403, 'application/problem+json'],
    );
  });

  for (const path of [
    '/opds/v2/books?page=0',
    '/opds/v2/books?status=eaten',
    '/opds/v2/books?collection=x',
    '/opds/v2/nothing',
    '/opds/books/x/file',
    '/opds/..%2fv2',
  ])
    test(`${path} is a clear error`, async () => {
      const response = await device.fetch(path);
      assert.ok([404, 422].includes(response.status), `${response.status}`);
      assert.match(response.headers.get('content-type') ?? '', /json/);
    });
});
