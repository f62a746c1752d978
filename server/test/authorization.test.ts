import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { RouteKey } from '@lectern/shared-contracts/api/routes.ts';
import type { Upload } from '@lectern/shared-contracts/api/uploads.ts';
import { addBook } from './support/books.ts';
import type { Client, LooseRequest } from './support/client.ts';
import { makeEpub } from './support/epub.ts';
import { operations } from './support/openapi.ts';
import { startServer, type TestServer } from './support/server.ts';
import { begin, send } from './support/tus.ts';

let server: TestServer;
let ada: Client;
let eve: Client;
/** What is Ada's. */
const its = {
  book: '',
  highlight: '',
  bookmark: '',
  note: '',
  word: '',
  collection: '',
  session: '',
  goal: '',
  conversation: '',
  upload: '',
  device: '',
  passkey: '',
  appPassword: '',
};
const now = () => new Date().toISOString();

before(async () => {
  server = await startServer();
  ada = await server.reader('ada');
  eve = await server.reader('eve');
  const userId = ada.user?.id ?? '';
  its.book = await addBook(server.services, userId, { title: 'Ada’s book' });
  const params = { id: its.book };
  const { db } = server.services;
  await db
    .insertInto('passages')
    .values({
      book_id: its.book,
      user_id: userId,
      seq: 0,
      target: 0,
      fraction: 0,
      chapter: null,
      text: 'a secret passage',
    })
    .execute();
  its.highlight = (
    await ada.call('POST /books/:id/highlights', { params, body: { text: 'x', color: 'yellow' } })
  ).id;
  its.bookmark = (
    await ada.call('PUT /books/:id/bookmark', { params, body: { page: 1, updated_at: now() } })
  ).id;
  its.note = (
    await ada.call('POST /notes/book/:bookId', { params: { bookId: its.book }, body: { content: 'mine' } })
  ).id;
  its.word = (await ada.call('PUT /words/:id', { params: { id: randomUUID() }, body: aWord() })).id;
  its.collection = randomUUID();
  await ada.call('PUT /collections/:id', {
    params: { id: its.collection },
    body: { name: 'Mine', description: null, color: null, icon: null, bookIds: [its.book] },
  });
  its.session = (
    await ada.call('POST /api/reading/sessions/start', { body: { book_id: its.book, page: 1 } })
  ).id;
  its.goal = (
    await ada.call('POST /api/gamification/goals', { body: { title: 'G', type: 'once', target: 5 } })
  ).id;
  its.conversation = randomUUID();
  await ada.call('POST /mentor/conversations/:id/messages', {
    params: { id: its.conversation },
    body: { text: 'What did I read about whales?' },
  });
  its.device = (await ada.call('GET /auth/sessions', {})).items[0]?.id ?? '';
  its.appPassword = (
    await ada.call('POST /auth/app-passwords', { body: { name: 'Kobo', scopes: ['read'] } })
  ).id;
  its.passkey = randomUUID();
  await db
    .insertInto('passkeys')
    .values({
      id: its.passkey,
      user_id: userId,
      credential_id: 'a-passkey-of-ada',
      public_key: 'AAAA',
      counter: 0,
      transports: '[]',
      name: 'Phone',
      synced: 0,
      created_at: now(),
      last_used_at: null,
    })
    .execute();
  its.upload = randomUUID();
  await db
    .insertInto('uploads')
    .values({
      id: its.upload,
      user_id: userId,
      filename: 'x.epub',
      size: 10,
      state: 'receiving',
      progress: 0,
      attempts: 0,
      received: 0,
      book_id: null,
      duplicate: 0,
      error: null,
      created_at: now(),
      updated_at: now(),
    })
    .execute();
});
after(() => server.stop());

const aWord = () => ({
  word: 'whales',
  headword: 'whale',
  language: 'en',
  sentence: null,
  meaning: null,
  book_id: its.book,
  position: null,
  created_at: now(),
});

/** Every route that names something by an id, asked for what is Ada's, with a body that is in order. */
function reachingFor(): Partial<Record<RouteKey, LooseRequest>> {
  const book = { params: { id: its.book } };
  const progress = { current_page: 1, total_pages: 2, percentage: 50, updated_at: now() };
  const shelf = { name: 'Theirs', description: null, color: null, icon: null, bookIds: [] };
  return {
    'GET /books/:id': book,
    'PATCH /books/:id': { ...book, body: { title: 'Eve was here' } },
    'PUT /books/:id/cover': { ...book, body: { image: 'AAAA' } },
    'DELETE /books/:id': book,
    'GET /books/:id/manifest': book,
    'GET /books/:id/progress': book,
    'GET /books/:id/places': book,
    'GET /books/:id/text': book,
    'PUT /books/:id/progress': { ...book, body: progress },
    'GET /books/:id/search': { ...book, query: { q: 'secret' } },
    'GET /books/:id/highlights': book,
    'POST /books/:id/highlights': { ...book, body: { text: 'x', color: 'yellow' } },
    'PUT /highlights/:id': { params: { id: its.highlight }, body: { color: 'blue' } },
    'DELETE /highlights/:id': { params: { id: its.highlight } },
    'GET /books/:id/bookmarks': book,
    'PUT /books/:id/bookmark': { ...book, body: { page: 1, updated_at: now() } },
    'DELETE /bookmarks/:id': { params: { id: its.bookmark } },
    'GET /books/:id/form': book,
    'PUT /books/:id/form': { ...book, body: { values: { name: 'Eve' }, updated_at: now() } },
    'GET /notes/:bookId': { params: { bookId: its.book } },
    'POST /notes/book/:bookId': { params: { bookId: its.book }, body: { content: 'x' } },
    'PUT /notes/:id': { params: { id: its.note }, body: { content: 'x' } },
    'DELETE /notes/:id': { params: { id: its.note } },
    'PUT /words/:id': { params: { id: its.word }, body: aWord() },
    'DELETE /words/:id': { params: { id: its.word } },
    'PUT /collections/:id': { params: { id: its.collection }, body: shelf },
    'DELETE /collections/:id': { params: { id: its.collection } },
    'POST /api/reading/sessions/:id/end': { params: { id: its.session }, body: { end_page: 5 } },
    'PATCH /reading/sessions/:id': { params: { id: its.session }, body: { seconds: 5 } },
    'DELETE /reading/sessions/:id': { params: { id: its.session } },
    'GET /reading/sessions/:id/changes': { params: { id: its.session } },
    'PUT /api/gamification/goals/:id': { params: { id: its.goal }, body: { progress: 5 } },
    'DELETE /api/gamification/goals/:id': { params: { id: its.goal } },
    'GET /mentor/conversations/:id': { params: { id: its.conversation } },
    'POST /mentor/conversations/:id/messages': {
      params: { id: its.conversation },
      body: { text: 'What did she ask?' },
    },
    'POST /mentor/conversations/:id/stream': {
      params: { id: its.conversation },
      body: { text: 'What did she ask?' },
    },
    'DELETE /mentor/conversations/:id': { params: { id: its.conversation } },
    'DELETE /auth/sessions/:id': { params: { id: its.device } },
    'PATCH /auth/passkeys/:id': { params: { id: its.passkey }, body: { name: 'Theirs' } },
    'DELETE /auth/passkeys/:id': { params: { id: its.passkey } },
    'DELETE /auth/app-passwords/:id': { params: { id: its.appPassword } },
    'GET /uploads/:id': { params: { id: its.upload } },
    'DELETE /uploads/:id': { params: { id: its.upload } },
  };
}

/** Routes that name something in their body. */
function namingInBody(): [RouteKey, LooseRequest][] {
  return [
    ['POST /notes', { body: { content: 'x', book_id: its.book } }],
    [
      'POST /reading/session',
      { body: { book_id: its.book, started_at: now(), ended_at: now(), seconds: 0 } },
    ],
    ['POST /api/reading/sessions/start', { body: { book_id: its.book, page: 1 } }],
    ['POST /covers-enhanced/ensure', { body: { bookId: its.book } }],
  ];
}

/** Everything of Ada's, to see that it stays as it is. */
async function everything(): Promise<string> {
  const { db } = server.services;
  const tables = [
    'books',
    'highlights',
    'bookmarks',
    'form_values',
    'notes',
    'looked_up_words',
    'collections',
    'reading_sessions',
    'goals',
    'messages',
    'uploads',
    'progress',
    'passkeys',
    'app_passwords',
  ] as const;
  const rows = [];
  for (const table of tables)
    rows.push(
      await db
        .selectFrom(table)
        .selectAll()
        .where('user_id', '=', ada.user?.id ?? '')
        .execute(),
    );
  rows.push(await db.selectFrom('collection_books').selectAll().execute());
  return JSON.stringify(rows);
}

describe('another reader', () => {
  test('[AZ-04] has no book or note of mine in a collection, and an id that begins like mine leads to nothing', async () => {
    const before = await everything();
    const shelf = { name: 'Theirs', description: null, color: null, icon: null };
    for (const foreign of [its.book, its.note]) {
      const id = randomUUID();
      const answer = await eve.try('PUT /collections/:id', {
        params: { id },
        body: { ...shelf, bookIds: [foreign] },
      });
      // A note is no book of anybody's, so there is nothing to put on a shelf.
      if (foreign === its.book) assert.equal(answer.status, 404);
      const kept = (await eve.call('GET /collections', {})).items.find((collection) => collection.id === id);
      assert.deepEqual(kept?.bookIds ?? [], []);
    }
    const address = (await ada.call('GET /books/:id', { params: { id: its.book } })).cover_base ?? '';
    const longer = address.replace(its.book, `${its.book}0`);
    const shorter = address.replace(its.book, its.book.slice(0, -1));
    for (const path of [longer, shorter])
      assert.equal((await eve.fetch(`${path}/medium.webp`)).status, 404, path);
    for (const id of [`${its.note}0`, its.note.slice(0, -1)])
      assert.equal((await eve.fetch(`/v1/notes/${id}`, { method: 'DELETE' })).status, 404);
    assert.equal(await everything(), before);
  });

  test('[AZ-01] finds nothing of mine on any route with an id: 404, as if it were not there', async () => {
    const attempts = reachingFor();
    const walked = (await operations(server.visitor)).filter(
      ({ path }) =>
        /\{(id|bookId)\}/.test(path) &&
        !path.includes('{grant}') &&
        !path.startsWith('/v1/uploads/files') &&
        !path.startsWith('/v1/admin/') &&
        // By app passwords: opds.test.ts.
        !path.startsWith('/opds/'),
    );
    for (const { method, path } of walked) {
      const key = `${method} ${path.replace('/v1', '').replaceAll(/\{(\w+)\}/g, ':$1')}` as RouteKey;
      assert.ok(attempts[key], `${key} is not tried yet`);
    }
    const before = await everything();
    for (const [key, attempt] of Object.entries(attempts) as [RouteKey, LooseRequest][]) {
      const theirs = await eve.fails(404, key, attempt);
      // A conversation that nobody has begun is begun, and told in pieces.
      if (key.endsWith('/stream')) continue;
      const nobodys = await eve.try(key, {
        ...attempt,
        params: Object.fromEntries(Object.keys(attempt.params ?? {}).map((name) => [name, randomUUID()])),
      });
      if (nobodys.status === 404) assert.deepEqual(theirs, nobodys.body, key);
    }
    for (const [key, attempt] of namingInBody()) await eve.fails(404, key, attempt);
    assert.equal(await everything(), before);
  });

  test('[AZ-01] uploads by tus are their sender’s only', async () => {
    for (const method of ['HEAD', 'PATCH', 'DELETE']) {
      const response = await eve.fetch(`/v1/uploads/files/${its.upload}`, {
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

  test('[AZ-01] a file that another reader sends for a book of mine becomes a book of their own', async () => {
    const { services } = server;
    const awaiting = await addBook(services, ada.user?.id ?? '', {
      title: 'Awaited',
      format: 'none',
      sha256: null,
    });
    const before = await everything();
    const bytes = await makeEpub({ title: 'Awaited' });
    const named = { headers: { 'upload-metadata': `book ${Buffer.from(awaiting).toString('base64')}` } };
    const location = (await begin(eve, bytes.length, named)).headers.get('location') ?? '';
    const { book } = (await (await send(eve, location, bytes)).json()) as Upload;
    assert.ok(book !== null && book.id !== awaiting);
    assert.equal(await everything(), before);
  });

  test('[AZ-01] an id of mine that another reader uses for a new thing is neither taken over nor told', async () => {
    const own = await addBook(server.services, eve.user?.id ?? '');
    const params = { id: own };
    const before = await everything();
    await eve.fails(404, 'POST /books/:id/highlights', {
      params,
      body: { id: its.highlight, text: 'x', color: 'blue' },
    });
    await eve.fails(404, 'PUT /books/:id/bookmark', {
      params,
      body: { id: its.bookmark, page: 3, updated_at: now() },
    });
    await eve.fails(404, 'POST /notes', { body: { id: its.note, content: 'x' } });
    await eve.fails(404, 'POST /reading/session', {
      body: { id: its.session, book_id: own, started_at: now(), ended_at: now(), seconds: 0 },
    });
    await eve.fails(404, 'POST /api/gamification/goals', {
      body: { id: its.goal, title: 'G', type: 'once', target: 5 },
    });
    assert.equal(await everything(), before);
  });

  test('sees nothing of mine in any list, nor by naming my book in a filter', async () => {
    const lists: [RouteKey, LooseRequest][] = [
      ['GET /books', {}],
      ['GET /highlights', {}],
      ['GET /notes', {}],
      ['GET /collections', {}],
      ['GET /reading/sessions', {}],
      ['GET /reading/days', {}],
      ['GET /reading/sessions', { query: { book_id: its.book } }],
      ['GET /search', { query: { q: 'secret' } }],
      ['GET /search', { query: { q: 'secret', book_id: its.book } }],
      ['GET /mentor/conversations', {}],
      ['GET /uploads', {}],
      ['GET /api/gamification/goals', {}],
      ['GET /api/gamification/history', {}],
    ];
    const mine = Object.values(its);
    for (const [key, request] of lists) {
      const answer = await eve.try(key, request);
      const text = JSON.stringify(answer.body);
      assert.ok(answer.status === 200 || answer.status === 404, `${key} ${answer.status}`);
      assert.ok(!mine.some((id) => text.includes(id)), `${key}: ${text}`);
    }
    const found = await ada.call('GET /search', { query: { q: 'secret' } });
    assert.equal(found.items.length, 1);
  });
});

describe('a reader who is no administrator', () => {
  test('[LG-09] [AZ-01] is refused on every route of administrators, whatever it names', async () => {
    const walked = (await operations(server.visitor)).filter(({ path }) => path.startsWith('/v1/admin/'));
    assert.ok(walked.length >= 10);
    const before = await everything();
    for (const { method, path } of walked) {
      for (const id of [ada.user?.id ?? '', eve.user?.id ?? '', randomUUID()]) {
        const response = await eve.fetch(path.replace('{id}', id), {
          method,
          ...(['POST', 'PUT', 'PATCH'].includes(method)
            ? { body: '{}', headers: { 'content-type': 'application/json' } }
            : {}),
        });
        assert.equal(response.status, 403, `${method} ${path}`);
      }
    }
    assert.equal(await everything(), before);
  });
});

describe('nobody', () => {
  /** What a visitor may call; everything else is 401. */
  const open = new Set([
    'GET /v1/health',
    'GET /v1/ready',
    'POST /v1/reports',
    'POST /v1/vitals',
    'POST /v1/remote-loads',
    'POST /v1/contact',
    'GET /v1/auth/methods',
    'GET /v1/auth/oidc/start',
    'POST /v1/auth/oidc/start',
    'GET /v1/auth/oidc/callback',
    'POST /v1/auth/register',
    'POST /v1/auth/login',
    'POST /v1/auth/sign-in/passkey/options',
    'POST /v1/auth/sign-in/passkey',
    'POST /v1/auth/sign-in/code',
    'POST /v1/auth/logout',
    'POST /v1/auth/refresh',
    'POST /v1/auth/reset-password',
    'POST /v1/auth/reset-password/confirm',
    'POST /kosync/users/create',
    'GET /opds/authentication',
  ]);

  test('[AZ-02] is 401 on every route of the OpenAPI document, but for a written list', async () => {
    const all = await operations(server.visitor);
    const called = new Set(all.map(({ method, path }) => `${method} ${path}`));
    for (const call of open) assert.ok(called.has(call), `${call} is no route any more`);
    for (const { method, path } of all) {
      if (open.has(`${method} ${path}`)) continue;
      const filled = path
        .replace('{grant}', 'forged')
        .replaceAll('{bookId}', its.book)
        .replace('{id}', idFor(path))
        .replaceAll(/\{[^}]+\}/g, '1');
      for (const token of [null, 'x', 'a.b.c']) {
        const response = await server.visitor.fetch(filled, {
          method,
          headers: {
            'tus-resumable': '1.0.0',
            ...(token === null ? {} : { authorization: `Bearer ${token}` }),
            ...(['POST', 'PUT', 'PATCH'].includes(method) ? { 'content-type': 'application/json' } : {}),
          },
          ...(['POST', 'PUT', 'PATCH'].includes(method) ? { body: '{}' } : {}),
        });
        // An address that is signed is refused like one that is not there: it is known to its holder only.
        const refused = path.includes('{grant}') ? [401, 403, 404] : [401];
        assert.ok(refused.includes(response.status), `${method} ${filled}: ${response.status}`);
      }
    }
  });

  test('is told the same 401 whether or not the thing is there', async () => {
    const bodies = await Promise.all(
      [its.book, randomUUID(), 'no-id'].map(async (id) =>
        (await server.visitor.fetch(`/v1/books/${id}`)).text(),
      ),
    );
    assert.equal(new Set(bodies).size, 1);
  });

  function idFor(path: string): string {
    const [, , family = ''] = path.split('/');
    const known: Record<string, string> = { highlights: its.highlight, notes: its.note, uploads: its.upload };
    return known[family] ?? its.book;
  }
});
