/** @jest-environment node */
import { storedAction } from '../../testing/storedAction.ts';
import { nextActions, nextMoment, retryPauseAfter } from './scheduler.ts';
import {
  hasBeenRefused,
  isPermanentlyFailed,
  isSamePayload,
  isSameWrite,
  isUntouched,
  type StoredAction,
} from './storedAction.ts';
import * as transitions from './transitions.ts';

const now = 1_000_000;
const action = (id: string, more: Partial<StoredAction> = {}): StoredAction =>
  storedAction({ id, type: 'CREATE_NOTE', payload: { text: 'x' }, entity: `note:${id}`, ...more });
const ids = (actions: readonly StoredAction[]) => actions.map(({ id }) => id);
const base = action('a');

describe('a step of the queue', () => {
  it('after a crash: what was being sent waits again', () => {
    const sending = action('a', { status: 'syncing', retryCount: 2, notBefore: 7 });
    const refused = action('c', { status: 'failed', refused: true, retryCount: 5 });
    const waiting = action('d', { notBefore: 7 });
    expect(transitions.recovered([sending, refused, waiting])).toEqual([
      { ...sending, status: 'pending' },
      refused,
      waiting,
    ]);
  });

  it('marks what is being sent, and takes the mark back as it was', () => {
    const [a, b] = [action('a', { refused: true, notBefore: 7, status: 'failed' }), action('b')];
    const begun = transitions.begun([a, b], [a], now);
    expect(begun).toEqual([{ ...a, status: 'syncing', lastAttempt: now, notBefore: 0, refused: false }, b]);
    expect(transitions.released(begun, [a, b])).toEqual([a, b]);
    expect(transitions.released(begun, [])).toEqual(begun);
    const edited = action('b', { payload: { text: 'y' } });
    expect(transitions.released([begun[0] as StoredAction, edited], [a, b])).toEqual([a, edited]);
  });

  it('removes writes by their ids', () => {
    expect(ids(transitions.removed([action('a'), action('b'), action('c')], 'a', 'c'))).toEqual(['b']);
  });

  it('delays a write that the server cannot take, without counting it as a try', () => {
    const [once] = transitions.delayed(
      [action('a', { status: 'syncing' }), action('b')],
      'a',
      'busy',
      now,
      500,
    );
    expect(once).toEqual(action('a', { waits: 1, lastError: 'busy', notBefore: now + 500 }));
    expect(transitions.delayed([once as StoredAction], 'a', 'busy', now, 500)[0]?.waits).toBe(2);
  });

  it('counts a refusal as a try, and waits longer each time', () => {
    const [first] = transitions.refused([action('a', { waits: 3 })], 'a', 'no', now);
    expect(first).toEqual(
      action('a', {
        status: 'failed',
        retryCount: 1,
        lastError: 'no',
        lastAttempt: now,
        refused: true,
        waits: 0,
        notBefore: now + 2_000,
      }),
    );
    const [final] = transitions.refused([action('a')], 'a', 'no', now, true);
    expect(final).toMatchObject({ retryCount: 5, notBefore: now + 512_000 });
    expect([0, 1, 2, 3, 4, 5].map(retryPauseAfter)).toEqual([2_000, 2_000, 8_000, 32_000, 128_000, 512_000]);
  });

  it('refuses what no part of the app can send, unless it has failed for good', () => {
    const actions = [
      action('a'),
      action('b', { type: 'LEND' }),
      action('c', { type: 'LEND', refused: true, retryCount: 5 }),
    ];
    const { after, unknown } = transitions.unknownRefused(actions, (type) => type !== 'LEND', 'unknown', now);
    expect(ids(unknown)).toEqual(['b']);
    expect(after[1]).toMatchObject({ status: 'failed', lastError: 'unknown', retryCount: 5 });
    expect([after[0], after[2]]).toEqual([actions[0], actions[2]]);
  });

  it('pauses a write without a network', () => {
    expect(transitions.paused([action('a', { status: 'syncing', notBefore: 9 })], 'a', 'no network')).toEqual(
      [action('a', { lastError: 'no network' })],
    );
  });

  it('has a write tried again as if it were new', () => {
    const failed = {
      status: 'failed',
      retryCount: 5,
      refused: true,
      waits: 2,
      notBefore: 9,
      lastError: 'no',
    } as const;
    expect(transitions.retried([action('a', failed), action('b', failed)], ['a'])).toEqual([
      action('a', { waits: 0, lastError: 'no' }),
      action('b', failed),
    ]);
  });

  it('makes everything due, except what can be undone, and what was refused', () => {
    const due = action('a');
    const actions = [
      due,
      action('b', { notBefore: 9 }),
      action('c', { notBefore: 9, heldUntil: 7 }),
      action('d', { notBefore: 9, heldUntil: 7, lastAttempt: 3 }),
      action('e', { notBefore: 9, refused: true }),
    ];
    const after = transitions.madeDue(actions);
    expect(after.map(({ notBefore }) => notBefore)).toEqual([0, 0, 7, 0, 9]);
    expect(after[0]).toBe(due);
  });
});

describe('a write', () => {
  it('has failed for good once it was refused as often as it may be', () => {
    expect(isPermanentlyFailed(action('a', { refused: true, retryCount: 5 }))).toBe(true);
    expect(isPermanentlyFailed(action('a', { refused: true, retryCount: 6 }))).toBe(true);
    expect(isPermanentlyFailed(action('a', { refused: true, retryCount: 4 }))).toBe(false);
    expect(isPermanentlyFailed(action('a', { refused: false, retryCount: 5 }))).toBe(false);
    expect([hasBeenRefused(action('a')), hasBeenRefused(action('a', { retryCount: 1 }))]).toEqual([
      false,
      true,
    ]);
  });

  it('cannot have reached the server before its first try, or after a refusal', () => {
    expect(isUntouched(action('a'))).toBe(true);
    expect(isUntouched(action('a', { lastAttempt: 1 }))).toBe(false);
    expect(isUntouched(action('a', { lastAttempt: 1, refused: true }))).toBe(true);
    expect(isUntouched(action('a', { status: 'syncing' }))).toBe(false);
  });

  it('is the same when its id and its content are', () => {
    const read = { id: 'a', payload: { text: 'x' } };
    expect(isSameWrite(base, read)).toBe(true);
    expect(isSameWrite(base, { ...read, id: 'b' })).toBe(false);
    expect(isSameWrite(base, { ...read, payload: { text: 'y' } })).toBe(false);
    expect([isSamePayload('x', 'x'), isSamePayload('x', 'y')]).toEqual([true, false]);
  });
});

describe('[OF-04] what is sent next', () => {
  it('is the oldest about each thing, by priority, then by age, as many as are wanted', () => {
    const actions = [
      action('late', { timestamp: 9, priority: 9, entity: 'x' }),
      action('first', { timestamp: 3, entity: 'x', priority: 1 }),
      action('low', { timestamp: 1, priority: 2 }),
      action('high', { timestamp: 7, priority: 8 }),
      action('older', { timestamp: 5, priority: 8 }),
    ];
    expect(ids(nextActions(actions, now, 10))).toEqual(['older', 'high', 'low', 'first']);
    expect(ids(nextActions(actions, now, 2))).toEqual(['older', 'high']);
    expect(ids(nextActions(actions, now, 10, (type) => type === 'OTHER'))).toEqual([]);
  });

  it('is nothing about a thing whose oldest write is being sent, waits or has failed for good', () => {
    const heads: Partial<StoredAction>[] = [
      { status: 'syncing' },
      { notBefore: now + 1 },
      { status: 'failed', refused: true, retryCount: 5 },
    ];
    for (const head of heads)
      expect(
        nextActions(
          [action('a', { ...head, entity: 'x' }), action('b', { entity: 'x', timestamp: 2 })],
          now,
          9,
        ),
      ).toEqual([]);
    const refused = action('a', { status: 'failed', refused: true, retryCount: 4, notBefore: now });
    expect(ids(nextActions([refused], now, 9))).toEqual(['a']);
  });

  it('[Y-05] comes early when the clock was turned back since', () => {
    const isDue = (more: Partial<StoredAction>) => nextActions([action('a', more)], now, 1).length === 1;
    expect(isDue({ notBefore: now + 60_000 })).toBe(false);
    expect(isDue({ notBefore: now + 60_001 })).toBe(true);
    expect(isDue({ notBefore: now + 3_600_000, lastAttempt: now })).toBe(false);
    expect(isDue({ notBefore: now + 3_600_001, lastAttempt: now })).toBe(true);
    expect(isDue({ notBefore: now + 1_000, lastAttempt: now + 1 })).toBe(true);
  });

  it('becomes due at the first moment of those that wait', () => {
    const actions = [
      action('a', { notBefore: now + 500 }),
      action('b', { notBefore: now + 300 }),
      action('c'),
      action('d', { notBefore: now + 100, refused: true, retryCount: 5 }),
    ];
    expect(nextMoment(actions, now)).toBe(now + 300);
    expect(nextMoment([action('c')], now)).toBeNull();
    expect(nextMoment([], now)).toBeNull();
  });
});
