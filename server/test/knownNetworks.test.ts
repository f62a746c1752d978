import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authLimits } from '../src/http/rateLimits/authLimits.ts';
import { type Client, client } from './support/client.ts';
import { addDevice } from './support/devices.ts';
import { startServer, type TestServer } from './support/server.ts';

const [home, stranger] = ['198.51.100.7', '203.0.113.66'];
const who = { email: 'ada@example.org', password: 'a password of ada' };

/** A server behind a proxy, which says from which network a request comes. */
async function withServer(work: (server: TestServer, mails: string[]) => Promise<void>): Promise<void> {
  const mails: string[] = [];
  const mail = {
    send: async ({ to }: { to: string }) => {
      mails.push(to);
    },
    close: () => {},
  };
  const server = await startServer({ config: { trustProxy: true }, services: { mail: mail as never } });
  try {
    await work(server, mails);
  } finally {
    await server.stop();
  }
}

async function post(server: TestServer, from: string, path: string, body: object): Promise<Response> {
  return fetch(`${server.origin}/v1/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  });
}

async function guessAll(server: TestServer, from: string): Promise<void> {
  for (let i = 0; i < authLimits.loginFromAddress.tries; i++)
    await server.services.limits.hit('login-network', from, authLimits.loginFromAddress);
  const other = await post(server, from, 'login', { email: 'other@example.org', password: 'a guess of it' });
  assert.equal(other.status, 429);
}

test('[S-19] a stranger cannot use up the password resets of a reader', async () => {
  await withServer(async (server, mails) => {
    await post(server, home, 'register', { ...who, name: 'Ada' });
    const ask = async (from: string) =>
      (await post(server, from, 'reset-password', { email: who.email })).status;
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push(await ask(stranger));
    assert.deepEqual(
      statuses,
      [202, 202, 202, 202, 202, 429].map((status) => (status === 202 ? (statuses[0] ?? 0) : 429)),
    );
    // From many networks, nothing is sent any more, except to where the reader has signed in.
    for (let i = 0; i < 40; i++) assert.notEqual(await ask(`203.0.114.${i}`), 429);
    const sent = () => mails.filter((to) => to.includes(who.email)).length;
    await new Promise(setImmediate);
    const before = sent();
    assert.ok(before <= 21, `${before} mails`);
    assert.notEqual(await ask(home), 429);
    await new Promise(setImmediate);
    assert.equal(sent(), before + 1);
  });
});

test('[S-19] others in a network do not use up the resets of a reader who is known there', async () => {
  await withServer(async (server) => {
    await post(server, home, 'register', { ...who, name: 'Ada' });
    for (let i = 0; i < 21; i++) await post(server, home, 'reset-password', { email: `x${i}@example.org` });
    assert.equal((await post(server, home, 'reset-password', { email: 'y@example.org' })).status, 429);
    assert.notEqual((await post(server, home, 'reset-password', { email: who.email })).status, 429);
  });
});

test('[S-19] a stranger behind the same address does not use up the tries of a browser that has signed in', async () => {
  await withServer(async (server) => {
    const [ada, eve, stranger] = Array.from({ length: 3 }, () => client(server.origin, '/v1'));
    assert.ok(ada && eve && stranger);
    await ada.register({ ...who, name: 'Ada' });
    await eve.register({ email: 'eve@example.org', password: 'a password of eve', name: 'Eve' });
    const guess = async (by: Client) =>
      (await by.try('POST /auth/login', { body: { email: who.email, password: 'a guess of it' } })).status;
    for (let i = 0; i < authLimits.login.tries; i++) assert.equal(await guess(stranger), 401);
    assert.equal(await guess(stranger), 429);
    assert.equal(await guess(eve), 429, 'a cookie of another account gives no tries');
    for (let i = 0; i < authLimits.reset.tries; i++)
      await stranger.call('POST /auth/reset-password', { body: { email: who.email } });
    await ada.call('POST /auth/reset-password', { body: { email: who.email } });
    await ada.signIn(who);
    for (let i = 0; i < authLimits.login.tries; i++) assert.equal(await guess(ada), 401);
    assert.equal(await guess(ada), 429, 'the browser has no more tries than others');
  });
});

test('[S-20] whoever has only registered in a network is not locked out by the failures of others there', async () => {
  await withServer(async (server) => {
    await post(server, home, 'register', { ...who, name: 'Ada' });
    await guessAll(server, home);
    assert.equal((await post(server, home, 'login', who)).status, 200);
  });
});

test('[S-20] the use of an app password makes a network known', async () => {
  await withServer(async (server) => {
    const reader: Client = await server.reader('ada');
    const device = await addDevice(reader);
    const seen = { 'x-forwarded-for': home };
    assert.equal((await device.fetch('/opds', { headers: seen })).status < 400, true);
    await guessAll(server, home);
    assert.equal((await post(server, home, 'login', { ...who, password: 'password of ada' })).status, 200);
  });
});

test('[S-19] failed registrations of others do not keep out who has an invitation', async () => {
  await withServer(async (server) => {
    const admin = await server.reader('admin');
    const { url } = await admin.call('POST /admin/invitations', { body: {} });
    const invitation = new URL(url, 'http://x').hash.split('=').at(-1) ?? '';
    const taken = { email: 'admin@example.org', password: 'a password of a stranger', name: 'S' };
    for (let i = 0; i < 10; i++) assert.equal((await post(server, home, 'register', taken)).status, 409);
    assert.equal((await post(server, home, 'register', { ...who, name: 'Ada' })).status, 429);
    assert.equal((await post(server, home, 'register', { ...who, name: 'Ada', invitation })).status, 201);
  });
});
