import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { addPasskey } from './auth/addPasskey.ts';
import { addSendAddress } from './auth/addSendAddress.ts';
import type { Client } from './client.ts';
import { makeEpub } from './epub.ts';
import type { TestServer } from './server.ts';
import { address, begin, idOf, send } from './tus.ts';

const now = () => new Date().toISOString();
const quote = { exact: 'the whiteness of the whale' };

/** Uploads a book and creates data of every kind. */
export async function fillLibrary(
  server: TestServer,
  reader: Client,
  title: string,
): Promise<{ bookId: string; bytes: Buffer }> {
  const bytes = await makeEpub({ title, author: 'Herman Melville' });
  const location = await address(reader, bytes.length);
  assert.equal((await send(reader, location, bytes)).status, 200);
  const bookId = idOf(location);
  const params = { id: bookId };
  await reader.call('POST /books/:id/highlights', {
    params,
    body: { text: 'Call me Ishmael.\nSome years ago', color: 'pink', page: 3, note: 'so it begins' },
  });
  await reader.call(
    'POST /notes/book/:bookId',
    {
      params: { bookId },
      body: {
        title: 'White',
        content: 'Why *white*?',
        page: 7,
        position: { page: 7, quote },
        tags: ['colour'],
      },
    },
    { idempotencyKey: randomUUID() },
  );
  await reader.call('POST /notes', { body: { content: 'of no book' } });
  await reader.call('PUT /parts/:part/rows/:collection/:id', {
    params: { part: 'mf-lending', collection: 'loans', id: randomUUID() },
    body: { row: { to: 'Ann' }, created_at: new Date().toISOString() },
  });
  await reader.call('PUT /words/:id', {
    params: { id: randomUUID() },
    body: {
      word: 'whales',
      headword: 'whale',
      language: 'en',
      sentence: 'Whales are large.',
      meaning: 'a very large person',
      book_id: bookId,
      position: { page: 3, quote },
      created_at: now(),
    },
  });
  await reader.call('PUT /books/:id/bookmark', {
    params,
    body: { page: 5, label: 'here', updated_at: now() },
  });
  await reader.call('PUT /books/:id/form', { params, body: { values: { agree: true }, updated_at: now() } });
  await reader.call('PUT /books/:id/progress', {
    params,
    body: { current_page: 1, total_pages: 1, percentage: 40, updated_at: now() },
  });
  await reader.call('PUT /collections/:id', {
    params: { id: randomUUID() },
    body: { name: 'Sea', description: null, color: null, icon: null, bookIds: [bookId] },
  });
  await reader.call('POST /reading/session', {
    body: { book_id: bookId, started_at: now(), ended_at: now(), seconds: 0, notes: 'on the train' },
  });
  await reader.call('POST /api/gamification/goals', {
    body: { title: 'Ten whales', type: 'once', target: 10 },
  });
  await reader.call('POST /api/gamification/actions', { body: { action: 'daily_login', timestamp: now() } });
  await reader.call('POST /mentor/conversations/:id/messages', {
    params: { id: randomUUID() },
    body: { text: 'Who is Ishmael?' },
  });
  await server.services.db
    .insertInto('unlocked')
    .values({ user_id: reader.user?.id ?? '', achievement_id: 'finisher', unlocked_at: now() })
    .onConflict((conflict) => conflict.columns(['user_id', 'achievement_id']).doNothing())
    .execute();
  await addSendAddress(server, reader);
  await addPasskey(server, reader);
  await begin(reader, 1_000, { filename: 'half.epub' });
  return { bookId, bytes };
}
