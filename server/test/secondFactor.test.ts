import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { issueResetToken } from '../src/people/auth/resetTokens.ts';
import { type Client, client } from './support/client.ts';
import { clockAt } from './support/clock.ts';
import { commandLine } from './support/commandLine.ts';
import { startServer, type TestServer } from './support/server.ts';
import { storesFor } from './support/store.ts';
import { rowsOf } from './support/tables.ts';

const clock = clockAt('2026-05-04T10:00:00Z');
let server: TestServer;
let readers = 0;
before(async () => {
  server = await startServer({ services: { now: clock.now } });
});
after(() => server.stop());

const visitor = () => client(server.origin, '/v1');

/** The current code of an authenticator app. */
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() });
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

interface Holder {
  reader: Client;
  who: { email: string; password: string };
  secret: string;
  codes: string[];
}

/** A user with a second factor. */
async function holder(): Promise<Holder> {
  const name = `holder${++readers}`;
  const reader = await server.reader(name);
  const { secret } = await reader.call('POST /auth/second-factor/setup', {});
  const { recovery_codes } = await reader.call('POST /auth/second-factor', {
    body: { code: codeOf(secret) },
  });
  clock.pass(1);
  return {
    reader,
    who: { email: `${name}@example.org`, password: `password of ${name}` },
    secret,
    codes: recovery_codes,
  };
}

/** The first step of a sign-in. */
async function tokenOf({ who }: Holder, browser = visitor()): Promise<string> {
  const answer = await browser.call('POST /auth/login', { body: who });
  assert.ok('second_factor' in answer, 'No code is asked for.');
  return answer.second_factor.token;
}

const enter = (token: string, code: string, browser = visitor()) =>
  browser.try('POST /auth/sign-in/code', { body: { token, code } });

describe('a second factor', () => {
  test('[S-16] is asked for after the password, which is not sufficient', async () => {
    const ada = await holder();
    const browser = visitor();
    const token = await tokenOf(ada, browser);
    assert.equal(browser.cookies.size, 0);
    browser.token = token;
    await browser.fails(401, 'GET /books', {});
    browser.token = null;
    const { body, status } = await enter(token, codeOf(ada.secret), browser);
    assert.equal(status, 200);
    browser.token = (body as { token: string }).token;
    await browser.call('GET /books', {});
    await browser.call('POST /auth/refresh', {});
  });

  test('[S-16] the token of the first step works for one sign-in, and for ten minutes', async () => {
    const ada = await holder();
    const token = await tokenOf(ada);
    assert.equal((await enter(token, codeOf(ada.secret))).status, 200);
    clock.pass(1);
    assert.equal((await enter(token, codeOf(ada.secret))).status, 403);
    const late = await tokenOf(ada);
    clock.pass(11);
    assert.equal((await enter(late, codeOf(ada.secret))).status, 403);
    const overtaken = await tokenOf(ada);
    const reset = await issueResetToken(server.services.db, ada.reader.user?.id ?? '', clock.now());
    await visitor().call('POST /auth/reset-password/confirm', {
      body: { token: reset, password: 'other words here' },
    });
    assert.equal((await enter(overtaken, codeOf(ada.secret))).status, 403);
    assert.ok(await tokenOf({ ...ada, who: { ...ada.who, password: 'other words here' } }));
  });

  test('[S-16] a code works once, within thirty seconds before and after', async () => {
    const ada = await holder();
    const code = codeOf(ada.secret);
    const both = await Promise.all([tokenOf(ada), tokenOf(ada)]);
    const answers = await Promise.all(both.map((token) => enter(token, code)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403]);
    clock.pass(0.5);
    const next = codeOf(ada.secret);
    clock.pass(0.5);
    assert.equal((await enter(await tokenOf(ada), next)).status, 200);
    const old = codeOf(ada.secret);
    clock.pass(1.5);
    assert.equal((await enter(await tokenOf(ada), old)).status, 403);
  });

  test('[S-16] after ten wrong codes for an account, from anywhere, none is accepted for 15 minutes', async () => {
    const ada = await holder();
    const token = await tokenOf(ada);
    for (let i = 0; i < 10; i++)
      assert.equal((await enter(token, otherCode(codeOf(ada.secret)))).status, 403);
    assert.equal((await enter(token, codeOf(ada.secret))).status, 429);
    clock.pass(16);
    assert.equal((await enter(await tokenOf(ada), codeOf(ada.secret))).status, 200);
  });

  test('[S-16] each recovery code works once, however it is typed', async () => {
    const ada = await holder();
    const [first = '', second = ''] = ada.codes;
    assert.equal(ada.codes.length, 10);
    assert.equal((await enter(await tokenOf(ada), first)).status, 200);
    assert.equal((await enter(await tokenOf(ada), first)).status, 403);
    assert.equal(
      (await enter(await tokenOf(ada), ` ${second.toUpperCase().replaceAll('-', ' ')}`)).status,
      200,
    );
    assert.equal((await ada.reader.call('GET /auth/factors', {})).second_factor?.recovery_codes, 8);
    clock.pass(11);
    await ada.reader.call('POST /auth/confirm', { body: { code: codeOf(ada.secret) } });
    const fresh = await ada.reader.call('POST /auth/second-factor/recovery-codes', {});
    assert.equal((await enter(await tokenOf(ada), ada.codes[2] ?? '')).status, 403);
    assert.equal((await enter(await tokenOf(ada), fresh.recovery_codes[0] ?? '')).status, 200);
  });

  test('[S-16] the database reveals neither its secret nor its recovery codes', async () => {
    const ada = await holder();
    const { db } = server.services;
    const stored = JSON.stringify([
      await rowsOf(db, 'second_factors'),
      await rowsOf(db, 'recovery_codes'),
      await rowsOf(db, 'idempotency'),
      await rowsOf(db, 'security_events'),
    ]);
    for (const secret of [
      ada.secret,
      Buffer.from(Secret.fromBase32(ada.secret).bytes).toString('base64url'),
      ...ada.codes,
    ])
      assert.ok(!stored.includes(secret));
  });

  test('[S-16] a row copied from another user is invalid', async () => {
    const [ada, eve] = [await holder(), await holder()];
    const { db } = server.services;
    const { sealed_secret } = await db
      .selectFrom('second_factors')
      .select('sealed_secret')
      .where('user_id', '=', eve.reader.user?.id ?? '')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('second_factors')
      .set({ sealed_secret })
      .where('user_id', '=', ada.reader.user?.id ?? '')
      .execute();
    assert.equal((await enter(await tokenOf(ada), codeOf(eve.secret))).status, 403);
  });

  test('[S-16] is active after the first correct code, until the user turns it off', async () => {
    const reader = await server.reader('slow');
    const who = { email: 'slow@example.org', password: 'password of slow' };
    const { secret, uri } = await reader.call('POST /auth/second-factor/setup', {});
    await reader.fails(404, 'DELETE /auth/second-factor', {});
    assert.match(uri, /^otpauth:\/\/totp\/Lectern:slow%40example.org\?issuer=Lectern&secret=/);
    await visitor().signIn(who);
    await reader.fails(403, 'POST /auth/second-factor', { body: { code: otherCode(codeOf(secret)) } });
    await visitor().signIn(who);
    await reader.call('POST /auth/second-factor', { body: { code: codeOf(secret) } });
    assert.equal((await reader.fails(409, 'POST /auth/second-factor/setup', {})).code, 'second_factor_on');
    clock.pass(11);
    assert.equal((await reader.fails(403, 'DELETE /auth/second-factor', {})).code, 'confirmation_needed');
    await reader.call('POST /auth/confirm', { body: { password: who.password } });
    await reader.call('DELETE /auth/second-factor', {});
    await visitor().signIn(who);
    assert.equal((await reader.call('GET /auth/factors', {})).second_factor, null);
  });

  test('[S-16] the operator turns it off for a user who has lost app and codes', async () => {
    const ada = await holder();
    const { dataDir } = server.config;
    const env = { DATA_DIR: dataDir, ...(await storesFor(dataDir)) };
    const run = () => commandLine(['reset-second-factor', ada.who.email], env);
    assert.match((await run()).stdout, /is asked for no code any more/);
    await visitor().signIn(ada.who);
    assert.match((await run()).stdout, /was asked for no code before either/);
  });

  test('[S-16] each step requires a confirmed session', async () => {
    const reader = await server.reader('late');
    clock.pass(11);
    await reader.fails(403, 'POST /auth/second-factor/setup', {});
    await reader.fails(403, 'POST /auth/second-factor', { body: { code: '123456' } });
    await reader.fails(403, 'POST /auth/second-factor/recovery-codes', {});
    await reader.fails(403, 'DELETE /auth/second-factor', {});
  });
});
