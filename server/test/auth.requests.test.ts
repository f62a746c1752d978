import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import cookie from '@fastify/cookie';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { refuseOtherSites } from '../src/http/api/authenticate.ts';
import {
  clearRefreshCookie,
  consumeAttempt,
  readDevice,
  readRefreshCookie,
  renewDeviceCookie,
  setAttemptCookie,
  setRefreshCookie,
} from '../src/people/auth/cookies.ts';
import { relyingPartyOf } from '../src/people/auth/factors/passkeys.ts';
import { loadConfig } from '../src/run/config/config.ts';

const issuedAt = 1_800_014_400;
const at = (seconds: number) => new Date((issuedAt + seconds) * 1_000);

/** What `work` returns for a request, and the cookies that the response sets. */
async function during<T>(
  work: (request: FastifyRequest, reply: FastifyReply) => T | Promise<T>,
  { headers = {}, cookies = {} }: { headers?: Record<string, string>; cookies?: Record<string, string> } = {},
) {
  const app = fastify();
  await app.register(cookie);
  let result: { value: T } | { error: { code?: string } } | null = null;
  app.get('/', async (request, reply) => {
    try {
      result = { value: await work(request, reply) };
    } catch (error) {
      result = { error: error as { code?: string } };
    }
    return '';
  });
  const answer = await app.inject({ url: '/', headers: { host: 'books.example.org', ...headers }, cookies });
  await app.close();
  const found = result as { value?: T; error?: { code?: string } } | null;
  return {
    value: found?.value,
    code: found?.error?.code,
    cookies: answer.cookies.map((one) => ({ ...one })),
    headers: answer.headers,
  };
}

describe('[S-12] the cookies of a sign-in', () => {
  const plain = loadConfig({ DATA_DIR: '/tmp', LECTERN_SECRET: 'x'.repeat(40) });
  const secure = { ...plain, origin: 'https://books.example.org' };
  const parts = ['plain', 'secure'] as const;
  const configs = { plain, secure };

  test('have a session’s end or none, and are cleared with the cache', async () => {
    for (const kind of parts) {
      const config = configs[kind];
      const name = kind === 'secure' ? '__Host-lectern_refresh' : 'lectern_refresh';
      const common = {
        name,
        path: kind === 'secure' ? '/' : '/v1/auth',
        httpOnly: true,
        sameSite: 'Strict',
        ...(kind === 'secure' ? { secure: true } : {}),
      };
      const lasting = await during((request, reply) =>
        setRefreshCookie(request, reply, config, 'l-token', 90),
      );
      assert.deepEqual(lasting.cookies, [{ ...common, value: 'l-token', maxAge: 90 }]);
      const short = await during((request, reply) => setRefreshCookie(request, reply, config, 's-token', 90));
      assert.deepEqual(short.cookies, [{ ...common, value: 's-token' }]);
      const read = await during((request) => readRefreshCookie(request, config), {
        cookies: { [name]: 'value' },
      });
      assert.equal(read.value, 'value');
      assert.equal((await during((request) => readRefreshCookie(request, config))).value, null);
      const cleared = await during((request, reply) => clearRefreshCookie(request, reply, config));
      assert.equal(cleared.cookies[0]?.name, name);
      assert.equal(cleared.cookies[0]?.path, common.path);
      assert.equal(cleared.cookies[0]?.expires?.getTime(), 0);
      assert.equal(cleared.headers['clear-site-data'], '"cache"');
    }
  });

  test('name a browser, the same at each sign-in, for 400 days', async () => {
    for (const kind of parts) {
      const config = configs[kind];
      const name = kind === 'secure' ? '__Host-lectern_device' : 'lectern_device';
      const first = await during((request, reply) => renewDeviceCookie(request, reply, config));
      const { value = '', ...options } = first.cookies[0] ?? { name: '', value: '' };
      assert.deepEqual(options, {
        name,
        maxAge: 400 * 86_400,
        path: kind === 'secure' ? '/' : '/v1/auth',
        httpOnly: true,
        sameSite: 'Lax',
        ...(kind === 'secure' ? { secure: true } : {}),
      });
      assert.match(value, /^[\w-]{32}$/);
      const again = await during(
        (request, reply) => [renewDeviceCookie(request, reply, config), readDevice(request, config)],
        { cookies: { [name]: value } },
      );
      assert.deepEqual(again.value, [first.value, first.value]);
      assert.equal(again.cookies[0]?.value, value);
      assert.match(first.value ?? '', /^[0-9a-f]{64}$/);
    }
    assert.equal((await during((request) => readDevice(request, plain))).value, null);
  });

  test('keep an attempt at a provider for ten minutes, unreadable, for one answer', async () => {
    const attempt = {
      state: 's',
      nonce: 'n',
      verifier: 'v',
      redirectUri: 'u',
      next: '/x',
      stay: true,
      invitation: null,
    };
    for (const kind of parts) {
      const config = configs[kind];
      const kept = await during((request, reply) => setAttemptCookie(request, reply, config, attempt, at(0)));
      const { value = '', ...options } = kept.cookies[0] ?? { name: '', value: '' };
      const name = kind === 'secure' ? '__Host-lectern_oidc' : 'lectern_oidc';
      assert.deepEqual(options, {
        name,
        maxAge: 600,
        path: kind === 'secure' ? '/' : '/v1/auth/oidc',
        httpOnly: true,
        sameSite: 'Lax',
        ...(kind === 'secure' ? { secure: true } : {}),
      });
      const read = (cookies: Record<string, string>, seconds: number, of = config) =>
        during((request, reply) => consumeAttempt(request, reply, of, at(seconds)), { cookies });
      const right = await read({ [name]: value }, 599);
      const { exp: _, ...found } = { exp: 0, ...right.value };
      assert.deepEqual(found, attempt);
      assert.equal(right.cookies[0]?.expires?.getTime(), 0);
      assert.equal((await read({ [name]: value }, 600)).value, null);
      assert.equal((await read({ [name]: value }, 1, { ...config, secret: 'another' })).value, null);
      assert.equal((await read({ [name]: 'x' }, 1)).value, null);
      assert.equal((await read({}, 1)).value, null);
    }
  });
});

describe('a request', () => {
  const own = 'https://books.example.org';
  const sites: [headers: Record<string, string>, forbidden: boolean][] = [
    [{}, false],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ 'sec-fetch-site': 'same-site', origin: own }, true],
    [{ 'sec-fetch-site': 'cross-site', origin: own }, true],
    [{ origin: own }, false],
    [{ origin: 'http://books.example.org' }, false],
    [{ origin: 'http://inside:8080', host: 'inside:8080' }, false],
    [{ origin: 'http://inside:8080', host: 'inside' }, true],
    [{ origin: own, host: 'inside:8080' }, false],
    [{ origin: 'https://evil.example' }, true],
    [{ origin: 'null' }, true],
  ];
  for (const [headers, forbidden] of sites)
    test(`[AA-09] with ${JSON.stringify(headers)} is ${forbidden ? 'refused' : 'accepted'}`, async () =>
      assert.equal(
        (await during((request) => refuseOtherSites(request, { origin: own }), { headers })).code,
        forbidden ? 'forbidden' : undefined,
      ));

  const parties: [origin: string, id: string | null][] = [
    ['https://books.example.org', 'books.example.org'],
    ['https://books.example.org:8443', 'books.example.org'],
    ['http://localhost:8080', 'localhost'],
    ['http://books.localhost', 'books.localhost'],
    ['http://books.example.org', null],
    ['http://mylocalhost', null],
    ['https://192.0.2.1', null],
    ['https://[2001:db8::1]', null],
  ];
  for (const [origin, id] of parties)
    test(`at ${origin} has ${id === null ? 'no passkeys' : `passkeys of ${id}`}`, async () => {
      const { value, code } = await during((request) => relyingPartyOf(request, { origin }));
      assert.deepEqual(
        [value, code],
        id === null ? [undefined, 'passkeys_unavailable'] : [{ id, origin }, undefined],
      );
    });
});
