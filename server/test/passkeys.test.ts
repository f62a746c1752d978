import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { AssertionJson } from '@lectern/shared-contracts/api/factors.ts';
import { Authenticator, type Ceremony } from './support/auth/authenticator.ts';
import { type Client, client } from './support/client.ts';
import { clockAt } from './support/clock.ts';
import { startServer, type TestServer } from './support/server.ts';

const origin = 'https://books.example.org';
const rpId = 'books.example.org';
const clock = clockAt('2026-05-04T10:00:00Z');

let server: TestServer;
let readers = 0;
before(async () => {
  server = await startServer({ config: { origin }, services: { now: clock.now } });
});
after(() => server.stop());

const visitor = () => client(server.origin, '/v1');

interface CreationOptions {
  challenge: string;
  user: { id: string };
  excludeCredentials: { id: string }[];
}

/** A user with a passkey in this authenticator. */
async function withPasskey(authenticator = new Authenticator()) {
  const reader = await server.reader(`holder${++readers}`);
  const passkey = await add(reader, authenticator);
  return { reader, authenticator, passkey };
}

async function add(
  reader: Client,
  authenticator: Authenticator,
  name = 'Phone',
  over: Partial<Ceremony> = {},
) {
  const options = await reader.call('POST /auth/passkeys/options', {});
  const { challenge, user } = options as unknown as CreationOptions;
  const response = authenticator.create({ challenge, origin, rpId, userHandle: user.id, ...over });
  return reader.call('POST /auth/passkeys', { body: { name, response } });
}

async function challenge(): Promise<string> {
  return String((await server.visitor.call('POST /auth/sign-in/passkey/options', {})).challenge);
}

async function assertion(authenticator: Authenticator, over: Partial<Ceremony> = {}): Promise<AssertionJson> {
  return authenticator.get({ challenge: await challenge(), origin, rpId, ...over });
}

const refusedBy = (response: AssertionJson) =>
  visitor().fails(403, 'POST /auth/sign-in/passkey', { body: { response } });

describe('signing in with a passkey', () => {
  test('returns the same tokens as a password, and records its last use', async () => {
    const { reader, authenticator, passkey } = await withPasskey();
    assert.equal(passkey.last_used_at, null);
    const browser = visitor();
    const response = await assertion(authenticator);
    const answer = await browser.call('POST /auth/sign-in/passkey', { body: { response } });
    browser.token = answer.token;
    assert.equal(answer.user.id, reader.user?.id);
    await browser.call('GET /books', {});
    await browser.call('POST /auth/refresh', {});
    const { passkeys } = await browser.call('GET /auth/factors', {});
    assert.equal(passkeys[0]?.last_used_at, clock.now().toISOString());
  });

  test('a challenge works once, within ten minutes', async () => {
    const { authenticator } = await withPasskey();
    const first = await assertion(authenticator);
    await visitor().call('POST /auth/sign-in/passkey', { body: { response: first } });
    assert.equal((await refusedBy(first)).code, 'passkey_refused');
    const late = await assertion(authenticator);
    clock.pass(11);
    await refusedBy(late);
  });

  test('of two concurrent requests with the same answer, one succeeds', async () => {
    const { authenticator } = await withPasskey();
    const response = await assertion(authenticator);
    const answers = await Promise.all(
      [visitor(), visitor()].map((browser) =>
        browser.try('POST /auth/sign-in/passkey', { body: { response } }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403]);
  });

  test('an answer for another site, by another key or without user verification is refused', async () => {
    const { authenticator } = await withPasskey();
    await refusedBy(await assertion(authenticator, { origin: 'https://books.example.com' }));
    await refusedBy(await assertion(authenticator, { rpId: 'example.org' }));
    const { db, securityLog } = server.services;
    await securityLog.flush();
    const log = db.selectFrom('security_events').select('details').where('kind', '=', 'authn_login_fail');
    assert.match((await log.execute()).at(-1)?.details ?? '', /wrong_passkey/);
    await refusedBy(await assertion(authenticator, { challenge: 'bWFkZSB1cA' }));
    const stranger = await assertion(new Authenticator());
    await refusedBy(stranger);
    await refusedBy({ ...stranger, id: (await assertion(authenticator)).id });
    const touched = new Authenticator({ verifiesUser: false });
    await assert.rejects(add(await server.reader('toucher'), touched), /passkey_refused/);
  });

  test('a counter that has not increased means a copied key; one without a counter does not', async () => {
    const { authenticator } = await withPasskey();
    const sign = async () =>
      visitor().try('POST /auth/sign-in/passkey', { body: { response: await assertion(authenticator) } });
    assert.equal((await sign()).status, 200);
    authenticator.counter = 0;
    assert.equal((await sign()).status, 403);
    const manager = (await withPasskey(new Authenticator({ counts: false }))).authenticator;
    for (let i = 0; i < 2; i++) {
      const response = await assertion(manager);
      await visitor().call('POST /auth/sign-in/passkey', { body: { response } });
    }
  });

  test('attempts are rate-limited by network', async () => {
    const other = await startServer({ config: { origin } });
    try {
      const statuses = new Set<number>();
      const response = new Authenticator().get({ challenge: 'bWFkZSB1cA', origin, rpId });
      for (let i = 0; i < 31; i++)
        statuses.add((await other.visitor.try('POST /auth/sign-in/passkey', { body: { response } })).status);
      assert.deepEqual([...statuses], [403, 429]);
    } finally {
      await other.stop();
    }
  });

  test('without a host name or https, a message says that passkeys do not work', async () => {
    const plain = await startServer();
    try {
      const error = await plain.visitor.fails(409, 'POST /auth/sign-in/passkey/options', {});
      assert.equal(error.code, 'passkeys_unavailable');
    } finally {
      await plain.stop();
    }
  });
});

describe('a user’s passkeys', () => {
  test('can be several, with names, and are renamed and removed by their user only', async () => {
    const { reader, passkey, authenticator } = await withPasskey();
    const key = await add(reader, new Authenticator(), '  Key on the desk ');
    assert.equal(key.name, 'Key on the desk');
    const eve = await server.reader(`eve${++readers}`);
    const params = { id: passkey.id };
    await eve.fails(404, 'PATCH /auth/passkeys/:id', { params, body: { name: 'Mine' } });
    await eve.fails(404, 'DELETE /auth/passkeys/:id', { params });
    await reader.call('PATCH /auth/passkeys/:id', { params, body: { name: 'Old phone' } });
    const named = (await reader.call('GET /auth/factors', {})).passkeys.map(({ name }) => name);
    assert.deepEqual(named.sort(), ['Key on the desk', 'Old phone']);
    await reader.call('DELETE /auth/passkeys/:id', { params });
    await refusedBy(await assertion(authenticator));
  });

  test('the same one is not added twice, nor with somebody else’s challenge', async () => {
    const { reader, authenticator } = await withPasskey();
    const options = (await reader.call('POST /auth/passkeys/options', {})) as unknown as CreationOptions;
    assert.equal(options.excludeCredentials.length, 1);
    const response = authenticator.create({
      challenge: options.challenge,
      origin,
      rpId,
      userHandle: options.user.id,
    });
    const eve = await server.reader(`eve${++readers}`);
    await eve.fails(403, 'POST /auth/passkeys', { body: { name: 'Stolen', response } });
    await assert.rejects(add(reader, authenticator), /passkey_known/);
  });

  test('adding and removing requires a session confirmed in the last ten minutes', async () => {
    const { reader, authenticator, passkey } = await withPasskey();
    const password = `password of holder${readers}`;
    clock.pass(11);
    const refused = await reader.fails(403, 'POST /auth/passkeys/options', {});
    assert.equal(refused.code, 'confirmation_needed');
    await reader.fails(403, 'DELETE /auth/passkeys/:id', { params: { id: passkey.id } });
    await reader.fails(403, 'POST /auth/confirm', { body: { password: 'not it' } });
    await reader.fails(403, 'POST /auth/confirm', { body: {} });
    await reader.fails(403, 'POST /auth/passkeys/options', {});
    await reader.call('POST /auth/confirm', { body: { password } });
    await add(reader, new Authenticator(), 'Key');
    clock.pass(11);
    reader.token = (await reader.call('POST /auth/refresh', {})).token;
    await reader.fails(403, 'POST /auth/passkeys/options', {});
    const options = await reader.call('POST /auth/confirm/passkey/options', {});
    const answer = authenticator.get({ challenge: String(options.challenge), origin, rpId });
    await reader.call('POST /auth/confirm', { body: { passkey: answer } });
    await reader.call('DELETE /auth/passkeys/:id', { params: { id: passkey.id } });
  });

  test('somebody else’s passkey confirms nothing, and neither does an answer meant for a sign-in', async () => {
    const { reader, authenticator } = await withPasskey();
    const eve = await withPasskey();
    const options = await reader.call('POST /auth/confirm/passkey/options', {});
    const foreign = eve.authenticator.get({ challenge: String(options.challenge), origin, rpId });
    await reader.fails(403, 'POST /auth/confirm', { body: { passkey: foreign } });
    const signIn = await assertion(authenticator);
    await reader.fails(403, 'POST /auth/confirm', { body: { passkey: signIn } });
  });

  test('changes are in the security log', async () => {
    const { reader, passkey } = await withPasskey();
    await reader.call('DELETE /auth/passkeys/:id', { params: { id: passkey.id } });
    await server.services.securityLog.flush();
    const rows = await server.services.db
      .selectFrom('security_events')
      .select('details')
      .where('account_id', '=', reader.user?.id ?? '')
      .where('kind', '=', 'authn_factor_change')
      .execute();
    const details = rows.map((row) => JSON.parse(row.details));
    assert.deepEqual(
      new Set(details.map(({ factor, change }) => `${factor} ${change}`)),
      new Set(['passkey added', 'passkey removed']),
    );
  });
});
