/** @jest-environment node */

import { type TestRoutes, testError } from '@lectern/shared-contracts/testing/testApi.ts';
import { createTestHost, testUser } from '@lectern/shared-contracts/testing/testHost.ts';
import { gamificationRoutes, noStats } from '../testing/gamificationFixtures.ts';
import { createGamificationClient, localActionsKept, refreshEvery } from './gamificationClient.ts';

function refusing(status: number) {
  return () => {
    throw testError(status, 'No.');
  };
}

function setUp(
  act: TestRoutes['POST /api/gamification/actions'] = () => ({ credited: 10, stats: noStats, unlocked: [] }),
) {
  const host = createTestHost({ routes: gamificationRoutes({ 'POST /api/gamification/actions': act }) });
  let time = Date.parse('2026-03-01T08:00:00Z');
  const client = createGamificationClient(host, () => time);
  return { host, client, wait: (ms: number) => (time += ms) };
}

describe('the gamification client', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('says what was credited', async () => {
    const { client } = setUp();
    expect(await client.act('daily_checkin')).toEqual({ success: true, credited: 10, unlocked: [] });
    expect(client.offline.get()).toBe(false);
  });

  it.each([
    [401, true],
    [500, true],
    [0, true],
    [403, true],
    [429, false],
  ])('[GM-08] an answer of %i leaves it in offline mode: %s', async (status, offline) => {
    const { client } = setUp(refusing(status));
    await client.act('daily_checkin');
    expect(client.offline.get()).toBe(offline);
  });

  it('[GM-08] 429 is ignored; what fails otherwise is handed to the queue', async () => {
    const ignored = setUp(refusing(429));
    expect(await ignored.client.act('daily_checkin')).toMatchObject({ success: true, credited: 0 });
    expect(ignored.host.test.tracked).toEqual([]);
    const failed = setUp(refusing(500));
    expect(await failed.client.act('daily_checkin', { from: 'page' })).toEqual({
      success: false,
      error: 'No.',
    });
    expect(failed.host.test.tracked).toEqual([{ action: 'daily_checkin', data: { from: 'page' } }]);
  });

  it('[GM-08] nobody signed in gives User not authenticated, and no call', async () => {
    const { host, client } = setUp();
    host.test.user.set(null);
    expect(await client.act('daily_checkin')).toEqual({ success: false, error: 'User not authenticated' });
    expect(host.test.calls).toEqual([]);
  });

  it('[GM-08] offline mode is cleared when somebody is signed in again', async () => {
    const { host, client } = setUp(refusing(401));
    await client.act('daily_checkin');
    host.test.user.set(null);
    expect(client.offline.get()).toBe(true);
    host.test.user.set(testUser);
    expect(client.offline.get()).toBe(false);
  });

  it('[GM-08] keeps the last hundred actions of this browser', async () => {
    const { client } = setUp();
    for (let n = 0; n < localActionsKept + 5; n += 1) await client.act('daily_checkin', { n });
    expect(client.actions.get()).toHaveLength(100);
    expect(client.actions.get().at(0)?.data).toEqual({ n: 5 });
    expect(client.actions.get().at(-1)?.data).toEqual({ n: 104 });
  });

  it('[GM-08] asks for the totals at most once in five seconds, and once more for what came in between', async () => {
    const { host, client, wait } = setUp();
    const asked = () => host.test.calls.filter(({ key }) => key === 'GET /api/gamification/stats').length;
    host.data.watch('GET /api/gamification/stats', {});
    const first = asked();
    for (let n = 0; n < 10; n += 1) client.refresh();
    expect(asked() - first).toBe(1);
    wait(refreshEvery);
    jest.advanceTimersByTime(refreshEvery);
    expect(asked() - first).toBe(2);
  });
});
