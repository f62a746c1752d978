/** @jest-environment node */

import { memoryStorage } from '../../testing/memoryStorage.ts';
import { storedAction } from '../../testing/storedAction.ts';
import { MemoryQueue, type MemoryWrites, withMemory } from './memoryQueue.ts';
import type { QueueStore } from './queuePorts.ts';
import type { StoredAction } from './storedAction.ts';
import { createWriteAheadLog, type LogEntry } from './writeAheadLog.ts';

const now = 1_000_000;
const action = (id: string, timestamp: number, more: Partial<StoredAction> = {}): StoredAction =>
  storedAction({ id, payload: { text: id }, timestamp, ...more });
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
  const memory = new MemoryQueue({
    writeAheadLog,
    now: () => now,
    lastSeen: () => (isOpen ? { store: database, ...known } : undefined),
  });
  /** What the log has, as another tab reads it. */
  const logged = (): readonly LogEntry[] =>
    open()
      .ofOtherTabs()
      .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0));
  return { memory, known, logged };
}

describe('[Y-02] the writes of a tab that has lost its database', () => {
  it('begin with those that were last seen, which another tab may send as they are', () => {
    const held = action('held', 4, { heldUntil: now + 5 });
    const { memory, logged } = setUp([
      action('a', 1),
      action('refused', 2, { refused: true, lastAttempt: 7, status: 'failed' }),
      action('sent', 3, { lastAttempt: 7 }),
      held,
    ]);
    expect([memory.has('u1'), memory.get('u1'), memory.readers()]).toEqual([false, undefined, []]);
    const { actions, lost } = memory.begin('u1');
    expect(actions.map(({ lastAttempt, refused }) => [lastAttempt, refused])).toEqual([
      [now, false],
      [now, false],
      [7, false],
      [null, false],
    ]);
    expect([lost, actions[3]]).toEqual([database, held]);
    expect([memory.has('u1'), memory.has('u2'), memory.readers()]).toEqual([true, false, ['u1']]);
    expect(logged().map(({ id, order, attempted, whole }) => [id, order, attempted, whole])).toEqual([
      ['a', 1, true, false],
      ['refused', 2, true, false],
      ['sent', 3, true, false],
      ['held', 4, false, false],
    ]);
    expect(memory.begin('u1')).toBe(memory.get('u1'));
  });

  it('are none where no database was open', () => {
    const { memory, logged } = setUp([action('a', 1)], false);
    expect(memory.begin('u1')).toMatchObject({ lost: null, actions: [] });
    expect(logged()).toEqual([]);
  });

  it('are logged up to the last thousand', () => {
    const many = Array.from({ length: 1_002 }, (_, index) => action(`n${index}`, index + 1));
    const { memory, logged } = setUp(many);
    expect(memory.begin('u1').actions).toHaveLength(1_002);
    expect([logged().length, logged()[0]?.id]).toEqual([1_000, 'n2']);
  });

  it('are logged with each change, in their order', () => {
    const { memory, logged } = setUp([action('a', 1)]);
    const after = memory.change('u1', (all) => [action('c', 3, { clockOff: 9 }), ...all, action('b', 2)]);
    expect(after.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(memory.get('u1')?.actions).toBe(after);
    memory.change('u1', (all) =>
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
    const { memory, logged } = setUp([action('a', 1)]);
    memory.change('u1', (all) => [...all.map((one) => changed(one, 'edited')), action('b', 2)]);
    expect(memory.change('u1', () => [])).toEqual([]);
    expect(logged().map(({ id, order, payload, settled }) => [id, order, payload, settled])).toEqual([
      ['a', 1, { text: 'a' }, true],
    ]);
    memory.end('u1');
    expect([logged(), memory.has('u1')]).toEqual([[], false]);
  });

  it('begin again with the database after a step that it had completed', () => {
    const { memory, known, logged } = setUp([action('a', 1), action('b', 2)]);
    memory.begin('u1');
    known.actions = [action('b', 2), action('c', 3)];
    memory.beginAgain('u1');
    expect(memory.get('u1')?.actions.map(({ id }) => id)).toEqual(['b', 'c']);
    expect(logged().map(({ id }) => id)).toEqual(['b', 'c']);
  });
});

describe('[Y-02] the database that is back', () => {
  const [a, b, c] = [action('a', 1), action('b', 2), action('c', 3)];
  /** The writes of a tab whose database had `before`. */
  function inMemory(
    before: readonly StoredAction[],
    ...steps: ((all: readonly StoredAction[]) => StoredAction[])[]
  ) {
    const { memory } = setUp(before);
    memory.begin('u1');
    for (const step of steps) memory.change('u1', step);
    return memory.get('u1') as MemoryWrites;
  }

  it.each<[string, readonly StoredAction[], MemoryWrites, boolean, string[]]>([
    ['has what was written meanwhile', [a], inMemory([a], (all) => [...all, b]), true, ['a: a', 'b: b']],
    ['has what it had', [a], inMemory([a]), true, ['a: a']],
    ['has what another tab has made of it', [changed(a, 'theirs')], inMemory([a]), true, ['a: theirs']],
    ['has not what another tab has sent', [], inMemory([a]), true, []],
    [
      'has it all when it is another database',
      [],
      inMemory([a], (all) => [...all, b]),
      false,
      ['a: a', 'b: b'],
    ],
    [
      'has what was changed meanwhile, though another tab has sent it',
      [],
      inMemory([a], (all) => all.map((one) => changed(one, 'mine'))),
      true,
      ['a: mine'],
    ],
    ['has not what was sent meanwhile', [a, b], inMemory([a, b], ([, ...all]) => all), true, ['b: b']],
    [
      'has what another tab has made of what was sent meanwhile',
      [changed(a, 'theirs')],
      inMemory([a], () => []),
      true,
      ['a: theirs'],
    ],
    [
      'has not what was changed and then sent meanwhile',
      [changed(a, 'mine')],
      inMemory(
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
      inMemory([a], (all) => [...all, b]),
      true,
      ['a: a', 'b: b', 'c: c'],
    ],
    [
      'has its own first of two with the same timestamp',
      [action('x', 2)],
      inMemory([], () => [b]),
      true,
      ['x: x', 'b: b'],
    ],
  ])('%s', (_, stored, own, isSame, expected) => {
    expect(texts(withMemory(structuredClone(stored) as StoredAction[], own, isSame))).toEqual(expected);
  });
});
