import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addBook } from './support/books.ts';
import { type Client, client } from './support/client.ts';
import { openEventStream } from './support/eventStream.ts';
import { startServer, type TestServer } from './support/server.ts';
import { account, startServerOfAda } from './support/serverOfAda.ts';
import { withTwoServers } from './support/sideBySide.ts';

let server: TestServer;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

const note = (reader: Client) => reader.call('POST /notes', { body: { content: 'Whales.' } });

test('a stream begins with all revisions, and then sends changes, to its own user only', async () => {
  const [ada, eve] = [await server.reader(), await server.reader()];
  await note(ada);
  const [adas, eves] = [await openEventStream(ada), await openEventStream(eve)];
  const { revisions } = await ada.call('GET /changes', {});
  assert.deepEqual(await adas.next(), revisions);
  assert.equal((await eves.next())?.notes, 0);
  await note(ada);
  assert.deepEqual(await adas.next(), { notes: 2 });
  const bookId = await addBook(server.services, eve.user?.id ?? '');
  await eve.call('POST /books/:id/highlights', {
    params: { id: bookId },
    body: { text: 'Call me Ishmael.', color: 'yellow' },
  });
  assert.deepEqual(await eves.next(), { highlights: 1 });
  adas.close();
  eves.close();
});

test('a write on one process is sent to the others', async () => {
  await withTwoServers(async (one, other) => {
    const ada = await one.reader();
    const stream = await openEventStream(ada, other.origin);
    await stream.next();
    await note(ada);
    assert.deepEqual(await stream.next(), { notes: 1 });
    await ada.call('POST /auth/logout', {});
    assert.equal(await stream.next(), null);
  });
});

test('a stream ends with its session, wherever that is ended, and no other stream does', async () => {
  const ada = await server.reader('ada');
  const phone = client(server.origin, '/v1');
  await phone.signIn({ email: 'ada@example.org', password: 'password of ada' });
  const [ofAda, ofPhone] = [await openEventStream(ada), await openEventStream(phone)];
  await ofAda.next();
  await ofPhone.next();
  const { items } = await ada.call('GET /auth/sessions', {});
  const id = items.find(({ current }) => !current)?.id ?? '';
  await ada.call('DELETE /auth/sessions/:id', { params: { id } });
  assert.equal(await ofPhone.next(), null);
  await note(ada);
  assert.deepEqual(await ofAda.next(), { notes: 1 });
  await ada.call('POST /auth/logout', {});
  assert.equal(await ofAda.next(), null);
});

test('a stream ends at once when its browser signs in again, and when an old refresh token is used', async () => {
  const { pass, ...house } = await startServerOfAda();
  const ada = await house.signedIn();
  const former = await openEventStream(ada);
  await former.next();
  await ada.signIn(account);
  assert.equal(await former.next(), null);
  const stream = await openEventStream(ada);
  await stream.next();
  const thief = client(house.origin, '/v1');
  for (const [name, value] of ada.cookies) thief.cookies.set(name, value);
  await ada.call('POST /auth/refresh', {});
  pass(31);
  await thief.fails(401, 'POST /auth/refresh', {});
  assert.equal(await stream.next(), null);
  await house.stop();
});

test('a user has at most eight streams; closing one frees its place', async () => {
  const ada = await server.reader();
  const streams = await Promise.all(Array.from({ length: 8 }, () => openEventStream(ada)));
  const refused = await ada.fetch('/v1/events');
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '60']);
  streams[0]?.close();
  let ninth = await ada.fetch('/v1/events');
  while (ninth.status === 429) ninth = await ada.fetch('/v1/events');
  assert.equal(ninth.status, 200);
  await ninth.body?.cancel();
  for (const stream of streams) stream.close();
});

test('a stream requires a session', async () => {
  assert.equal((await fetch(`${server.origin}/v1/events`)).status, 401);
});

test('a server that shuts down closes its streams first', async () => {
  const ending = await startServer();
  const stream = await openEventStream(await ending.reader());
  await stream.next();
  await ending.stop();
  assert.equal(await stream.next(), null);
});
