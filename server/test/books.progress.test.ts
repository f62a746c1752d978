import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bookTests } from './support/bookTests.ts';
import { type Client, client } from './support/client.ts';

const books = bookTests();
const { clock, at, add } = books;

describe('reading progress', () => {
  const put = (
    id: string,
    percentage: number,
    updated_at: string,
    more: object = {},
    device = books.reader,
  ) =>
    device.call('PUT /books/:id/progress', {
      params: { id },
      body: { current_page: Math.round(percentage), total_pages: 100, percentage, updated_at, ...more },
    });
  /** The same user on another device. */
  const elsewhere = async (): Promise<Client> => {
    const device = client(books.server.origin, books.server.config.root);
    const name = books.reader.user?.name ?? '';
    await device.signIn({ email: `${name}@example.org`, password: `password of ${name}` });
    return device;
  };
  const get = (id: string) => books.reader.call('GET /books/:id/progress', { params: { id } });
  const book = (id: string) => books.reader.call('GET /books/:id', { params: { id } });

  test('is shared between devices', async () => {
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

  test('[U-01] says when a page was last read; a session starts it too, stopping and opening do not', async () => {
    const id = await add();
    const patch = (body: object) => books.reader.call('PATCH /books/:id', { params: { id }, body });
    await put(id, 40, at(-10));
    assert.equal((await book(id)).last_read, at(-10));
    await patch({ status: 'paused', is_reading: true, last_opened: at(-5) });
    assert.equal((await book(id)).last_read, at(-10));
    assert.equal((await patch({ last_read: null })).last_read, null);
    await books.reader.call('POST /api/reading/sessions/start', {
      body: { book_id: id, page: 1, position: null, started_at: at(-4) },
    });
    assert.equal((await book(id)).last_read, at(-4));
  });

  test('from another device that is older changes nothing, and the newer one is returned', async () => {
    const id = await add();
    await put(id, 40, at(-10));
    const answer = await put(id, 2, at(-20), { device: 'old tablet' }, await elsewhere());
    assert.equal(answer.percentage, 40);
    assert.equal((await get(id))?.percentage, 40);
    assert.equal((await book(id)).progress, 40);
  });

  test('compares times, not their text', async () => {
    const id = await add();
    await put(id, 40, '2026-03-01T09:00:00Z');
    await put(id, 30, '2026-03-01T11:30:00+05:00', {}, await elsewhere());
    assert.equal((await get(id))?.percentage, 40);
    await put(id, 50, '2026-03-01T04:00:00.001-05:00');
    assert.equal((await get(id))?.percentage, 50);
  });

  test('from a fast clock does not win forever', async () => {
    const id = await add();
    await put(id, 40, '2999-01-01T00:00:00Z');
    clock.pass(1 / 60);
    await put(id, 50, clock.now().toISOString());
    assert.equal((await get(id))?.percentage, 50);
  });

  test('at the end completes the book; opening it again does not undo that', async () => {
    const id = await add();
    await put(id, 100, at(-5));
    assert.equal((await book(id)).status, 'completed');
    await put(id, 10, at(-1));
    const again = await book(id);
    assert.deepEqual([again.status, again.progress, again.current_page], ['completed', 100, 10]);
    assert.equal((await get(id))?.percentage, 10);
  });

  test('with an invalid time is refused', async () => {
    const id = await add();
    for (const updated_at of [
      'yesterday',
      '2026-13-01T00:00:00Z',
      '2026-03-01',
      '2026-03-01T23:59:60Z',
      1,
      null,
    ]) {
      await books.reader.fails(422, 'PUT /books/:id/progress', {
        params: { id },
        body: { current_page: 1, total_pages: 100, percentage: 1, updated_at },
      });
    }
  });
});
