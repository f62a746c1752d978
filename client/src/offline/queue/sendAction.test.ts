/** @jest-environment node */

import type { ActionType } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { ApiError, apiTexts } from '../../common/hostError.ts';
import { storedAction } from '../../testing/storedAction.ts';
import { createActionTypes } from '../common/actionTypes.ts';
import { createSendAction } from './sender.ts';
import { createSendPause } from './sendPause.ts';
import type { StoredAction } from './storedAction.ts';

const now = 1_000_000;
const lend: ActionType<{ book: string }> = {
  type: 'LEND',
  priority: 5,
  timeout: 7_000,
  accepts: (payload): payload is { book: string } => typeof (payload as { book: unknown }).book === 'string',
  entity: ({ book }) => book,
  request({ book }) {
    if (book === 'broken') throw new TypeError('broken');
    return { key: 'GET /books/:id', params: { id: book } };
  },
  settledBy: (status, { book }) => status === 404 && book === 'settled',
};
const waiting = (more: Partial<StoredAction> = {}): StoredAction =>
  storedAction({
    id: 'a',
    type: 'LEND',
    payload: { book: 'b1' },
    entity: 'b1',
    status: 'syncing',
    lastAttempt: now,
    ...more,
  });
const answers = (status: number, retryAfter: number | null = null) =>
  new ApiError(`answer ${status}`, status, 'x', retryAfter);

interface World {
  action?: StoredAction;
  /** Null: the server accepts it. */
  error?: unknown;
  /** Whether the server can be reached otherwise. */
  reachable?: boolean;
  /** Failures in a row before this write. */
  failures?: number;
  /** Of the clocks of server and device, before and after the server was asked. */
  differences?: [number | null, number | null];
}

async function send(world: World = {}) {
  const { action = waiting(), error = null, reachable = true, failures = 0, differences } = world;
  const types = createActionTypes();
  types.register(lend);
  const pause = createSendPause(
    () => now,
    () => 0,
  );
  for (let failed = 0; failed < failures; failed += 1) pause.failed(false, null);
  let stored: readonly StoredAction[] = [action, waiting({ id: 'other', entity: 'b2' })];
  let checks = 0;
  const calls: unknown[][] = [];
  const events: unknown[] = [];
  const store = {
    all: async () => stored,
    change: async (_: string, decide: (actions: readonly StoredAction[]) => readonly StoredAction[]) => {
      stored = decide(stored);
      return stored;
    },
  };
  const sendOne = createSendAction({
    types,
    store,
    pause,
    async call(...args) {
      calls.push(args);
      if (error !== null) throw error;
      return null;
    },
    network: {
      state: createWritable('online' as const),
      async check() {
        checks += 1;
        return reachable ? 'online' : 'offline';
      },
    },
    events: { emit: (name, detail) => events.push([name, detail]) },
    ...(differences && { serverClock: { difference: () => differences[Math.min(checks, 1)] ?? null } }),
    now: () => now,
    random: () => 0,
    change: async (userId, decide) => {
      await store.change(userId, decide);
    },
  });
  const outcome = await sendOne(action);
  return {
    outcome,
    calls,
    events,
    checks,
    failures: pause.state().failures,
    /** Milliseconds. */
    pausedFor: pause.isActive() ? pause.until() - now : 0,
    after: stored.find(({ id }) => id === 'a'),
    others: stored.filter(({ id }) => id !== 'a'),
  };
}

describe('[OF-03] a write is sent', () => {
  it('under its own key, as its reader, once, for as long as its type says', async () => {
    const { calls, outcome, after } = await send();
    const options = { idempotencyKey: 'a', retry: false, timeout: 7_000, as: 'u1', deviceTime: undefined };
    expect(calls).toEqual([['GET /books/:id', { params: { id: 'b1' } }, options]]);
    expect([outcome, after]).toEqual([null, waiting()]);
  });

  it.each<[string, number | undefined, [number | null, number | null], number | undefined, number]>([
    ['the clock was not known', undefined, [5, 5], undefined, 0],
    ['the clock is the same', 300_000, [300_000, 300_000], undefined, 0],
    ['it differs by less than a minute', 0, [59_999, 0], undefined, 0],
    ['it differs by a minute', 0, [60_000, 0], now + 60_000, 0],
    ['it was set back', 600_000, [0, 0], now - 600_000, 0],
    ['it is known only after the server was asked', 0, [null, -90_000], now - 90_000, 1],
    ['it is not known even then', 0, [null, null], undefined, 1],
  ])('[Y-05] with the time of the clock that made it: %s', async (_, clockOff, differences, time, asked) => {
    const action = waiting(clockOff === undefined ? {} : { clockOff });
    const { calls, checks } = await send({ action, differences });
    expect(calls).toMatchObject([[expect.any(String), {}, { deviceTime: time }]]);
    expect(checks).toBe(asked);
  });
});

describe('[OF-03] what an answer means for a write', () => {
  const busy = { status: 'pending', waits: 1, notBefore: now + 2_000 };
  it.each<[string, World, string | null, object | undefined, number]>([
    ['accepted: nothing more is paused', { failures: 2 }, null, waiting(), 0],
    [
      'refused: one try, and nothing more is paused',
      { error: answers(422), failures: 2 },
      'refused',
      { status: 'failed', refused: true, retryCount: 1, lastError: 'answer 422', notBefore: now + 2_000 },
      0,
    ],
    [
      'refused, but nothing is left to do: it is removed, and nothing more is paused',
      { error: answers(404), failures: 2, action: waiting({ payload: { book: 'settled' } }) },
      'resolved',
      undefined,
      0,
    ],
    ['refused with that status for another thing', { error: answers(404) }, 'refused', { retryCount: 1 }, 0],
    [
      'nobody is signed in: everything is paused',
      { error: answers(401) },
      'unauthorized',
      { status: 'pending', retryCount: 0, lastError: 'answer 401', notBefore: 0 },
      3,
    ],
    [
      'no answer, and the server is out of reach: it waits for the network',
      { error: answers(0), reachable: false, failures: 1 },
      'unreached',
      { status: 'pending', lastError: 'answer 0', notBefore: 0 },
      1,
    ],
    ['no answer to this write alone', { error: answers(0), failures: 1 }, 'busy', busy, 2],
    ['an error of the network', { error: new TypeError('Failed to fetch') }, 'busy', busy, 1],
    ...[408, 425, 500, 502, 599].map((status): [string, World, string, object, number] => [
      `the server cannot take it: ${status}`,
      { error: answers(status) },
      'busy',
      { ...busy, lastError: `answer ${status}` },
      1,
    ]),
    ...[429, 503].map((status): [string, World, string, object, number] => [
      `the server can take nothing: ${status}`,
      { error: answers(status) },
      'busy',
      { ...busy, lastError: `answer ${status}` },
      3,
    ]),
  ])('%s', async (_, world, outcome, after, failures) => {
    const found = await send(world);
    expect([found.outcome, found.failures]).toEqual([outcome, failures]);
    if (after === undefined) expect(found.after).toBeUndefined();
    else expect(found.after).toMatchObject(after);
    expect(found.others).toEqual([waiting({ id: 'other', entity: 'b2' })]);
  });

  it.each<[string, Partial<StoredAction>, string]>([
    [
      'its type is not known',
      { type: 'SELL' },
      'The part of the app that can send this change is not loaded.',
    ],
    ['its type does not accept it', { payload: { book: 7 } }, apiTexts.unreadable],
    ['its type cannot make a call of it', { payload: { book: 'broken' } }, apiTexts.unreadable],
  ])('[Y-03] has failed for good, without a call, when %s', async (_, more, lastError) => {
    const { outcome, calls, after, events, failures } = await send({ action: waiting(more), failures: 1 });
    expect([outcome, calls, failures]).toEqual(['unfit', [], 1]);
    expect(after).toMatchObject({ status: 'failed', retryCount: 5, lastError });
    const type = more.type ?? 'LEND';
    expect(events).toEqual([['syncActionFailed', { id: 'a', type, error: lastError }]]);
  });

  it('a failure is announced only when it is for good', async () => {
    expect((await send({ error: answers(422) })).events).toEqual([]);
    expect((await send({ error: answers(500) })).events).toEqual([]);
    const last = await send({ error: answers(422), action: waiting({ retryCount: 4 }) });
    expect(last.events).toEqual([['syncActionFailed', { id: 'a', type: 'LEND', error: 'answer 422' }]]);
  });
});

describe('how long a write waits that the server could not take', () => {
  const waitOf = async (waits: number, failures: number, retryAfter: number | null = null, status = 500) => {
    const world = { action: waiting({ waits }), error: answers(status, retryAfter), failures };
    const { after, pausedFor } = await send(world);
    return [(after?.notBefore ?? 0) - now, pausedFor];
  };

  it('four times longer each time while others go through, up to half an hour', async () => {
    const waits = await Promise.all([0, 1, 2, 5, 9].map((count) => waitOf(count, 0)));
    expect(waits).toEqual([2_000, 8_000, 32_000, 30 * 60_000, 30 * 60_000].map((wait) => [wait, 0]));
  });

  it('twice as long each time while none goes through, up to a minute', async () => {
    const waits = await Promise.all([0, 1, 2, 9].map((count) => waitOf(count, 1)));
    expect(waits).toEqual([2_000, 4_000, 8_000, 60_000].map((wait) => [wait, 0]));
  });

  it('at least as long as the server asks for, and for an hour at most', async () => {
    expect(await waitOf(0, 0, 1)).toEqual([2_000, 0]);
    expect(await waitOf(0, 0, 30)).toEqual([30_000, 0]);
    expect(await waitOf(0, 0, 30, 503)).toEqual([30_000, 30_000]);
    expect(await waitOf(0, 2, 30)).toEqual([30_000, 30_000]);
    expect(await waitOf(0, 0, 7_200, 429)).toEqual([3_600_000, 3_600_000]);
  });
});
