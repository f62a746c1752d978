/** @jest-environment node */
import { storedAction } from '../../testing/storedAction.ts';
import type { StoredAction } from './storedAction.ts';
import { SyncStatus } from './syncStatus.ts';

const now = 1_000_000;
let made = 0;
const action = (more: Partial<StoredAction> = {}): StoredAction => {
  made += 1;
  return storedAction({
    id: `a${made}`,
    type: 'CREATE_NOTE',
    timestamp: made,
    entity: `note:${made}`,
    ...more,
  });
};
const refused = (more: Partial<StoredAction> = {}) =>
  action({ status: 'failed', refused: true, retryCount: 1, lastError: 'no', ...more });

function told(actions: readonly StoredAction[], flushing: Partial<SyncStatus['flushing']> = {}) {
  const status = new SyncStatus(() => now);
  Object.assign(status.flushing, flushing);
  status.update(actions);
  const { indicator, pending, syncing, failed } = status.state.get();
  return [indicator, pending, syncing, failed.map(({ waitingBehind }) => waitingBehind)];
}

describe('[OF-03] what the reader is told about waiting changes', () => {
  it.each<[string, readonly StoredAction[], unknown[]]>([
    ['nothing waits', [], ['idle', 0, 0, []]],
    ['changes wait', [action(), action()], ['idle', 2, 0, []]],
    ['points wait', [action({ type: 'GAMIFICATION_ACTION' })], ['idle', 0, 0, []]],
    ['one is being sent', [action({ status: 'syncing', lastAttempt: now }), action()], ['idle', 1, 1, []]],
    ['one can still be undone', [action({ heldUntil: now + 1 })], ['idle', 0, 0, []]],
    ['it can no longer be undone', [action({ heldUntil: now })], ['idle', 1, 0, []]],
    ['it was tried before', [action({ heldUntil: now + 1, lastAttempt: 1 })], ['idle', 1, 0, []]],
    ['one was refused', [refused(), action()], ['error', 1, 0, [0]]],
    [
      'two wait behind a refused one',
      [refused({ entity: 'x' }), action({ entity: 'x' }), action({ entity: 'x' }), action()],
      ['error', 1, 0, [2]],
    ],
    [
      'two about the same thing were refused',
      [refused({ entity: 'x' }), action({ entity: 'x' }), refused({ entity: 'x' })],
      ['error', 0, 0, [1, 1]],
    ],
    [
      'an older one goes before a refused one',
      [action({ entity: 'x' }), refused({ entity: 'x' })],
      ['error', 1, 0, [0]],
    ],
  ])('when %s', (_, actions, expected) => expect(told(actions)).toEqual(expected));

  it('says that it is sending only while it sends changes of the reader', () => {
    const syncing = action({ status: 'syncing', lastAttempt: now });
    expect(told([syncing], { now: true })[0]).toBe('syncing');
    expect(told([syncing, refused()], { now: true })[0]).toBe('syncing');
    expect(told([action()], { now: true })[0]).toBe('idle');
    expect(told([action({ status: 'syncing', type: 'GAMIFICATION_ACTION' })], { now: true })[0]).toBe('idle');
  });

  it('says that everything is synced when nothing waits or has failed', () => {
    expect(told([], { justCompleted: true })[0]).toBe('completed');
    expect(told([action({ heldUntil: now + 1 })], { justCompleted: true })[0]).toBe('completed');
    expect(told([action()], { justCompleted: true })[0]).toBe('idle');
    expect(told([refused()], { justCompleted: true })[0]).toBe('error');
  });

  it('tells only what has changed', () => {
    const status = new SyncStatus(() => now);
    const listen = jest.fn();
    status.state.subscribe(listen);
    const one = refused({ entity: 'x' });
    const steps: (readonly StoredAction[])[] = [
      [],
      [one],
      [{ ...one, lastAttempt: 5 }],
      [{ ...one, lastError: 'still no' }],
      [{ ...one, lastError: 'still no', refused: false }],
      [{ ...one, lastError: 'still no', refused: false }, action({ entity: 'x' })],
      [{ ...one, id: 'other', lastError: 'still no', refused: false }, action({ entity: 'x' })],
      [action()],
      [action(), action()],
      [action({ status: 'syncing' }), action()],
    ];
    const calls = steps.map((actions) => {
      listen.mockClear();
      status.update(actions);
      return listen.mock.calls.length;
    });
    expect(calls).toEqual([0, 1, 0, 1, 1, 1, 1, 1, 1, 1]);
  });
});
