import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Book, BookPatch } from '@lectern/shared-contracts/api/books.ts';
import sharp from 'sharp';
import { addBook } from './support/books.ts';
import { type Client, client } from './support/client.ts';
import fc from './support/fastCheck.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let reader: Client;
let clock = new Date('2026-03-01T10:00:00.000Z');
const at = (minutes: number) => new Date(clock.getTime() + minutes * 60_000).toISOString();

before(async () => {
  server = await startServer({ services: { now: () => clock } });
});
after(() => server.stop());
beforeEach(async () => {
  clock = new Date(clock.getTime() + 60_000);
  reader = await server.reader();
});

const add = (fields?: Parameters<typeof addBook>[2]) =>
  addBook(server.services, reader.user?.id ?? '', fields);
const patch = (id: string, body: BookPatch) => reader.call('PATCH /books/:id', { params: { id }, body });

describe('listing', () => {
  test('newest first, in pages that fit together, with the total', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 7; i++)
      ids.unshift(await add({ created_at: new Date(Date.UTC(2026, 0, i + 1)).toISOString() }));
    const first = await reader.call('GET /books', { query: { limit: 4 } });
    const second = await reader.call('GET /books', { query: { limit: 4, offset: 4 } });
    assert.deepEqual(
      [...first.items, ...second.items].map((book) => book.id),
      ids,
    );
    assert.deepEqual([first.total, second.total], [7, 7]);
    const beyond = await reader.call('GET /books', { query: { offset: 1000 } });
    assert.deepEqual(beyond, { items: [], total: 7, next_cursor: null });
  });

  test('[OF-10] a page of books is 50 long where nothing else is asked for', async () => {
    for (let i = 0; i < 51; i++) await add();
    const { items, total } = await reader.call('GET /books', {});
    assert.deepEqual([items.length, total], [50, 51]);
  });

  test('books of the same moment keep one order from page to page', async () => {
    for (let i = 0; i < 5; i++) await add();
    const pages = await Promise.all(
      [0, 1, 2, 3, 4].map((offset) => reader.call('GET /books', { query: { limit: 1, offset } })),
    );
    assert.equal(new Set(pages.map(({ items }) => items[0]?.id)).size, 5);
  });

  test('whatever changes a book changes it in the list', async () => {
    const [changed, other] = [await add({ title: 'One' }), await add({ title: 'Two' })];
    const params = { id: changed };
    const image = await sharp({ create: { width: 40, height: 60, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const changes: Record<string, () => Promise<unknown>> = {
      'a patch': () => patch(changed, { title: 'Another', rating: 4 }),
      progress: () =>
        reader.call('PUT /books/:id/progress', {
          params,
          body: { current_page: 50, total_pages: 100, percentage: 50, updated_at: at(0) },
        }),
      'a cover': () =>
        reader.call('PUT /books/:id/cover', { params, body: { image: image.toString('base64') } }),
      'a cover that was missing': () =>
        reader.call('POST /covers-enhanced/ensure', {
          body: { bookId: other, title: 'Two', author: 'An Author', genre: '' },
        }),
      import: () =>
        reader.call('POST /books/import', {
          body: { items: [{ title: 'Three', author: 'X', status: 'unread' }] },
        }),
      'time, by which addresses end': async () => {
        clock = new Date(clock.getTime() + 24 * 3_600_000);
        reader.token = (await reader.call('POST /auth/refresh', {})).token;
      },
      'a book that goes': () => reader.call('DELETE /books/:id', { params }),
    };
    const listed = () => reader.call('GET /books', {});
    let before = await listed();
    for (const [name, change] of Object.entries(changes)) {
      await change();
      const after = await listed();
      assert.notDeepEqual(after, before, name);
      assert.equal(after.total, after.items.length, name);
      for (const item of after.items)
        assert.deepEqual(item, await reader.call('GET /books/:id', { params: { id: item.id } }), name);
      before = after;
    }
  });

  test('by status and genre', async () => {
    await add({ status: 'reading', genre: 'Poetry' });
    await add({ status: 'reading', genre: 'Essays' });
    await add({ genre: 'Poetry' });
    const count = async (query: { status?: Book['status']; genre?: string }) =>
      (await reader.call('GET /books', { query })).total;
    assert.equal(await count({ status: 'reading' }), 2);
    assert.equal(await count({ genre: 'Poetry' }), 2);
    assert.equal(await count({ status: 'reading', genre: 'Poetry' }), 1);
    assert.equal(await count({ status: 'paused' }), 0);
  });

  test('[AE-04] a limit or an offset that makes no sense is refused', async () => {
    for (const query of [
      { limit: -1 },
      { limit: 0 },
      { limit: 1e9 },
      { limit: 'NaN' },
      { limit: '1; drop table books' },
      { limit: 1.5 },
      { offset: -1 },
      { offset: 'Infinity' },
      { offset: 1e30 },
      { status: 'eaten' },
    ]) {
      const error = await reader.fails(422, 'GET /books', { query });
      assert.equal(error.code, 'invalid_request');
    }
    assert.equal((await reader.call('GET /books', { query: { offset: 10_000_000 } })).items.length, 0);
    assert.equal((await reader.fetch('/v1/books?limit=1&limit=2')).status, 422);
  });

  test('a cover can be loaded by whoever has its address, for some hours', async () => {
    const { signedUrls } = server.services;
    const id = await add();
    const book = await reader.call('GET /books/:id', { params: { id } });
    assert.equal(book.cover_url, `${book.cover_base}/medium.webp`);
    const again = await reader.call('GET /books/:id', { params: { id } });
    assert.equal(again.cover_url, book.cover_url, 'it is stable, so that browsers cache the picture');
    const grant = book.cover_base?.split('/').at(-2) ?? '';
    assert.ok(signedUrls.verify('cover', id, grant));
    assert.ok(!signedUrls.verify('content', id, grant));
    assert.ok(!signedUrls.verify('cover', crypto.randomUUID(), grant));
    for (const forged of [
      '',
      '-',
      `${grant}x`,
      grant.slice(0, -1),
      grant.replace(/^\w+/, 'zzzz'),
      '\u{1F600}',
    ]) {
      assert.ok(!signedUrls.verify('cover', id, forged), forged);
    }
    const before = clock;
    clock = new Date(before.getTime() + 13 * 3_600_000);
    assert.ok(!signedUrls.verify('cover', id, grant));
    clock = before;
  });
});

describe('changing', () => {
  test('what is described', async () => {
    const id = await add();
    const book = await patch(id, {
      title: 'Emma',
      author: 'Jane Austen',
      series_index: 1.5,
      rating: 5,
      favorite: true,
      isbn: null,
    });
    assert.deepEqual(
      [book.title, book.author, book.series_index, book.rating, book.favorite],
      ['Emma', 'Jane Austen', 1.5, 5, true],
    );
    assert.deepEqual(await reader.call('GET /books/:id', { params: { id } }), book);
  });

  test('[AZ-03] a whole book object may be sent: what the server owns stays as it is', async () => {
    const id = await add();
    const before = await reader.call('GET /books/:id', { params: { id } });
    const whole = {
      ...before,
      title: 'Changed',
      id: crypto.randomUUID(),
      user_id: crypto.randomUUID(),
      format: 'pdf',
      file_size: 1,
      page_count: 1,
      word_count: 1,
      cover_url: 'https://evil.example/x.png',
      cover_source: 'file',
      created_at: '2000-01-01T00:00:00Z',
      updated_at: '2000-01-01T00:00:00Z',
      points: 1_000_000,
      roles: ['admin'],
      isAdmin: true,
      sha256: 'x',
    };
    const after = await patch(id, whole);
    assert.deepEqual(after, { ...before, title: 'Changed', updated_at: after.updated_at });
    assert.equal(after.updated_at, clock.toISOString());
  });

  test('what is not of the right kind is refused, and nothing of it is done', async () => {
    const id = await add();
    for (const body of [
      { title: '' },
      { title: 'x', progress: 101 },
      { rating: 6 },
      { rating: '5' },
      { status: 'eaten' },
      { favorite: 1 },
    ]) {
      await reader.fails(422, 'PATCH /books/:id', { params: { id }, body });
    }
    assert.equal((await reader.call('GET /books/:id', { params: { id } })).title, 'A Book');
  });

  test('[F-13] [BS-02] a status may be written by its aliases, and is_reading by its own', async () => {
    for (const status of ['in_progress', 'started reading', 'started_reading'] as const) {
      const id = await add();
      const body = { status };
      const reading = await reader.call('PATCH /books/:id', { params: { id }, body });
      assert.deepEqual([reading.status, reading.is_reading], ['reading', true]);
    }
    const id = await add();
    const begun = await reader.call('PATCH /books/:id', { params: { id }, body: { isReading: true } });
    assert.deepEqual([begun.status, begun.is_reading], ['reading', true], '[F-28]');
  });

  test('[F-20] a book that is read again is completed on the day of the second time', async () => {
    const id = await add();
    const first = await patch(id, { status: 'completed', completed_at: '2020-01-01T00:00:00.000Z' });
    assert.equal(first.completed_at, '2020-01-01T00:00:00.000Z');
    assert.equal((await patch(id, { title: 'Again' })).completed_at, first.completed_at);
    await patch(id, { status: 'reading' });
    assert.equal((await patch(id, { progress: 100 })).completed_at, clock.toISOString());
  });

  test('[F-20] an ISBN is one, and brings both its lengths', async () => {
    const id = await add();
    await reader.fails(422, 'PATCH /books/:id', { params: { id }, body: { isbn: '123' } });
    const known = await patch(id, { isbn: '978-1-57387-829-6' });
    assert.deepEqual(
      [known.isbn, known.isbn10, known.isbn13],
      ['978-1-57387-829-6', '1573878294', '9781573878296'],
    );
    const none = await patch(id, { isbn: null });
    assert.deepEqual([none.isbn, none.isbn10, none.isbn13], [null, null, null]);
  });

  test('[BS-03] a status brings its fields with it', async () => {
    const id = await add();
    const reading = await patch(id, { status: 'reading' });
    assert.deepEqual(
      [reading.status, reading.is_reading, reading.completed, reading.progress, reading.last_opened],
      ['reading', true, false, 1, clock.toISOString()],
    );
    const completed = await patch(id, { status: 'completed' });
    assert.deepEqual(
      [
        completed.status,
        completed.is_reading,
        completed.completed,
        completed.progress,
        completed.completed_at,
      ],
      ['completed', false, true, 100, clock.toISOString()],
    );
    const paused = await patch(id, { status: 'paused' });
    assert.deepEqual(
      [paused.status, paused.is_reading, paused.completed, paused.progress],
      ['paused', false, false, 99],
    );
    const unread = await patch(id, { status: 'unread' });
    assert.deepEqual(
      [unread.status, unread.is_reading, unread.completed, unread.progress],
      ['unread', false, false, 0],
    );
    assert.equal((await patch(id, { status: 'paused' })).progress, 1);
  });

  test('a session that starts and stops leaves the book paused, and still among those being read', async () => {
    const id = await add();
    const opened = at(-1);
    const started = await patch(id, { is_reading: true, last_opened: opened });
    assert.deepEqual([started.status, started.is_reading, started.last_opened], ['reading', true, opened]);
    const stopped = await patch(id, { is_reading: true, status: 'paused', last_opened: at(0) });
    assert.deepEqual([stopped.status, stopped.is_reading, stopped.last_opened], ['paused', true, at(0)]);
  });

  test('progress to the end completes a book, as flags do', async () => {
    const [byProgress, byFlag] = [await add(), await add()];
    assert.equal((await patch(byProgress, { progress: 100 })).status, 'completed');
    assert.equal((await patch(byFlag, { completed: true })).progress, 100);
    assert.equal((await patch(byFlag, { completed: false })).completed, false);
    assert.equal((await patch(await add(), { progress: 12 })).status, 'paused');
    assert.equal((await patch(byProgress, { progress: 12 })).status, 'paused', 'taken up again');
  });

  test('a moment in the future counts as now', async () => {
    const id = await add();
    assert.equal((await patch(id, { last_opened: '2999-01-01T00:00:00Z' })).last_opened, clock.toISOString());
  });

  test('after any run of changes, status, flags and progress agree', async () => {
    const change = fc.record(
      {
        status: fc.constantFrom<Book['status']>('unread', 'reading', 'paused', 'completed'),
        is_reading: fc.boolean(),
        completed: fc.boolean(),
        progress: fc.oneof(fc.constantFrom(0, 1, 99, 100), fc.integer({ min: 0, max: 100 })),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
        const id = await add();
        for (const body of changes) {
          const { status, completed, is_reading, progress } = await patch(id, body);
          assert.equal(completed, status === 'completed');
          if (status === 'completed') assert.equal(progress, 100);
          if (status === 'reading') assert.ok(is_reading && progress >= 1);
          if (status === 'paused') assert.ok(progress >= 1 && progress <= 99);
          if (status === 'unread') assert.ok(!is_reading);
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('progress', () => {
  const put = (id: string, percentage: number, updated_at: string, more: object = {}, device = reader) =>
    device.call('PUT /books/:id/progress', {
      params: { id },
      body: { current_page: Math.round(percentage), total_pages: 100, percentage, updated_at, ...more },
    });
  /** The same reader on another device. */
  const elsewhere = async (): Promise<Client> => {
    const device = client(server.origin, server.config.root);
    const name = reader.user?.name ?? '';
    await device.signIn({ email: `${name}@example.org`, password: `password of ${name}` });
    return device;
  };
  const get = (id: string) => reader.call('GET /books/:id/progress', { params: { id } });
  const book = (id: string) => reader.call('GET /books/:id', { params: { id } });

  test('is where the reader left off, on any device', async () => {
    const id = await add();
    assert.equal(await get(id), null);
    const position = { cfi: 'epubcfi(/6/4!/4/2)', spine_index: 1, fraction: 0.25, quote: { exact: 'words' } };
    await put(id, 40, at(-10), { position, device: 'phone' });
    assert.deepEqual(await get(id), {
      current_page: 40,
      total_pages: 100,
      percentage: 40,
      updated_at: at(-10),
      position,
      device: 'phone',
      mine: true,
    });
    const shown = await book(id);
    assert.deepEqual(
      [shown.current_page, shown.progress, shown.status, shown.is_reading],
      [40, 40, 'reading', true],
    );
    assert.equal(shown.last_opened, at(-10));
  });

  test('an older one of another device changes nothing, and the newer one is the answer', async () => {
    const id = await add();
    await put(id, 40, at(-10));
    const answer = await put(id, 2, at(-20), { device: 'old tablet' }, await elsewhere());
    assert.equal(answer.percentage, 40);
    assert.equal((await get(id))?.percentage, 40);
    assert.equal((await book(id)).progress, 40);
  });

  test('moments are compared, not their texts', async () => {
    const id = await add();
    await put(id, 40, '2026-03-01T09:00:00Z');
    await put(id, 30, '2026-03-01T11:30:00+05:00', {}, await elsewhere());
    assert.equal((await get(id))?.percentage, 40);
    await put(id, 50, '2026-03-01T04:00:00.001-05:00');
    assert.equal((await get(id))?.percentage, 50);
  });

  test('a clock that runs ahead does not win for ever', async () => {
    const id = await add();
    await put(id, 40, '2999-01-01T00:00:00Z');
    clock = new Date(clock.getTime() + 1000);
    await put(id, 50, clock.toISOString());
    assert.equal((await get(id))?.percentage, 50);
  });

  test('the end completes the book; looking into it again does not undo that', async () => {
    const id = await add();
    await put(id, 100, at(-5));
    assert.equal((await book(id)).status, 'completed');
    await put(id, 10, at(-1));
    const again = await book(id);
    assert.deepEqual([again.status, again.progress, again.current_page], ['completed', 100, 10]);
    assert.equal((await get(id))?.percentage, 10);
  });

  test('what is no moment is refused', async () => {
    const id = await add();
    for (const updated_at of [
      'yesterday',
      '2026-13-01T00:00:00Z',
      '2026-03-01',
      '2026-03-01T23:59:60Z',
      1,
      null,
    ]) {
      await reader.fails(422, 'PUT /books/:id/progress', {
        params: { id },
        body: { current_page: 1, total_pages: 100, percentage: 1, updated_at },
      });
    }
  });
});

describe('deleting', () => {
  test('a book goes with its files and all that hangs on it, but not the hours that were read', async () => {
    const { db, blobs } = server.services;
    const id = await add();
    const userId = reader.user?.id ?? '';
    await blobs.put(`books/${id}/original`, Buffer.from('bytes'));
    await reader.call('POST /books/:id/highlights', { params: { id }, body: { text: 'x', color: 'yellow' } });
    await reader.call('PUT /books/:id/bookmark', { params: { id }, body: { page: 1, updated_at: at(0) } });
    await reader.call('POST /notes/book/:bookId', { params: { bookId: id }, body: { content: 'x' } });
    await reader.call('PUT /books/:id/progress', {
      params: { id },
      body: { current_page: 1, total_pages: 2, percentage: 50, updated_at: at(0) },
    });
    const shelf = crypto.randomUUID();
    await reader.call('PUT /collections/:id', {
      params: { id: shelf },
      body: { name: 'Shelf', description: null, color: null, icon: null, bookIds: [id] },
    });
    await reader.call('POST /reading/session', {
      body: { book_id: id, started_at: at(-30), ended_at: at(0), seconds: 600 },
    });
    await reader.call('DELETE /books/:id', { params: { id } });
    await reader.fails(404, 'GET /books/:id', { params: { id } });
    await assert.rejects(blobs.size(`books/${id}/original`), /No blob/);
    for (const table of ['highlights', 'bookmarks', 'notes', 'progress', 'collection_books'] as const) {
      assert.deepEqual(await db.selectFrom(table).selectAll().where('book_id', '=', id).execute(), [], table);
    }
    assert.equal((await db.selectFrom('pending_blob_deletes').selectAll().execute()).length, 0);
    const sessions = await db
      .selectFrom('reading_sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .execute();
    assert.equal(sessions.length, 1);
    assert.deepEqual(
      (await reader.call('GET /collections', {})).items.map((item) => item.bookIds),
      [[]],
    );
    await reader.fails(404, 'DELETE /books/:id', { params: { id } });
  });
});
