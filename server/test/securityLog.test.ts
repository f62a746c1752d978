import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { SecurityEvent } from '@lectern/shared-contracts/api/admin.ts';
import fastify from 'fastify';
import { boundedRows, forgetBeyond } from '../src/housekeeping.ts';
import { createSecurityLog } from '../src/people/security/securityLog.ts';
import { type Client, client } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let ada: Client;
let bea: Client;

before(async () => {
  server = await startServer();
  ada = await server.reader('ada');
  bea = await server.reader('bea');
});
after(() => server.stop());

async function events(kind?: string): Promise<SecurityEvent[]> {
  const { items } = await ada.call('GET /admin/security-events', {
    query: { limit: 200, ...(kind ? { kind } : {}) },
  });
  return items;
}

const newest = async (kind: string) => (await events(kind))[0];
const wrong = (email: string) => ({ body: { email, password: 'no password at all' } });

describe('the security log', () => {
  test('[S-09] contains successful and failed sign-ins, with who and from where', async () => {
    const browser = client(server.origin, '/v1');
    await browser.fails(401, 'POST /auth/login', wrong('bea@example.org'), {
      headers: { 'user-agent': 'Browser/1.0' },
    });
    const failed = await newest('authn_login_fail');
    assert.deepEqual(failed?.account, { id: bea.user?.id, name: 'bea' });
    assert.equal(failed?.address, '127.0.0.1');
    assert.equal(failed?.user_agent, 'Browser/1.0');
    assert.deepEqual(failed?.details, { method: 'password', reason: 'wrong_password' });
    await browser.signIn({ email: 'bea@example.org', password: 'password of bea' });
    assert.deepEqual((await newest('authn_login_success'))?.details, { method: 'password' });
    await browser.call('POST /auth/logout', {});
    assert.equal((await newest('authn_logout'))?.account?.name, 'bea');
  });

  test('[S-09] does not contain unknown addresses, passwords or tokens', async () => {
    for (const _ of [1, 2])
      await server.visitor.fails(401, 'POST /auth/login', wrong('Stranger@example.org'));
    const [second, first] = await events('authn_login_fail');
    assert.equal(second?.account, null);
    assert.match(String(second?.details.account_hash), /^[0-9a-f]{16}$/);
    assert.equal(second?.details.account_hash, first?.details.account_hash);
    assert.doesNotMatch(JSON.stringify(await events()), /stranger|password at all|password of|eyJ/i);
  });

  test('[S-09] contains refusals, administrators’ changes, exports and deletions', async () => {
    await bea.fails(403, 'GET /admin/overview');
    const refused = await newest('authz_fail');
    assert.deepEqual(refused?.details, { route: 'GET /v1/admin/overview', code: 'forbidden' });
    assert.equal(refused?.account?.name, 'bea');

    await ada.call('PUT /admin/settings', { body: { registration: 'open' } });
    const changed = await newest('authz_admin');
    assert.deepEqual(changed?.details, { action: 'registration_changed', value: 'open' });
    assert.equal(changed?.actor?.name, 'ada');

    await ada.call('PATCH /admin/users/:id', { params: { id: bea.user?.id ?? '' }, body: { admin: true } });
    await ada.call('PATCH /admin/users/:id', { params: { id: bea.user?.id ?? '' }, body: { admin: false } });
    assert.deepEqual(
      (await events('privilege_permissions_changed')).map(({ details, account }) => [
        details.change,
        account?.name,
      ]),
      [
        ['revoked', 'bea'],
        ['granted', 'bea'],
      ],
    );

    assert.equal((await bea.fetch('/v1/export')).status, 200);
    assert.equal((await newest('data_export'))?.account?.name, 'bea');

    const leaving = await server.reader('leaving');
    await leaving.call('DELETE /auth/delete-account', { body: { password: 'password of leaving' } });
    assert.match((await newest('user_deleted'))?.account?.id ?? '', /^[0-9a-f]{16}$/);
    assert.ok(!JSON.stringify(await events()).includes(leaving.user?.id ?? ''));
  });

  test('[S-09] contains password changes, reset requests and resets, and rate limits', async () => {
    const dan = await server.reader('dan');
    await dan.call('POST /auth/change-password', {
      body: { currentPassword: 'password of dan', newPassword: 'another of dan’s' },
    });
    assert.deepEqual((await newest('authn_password_change'))?.details, { by: 'reader' });
    const { url } = await ada.call('POST /admin/users/:id/reset-link', {
      params: { id: dan.user?.id ?? '' },
    });
    assert.deepEqual((await newest('authn_password_reset_request'))?.details, { by: 'administrator' });
    const token = url.split('#reset=')[1] ?? '';
    await server.visitor.call('POST /auth/reset-password/confirm', {
      body: { token, password: 'a third of dan’s' },
    });
    assert.deepEqual((await newest('authn_password_change'))?.details, { by: 'reset_link' });
    await server.visitor.fails(400, 'POST /auth/reset-password/confirm', {
      body: { token, password: 'a fourth of dan’s' },
    });
    assert.equal((await newest('authn_password_reset_fail'))?.account, null);
    for (let tries = 0; tries < 10; tries++)
      await server.visitor.fails(401, 'POST /auth/login', wrong('limited@example.org'));
    await server.visitor.fails(429, 'POST /auth/login', wrong('limited@example.org'));
    assert.deepEqual((await newest('excess_rate_limit_exceeded'))?.details, { route: 'POST /v1/auth/login' });
  });

  test('is paged, and available as lines of JSON, for administrators only', async () => {
    const all = await events();
    const first = await ada.call('GET /admin/security-events', { query: { limit: 3 } });
    const second = await ada.call('GET /admin/security-events', {
      query: { limit: 3, cursor: first.next_cursor ?? '' },
    });
    assert.deepEqual([...first.items, ...second.items], all.slice(0, 6));
    await ada.fails(422, 'GET /admin/security-events', { query: { cursor: 'none' } });

    const response = await ada.fetch('/v1/admin/security-events/export');
    assert.equal(response.headers.get('content-type'), 'application/x-ndjson; charset=utf-8');
    const lines = (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as SecurityEvent);
    assert.deepEqual(lines[0]?.details, { action: 'security_log_exported' });
    assert.deepEqual(lines.slice(-all.length), all);
    await bea.fails(403, 'GET /admin/security-events');
    assert.equal((await bea.fetch('/v1/admin/security-events/export')).status, 403);
  });

  test('does not contain what a failed transaction would have done', async () => {
    const before = (await events('privilege_permissions_changed')).length;
    await ada.fails(409, 'PATCH /admin/users/:id', {
      params: { id: ada.user?.id ?? '' },
      body: { admin: false },
    });
    assert.equal((await events('privilege_permissions_changed')).length, before);
  });
});

describe('a flood', () => {
  const source = (ip: string) => ({ ip, headers: {}, signedIn: null });
  const details = { method: 'password', reason: 'unknown_account' } as const;
  const failure = ['authn_login_fail', null, details] as const;

  test('[S-09] of failures makes a few rows and a count, from one address or many', async () => {
    await using flood = await startFlood();
    for (let tries = 0; tries < 5_000; tries++) flood.log.record(source('192.0.2.1'), ...failure);
    for (let tries = 0; tries < 5_000; tries++)
      flood.log.record(source(`198.51.${tries >> 8}.${tries & 255}`), ...failure);
    flood.passMinutes(11);
    flood.log.record(source('192.0.2.1'), ...failure);
    await flood.log.flush();
    const rows = await flood.rows();
    assert.equal(rows.length, 600 + 2 + 1);
    const counted = rows.filter(({ details }) => details.includes('suppressed'));
    assert.equal(
      counted.reduce((sum, { count }) => sum + count, 0),
      10_000 - 600,
    );
    assert.deepEqual(counted.map(({ address }) => address).sort(), ['192.0.2.1', null]);
  });

  test('[S-09] by one user hides no other behind the same address, and no action of an administrator', async () => {
    await using flood = await startFlood();
    const signedIn = (id: string, roles: string[]) => ({
      ...source('192.0.2.1'),
      signedIn: { id, roles, sessionId: 'x', checkedAt: new Date() },
    });
    const signOut = (userId: string) => ['authn_logout', userId, {}] as const;
    for (let times = 0; times < 100; times++)
      flood.log.record(signedIn('greedy', ['reader']), ...signOut('greedy'));
    flood.log.record(signedIn('other', ['reader']), ...signOut('other'));
    const change = ['authz_admin', null, { action: 'invitation_created' }] as const;
    for (let times = 0; times < 30; times++)
      flood.log.record(signedIn('boss', ['reader', 'admin']), ...change);
    await flood.log.flush();
    const rows = await flood.rows();
    const count = (id: string) => rows.filter(({ actor_id }) => actor_id === id).length;
    assert.deepEqual([count('greedy'), count('other'), count('boss')], [20, 1, 30]);
    for (let minutes = 0; minutes < 15; minutes++) {
      flood.passMinutes(1);
      flood.log.record(signedIn('other', ['reader']), ...signOut('other'));
    }
    await flood.log.flush();
    await forgetEvents(flood.now(), 30);
    const kept = await flood.rows();
    assert.equal(kept.filter(({ kind }) => kind === 'authz_admin').length, 30);
    assert.ok(kept.length <= 60);
  });

  test('[S-09] never displaces events of users and administrators, and old events are deleted', async () => {
    await using flood = await startFlood();
    const success = ['user_deleted', null, { by: 'reader' }] as const;
    flood.log.record(null, ...success);
    for (let tries = 0; tries < 20; tries++) {
      flood.passMinutes(1);
      flood.log.record(source(`192.0.2.${tries}`), ...failure);
    }
    await flood.log.flush();
    await forgetEvents(flood.now(), 10);
    const kept = await flood.rows();
    assert.equal(kept.filter(({ kind }) => kind === 'authn_login_fail').length, 10);
    assert.equal(kept.filter(({ kind }) => kind === 'user_deleted').length, 1);
    await forgetEvents(new Date(flood.now().getTime() + 90.1 * 86_400_000));
    assert.deepEqual(await flood.rows(), []);
  });

  /** @param most of each kind */
  async function forgetEvents(now: Date, most = 50_000) {
    const bounded = boundedRows({ reportDays: 180, securityLogDays: 90 });
    const events = bounded.filter(({ table }) => table === 'security_events');
    await forgetBeyond(
      server.services.db,
      now,
      events.map((rows) => ({ ...rows, most })),
    );
  }

  /** A separate log on the server's database, which is emptied for it. */
  async function startFlood() {
    const { db, config } = server.services;
    await server.services.securityLog.flush();
    await db.deleteFrom('security_events').execute();
    let time = new Date('2026-01-01T00:00:00Z');
    const now = () => time;
    const app = fastify();
    return {
      log: createSecurityLog({ db, config, now, log: app.log }),
      now,
      passMinutes(minutes: number) {
        time = new Date(time.getTime() + minutes * 60_000);
      },
      rows: () => db.selectFrom('security_events').selectAll().execute(),
      [Symbol.asyncDispose]: () => app.close(),
    };
  }
});
