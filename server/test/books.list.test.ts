import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import sharp from 'sharp';
import { bookTests } from './support/bookTests.ts';

const books = bookTests();
const { clock, at, add, patch } = books;

describe('listing books', () => {
  test('returns pages, newest first, with the total', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 7; i++)
      ids.unshift(await add({ created_at: new Date(Date.UTC(2026, 0, i + 1)).toISOString() }));
    const first = await books.reader.call('GET /books', { query: { limit: 4 } });
    const second = await books.reader.call('GET /books', { query: { limit: 4, offset: 4 } });
    assert.deepEqual(
      [...first.items, ...second.items].map((book) => book.id),
      ids,
    );
    assert.deepEqual([first.total, second.total], [7, 7]);
    const beyond = await books.reader.call('GET /books', { query: { offset: 1000 } });
    assert.deepEqual(beyond, { items: [], total: 7, next_cursor: null });
  });

  test('[OF-10] returns 50 books per page by default', async () => {
    for (let i = 0; i < 51; i++) await add();
    const { items, total } = await books.reader.call('GET /books', {});
    assert.deepEqual([items.length, total], [50, 51]);
  });

  test('keeps a stable order for books of the same time', async () => {
    for (let i = 0; i < 5; i++) await add();
    const pages = await Promise.all(
      [0, 1, 2, 3, 4].map((offset) => books.reader.call('GET /books', { query: { limit: 1, offset } })),
    );
    assert.equal(new Set(pages.map(({ items }) => items[0]?.id)).size, 5);
  });

  test('shows every change of a book', async () => {
    const [changed, other] = [await add({ title: 'One' }), await add({ title: 'Two' })];
    const params = { id: changed };
    const image = await sharp({ create: { width: 40, height: 60, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const changes: Record<string, () => Promise<unknown>> = {
      'a patch': () => patch(changed, { title: 'Another', rating: 4 }),
      progress: () =>
        books.reader.call('PUT /books/:id/progress', {
          params,
          body: { current_page: 50, total_pages: 100, percentage: 50, updated_at: at(0) },
        }),
      'a cover': () =>
        books.reader.call('PUT /books/:id/cover', { params, body: { image: image.toString('base64') } }),
      'a cover that was missing': () =>
        books.reader.call('POST /covers-enhanced/ensure', {
          body: { bookId: other, title: 'Two', author: 'An Author', genre: '' },
        }),
      import: () =>
        books.reader.call('POST /books/import', {
          body: { items: [{ title: 'Three', author: 'X', status: 'unread' }] },
        }),
      'time, by which addresses end': async () => {
        clock.pass(24 * 60);
        books.reader.token = (await books.reader.call('POST /auth/refresh', {})).token;
      },
      'a book that goes': () => books.reader.call('DELETE /books/:id', { params }),
    };
    const listed = () => books.reader.call('GET /books', {});
    let before = await listed();
    for (const [name, change] of Object.entries(changes)) {
      await change();
      const after = await listed();
      assert.notDeepEqual(after, before, name);
      assert.equal(after.total, after.items.length, name);
      for (const item of after.items)
        assert.deepEqual(item, await books.reader.call('GET /books/:id', { params: { id: item.id } }), name);
      before = after;
    }
  });

  test('filters by status and genre', async () => {
    await add({ status: 'reading', genre: 'Poetry' });
    await add({ status: 'reading', genre: 'Essays' });
    await add({ genre: 'Poetry' });
    const count = async (query: { status?: Book['status']; genre?: string }) =>
      (await books.reader.call('GET /books', { query })).total;
    assert.equal(await count({ status: 'reading' }), 2);
    assert.equal(await count({ genre: 'Poetry' }), 2);
    assert.equal(await count({ status: 'reading', genre: 'Poetry' }), 1);
    assert.equal(await count({ status: 'paused' }), 0);
  });

  test('[AE-04] refuses an invalid limit or offset', async () => {
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
      const error = await books.reader.fails(422, 'GET /books', { query });
      assert.equal(error.code, 'invalid_request');
    }
    assert.equal((await books.reader.call('GET /books', { query: { offset: 10_000_000 } })).items.length, 0);
    assert.equal((await books.reader.fetch('/v1/books?limit=1&limit=2')).status, 422);
  });

  test('includes cover URLs that work for some hours without signing in', async () => {
    const { signedUrls } = books.server.services;
    const id = await add();
    const book = await books.reader.call('GET /books/:id', { params: { id } });
    assert.equal(book.cover_url, `${book.cover_base}/medium.webp`);
    const again = await books.reader.call('GET /books/:id', { params: { id } });
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
    clock.pass(13 * 60);
    assert.ok(!signedUrls.verify('cover', id, grant));
    clock.pass(-13 * 60);
  });
});
