import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { RouteKey } from '@lectern/shared-contracts/api/routes.ts';
import type { Upload } from '@lectern/shared-contracts/api/uploads.ts';
import { adaAndEve } from './support/auth/adaAndEve.ts';
import { requestsByBody, requestsByPath } from './support/auth/foreignRequests.ts';
import { addBook } from './support/books.ts';
import type { LooseRequest } from './support/client.ts';
import { makeEpub } from './support/epub.ts';
import { operations } from './support/openapi.ts';
import { begin, send } from './support/tus.ts';

const readers = adaAndEve();
const { everything } = readers;
const now = () => new Date().toISOString();

describe('another user', () => {
  test('[AZ-04] cannot put my book or note into a collection, and an id with my prefix leads to nothing', async () => {
    const before = await everything();
    const shelf = { name: 'Theirs', description: null, color: null, icon: null };
    for (const foreign of [readers.its.book, readers.its.note]) {
      const id = randomUUID();
      const answer = await readers.eve.try('PUT /collections/:id', {
        params: { id },
        body: { ...shelf, bookIds: [foreign] },
      });
      // A note is not a book, so it cannot be put on a shelf.
      if (foreign === readers.its.book) assert.equal(answer.status, 404);
      const kept = (await readers.eve.call('GET /collections', {})).items.find(
        (collection) => collection.id === id,
      );
      assert.deepEqual(kept?.bookIds ?? [], []);
    }
    const address =
      (await readers.ada.call('GET /books/:id', { params: { id: readers.its.book } })).cover_base ?? '';
    const longer = address.replace(readers.its.book, `${readers.its.book}0`);
    const shorter = address.replace(readers.its.book, readers.its.book.slice(0, -1));
    for (const path of [longer, shorter])
      assert.equal((await readers.eve.fetch(`${path}/medium.webp`)).status, 404, path);
    for (const id of [`${readers.its.note}0`, readers.its.note.slice(0, -1)])
      assert.equal((await readers.eve.fetch(`/v1/notes/${id}`, { method: 'DELETE' })).status, 404);
    assert.equal(await everything(), before);
  });

  test('[AZ-01] gets 404 for my data on every route with an id', async () => {
    const attempts = requestsByPath(readers.its);
    const walked = (await operations(readers.server.visitor)).filter(
      ({ path }) =>
        /\{(id|bookId)\}/.test(path) &&
        !path.includes('{grant}') &&
        !path.startsWith('/v1/uploads/files') &&
        !path.startsWith('/v1/admin/') &&
        // These use app passwords: opds.test.ts.
        !path.startsWith('/opds/'),
    );
    for (const { method, path } of walked) {
      const key = `${method} ${path.replace('/v1', '').replaceAll(/\{(\w+)\}/g, ':$1')}` as RouteKey;
      assert.ok(attempts[key], `${key} is not tried yet`);
    }
    const before = await everything();
    for (const [key, attempt] of Object.entries(attempts) as [RouteKey, LooseRequest][]) {
      const theirs = await readers.eve.fails(404, key, attempt);
      // An unknown conversation is created, and its answer is streamed.
      if (key.endsWith('/stream')) continue;
      const nobodys = await readers.eve.try(key, {
        ...attempt,
        params: Object.fromEntries(Object.keys(attempt.params ?? {}).map((name) => [name, randomUUID()])),
      });
      if (nobodys.status === 404) assert.deepEqual(theirs, nobodys.body, key);
    }
    for (const [key, attempt] of requestsByBody(readers.its)) await readers.eve.fails(404, key, attempt);
    assert.equal(await everything(), before);
  });

  test('[AZ-01] cannot access my tus uploads', async () => {
    for (const method of ['HEAD', 'PATCH', 'DELETE']) {
      const response = await readers.eve.fetch(`/v1/uploads/files/${readers.its.upload}`, {
        method,
        headers: {
          'tus-resumable': '1.0.0',
          ...(method === 'PATCH'
            ? { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
            : {}),
        },
        ...(method === 'PATCH' ? { body: 'x' } : {}),
      });
      assert.equal(response.status, 404, method);
    }
  });

  test('[AZ-01] who uploads a file for my book gets a book of their own', async () => {
    const { services } = readers.server;
    const awaiting = await addBook(services, readers.ada.user?.id ?? '', {
      title: 'Awaited',
      format: 'none',
      sha256: null,
    });
    const before = await everything();
    const bytes = await makeEpub({ title: 'Awaited' });
    const named = { headers: { 'upload-metadata': `book ${Buffer.from(awaiting).toString('base64')}` } };
    const location = (await begin(readers.eve, bytes.length, named)).headers.get('location') ?? '';
    const { book } = (await (await send(readers.eve, location, bytes)).json()) as Upload;
    assert.ok(book !== null && book.id !== awaiting);
    assert.equal(await everything(), before);
  });

  test('[AZ-01] who uses my id for a new resource neither takes it over nor learns of it', async () => {
    const own = await addBook(readers.server.services, readers.eve.user?.id ?? '');
    const params = { id: own };
    const before = await everything();
    await readers.eve.fails(404, 'POST /books/:id/highlights', {
      params,
      body: { id: readers.its.highlight, text: 'x', color: 'blue' },
    });
    await readers.eve.fails(404, 'PUT /books/:id/bookmark', {
      params,
      body: { id: readers.its.bookmark, page: 3, updated_at: now() },
    });
    await readers.eve.fails(404, 'POST /notes', { body: { id: readers.its.note, content: 'x' } });
    await readers.eve.fails(404, 'POST /reading/session', {
      body: { id: readers.its.session, book_id: own, started_at: now(), ended_at: now(), seconds: 0 },
    });
    await readers.eve.fails(404, 'POST /api/gamification/goals', {
      body: { id: readers.its.goal, title: 'G', type: 'once', target: 5 },
    });
    assert.equal(await everything(), before);
  });

  test('sees nothing of mine in any list, nor by filtering for my book', async () => {
    const lists: [RouteKey, LooseRequest][] = [
      ['GET /books', {}],
      ['GET /highlights', {}],
      ['GET /notes', {}],
      ['GET /collections', {}],
      ['GET /reading/sessions', {}],
      ['GET /reading/days', {}],
      ['GET /reading/sessions', { query: { book_id: readers.its.book } }],
      ['GET /search', { query: { q: 'secret' } }],
      ['GET /search', { query: { q: 'secret', book_id: readers.its.book } }],
      ['GET /mentor/conversations', {}],
      ['GET /uploads', {}],
      ['GET /api/gamification/goals', {}],
      ['GET /api/gamification/history', {}],
    ];
    // The number of an entry may be part of anything.
    const { entry: _, ...its } = readers.its;
    const mine = Object.values(its);
    for (const [key, request] of lists) {
      const answer = await readers.eve.try(key, request);
      const text = JSON.stringify(answer.body);
      assert.ok(answer.status === 200 || answer.status === 404, `${key} ${answer.status}`);
      assert.ok(!mine.some((id) => text.includes(id)), `${key}: ${text}`);
    }
    const found = await readers.ada.call('GET /search', { query: { q: 'secret' } });
    assert.equal(found.items.length, 1);
  });
});
