import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import type { ChangeArea } from '@lectern/shared-contracts/api/changes.ts';
import { routes, type WriteKey } from '@lectern/shared-contracts/api/routes.ts';
import { areasChangedBy } from '../src/store/changes/changedBy.ts';
import { addBook } from './support/books.ts';
import type { Client } from './support/client.ts';
import { fillLibrary } from './support/library.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let ada: Client;
let bookId: string;

before(async () => {
  server = await startServer();
});
after(() => server.stop());
beforeEach(async () => {
  ada = await server.reader();
  bookId = await addBook(server.services, ada.user?.id ?? '');
});

const revisions = async (reader = ada) => (await reader.call('GET /changes', {})).revisions;
const now = () => new Date().toISOString();

/** The areas whose revision was raised. */
async function raisedBy(work: () => Promise<unknown>): Promise<string[]> {
  const before = await revisions();
  await work();
  const after = await revisions();
  return (Object.keys(after) as ChangeArea[]).filter((area) => after[area] !== before[area]).sort();
}

const highlight = () =>
  ada.call('POST /books/:id/highlights', {
    params: { id: bookId },
    body: { text: 'Call me Ishmael.', color: 'yellow' },
  });

/** Writes of accounts, sessions and the installation; all others raise something. */
const ofNoArea =
  /^(POST|PUT|PATCH|DELETE) \/(auth\/(?!profile)|admin\/|uploads\/|export|marks\/proof|books\/:id\/(send|files\/:file\/(read|separate))$|online-metadata|reports|vitals|contact|remote-loads|mentor\/translations|parts\/:part\/backend)/;

test('[F-18] every write declares the areas it changes, or belongs to an account, a session or the installation', () => {
  const writes = Object.keys(routes).filter((key): key is WriteKey => !key.startsWith('GET '));
  for (const key of writes) assert.equal(areasChangedBy(key).length === 0, ofNoArea.test(key), key);
});

test('[F-18] a write raises exactly the revisions of what it changes', async () => {
  assert.deepEqual(await raisedBy(highlight), ['highlights']);
  const note = () => ada.call('POST /notes', { body: { content: 'Whales.' } });
  assert.deepEqual(await raisedBy(note), ['notes']);
  const collection = () =>
    ada.call('PUT /collections/:id', {
      params: { id: randomUUID() },
      body: { name: 'Sea', description: null, color: null, icon: null, bookIds: [] },
    });
  assert.deepEqual(await raisedBy(collection), ['collections', 'notes']);
  const place = () =>
    ada.call('PUT /books/:id/progress', {
      params: { id: bookId },
      body: { current_page: 3, total_pages: 100, percentage: 3, updated_at: now() },
    });
  assert.deepEqual(await raisedBy(place), ['gamification', 'places']);
  assert.deepEqual(await raisedBy(() => ada.call('GET /notes', {})), []);
});

test('[F-18] an ingested book raises the revision of the books', async () => {
  const raised = await raisedBy(() => fillLibrary(server, ada, 'Moby-Dick'));
  assert.ok(raised.includes('books'), String(raised));
});

test('[F-18] refused and repeated writes raise nothing', async () => {
  const refused = () =>
    ada
      .call('PUT /highlights/:id', { params: { id: randomUUID() }, body: { color: 'green' } })
      .catch(() => null);
  assert.deepEqual(await raisedBy(refused), []);
  const key = { idempotencyKey: randomUUID() };
  const note = () => ada.call('POST /notes', { body: { id: randomUUID(), content: 'Once.' } }, key);
  const request = { body: { id: randomUUID(), content: 'Once.' } };
  await ada.call('POST /notes', request, key);
  assert.deepEqual(await raisedBy(() => ada.call('POST /notes', request, key)), []);
  await assert.rejects(note());
});

test('[F-18] the response to a write contains the raised revisions', async () => {
  const answer = await ada.fetch('/v1/notes', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ content: 'Mine.' }),
  });
  assert.equal(answer.headers.get('lectern-changes'), `notes=${(await revisions()).notes}`);
});

test('[F-18] changes of one user do not affect another user’s revisions', async () => {
  const eve = await server.reader('eve');
  const before = await revisions(eve);
  await highlight();
  assert.deepEqual(await revisions(eve), before);
});

test('[F-18] parallel writes are all counted', async () => {
  const before = await revisions();
  await Promise.all(Array.from({ length: 5 }, highlight));
  assert.equal((await revisions()).highlights, before.highlights + 5);
});
