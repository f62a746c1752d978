import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { networkOf } from '../src/http/rateLimits/authLimits.ts';
import { clockAt } from './support/clock.ts';
import { startServer } from './support/server.ts';

describe('rate limits', () => {
  test('[S-13] an IPv6 network counts once, however its address is written', () => {
    const same = [
      '2001:db8::1',
      '2001:db8:0:0::1',
      '2001:0DB8:0000:0000:ffff::',
      '2001:db8:0:0:1:2:3:4%eth0',
    ];
    assert.deepEqual([...new Set(same.map((ip) => networkOf({ ip })))], ['2001:db8:0:0::/64']);
    assert.equal(networkOf({ ip: '2001:db8:0:1::1' }), '2001:db8:0:1::/64');
    assert.equal(networkOf({ ip: '::1' }), '0:0:0:0::/64');
    for (const ip of ['::ffff:192.0.2.7', '::FFFF:c000:207', '192.0.2.7'])
      assert.equal(networkOf({ ip }), '192.0.2.7');
  });

  test('[S-13] a user with too many requests gets Retry-After; another one behind the same address does not', async () => {
    // A fixed clock: all requests fall into the same minute.
    const { now } = clockAt('2026-03-01T12:00:00Z');
    const limited = await startServer({ config: { requestsPerMinute: 200 }, services: { now } });
    try {
      const [one, two] = [await limited.reader(), await limited.reader()];
      const search = { query: { q: 'whale' } };
      for (let i = 0; i < 10; i++) await one.call('GET /search', search);
      const refused = await one.try('GET /search', search);
      assert.equal(refused.status, 429);
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
      assert.equal((refused.body as { code: string }).code, 'too_many_requests');
      // Cheap requests continue until their own limit.
      for (let i = 0; i < 189; i++) await one.call('GET /books', {});
      await one.fails(429, 'GET /books', {});
      await two.call('GET /books', {});
      await two.call('GET /search', search);
    } finally {
      await limited.stop();
    }
  });

  test('[S-13] guessing passwords does not lock out users who have signed in from the same address', async () => {
    const who = { email: 'neighbour@example.org', password: 'a password of neighbours' };
    const shared = await startServer();
    try {
      await shared.visitor.call('POST /auth/register', { body: { ...who, name: 'Neighbour' } });
      await shared.visitor.call('POST /auth/login', { body: who });
      const guess = (i: number) =>
        shared.visitor.try('POST /auth/login', {
          body: { email: `g${i}@example.org`, password: 'a guess of it' },
        });
      for (let i = 0; i < 100; i++) assert.equal((await guess(i)).status, 401);
      assert.equal((await guess(100)).status, 429);
      await shared.visitor.call('POST /auth/login', { body: who });
    } finally {
      await shared.stop();
    }
  });
});
