import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { RouteDefinition } from '@lectern/shared-contracts/api/route.ts';
import { type ReadKey, routes } from '@lectern/shared-contracts/api/routes.ts';
import { oneMark } from './support/annotations/marks.ts';
import { addBook, readingOf } from './support/books.ts';
import type { Client, LooseRequest } from './support/client.ts';
import { addFolderRow } from './support/folders/readersFolder.ts';
import { fillLibrary } from './support/library.ts';
import { addNotes, momentAt } from './support/many.ts';
import { startServer, type TestServer } from './support/server.ts';
import { stage } from './support/uploads.ts';

const most = 2_000_000;

/** Reads with a list that need no paging, and what limits each. */
const shortByThemselves: Partial<Record<ReadKey, string>> = {
  'GET /books/:id':
    'what the file says of its accessibility, and what of it cannot be shown, within the limits of ingest',
  'GET /books/:id/manifest': 'what the file of a book is made of, within the limits of ingest',
  'GET /books/:id/search': 'at most `limit` hits of some hundred characters',
  'GET /admin/overview': 'one warning for each setting that is amiss',
  'GET /auth/new-devices': 'at most twenty devices',
  'GET /auth/send-addresses': 'at most five addresses',
  'GET /online-metadata': 'the three services at most',
  'GET /books/:id/files': 'at most twenty files',
  'GET /auth/factors': 'at most twenty passkeys',
  'GET /auth/profile': 'the roles of one reader',
  'GET /search': 'at most `limit` hits of some hundred characters',
  'GET /dictionaries': 'the dictionaries that the operator has put there',
  'GET /admin/remotes': 'the remotes that the operator has deployed',
  'GET /flags': 'the flags that remotes declare, at most 500, and 64,000 bytes of settings',
  'GET /admin/flags': 'the flags that remotes declare, at most 500',
  'GET /admin/vitals': 'one line for each measure and route',
  'GET /api/gamification/achievements': 'the same fifteen for everybody',
  'GET /api/gamification/streak': 'at most `days` days with three titles each',
  'GET /api/gamification/week': 'at most five books',
  'GET /reading/days': 'twenty years of days at most, three numbers each',
  'GET /mentor/chapters': 'the chapters of one book, within the limits of ingest',
  'GET /mentor/suggestion': 'at most four books',
  'GET /parts/keys': 'one key',
};

/** A file of a folder that is no book. */
const leftOut = {
  state: 'left_out',
  reason: 'It is a picture.',
  formats: '[]',
  stamp: '',
  inode: '',
  sha256: null,
  upload_id: null,
  book_id: null,
  modified: null,
  imported: null,
} as const;

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
}

/** The property of the response that contains the list. */
function listIn(key: ReadKey): string | undefined {
  const { properties = {} } = routes[key].response as Schema;
  return Object.keys(properties).find((name) => properties[name]?.type === 'array');
}

const reads = (Object.keys(routes) as (keyof typeof routes)[]).filter((key): key is ReadKey =>
  key.startsWith('GET '),
);
const lists = reads.filter((key) => listIn(key) !== undefined && !(key in shortByThemselves));

let server: TestServer;
let reader: Client;
let bookId: string;
/** Parameters of each list. */
const params: Partial<Record<ReadKey, Record<string, string>>> = {};

before(async () => {
  server = await startServer();
  // The first account is administrator.
  reader = await server.reader('ada');
  ({ bookId } = await fillLibrary(server, reader, 'Moby-Dick'));
  const book = { id: bookId };
  const now = new Date().toISOString();
  for (const page of [7, 9]) {
    await reader.call('POST /books/:id/highlights', {
      params: book,
      body: { text: `page ${page}`, color: 'pink', page },
    });
    await reader.call('PUT /books/:id/bookmark', { params: book, body: { page, updated_at: now } });
    await reader.call('POST /notes/book/:bookId', { params: { bookId }, body: { content: 'more' } });
    await reader.call('PUT /collections/:id', {
      params: { id: randomUUID() },
      body: { name: `${page}`, description: null, color: null, icon: null, bookIds: [] },
    });
    await reader.call('POST /api/gamification/goals', {
      body: { title: `${page} books`, type: 'once', target: page },
    });
    await reader.call('POST /auth/app-passwords', { body: { name: `${page}`, scopes: ['read'] } });
    await reader.call('POST /admin/invitations', { body: { email: `${page}@example.org` } });
    await server.visitor.call('POST /contact', {
      body: { name: 'Eve', email: 'eve@example.org', message: `${page}` },
    });
    await fillLibrary(server, reader, `Volume ${page}`);
    await server.reader();
  }
  for (const percentage of [10, 60, 20, 80])
    await reader.call('PUT /books/:id/progress', {
      params: book,
      body: { current_page: percentage, total_pages: 100, percentage, updated_at: now },
    });
  const versioned = await reader.call('POST /notes', { body: { content: 'x'.repeat(100) } });
  // Each loses most of the text, so each is a version.
  for (const content of ['x'.repeat(40), 'x'])
    await reader.call('PUT /notes/:id', { params: { id: versioned.id }, body: { content } });
  for (const content of ['one', 'two']) {
    const { id } = await reader.call('POST /notes', { body: { content } });
    await reader.call('DELETE /notes/:id', { params: { id } });
    await reader.call('POST /marks/import', { body: oneMark(bookId, randomUUID()) });
  }
  const { items } = await reader.call('GET /reading/sessions', {});
  const session = { id: items.at(-1)?.id ?? '' };
  for (const notes of ['by train', 'by ship', 'on foot'])
    await reader.call('PATCH /reading/sessions/:id', { params: session, body: { notes } });
  const [conversation] = (await reader.call('GET /mentor/conversations', {})).items;
  const device = await server.visitor.fetch('/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.org', password: 'password of ada' }),
  });
  assert.equal(device.status, 200);
  const { db } = server.services;
  const passage = { book_id: bookId, user_id: reader.user?.id ?? '', target: 0, fraction: 0, chapter: null };
  for (const seq of [1_001, 1_002])
    await db
      .insertInto('passages')
      .values({ ...passage, seq, text: `passage ${seq}` })
      .execute();
  let folder = '';
  for (const outcome of ['finished', 'abandoned'] as const) {
    folder = await addFolderRow(server.services, passage.user_id);
    const reading = { ...readingOf(bookId), outcome };
    await reader.call('PUT /readings/:id', { params: { id: randomUUID() }, body: reading });
  }
  for (const name of ['one.jpg', 'two.jpg'])
    await db
      .insertInto('folder_files')
      .values({
        ...leftOut,
        id: randomUUID(),
        folder_id: folder,
        user_id: passage.user_id,
        source: name,
        path: name,
      })
      .execute();
  for (let count = 0; count < 2; count++)
    await stage(server.services, reader.user?.id ?? '', null, { state: 'refused' });
  Object.assign(params, {
    'GET /notes/:bookId': { bookId },
    'GET /books/:id/highlights': book,
    'GET /books/:id/bookmarks': book,
    'GET /books/:id/places': book,
    'GET /books/:id/text': book,
    'GET /folders/:id/files': { id: folder },
    'GET /parts/:part/rows/:collection': { part: 'mf-lending', collection: 'loans' },
    'GET /admin/users/:id/sessions': { id: reader.user?.id ?? '' },
    'GET /reading/sessions/:id/changes': session,
    'GET /mentor/conversations/:id': { id: conversation?.id ?? '' },
    'GET /versions/:kind/:id': { kind: 'note', id: versioned.id },
  });
});
after(() => server.stop());

const ask = async (key: ReadKey, query: Record<string, unknown>) => {
  const request: LooseRequest = { query, ...(params[key] ? { params: params[key] } : {}) };
  const { status, body } = await reader.try(key, request);
  assert.equal(status, 200, `${key}: ${JSON.stringify(body)}`);
  const answer = body as Record<string, unknown> & { next_cursor: string | null };
  return { items: answer[listIn(key) ?? ''] as unknown[], next: answer.next_cursor, answer };
};

describe('[S-02] every list is paged', () => {
  test('every read with a list is covered', () => {
    for (const key of reads.filter((read) => listIn(read) !== undefined)) {
      const { query } = routes[key] as RouteDefinition;
      const takes = Object.keys((query as Schema | undefined)?.properties ?? {});
      const paged = takes.includes('limit') && takes.includes('cursor');
      assert.ok(paged || key in shortByThemselves, `${key} takes neither limit nor cursor`);
    }
  });

  for (const key of lists) {
    test(`${key}: page by page it equals the whole list`, async () => {
      const whole = await ask(key, {});
      assert.ok(whole.items.length >= 2, `${key} has ${whole.items.length} items to test with`);
      const found: unknown[] = [];
      let cursor: string | null = null;
      do {
        const { items, next } = await ask(key, { limit: 1, ...(cursor ? { cursor } : {}) });
        assert.ok(items.length <= 1);
        found.push(...items);
        cursor = next;
      } while (cursor);
      assert.deepEqual(found, whole.items);
      assert.equal(whole.next, null);
    });

    test(`${key}: an invalid cursor is refused with a message`, async () => {
      const made = Buffer.from('["x",null,{}]').toString('base64url');
      for (const cursor of ['x', made, Buffer.from('{').toString('base64url')]) {
        const request = { query: { cursor }, ...(params[key] ? { params: params[key] } : {}) };
        const { code } = await reader.fails(422, key, request);
        assert.equal(code, 'invalid_request');
      }
    });
  }

  test('adding items while a list is read does not shift its pages', async () => {
    const eve = await server.reader('eve');
    const userId = eve.user?.id ?? '';
    await addNotes(server.services, userId, { count: 6, content: 'x' });
    const first = await eve.call('GET /notes', { query: { limit: 3 } });
    await eve.call('POST /notes', { body: { content: 'new' } });
    const second = await eve.call('GET /notes', {
      query: { limit: 3, cursor: first.next_cursor ?? '' },
    });
    assert.deepEqual(
      [...first.items, ...second.items].map(({ title }) => title),
      [5, 4, 3, 2, 1, 0].map((number) => `Note ${number}`),
    );
    assert.equal(second.next_cursor, null);
  });

  test('a few hundred typical notes are one page', async () => {
    const eve = await server.reader();
    await addNotes(server.services, eve.user?.id ?? '', { count: 400, content: 'thought '.repeat(80) });
    const { items, next_cursor } = await eve.call('GET /notes', {});
    assert.deepEqual([items.length, next_cursor], [400, null]);
  });
});

describe('[S-02] no response is larger than 2 MB', () => {
  /** Fetches all pages of a list and checks their sizes. */
  async function pages(who: Client, path: string): Promise<number> {
    let count = 0;
    let cursor: string | null = null;
    do {
      const separator = path.includes('?') ? '&' : '?';
      const response = await who.fetch(`/v1${path}${cursor ? `${separator}cursor=${cursor}` : ''}`);
      const text = await response.text();
      assert.equal(response.status, 200, text.slice(0, 300));
      assert.ok(Buffer.byteLength(text) <= most, `${path}: ${Buffer.byteLength(text)} bytes`);
      const answer = JSON.parse(text) as { items: unknown[]; next_cursor: string | null };
      assert.ok(answer.items.length > 0 || answer.next_cursor === null);
      count += answer.items.length;
      cursor = answer.next_cursor;
    } while (cursor);
    return count;
  }

  test('the longest notes, also when each character takes six bytes of JSON', async () => {
    const eve = await server.reader();
    const userId = eve.user?.id ?? '';
    await addNotes(server.services, userId, { count: 8, content: '\u0001'.repeat(100_000) });
    await addNotes(server.services, userId, { count: 8, content: '𝄞'.repeat(100_000) });
    assert.equal(await pages(eve, '/notes'), 16);
    assert.equal(await pages(eve, '/notes?limit=500'), 16);
  });

  test('books with the longest descriptions', async () => {
    const eve = await server.reader();
    for (let number = 0; number < 40; number++)
      await addBook(server.services, eve.user?.id ?? '', {
        title: `${number}`,
        description: '𝄞'.repeat(20_000),
        created_at: momentAt(number),
      });
    assert.equal(await pages(eve, '/books?limit=200'), 40);
    let offset = 0;
    for (; offset < 40; ) {
      const { items } = await eve.call('GET /books', { query: { limit: 200, offset } });
      offset += items.length;
    }
    assert.equal(offset, 40);
  });

  test('collections with the most books', async () => {
    const eve = await server.reader();
    const userId = eve.user?.id ?? '';
    const bookIds = await Promise.all(Array.from({ length: 20 }, () => addBook(server.services, userId)));
    const { db } = server.services;
    for (let number = 0; number < 5; number++) {
      const id = randomUUID();
      await eve.call('PUT /collections/:id', {
        params: { id },
        body: { name: `${number}`, description: null, color: null, icon: null, bookIds },
      });
    }
    // As large as allowed, without creating a library of that size.
    const books = Array.from({ length: 20_000 }, () => randomUUID());
    const { id } = (await eve.call('GET /collections', {})).items[0] ?? { id: '' };
    const filler = {
      user_id: userId,
      file_name: '',
      file_size: 0,
      title: 't',
      author: 'a',
      format: 'none' as const,
    };
    const template = await db
      .selectFrom('books')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const { bytes: _, ...row } = template;
    for (let at = 0; at < books.length; at += 500)
      await db
        .insertInto('books')
        .values(books.slice(at, at + 500).map((bookOf) => ({ ...row, ...filler, sha256: null, id: bookOf })))
        .execute();
    const full = await eve.call('PUT /collections/:id', {
      params: { id },
      body: { name: 'all', description: null, color: null, icon: null, bookIds: books },
    });
    assert.equal(full.bookIds.length, 20_000);
    assert.equal(await pages(eve, '/collections'), 5);
  });
});
