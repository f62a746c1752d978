/** Answers of a provider that is broken or hostile. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { oidcClient } from '../src/people/auth/oidc/oidcClient.ts';
import { type Client, client } from './support/client.ts';
import { signInAtProvider, startProvider, type TestProvider } from './support/oidcProvider.ts';
import { startServer, type TestServer } from './support/server.ts';

const me = 'person';
let provider: TestProvider;
let server: TestServer;

before(async () => {
  server = await startServer();
  provider = await startProvider(() => [`${server.origin}/v1/auth/oidc/callback`]);
  useProvider(provider.issuer);
});
after(async () => {
  await server.stop();
  await provider.stop();
});

function useProvider(issuer: string): void {
  const { clientId, clientSecret } = provider;
  const settings = { issuer, clientId, clientSecret, name: 'House', private: true };
  server.services.oidc = oidcClient(settings, server.services.now);
}

/** @returns where the sign-in ends */
async function goThrough(browser: Client): Promise<string | null> {
  const start = await browser.fetch('/v1/auth/oidc/start');
  const back = new URL(await signInAtProvider(start.headers.get('location') ?? '', provider.person.sub));
  return (await browser.fetch(back.pathname + back.search)).headers.get('location');
}

const browserOf = () => client(server.origin, '/v1');

test('[S-22] refuses a callback with another state, code or issuer (mix-up), or without the issuer', async () => {
  provider.person = { sub: 'victim', email: 'victim@example.org', email_verified: true };
  const begin = async (browser: Client) => {
    const start = await browser.fetch('/v1/auth/oidc/start');
    return new URL(await signInAtProvider(start.headers.get('location') ?? '', provider.person.sub));
  };
  const attackers = await begin(browserOf());
  const changes: Record<string, (answer: URLSearchParams) => void> = {
    'another state': (answer) => answer.set('state', attackers.searchParams.get('state') ?? ''),
    'the code of an attacker': (answer) => answer.set('code', attackers.searchParams.get('code') ?? ''),
    'another issuer': (answer) => answer.set('iss', 'https://other.example.org'),
    'no issuer': (answer) => answer.delete('iss'),
    'no state': (answer) => answer.delete('state'),
  };
  for (const [name, change] of Object.entries(changes)) {
    const browser = browserOf();
    const back = await begin(browser);
    assert.ok(back.searchParams.has('iss'), 'the provider names itself');
    change(back.searchParams);
    const ends = (await browser.fetch(back.pathname + back.search)).headers.get('location');
    assert.equal(ends, '/login#sign-in-failed=provider_refused', name);
    assert.equal(browser.cookies.has('lectern_refresh'), false, name);
  }
  assert.equal(await goThrough(browserOf()), '/login#signed-in');
});

test('takes an address only in the form that a registration requires', async () => {
  const invalid = [
    '',
    'first',
    'a b@example.org',
    'a@example.org\r\nBcc: b',
    `${'a'.repeat(250)}@example.org`,
  ];
  for (const email of invalid) {
    provider.person = { sub: me, email, email_verified: true };
    assert.equal(await goThrough(browserOf()), '/login#sign-in-failed=email_needed', email.slice(0, 30));
  }
});

test('shortens a long name, without the spaces around it', async () => {
  const name = `${' '.repeat(300)}${'n'.repeat(300)}`;
  provider.person = { sub: me, email: `${me}@example.org`, email_verified: true, name };
  const browser = browserOf();
  await goThrough(browser);
  Object.assign(browser, await browser.call('POST /auth/refresh', {}));
  assert.equal(browser.user?.name, 'n'.repeat(200));
});

test('refuses a subject that is longer than OpenID Connect allows', async () => {
  provider.person = { sub: 's'.repeat(256), email: 'long@example.org', email_verified: true };
  assert.equal(await goThrough(browserOf()), '/login#sign-in-failed=provider_refused');
  provider.person = { ...provider.person, sub: 's'.repeat(255) };
  assert.equal(await goThrough(browserOf()), '/login#signed-in');
});

for (const answer of ['999 Odd', '000 Odd', '101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: odd'])
  test(`[O-11] a provider that answers with ${answer.slice(0, 3)} is reported as unreachable`, async () => {
    const odd = createServer((socket) => {
      socket.once('data', () => socket.end(`HTTP/1.1 ${answer}\r\ncontent-length: 2\r\n\r\n{}`));
    }).listen(0, '127.0.0.1');
    await once(odd, 'listening');
    useProvider(`http://127.0.0.1:${(odd.address() as AddressInfo).port}`);
    const response = await server.visitor.fetch('/v1/auth/oidc/start');
    assert.equal(response.headers.get('location'), '/login#sign-in-failed=provider_unreachable');
    odd.close();
  });
