import assert from 'node:assert/strict';
import type { lookup } from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { oidcClient } from '../src/people/auth/oidc/oidcClient.ts';
import { guardedFetch, isPublicAddress, RefusedAddress } from '../src/run/common/guardedFetch.ts';

let inside: Server;
let origin = '';
let asked: string[] = [];

before(async () => {
  inside = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/away') response.writeHead(302, { location: `${origin}/secret` }).end();
    else if (request.url === '/much') response.end(Buffer.alloc(2 * 1024 ** 2));
    else response.end('secret');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => inside.once('listening', resolve));
  origin = `http://127.0.0.1:${(inside.address() as AddressInfo).port}`;
});
after(() => inside.close());

/** A DNS lookup with these answers in turn, the last one repeated. */
function naming(...answers: string[][]): typeof lookup {
  const given = [...answers];
  return ((_name: string, options: { all?: boolean }, callback: (...args: unknown[]) => void) => {
    const addresses = (given.length > 1 ? given.shift() : given[0]) ?? [];
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (options.all) callback(null, found);
    else callback(null, found[0]?.address, found[0]?.family);
  }) as unknown as typeof lookup;
}

describe('public addresses', () => {
  const cases: [string, boolean][] = [
    ['93.184.215.14', true],
    ['2606:2800:21f:cb07::1', true],
    ['127.0.0.1', false],
    ['127.9.9.9', false],
    ['10.1.2.3', false],
    ['172.31.255.255', false],
    ['192.168.0.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['255.255.255.255', false],
    ['::1', false],
    ['::', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:93.184.215.14', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['fd00::1', false],
    ['fe80::1', false],
    ['localhost', false],
  ];
  for (const [address, answer] of cases)
    test(`${address}: ${answer}`, () => assert.equal(isPublicAddress(address), answer));
});

describe('[AE-01] a URL that leads to a private address is refused before any request', () => {
  const written = [
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://localhost/',
    'https://169.254.169.254/latest/meta-data/',
    'http://example.org/',
    'file:///etc/passwd',
    'ftp://example.org/',
    'https://name:password@example.org/',
  ];
  for (const address of written)
    test(address, async () => {
      asked = [];
      await assert.rejects(guardedFetch()(address), RefusedAddress);
      assert.deepEqual(asked, []);
    });

  test('a host name with a private address, alone or among others', async () => {
    for (const addresses of [['127.0.0.1'], ['93.184.215.14', '10.0.0.1'], ['::ffff:7f00:1']])
      await assert.rejects(
        guardedFetch({ lookup: naming(addresses) })('https://books.example.org/'),
        RefusedAddress,
      );
  });

  test('DNS rebinding: each connection uses the address that was checked', async () => {
    const rebinding = guardedFetch({ lookup: naming(['192.0.2.1'], ['127.0.0.1']) });
    for (const _ of [1, 2]) await assert.rejects(rebinding('https://books.example.org/'), RefusedAddress);
  });

  test('a redirect, even from a trusted address', async () => {
    asked = [];
    await assert.rejects(guardedFetch({ trustedOrigin: origin })(`${origin}/away`), RefusedAddress);
    assert.deepEqual(asked, ['/away']);
  });

  test('an OpenID provider at such an address, or one that names such URLs', async () => {
    const settings = { clientId: 'lectern', clientSecret: 'x', name: 'Theirs', private: false };
    for (const issuer of ['https://127.0.0.1/', 'https://[::ffff:127.0.0.1]/', 'https://2130706433/'])
      await assert.rejects(
        oidcClient({ ...settings, issuer }, () => new Date()).begin('https://books.example.org/back'),
      );
    const rebound = oidcClient(
      { ...settings, issuer: 'https://id.example.org' },
      () => new Date(),
      naming(['127.0.0.1']),
    );
    asked = [];
    await assert.rejects(rebound.begin('https://books.example.org/back'));
    assert.deepEqual(asked, []);
  });
});

test('a trusted address is requested, up to a size limit', async () => {
  const trusting = guardedFetch({ trustedOrigin: origin });
  assert.equal(await (await trusting(`${origin}/`)).text(), 'secret');
  await assert.rejects(trusting(`${origin}/much`), /too much/);
  await assert.rejects(trusting(origin.replace('127.0.0.1', 'localhost')), RefusedAddress);
});
