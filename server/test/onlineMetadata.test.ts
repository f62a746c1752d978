/** Services of the net about a book: what they say, and those that lie. A local server stands in for them. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { type MetadataSettings, metadataSettings } from '../src/run/config/serviceSettings.ts';
import type { Client } from './support/client.ts';
import { clockAt } from './support/clock.ts';
import { answerTo, isbn } from './support/online/services.ts';
import { startServer, type TestServer } from './support/server.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

const clock = clockAt('2026-05-04T10:00:00Z');
const pass = (seconds: number) => clock.set(new Date(clock.now().getTime() + seconds * 1_000).toISOString());
let services: Server;
let origin = '';
let server: TestServer;
let ada: Client;
let asked: { url: URL; agent: string; at: number }[] = [];
/** Answers in place of the usual ones, by the beginning of the path. */
let instead: Record<string, Answer> = {};

before(async () => {
  services = createServer((request, response) => {
    const url = new URL(request.url ?? '', origin);
    asked.push({ url, agent: request.headers['user-agent'] ?? '', at: clock.now().getTime() });
    const other = Object.entries(instead).find(([path]) => url.pathname.startsWith(path))?.[1];
    if (other) return other(request, response, url);
    const answer = answerTo(url);
    if (answer === undefined) response.writeHead(404).end('{}');
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => services.once('listening', resolve));
  origin = `http://127.0.0.1:${(services.address() as AddressInfo).port}`;
  server = await startWith(['openlibrary', 'google', 'wikidata']);
  ada = await server.reader();
});
after(async () => {
  await server.stop();
  services.closeAllConnections();
  services.close();
});
beforeEach(() => {
  asked = [];
  instead = {};
  // A second after the last request of the test before.
  pass(1);
});

const startWith = (sources: MetadataSettings['sources']) =>
  startServer({
    config: {
      metadata: {
        sources,
        contact: 'operator@example.org',
        standIn: origin,
        timeLimit: 1_000,
      },
    },
    // Waiting for a turn moves the clock; other pauses are those of jobs beside it.
    services: {
      now: clock.now,
      pause: async (milliseconds) => (milliseconds === 250 ? pass(0.25) : wait(milliseconds)),
    },
  });

let asks = 0;
/** What each service says about a book that was not asked for before. */
async function answers(
  body: { isbn?: string; title?: string; author?: string } = { title: `Lamp ${asks++}` },
) {
  const { answers: all } = await ada.call('POST /online-metadata', { body });
  return Object.fromEntries(all.map((answer) => [answer.source, answer]));
}

describe('services of the net', () => {
  test('are asked by ISBN, and their answers have the fields of a book', async () => {
    const { openlibrary, google, wikidata } = await answers({ isbn: '978-0-306-40615-7', title: 'The Lamp' });
    assert.deepEqual(openlibrary?.books, [
      {
        title: 'The Lamp',
        subtitle: 'A story of the sea',
        author: 'Ada Writer, Bea Writer',
        series: 'Coasts',
        series_index: 2,
        publisher: 'Harbor Press',
        published: '2001',
        language: 'de',
        isbn,
        description: 'A keeper.\n\nA storm.',
        genres: ['Lighthouses', 'Fiction'],
        cover: 'https://covers.openlibrary.org/b/id/15-L.jpg',
      },
    ]);
    assert.deepEqual(google?.books, [
      {
        title: 'The Lamp',
        subtitle: null,
        author: 'Ada Writer',
        series: null,
        series_index: null,
        publisher: 'Harbor',
        published: '2001-03-04',
        language: 'en',
        isbn,
        description: 'A keeper, alone.',
        genres: ['Fiction'],
        cover: 'https://books.google.com/books/content?id=zyTCAlFPjgYC&img=1&zoom=1',
      },
    ]);
    assert.deepEqual(wikidata?.books, [
      {
        title: 'The Lamp',
        subtitle: null,
        author: 'Ada Writer, Bea Writer',
        series: 'Coasts',
        series_index: 2,
        publisher: 'Harbor Press',
        published: '2001-03',
        language: 'en',
        isbn,
        description: null,
        genres: ['sea story'],
        cover: 'https://commons.wikimedia.org/wiki/Special:FilePath/The%20Lamp.jpg?width=512',
      },
    ]);
    const [search] = asked.filter(({ url }) => url.pathname === '/www.wikidata.org/w/api.php');
    assert.equal(
      search?.url.searchParams.get('srsearch'),
      'haswbstatement:P212=978-0-306-40615-7|P957=0-306-40615-2',
    );
    for (const { url, agent } of asked) {
      assert.match(agent, /^Lectern\/\S+ \(operator@example\.org\)$/);
      assert.doesNotMatch(url.search, /The/, 'the title is not sent where the ISBN suffices');
    }
  });

  test('are asked once a second each, and once a day about the same book', async () => {
    // Alone, so that only its own turns move the clock.
    const alone = await startWith(['wikidata']);
    try {
      const bea = await alone.reader();
      const body = { title: 'Once', author: 'Writer' };
      const first = await bea.call('POST /online-metadata', { body });
      const times = asked.map(({ at }) => at);
      assert.equal(times.length, 3);
      for (const [index, at] of times.slice(1).entries()) assert.ok(at - (times[index] ?? 0) >= 1_000);
      assert.deepEqual(await bea.call('POST /online-metadata', { body }), first);
      assert.equal(asked.length, 3);
    } finally {
      await alone.stop();
    }
  });

  test('that do not know the ISBN are asked for title and author', async () => {
    const none = { totalItems: 0, docs: [], query: { search: [] } };
    const isbnOnly: Answer = (_request, response, url) => {
      const answer = /9780306406164/.test(decodeURIComponent(url.search)) ? none : answerTo(url);
      response.end(JSON.stringify(answer));
    };
    instead = { '/www.googleapis.com': isbnOnly, '/openlibrary.org/search': isbnOnly };
    const { google, openlibrary } = await answers({
      isbn: '9780306406164',
      title: 'Say "lamp"',
      author: 'Ada',
    });
    assert.equal(google?.books.length, 1);
    assert.equal(openlibrary?.books.length, 1);
    const queries = asked.flatMap(({ url }) => url.searchParams.get('q') ?? []);
    assert.deepEqual(queries, ['isbn:9780306406164', 'intitle:"Say  lamp " inauthor:"Ada"']);
  });

  test('that ask to wait are left alone for as long as they say', async () => {
    instead = {
      '/www.googleapis.com': (_request, response) => response.writeHead(429, { 'retry-after': '120' }).end(),
    };
    assert.match((await answers()).google?.problem ?? '', /asks us to wait/);
    instead = {};
    pass(60);
    const { google, openlibrary } = await answers();
    assert.match(google?.problem ?? '', /asks us to wait/);
    assert.equal(openlibrary?.problem, null);
    assert.equal(asked.filter(({ url }) => url.pathname.startsWith('/www.googleapis.com')).length, 1);
    pass(60);
    assert.equal((await answers()).google?.problem, null);
  });

  const liars: Record<string, [answer: Answer, problem: RegExp]> = {
    'HTML instead of JSON': [(_request, response) => response.end('<html>Sign in</html>'), /cannot be read/],
    'JSON of another shape': [
      (_request, response) => response.end('{"totalItems":"many"}'),
      /cannot be read/,
    ],
    'an error': [(_request, response) => response.writeHead(500).end('{}'), /cannot be read/],
    'more than a megabyte': [
      (_request, response) => response.end(JSON.stringify({ totalItems: 1, more: 'x'.repeat(2_000_000) })),
      /doesn’t answer/,
    ],
    'a redirect': [
      (_request, response) => response.writeHead(302, { location: `${origin}/www.wikidata.org/` }).end(),
      /cannot be read/,
    ],
    'silence in the middle': [(_request, response) => response.write('{"totalItems":'), /doesn’t answer/],
    'a closed connection': [(request) => request.socket.destroy(), /doesn’t answer/],
  };
  for (const [what, [answer, problem]] of Object.entries(liars))
    test(`that send ${what} get a sentence, and the others’ answers are there`, async () => {
      instead = { '/www.googleapis.com': answer };
      const { google, openlibrary, wikidata } = await answers();
      assert.match(google?.problem ?? '', problem);
      assert.deepEqual(google?.books, []);
      assert.deepEqual([openlibrary?.books.length, wikidata?.books.length], [1, 1]);
    });

  test('that send wrong types, deep lists and markup give plain texts or nothing', async () => {
    const odd = {
      title: { $ref: 1 },
      subtitle: '\u202e<b>x</b>\n\n',
      authors: [1, null, 'A'.repeat(10_000), ['deep']],
      publishedDate: '__proto__',
      language: 'x'.repeat(100),
      industryIdentifiers: 'none',
      categories: Array.from({ length: 10_000 }, (_, index) => `c${index}`),
      imageLinks: { thumbnail: 'javascript:alert(1)' },
    };
    instead = {
      '/www.googleapis.com': (_request, response) =>
        response.end(JSON.stringify({ totalItems: 1, items: [{ volumeInfo: odd }, 7, null] })),
    };
    const [book, ...others] = (await answers()).google?.books ?? [];
    assert.equal(book?.title, null);
    assert.equal(book?.subtitle, '<b>x</b>');
    assert.ok((book?.author ?? '').length <= 200);
    assert.deepEqual([book?.published, book?.isbn, book?.genres.length], [null, null, 5]);
    assert.ok(others.every(({ title }) => title === null));
    await ada.fails(503, 'POST /online-metadata/cover', {
      body: { source: 'google', cover: book?.cover ?? '' },
    });
  });

  test('need an ISBN or a title', async () => {
    await ada.fails(422, 'POST /online-metadata', { body: { isbn: '12', author: 'Ada' } });
    assert.equal(asked.length, 0);
  });
});

describe('a cover', () => {
  const cover = 'https://covers.openlibrary.org/b/id/15-L.jpg';
  const fetchCover = (address: string) => ({ body: { source: 'openlibrary' as const, cover: address } });

  test('comes through the server, also by redirects within the hosts of its service, and is drawn anew', async () => {
    const jpeg = await sharp({ create: { width: 400, height: 600, channels: 3, background: '#123456' } })
      .jpeg()
      .toBuffer();
    instead = {
      '/covers.openlibrary.org': (_request, response) =>
        response.writeHead(302, { location: 'https://ia800100.us.archive.org/covers/15.jpg' }).end(),
      '/ia800100.us.archive.org': (_request, response) => response.end(jpeg),
    };
    const { image } = await ada.call('POST /online-metadata/cover', fetchCover(cover));
    const { format, width } = await sharp(Buffer.from(image, 'base64')).metadata();
    assert.deepEqual([format, width], ['webp', 256]);
  });

  test('is fetched from no other host, and no redirect leads there', async () => {
    const others = [
      'https://169.254.169.254/latest/meta-data',
      'http://covers.openlibrary.org/b/id/15-L.jpg',
      'https://covers.openlibrary.org.example.org/1.jpg',
      'https://me@example.org/1.jpg',
      'https://books.google.com/1.jpg',
      '/b/id/15-L.jpg',
    ];
    for (const other of others) await ada.fails(503, 'POST /online-metadata/cover', fetchCover(other));
    assert.equal(asked.length, 0);
    for (const location of [
      `${origin}/secret`,
      'https://127.0.0.1/secret',
      'https://localhost/',
      '//[::1]/',
    ]) {
      instead = {
        '/covers.openlibrary.org': (_request, response) => response.writeHead(302, { location }).end(),
      };
      await ada.fails(503, 'POST /online-metadata/cover', fetchCover(cover));
    }
    assert.ok(asked.every(({ url }) => url.pathname.startsWith('/covers.openlibrary.org')));
  });

  test('that is no picture, or has more than 5 MB, is refused', async () => {
    instead = { '/covers.openlibrary.org': (_request, response) => response.end('<svg/>') };
    await ada.fails(415, 'POST /online-metadata/cover', fetchCover(cover));
    instead = { '/covers.openlibrary.org': (_request, response) => response.end(Buffer.alloc(6_000_000)) };
    await ada.fails(503, 'POST /online-metadata/cover', fetchCover(cover));
  });
});

test('by default no service is asked, and none is offered', async () => {
  const quiet = await startServer();
  try {
    const bea = await quiet.reader();
    assert.deepEqual(await bea.call('GET /online-metadata', {}), { sources: [] });
    await bea.fails(409, 'POST /online-metadata', { body: { title: 'The Lamp' } });
    await bea.fails(409, 'POST /online-metadata/cover', { body: { source: 'google', cover: 'https://x' } });
  } finally {
    await quiet.stop();
  }
});

test('the setting names the services, and needs a contact', async () => {
  const settings = metadataSettings({ LECTERN_METADATA: 'google', LECTERN_OPERATOR_EMAIL: 'a@b.c' }, null);
  assert.deepEqual(settings, { sources: ['google'], contact: 'a@b.c', standIn: null, timeLimit: 10_000 });
  assert.equal(metadataSettings({}, 'https://books.example.org'), null);
  assert.throws(() => metadataSettings({ LECTERN_METADATA: 'google' }, null), /LECTERN_OPERATOR_EMAIL/);
  assert.throws(
    () => metadataSettings({ LECTERN_METADATA: 'google,amazon' }, 'https://books.example.org'),
    /openlibrary, google, wikidata/,
  );
});
