import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { startHousekeeping } from '../src/housekeeping.ts';
import { storageUseOf } from '../src/intake/uploads/storageQuota.ts';
import { binTests } from './support/binTests.ts';
import { makeEpub } from './support/epub.ts';
import { uploadBook } from './support/uploads.ts';

const { books, bin, entryOf, restore, tablesWith, make } = binTests();
const { clock, add, at } = books;
const quiet = { error: () => {} } as never;

describe('[N-07] what is deleted for good', () => {
  test('deleted for good, one thing or all leave no text in any table, and no file', async () => {
    const { reader, server } = books;
    const secret = `secret${randomUUID().slice(0, 8)}`;
    const write = (text: string) =>
      reader.call('POST /notes', { body: { content: text } }, { idempotencyKey: randomUUID() });
    const one = await write(`${secret} one`);
    await reader.call('PUT /notes/:id', { params: { id: one.id }, body: { content: `${secret} two` } });
    await reader.call('DELETE /notes/:id', { params: { id: one.id } });
    await reader.call('DELETE /bin/:id', { params: { id: (await entryOf(one.id)).id } });
    assert.deepEqual(await tablesWith(secret), []);

    const { id } = await uploadBook(reader, await makeEpub({ title: `${secret} title` }));
    const note = await reader.call(
      'POST /notes/book/:bookId',
      { params: { bookId: id }, body: { content: `${secret} three` } },
      { idempotencyKey: randomUUID() },
    );
    await reader.call('PUT /notes/:id', { params: { id: note.id }, body: { content: `${secret} four` } });
    await server.services.db.deleteFrom('uploads').execute();
    await reader.call('DELETE /books/:id', { params: { id } });
    assert.ok((await server.services.blobs.size(`books/${id}/original`)) > 0);
    await reader.call('DELETE /bin', {});
    assert.deepEqual(await tablesWith(secret), []);
    assert.ok(await server.services.blobs.isEmpty(`books/${id}/`));
  });

  test('a session deleted for good leaves none of the texts that its corrections replaced', async () => {
    const { reader } = books;
    const secret = `secret${randomUUID().slice(0, 8)}`;
    const book_id = await add();
    const session = await reader.call('POST /reading/session', {
      body: { book_id, started_at: at(-30), ended_at: at(-10), seconds: 600, notes: secret },
    });
    const params = { id: session.id };
    await reader.call('PATCH /reading/sessions/:id', { params, body: { notes: 'at home' } });
    await reader.call('DELETE /reading/sessions/:id', { params });
    await reader.call('DELETE /bin/:id', { params: { id: (await entryOf(session.id)).id } });
    assert.deepEqual(await tablesWith(secret), []);
  });

  test('one thing deleted for good leaves the versions of what is still in the bin, alone or with its book', async () => {
    const { reader } = books;
    const book_id = await add();
    const made: string[] = [];
    for (const book of [null, null, book_id]) {
      const { id } = await reader.call('POST /notes', { body: { content: 'First', book_id: book } });
      await reader.call('PUT /notes/:id', { params: { id }, body: { content: 'Second' } });
      made.push(id);
    }
    await reader.call('DELETE /notes/:id', { params: { id: made[0] ?? '' } });
    await reader.call('DELETE /notes/:id', { params: { id: made[1] ?? '' } });
    await reader.call('DELETE /books/:id', { params: { id: book_id } });
    await reader.call('DELETE /bin/:id', { params: { id: (await entryOf(made[0] ?? '')).id } });
    for (const { id } of await bin()) await restore(id);
    for (const id of made.slice(1)) {
      const { items } = await reader.call('GET /versions/:kind/:id', { params: { kind: 'note', id } });
      assert.equal(items.length, 1);
    }
  });

  test('emptying leaves what was deleted after it was shown, and other kinds', async () => {
    const { reader } = books;
    const [first, word, late] = [
      await make.note(reader, await add()),
      await make.word(reader, await add()),
      await make.note(reader, await add()),
    ];
    await first.remove();
    await word.remove();
    const until = (await bin())[0]?.deleted_at ?? '';
    clock.pass(1);
    await late.remove();
    await reader.call('DELETE /bin', { query: { kind: 'note', until } });
    assert.deepEqual(
      (await bin()).map(({ thing_id }) => thing_id),
      [late.id, word.id],
    );
  });

  test('an entry is not taken for another one that has its id in a library restored from a backup', async () => {
    const { reader } = books;
    const [one, other] = [await make.note(reader, await add()), await make.note(reader, await add())];
    await one.remove();
    const { id } = await entryOf(one.id);
    const wrong = /404/;
    const thing_id = other.id;
    await assert.rejects(reader.call('DELETE /bin/:id', { params: { id }, query: { thing_id } }), wrong);
    const { restored } = await reader.call('POST /bin/:id/restore', { params: { id }, body: { thing_id } });
    assert.deepEqual([restored, (await entryOf(one.id)).id], [0, id]);
    await reader.call('POST /bin/:id/restore', { params: { id }, body: { thing_id: one.id } });
    await one.remove();
    const query = { thing_id: one.id };
    await reader.call('DELETE /bin/:id', { params: { id: (await entryOf(one.id)).id }, query });
    assert.ok((await bin()).every((entry) => entry.thing_id !== one.id));
  });

  test('keeps books 30 days and the rest 90; files go with their books and count until then', async () => {
    const { reader, server } = books;
    const { id, file_size } = await uploadBook(reader, await makeEpub({ title: 'Old' }));
    const note = await make.note(reader, await add());
    const left = async () =>
      (await storageUseOf(server.services.db, reader.user?.id ?? '', server.config)).bytesLeft;
    const before = await left();
    await reader.call('DELETE /books/:id', { params: { id } });
    await note.remove();
    assert.equal(await left(), before);
    const days = async (number: number) => {
      clock.pass(number * 24 * 60);
      await (await startHousekeeping(server.services, quiet)).stop();
      return (
        await server.services.db
          .selectFrom('row_history')
          .select('thing')
          .where('with_id', 'is', null)
          .where('user_id', '=', reader.user?.id ?? '')
          .execute()
      ).map(({ thing }) => thing);
    };
    assert.deepEqual((await days(29)).sort(), ['book', 'note']);
    assert.deepEqual(await days(2), ['note']);
    assert.ok(await server.services.blobs.isEmpty(`books/${id}/`));
    assert.equal(await left(), before + file_size);
    assert.deepEqual(await days(60), []);
  });

  test('an account that is deleted leaves nothing', async () => {
    const { server } = books;
    const secret = `gone${randomUUID().slice(0, 8)}`;
    const reader = await server.reader(secret);
    const { id } = await uploadBook(reader, await makeEpub({ title: secret }));
    const note = await reader.call('POST /notes', { body: { content: secret } });
    await reader.call('PUT /notes/:id', { params: { id: note.id }, body: { content: `${secret} again` } });
    await reader.call('DELETE /notes/:id', { params: { id: note.id } });
    await reader.call('DELETE /books/:id', { params: { id } });
    await uploadBook(reader, await makeEpub({ title: `${secret} two` }));
    await reader.call('DELETE /auth/delete-account', { body: { password: `password of ${secret}` } });
    assert.deepEqual(await tablesWith(secret), []);
    assert.ok(await server.services.blobs.isEmpty(`books/${id}/`));
  });
});
