import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Version, VersionKind } from '@lectern/shared-contracts/api/bin.ts';
import { textStamp, valueStamp } from '@lectern/shared-contracts/domain/changes/basis.ts';
import { limits } from '@lectern/shared-contracts/domain/limits.ts';
import { addBook } from './support/books.ts';
import type { Client } from './support/client.ts';
import { clockAt } from './support/clock.ts';
import { startServer, type TestServer } from './support/server.ts';

const clock = clockAt(new Date().toISOString());
let server: TestServer;
let reader: Client;
before(async () => {
  server = await startServer({ services: { now: clock.now } });
});
after(() => server.stop());
beforeEach(async () => {
  reader = await server.reader();
});

const versions = async (kind: VersionKind, id: string): Promise<Version[]> =>
  (await reader.call('GET /versions/:kind/:id', { params: { kind, id } })).items;
const note = async (content: string) => (await reader.call('POST /notes', { body: { content } })).id;
const change = (id: string, content: string, by = reader) =>
  by.call('PUT /notes/:id', { params: { id }, body: { content } });
const contents = async (id: string) => (await versions('note', id)).map(({ fields }) => fields.content);

/** Another device of the same user. */
async function secondDevice(): Promise<Client> {
  const other = await server.reader();
  const { email = '', name = '' } = reader.user ?? {};
  await other.signIn({ email, password: `password of ${name}` });
  return other;
}

describe('[N-07] versions', () => {
  test('of a note: title, text and tags as they were, with device and time; the newest first', async () => {
    const { id } = await reader.call('POST /notes', {
      body: { title: 'White', content: 'One', tags: ['sea', '"quoted"'] },
    });
    await change(id, 'Two');
    const at = clock.now().toISOString();
    clock.pass(10);
    await reader.call('PUT /notes/:id', { params: { id }, body: { title: 'Whale', tags: [] } });
    const [second, first] = await versions('note', id);
    assert.deepEqual(first?.fields, { title: 'White', content: 'One', tags: ['sea', '"quoted"'] });
    assert.deepEqual(second?.fields, { title: 'White', content: 'Two', tags: ['sea', '"quoted"'] });
    assert.equal(first?.at, at);
    assert.match(first?.device ?? '', /node/i);
  });

  test('of the details of a book, a collection, and the thought on a highlight', async () => {
    const bookId = await addBook(server.services, reader.user?.id ?? '', {
      title: 'Emma',
      series_index: 1.5,
    });
    await reader.call('PATCH /books/:id', {
      params: { id: bookId },
      body: { description: 'A novel', rating: 3 },
    });
    const [ofBook] = await versions('book', bookId);
    assert.deepEqual(
      [ofBook?.fields.title, ofBook?.fields.description, ofBook?.fields.series_index],
      ['Emma', null, 1.5],
    );

    const shelf = { description: 'Wet', color: null, icon: null, bookIds: [] };
    const id = randomUUID();
    const rule = { favorite: true as const };
    await reader.call('PUT /collections/:id', { params: { id }, body: { ...shelf, name: 'Sea', rule } });
    await reader.call('PUT /collections/:id', {
      params: { id },
      body: { ...shelf, name: 'Sea', rule: null },
    });
    assert.deepEqual((await versions('collection', id))[0]?.fields, {
      name: 'Sea',
      description: 'Wet',
      rule,
    });

    const mark = await reader.call('POST /books/:id/highlights', {
      params: { id: bookId },
      body: { text: 'x', color: 'yellow', note: 'A thought' },
    });
    await reader.call('PUT /highlights/:id', { params: { id: mark.id }, body: { note: null } });
    assert.deepEqual((await versions('highlight', mark.id))[0]?.fields, { note: 'A thought' });
  });

  test('are not made by what changes no text', async () => {
    const bookId = await addBook(server.services, reader.user?.id ?? '');
    const body = { current_page: 3, total_pages: 9, percentage: 33, updated_at: clock.now().toISOString() };
    await reader.call('PUT /books/:id/progress', { params: { id: bookId }, body });
    await reader.call('PATCH /books/:id', { params: { id: bookId }, body: { rating: 5, favorite: true } });
    const id = await note('One');
    await reader.call('PUT /notes/:id', { params: { id }, body: { color: 'pink', content: 'One' } });
    await reader.call('POST /notes/seen', {});
    assert.deepEqual([await versions('book', bookId), await versions('note', id)], [[], []]);
  });

  test('saves of one device within ten minutes are one; later ones and those of another device are others', async () => {
    const id = await note('One of these');
    await change(id, 'Two of these');
    for (let minute = 1; minute <= 9; minute++) {
      clock.pass(1);
      await change(id, `Two of these, minute ${minute}`);
    }
    assert.deepEqual(await contents(id), ['One of these']);
    const phone = await secondDevice();
    await change(id, 'Three by the phone', phone);
    await change(id, 'Four by the first again');
    clock.pass(10);
    reader.token = (await reader.call('POST /auth/refresh', {})).token;
    await change(id, 'Five, much later');
    assert.deepEqual(await contents(id), [
      'Four by the first again',
      'Three by the phone',
      'Two of these, minute 9',
      'One of these',
    ]);
  });

  test('most of a text deleted, or an earlier version brought back, is a version even within ten minutes', async () => {
    const id = await note('The first draft');
    await change(id, 'The second draft, which is longer');
    await change(id, 'Oh');
    await change(id, 'The third draft');
    await change(id, 'The first draft');
    assert.deepEqual(await contents(id), [
      'The third draft',
      'The second draft, which is longer',
      'The first draft',
    ]);
  });

  test('are kept of what a conflict replaces', async () => {
    const id = await note('Before');
    const phone = await secondDevice();
    await change(id, 'By the phone', phone);
    await reader.call('PUT /notes/:id', {
      params: { id },
      body: { content: 'By the laptop', replaces: [textStamp({ title: '', content: 'Before' })] },
    });
    assert.deepEqual(await contents(id), ['By the phone', 'Before']);
    const bookId = await addBook(server.services, reader.user?.id ?? '', { description: 'Seen' });
    await phone.call('PATCH /books/:id', { params: { id: bookId }, body: { description: 'Unseen' } });
    await reader.call('PATCH /books/:id', {
      params: { id: bookId },
      body: { description: 'Last', basis: { description: [valueStamp('Seen')] } },
    });
    assert.deepEqual(
      (await versions('book', bookId)).map(({ fields }) => fields.description),
      ['Unseen', 'Seen'],
    );
  });

  test('are kept of what an import changes', async () => {
    const { id } = (
      await reader.call('POST /books/import', {
        body: { items: [{ title: 'Emma', author: 'Jane Austen', status: 'unread' }] },
      })
    ).items[0] ?? { id: '' };
    await reader.call('POST /books/import', {
      body: { items: [{ title: 'Emma', author: 'Jane Austen', status: 'unread', publisher: 'Murray' }] },
    });
    const [version] = await versions('book', id);
    assert.equal(version?.fields.publisher, null);
  });

  test('are kept of every row that a statement changes, with no request at all', async () => {
    const ids = [await note('One'), await note('Two')];
    await server.services.db
      .updateTable('notes')
      .set({ content: 'Lost?' })
      .where('user_id', '=', reader.user?.id ?? '')
      .execute();
    for (const [index, id] of ids.entries()) {
      const [version] = await versions('note', id);
      assert.equal(version?.fields.content, ['One', 'Two'][index]);
      assert.equal(version?.device, null);
      assert.match(version?.at ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    }
  });

  test('of another user’s thing are not found', async () => {
    const id = await note('Mine');
    await change(id, 'Still mine');
    const eve = await server.reader();
    await eve.fails(404, 'GET /versions/:kind/:id', { params: { kind: 'note', id } });
    await reader.fails(404, 'GET /versions/:kind/:id', { params: { kind: 'goal', id } });
  });

  test('are bounded by bytes: of long notes, the oldest go', async () => {
    const { db } = server.services;
    const user_id = reader.user?.id ?? '';
    const id = await note('x'.repeat(100_000));
    const first = await note('The oldest');
    await change(first, 'The oldest, changed');
    const row = JSON.stringify({ title: '', content: 'y'.repeat(2_700_000), tags: '[]' });
    const version = {
      user_id,
      thing: 'note',
      thing_id: id,
      event: 'replaced' as const,
      row,
      at: clock.now().toISOString(),
    };
    // It is cut about every fifty rows.
    for (let index = 0; index < 100; index++) await db.insertInto('row_history').values(version).execute();
    await change(id, 'z'.repeat(100_000));
    const { bytes } = await db
      .selectFrom('row_history')
      .select(({ fn }) => fn.sum<number>('bytes').as('bytes'))
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow();
    assert.ok(Number(bytes) <= limits.history.bytes + 51 * row.length, String(bytes));
    assert.ok(Number(bytes) > limits.history.bytes / 2);
    assert.deepEqual(await versions('note', first), []);
    const { items } = await reader.call('GET /versions/:kind/:id', {
      params: { kind: 'note', id },
      query: { limit: 1 },
    });
    assert.equal(items[0]?.fields.content, 'x'.repeat(100_000));
  });

  test('and the bin are not cut while the parts of a deleted thing are kept', async () => {
    const { db } = server.services;
    const row = {
      user_id: reader.user?.id ?? '',
      thing: 'book',
      thing_id: randomUUID(),
      event: 'deleted' as const,
      at: clock.now().toISOString(),
    };
    const { id: with_id } = await db
      .insertInto('row_history')
      .values({ ...row, row: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const part = { ...row, thing: 'notes', with_id, row: JSON.stringify(['x'.repeat(2_700_000)]) };
    // More than the limit, and more than the rows after which it is cut.
    for (let index = 0; index < 60; index++) await db.insertInto('row_history').values(part).execute();
    const kept = await db.selectFrom('row_history').select('id').where('with_id', '=', with_id).execute();
    assert.equal(kept.length, 60);
  });
});
