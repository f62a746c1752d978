/** @jest-environment node */
import { memoryStorage } from '../../testing/memoryStorage.ts';
import { type Held, HeldWrites, withHeld } from './heldWrites.ts';
import type { QueueStore } from './queuePorts.ts';
import type { StoredAction } from './storedAction.ts';
import { createWriteAheadLog, type LogEntry } from './writeAheadLog.ts';

const now = 1_000_000;
const action = (id: string, timestamp: number, more: Partial<StoredAction> = {}): StoredAction => ({
  id,
  type: 'SET_COVER',
  payload: { text: id },
  userId: 'u1',
  entity: id,
  status: 'pending',
  priority: 5,
  timestamp,
  retryCount: 0,
  maxRetries: 5,
  lastError: null,
  lastAttempt: null,
  notBefore: 0,
  refused: false,
  ...more,
});
const texts = (actions: readonly StoredAction[]) =>
  actions.map(({ id, payload }) => `${id}: ${(payload as { text: string }).text}`);
const changed = (one: StoredAction, text: string): StoredAction => ({ ...one, payload: { text } });
const database = {} as QueueStore;

/** A tab whose database has these writes, and is lost. */
function setUp(actions: readonly StoredAction[] = [], isOpen = true) {
  const local = memoryStorage();
  const clock = { now };
  const open = () => createWriteAheadLog(local, memoryStorage(), () => clock.now);
  const writeAheadLog = open();
  const known = { actions };
  const held = new HeldWrites({
    writeAheadLog,
    now: () => now,
    lastSeen: () => (isOpen ? { store: database, ...known } : undefined),
  });
  /** What the log has, as another tab reads it. */
  const logged = (): readonly LogEntry[] =>
    open()
      .ofOtherTabs()
      .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0));
  return { held, known, logged };
}

describe('[Y-02] the writes of a tab that has lost its database', () => {
  it('begin with those that were last seen, which another tab may send as they are', () => {
    const held = action('held', 4, { heldUntil: now + 5 });
    const { held: writes, logged } = setUp([
      action('a', 1),
      action('refused', 2, { refused: true, lastAttempt: 7, status: 'failed' }),
      action('sent', 3, { lastAttempt: 7 }),
      held,
    ]);
    expect([writes.has('u1'), writes.get('u1'), writes.readers()]).toEqual([false, undefined, []]);
    const { actions, lost } = writes.hold('u1');
    expect(actions.map(({ lastAttempt, refused }) => [lastAttempt, refused])).toEqual([
      [now, false],
      [now, false],
      [7, false],
      [null, false],
    ]);
    expect([lost, actions[3]]).toEqual([database, held]);
    expect([writes.has('u1'), writes.has('u2'), writes.readers()]).toEqual([true, false, ['u1']]);
    expect(logged().map(({ id, order, attempted, whole }) => [id, order, attempted, whole])).toEqual([
      ['a', 1, true, false],
      ['refused', 2, true, false],
      ['sent', 3, true, false],
      ['held', 4, false, false],
    ]);
    expect(writes.hold('u1')).toBe(writes.get('u1'));
  });

  it('are none where no database was open', () => {
    const { held, logged } = setUp([action('a', 1)], false);
    expect(held.hold('u1')).toMatchObject({ lost: null, actions: [] });
    expect(logged()).toEqual([]);
  });

  it('are logged up to the last thousand', () => {
    const many = Array.from({ length: 1_002 }, (_, index) => action(`n${index}`, index + 1));
    const { held, logged } = setUp(many);
    expect(held.hold('u1').actions).toHaveLength(1_002);
    expect([logged().length, logged()[0]?.id]).toEqual([1_000, 'n2']);
  });

  it('are logged with each change, in their order', () => {
    const { held, logged } = setUp([action('a', 1)]);
    const after = held.change('u1', (all) => [action('c', 3, { clockOff: 9 }), ...all, action('b', 2)]);
    expect(after.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(held.get('u1')?.actions).toBe(after);
    held.change('u1', (all) =>
      all.map((one) =>
        one.id === 'b' ? changed(one, 'new') : one.id === 'c' ? { ...one, lastAttempt: 5 } : one,
      ),
    );
    expect(
      logged().map(({ id, payload, whole, attempted, clockOff }) => [
        id,
        payload,
        whole,
        attempted,
        clockOff,
      ]),
    ).toEqual([
      ['a', { text: 'a' }, false, true, undefined],
      ['b', { text: 'new' }, true, false, undefined],
      ['c', { text: 'c' }, true, true, 9],
    ]);
  });

  it('leave the log when they are sent, unless the database still has them: then they are logged as settled', () => {
    const { held, logged } = setUp([action('a', 1)]);
    held.change('u1', (all) => [...all.map((one) => changed(one, 'edited')), action('b', 2)]);
    expect(held.change('u1', () => [])).toEqual([]);
    expect(logged().map(({ id, order, payload, settled }) => [id, order, payload, settled])).toEqual([
      ['a', 1, { text: 'a' }, true],
    ]);
    held.release('u1');
    expect([logged(), held.has('u1')]).toEqual([[], false]);
  });

  it('begin again with the database after a step that it had completed', () => {
    const { held, known, logged } = setUp([action('a', 1), action('b', 2)]);
    held.hold('u1');
    known.actions = [action('b', 2), action('c', 3)];
    held.holdAnew('u1');
    expect(held.get('u1')?.actions.map(({ id }) => id)).toEqual(['b', 'c']);
    expect(logged().map(({ id }) => id)).toEqual(['b', 'c']);
  });
});

describe('[Y-02] the database that is back', () => {
  const [a, b, c] = [action('a', 1), action('b', 2), action('c', 3)];
  /** What a tab holds whose database had `before`. */
  function holding(
    before: readonly StoredAction[],
    ...steps: ((all: readonly StoredAction[]) => StoredAction[])[]
  ) {
    const { held } = setUp(before);
    held.hold('u1');
    for (const step of steps) held.change('u1', step);
    return held.get('u1') as Held;
  }

  it.each<[string, readonly StoredAction[], Held, boolean, string[]]>([
    ['has what was written meanwhile', [a], holding([a], (all) => [...all, b]), true, ['a: a', 'b: b']],
    ['has what it had', [a], holding([a]), true, ['a: a']],
    ['has what another tab has made of it', [changed(a, 'theirs')], holding([a]), true, ['a: theirs']],
    ['has not what another tab has sent', [], holding([a]), true, []],
    [
      'has it all when it is another database',
      [],
      holding([a], (all) => [...all, b]),
      false,
      ['a: a', 'b: b'],
    ],
    [
      'has what was changed meanwhile, though another tab has sent it',
      [],
      holding([a], (all) => all.map((one) => changed(one, 'mine'))),
      true,
      ['a: mine'],
    ],
    ['has not what was sent meanwhile', [a, b], holding([a, b], ([, ...all]) => all), true, ['b: b']],
    [
      'has what another tab has made of what was sent meanwhile',
      [changed(a, 'theirs')],
      holding([a], () => []),
      true,
      ['a: theirs'],
    ],
    [
      'has not what was changed and then sent meanwhile',
      [changed(a, 'mine')],
      holding(
        [a],
        (all) => all.map((one) => changed(one, 'mine')),
        () => [],
      ),
      true,
      [],
    ],
    [
      'has what other tabs have written',
      [a, c],
      holding([a], (all) => [...all, b]),
      true,
      ['a: a', 'b: b', 'c: c'],
    ],
    [
      'has its own first of two with the same timestamp',
      [action('x', 2)],
      holding([], () => [b]),
      true,
      ['x: x', 'b: b'],
    ],
  ])('%s', (_, stored, own, isSame, expected) => {
    expect(texts(withHeld(structuredClone(stored) as StoredAction[], own, isSame))).toEqual(expected);
  });
});
