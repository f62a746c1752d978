import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { boundedRows, forgetBeyond } from '../src/housekeeping.ts';
import { addBook } from './support/books.ts';
import { type Client, client } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let ada: Client;
let bea: Client;

before(async () => {
  server = await startServer();
  ada = await server.reader('ada');
  bea = await server.reader('bea');
  await addBook(server.services, bea.user?.id ?? '', { title: 'A private book', file_size: 3_000 });
});
after(() => server.stop());

const browserOf = () => client(server.origin, '/v1');

describe('the administrator’s page', () => {
  test('[LG-09] the first account becomes administrator', () => {
    assert.deepEqual(ada.user?.roles, ['admin', 'user']);
    assert.deepEqual(bea.user?.roles, ['user']);
  });

  test('shows the library’s key figures', async () => {
    const overview = await ada.call('GET /admin/overview', {});
    const { users, books, bytes, free, registration, mail } = overview;
    // An empty database of these tables is larger than 100 KB, also while SQLite has most of it in its write-ahead log.
    assert.ok((overview.database_bytes ?? 0) > 100_000);
    assert.deepEqual(
      { users, books, bytes, registration, mail },
      { users: 2, books: 1, bytes: 3_000, registration: 'open', mail: false },
    );
    assert.ok((free ?? 0) > 0);
  });

  test('shows every user’s storage, but nothing of what they read', async () => {
    const { items, total } = await ada.call('GET /admin/users', {});
    assert.equal(total, 2);
    assert.deepEqual(
      items.map(({ name, books, bytes }) => [name, books, bytes]),
      [
        ['ada', 0, 0],
        ['bea', 1, 3_000],
      ],
    );
    assert.ok(items.every(({ last_seen }) => last_seen !== null));
    const [second] = (await ada.call('GET /admin/users', { query: { limit: 1, offset: 1 } })).items;
    assert.equal(second?.name, 'bea');
    assert.doesNotMatch(JSON.stringify(items), /private|password|\$argon2/i);
  });

  test('shows jobs without file names', async () => {
    const now = new Date().toISOString();
    const upload = (state: 'refused' | 'queued', error: string | null) => ({
      id: randomUUID(),
      user_id: bea.user?.id ?? '',
      filename: 'my diary.epub',
      size: 10,
      state,
      progress: 0,
      attempts: 1,
      received: 0,
      book_id: null,
      duplicate: 0,
      error,
      created_at: now,
      updated_at: now,
    });
    const error = JSON.stringify({ status: 422, error: 'This EPUB is damaged.', code: 'epub_broken' });
    await server.services.db
      .insertInto('uploads')
      .values([upload('refused', error), upload('queued', null)])
      .execute();
    const { counts, items } = await ada.call('GET /admin/jobs', {});
    assert.deepEqual(counts, { refused: 1, queued: 1 });
    assert.deepEqual(items.map((job) => job.error).sort(), ['This EPUB is damaged.', null].sort());
    assert.doesNotMatch(JSON.stringify(items), /diary/);
  });

  test('shows problems and messages, and deletes them', async () => {
    await bea.call('POST /reports', {
      body: { version: '1', route: '/library', error: 'It broke', area: 'library' },
    });
    await server.visitor.call('POST /contact', {
      body: { name: 'Cy', email: 'cy@example.org', message: 'Hello' },
    });
    const { items, total } = await ada.call('GET /admin/reports', {});
    assert.equal(total, 2);
    assert.deepEqual(new Set(items.map(({ kind }) => kind)), new Set(['problem', 'contact']));
    const problem = items.find(({ kind }) => kind === 'problem');
    assert.deepEqual(problem?.body, { version: '1', route: '/library', error: 'It broke', area: 'library' });
    await ada.call('DELETE /admin/reports/:id', { params: { id: problem?.id ?? '' } });
    await ada.fails(404, 'DELETE /admin/reports/:id', { params: { id: problem?.id ?? '' } });
    assert.equal((await ada.call('GET /admin/reports', {})).total, 1);
  });

  test('[WV-01] shows the 75th percentile of web vitals by metric and route', async () => {
    for (const value of [100, 900, 2_000, 5_000])
      await server.visitor.call('POST /vitals', {
        body: {
          consent: 'analytics',
          version: '1',
          route: '/library',
          metrics: [{ name: 'LCP', value, rating: value <= 2_500 ? 'good' : 'poor' }],
        },
      });
    const { visits, items } = await ada.call('GET /admin/vitals', {});
    assert.equal(visits, 4);
    assert.deepEqual(items, [{ name: 'LCP', route: '/library', count: 4, p75: 2_000, good: 3, poor: 1 }]);
  });

  test('[S-02] invented routes cannot make a response larger than 2 MB; the oldest reports are deleted beyond the limit', async () => {
    const { db, now } = server.services;
    const rowOf = (kind: 'vitals' | 'problem' | 'contact', body: object, second: number) => ({
      id: randomUUID(),
      kind,
      body: JSON.stringify(body),
      created_at: new Date(now().getTime() + second * 1_000).toISOString(),
      mailed_at: null,
    });
    const metrics = [{ name: 'LCP', value: 1, rating: 'good' }];
    const made = Array.from({ length: 600 }, (_, index) =>
      rowOf('vitals', { route: `/${'-'.repeat(index % 90)}${'x'.repeat(index / 90)}`, metrics }, index + 1),
    );
    await db.insertInto('reports').values(made).execute();
    const { items } = await ada.call('GET /admin/vitals', {});
    assert.equal(items.length, 500);
    assert.ok(items.some(({ route }) => route === '/library'));
    await db
      .insertInto('reports')
      .values([rowOf('problem', {}, 1), rowOf('problem', { route: '/last' }, 2)])
      .execute();
    const messages = (await ada.call('GET /admin/reports', {})).items.filter(
      ({ kind }) => kind === 'contact',
    );
    // Problems, messages and visits come first.
    const few = boundedRows({ reportDays: 180, securityLogDays: 90 }).map((rows, at) => ({
      ...rows,
      most: [1, 10, 20][at] ?? rows.most,
    }));
    await forgetBeyond(db, now(), few);
    const left = (await ada.call('GET /admin/reports', {})).items;
    assert.deepEqual(left.find(({ kind }) => kind === 'problem')?.body, { route: '/last' });
    assert.deepEqual(
      left.filter(({ kind }) => kind === 'contact'),
      messages,
    );
    assert.equal((await ada.call('GET /admin/vitals', {})).visits, 20);
    await db.deleteFrom('reports').where('kind', '=', 'problem').execute();
  });

  test('grants and revokes the administrator role, but not from the last administrator', async () => {
    const id = bea.user?.id ?? '';
    await ada.call('PATCH /admin/users/:id', { params: { id }, body: { admin: true } });
    await bea.call('GET /admin/overview', {});
    await ada.call('PATCH /admin/users/:id', { params: { id }, body: { admin: false } });
    await bea.fails(403, 'GET /admin/overview', {});
    const error = await ada.fails(409, 'PATCH /admin/users/:id', {
      params: { id: ada.user?.id ?? '' },
      body: { admin: false },
    });
    assert.match(error.error, /another administrator/);
    await ada.fails(404, 'PATCH /admin/users/:id', { params: { id: randomUUID() }, body: { admin: true } });
  });

  test('creates a link with which a user sets a new password', async () => {
    const { url } = await ada.call('POST /admin/users/:id/reset-link', {
      params: { id: bea.user?.id ?? '' },
    });
    assert.ok(url.startsWith(`${server.origin}/login#reset=`), url);
    const token = new URL(url).hash.replace('#reset=', '');
    await server.visitor.call('POST /auth/reset-password/confirm', {
      body: { token, password: 'a new password' },
    });
    bea = browserOf();
    await bea.signIn({ email: 'bea@example.org', password: 'a new password' });
  });

  test('deletes another account with all its data, but not the own one', async () => {
    const gone = await server.reader('gone');
    await addBook(server.services, gone.user?.id ?? '');
    await ada.fails(409, 'DELETE /admin/users/:id', { params: { id: ada.user?.id ?? '' } });
    await ada.fails(404, 'DELETE /admin/users/:id', { params: { id: randomUUID() } });
    await ada.call('DELETE /admin/users/:id', { params: { id: gone.user?.id ?? '' } });
    await gone.fails(401, 'GET /books', {});
    assert.equal((await ada.call('GET /admin/overview', {})).books, 1);
  });
});

describe('registration by invitation', () => {
  const newcomer = (email: string, invitation?: string) => ({
    body: { email, password: 'a password', name: 'New', ...(invitation ? { invitation } : {}) },
  });
  const tokenOf = (url: string) => new URL(url).hash.replace('#invitation=', '');

  before(() => ada.call('PUT /admin/settings', { body: { registration: 'invited' } }));
  after(() => ada.call('PUT /admin/settings', { body: { registration: 'open' } }));

  test('is shown on the sign-in page', async () => {
    assert.equal((await server.visitor.call('GET /auth/methods', {})).registration, 'invited');
  });

  test('registration is refused without an invitation or with an invented one', async () => {
    await server.visitor.fails(403, 'POST /auth/register', newcomer('cy@example.org'));
    const error = await server.visitor.fails(
      403,
      'POST /auth/register',
      newcomer('cy@example.org', 'made-up'),
    );
    assert.equal(error.code, 'invitation_needed');
  });

  test('an invitation works once', async () => {
    const { url } = await ada.call('POST /admin/invitations', { body: {} });
    await browserOf().call('POST /auth/register', newcomer('dee@example.org', tokenOf(url)));
    await server.visitor.fails(403, 'POST /auth/register', newcomer('eli@example.org', tokenOf(url)));
  });

  test('an invitation for an address works for that address only; a failed registration does not consume it', async () => {
    const { url, invitation } = await ada.call('POST /admin/invitations', {
      body: { email: 'Fay@example.org' },
    });
    assert.equal(invitation.email, 'fay@example.org');
    await server.visitor.fails(403, 'POST /auth/register', newcomer('eve@example.org', tokenOf(url)));
    const open = await ada.call('POST /admin/invitations', { body: {} });
    await server.visitor.fails(409, 'POST /auth/register', newcomer('bea@example.org', tokenOf(open.url)));
    await browserOf().call('POST /auth/register', newcomer('fay@example.org', tokenOf(url)));
    await browserOf().call('POST /auth/register', newcomer('gus@example.org', tokenOf(open.url)));
  });

  test('an invitation can be revoked', async () => {
    const { url, invitation } = await ada.call('POST /admin/invitations', { body: {} });
    assert.ok((await ada.call('GET /admin/invitations', {})).items.some(({ id }) => id === invitation.id));
    await ada.call('DELETE /admin/invitations/:id', { params: { id: invitation.id } });
    await server.visitor.fails(403, 'POST /auth/register', newcomer('hal@example.org', tokenOf(url)));
    await ada.fails(404, 'DELETE /admin/invitations/:id', { params: { id: invitation.id } });
  });

  test('can be set by the environment from the first start; the first account needs no invitation', async () => {
    const closed = await startServer({ config: { registration: 'invited' } });
    try {
      const first = await closed.reader('first');
      assert.deepEqual(first.user?.roles, ['admin', 'user']);
      await closed.visitor.fails(403, 'POST /auth/register', newcomer('cy@example.org'));
    } finally {
      await closed.stop();
    }
  });
});

describe('sessions', () => {
  test('are all listed, with the current one marked, and can be ended one by one', async () => {
    const laptop = await server.reader('ivy');
    const phone = browserOf();
    const who = { email: 'ivy@example.org', password: 'password of ivy' };
    const answer = await phone.try(
      'POST /auth/login',
      { body: who },
      { headers: { 'user-agent': 'A phone' } },
    );
    Object.assign(phone, answer.body);
    await phone.call('POST /auth/refresh', {});
    const { items } = await laptop.call('GET /auth/sessions', {});
    assert.equal(items.length, 2);
    assert.deepEqual(items.map(({ current }) => current).sort(), [false, true]);
    const other = items.find(({ current }) => !current);
    assert.equal(other?.user_agent, 'A phone');
    await laptop.call('DELETE /auth/sessions/:id', { params: { id: other?.id ?? '' } });
    await phone.fails(401, 'GET /books', {});
    await phone.fails(401, 'POST /auth/refresh', {});
    await laptop.call('GET /books', {});
    assert.equal((await laptop.call('GET /auth/sessions', {})).items.length, 1);
  });

  test('of another user are not found', async () => {
    const [mine] = (await ada.call('GET /auth/sessions', {})).items;
    await bea.fails(404, 'DELETE /auth/sessions/:id', { params: { id: mine?.id ?? '' } });
    await ada.call('GET /books', {});
  });
});
