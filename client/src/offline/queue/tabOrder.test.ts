/** @jest-environment node */
import type { ActionType } from '@lectern/shared-contracts/contract/host.ts';
import { memoryStorage } from '../../testing/memoryStorage.ts';
import { createActionTypes } from '../common/actionTypes.ts';
import { inOrderOfTabs, otherTabs } from './addAction.ts';
import type { StoredAction } from './storedAction.ts';
import { createWriteAheadLog, type LogEntry } from './writeAheadLog.ts';

const lend: ActionType<{ book: string }> = {
  type: 'LEND',
  priority: 5,
  entity: ({ book }) => book,
  request: ({ book }) => ({ key: 'GET /books/:id', params: { id: book } }),
};
const entry = (id: string, order: number, more: Partial<LogEntry> = {}) => ({
  id,
  type: 'LEND',
  payload: { book: 'x' } as unknown,
  userId: 'u1',
  order,
  ...more,
});
const action = (id: string, timestamp: number, entity = 'x') => ({ id, timestamp, entity }) as StoredAction;

/** This tab, and another one with these entries in the log. */
function setUp(...elsewhere: ReturnType<typeof entry>[]) {
  const local = memoryStorage();
  const types = createActionTypes();
  types.register(lend);
  const [writeAheadLog, other] = [1, 2].map(() => createWriteAheadLog(local, memoryStorage(), () => 0));
  if (writeAheadLog === undefined) throw new Error('There is no log.');
  for (const one of elsewhere) other?.add(one);
  const ports = { writeAheadLog, types };
  const first = (...actions: StoredAction[]) => inOrderOfTabs(ports, 'u1', actions).map(({ id }) => id);
  return { ports, writeAheadLog, first };
}

describe('[OF-04] a write waits for another tab', () => {
  it('that has written about the same thing before it', () => {
    const { first } = setUp(entry('e', 5), entry('later', 8));
    expect(first(action('a', 4), action('b', 6), action('c', 9, 'y'))).toEqual(['a', 'c']);
  });

  it.each<[string, ReturnType<typeof entry>]>([
    ['is another reader’s', entry('e', 5, { userId: 'u2' })],
    ['was sent', entry('e', 5, { settled: true })],
    ['has a type that this tab does not know', entry('e', 5, { type: 'SELL' })],
    ['cannot be read', entry('e', 5, { payload: null })],
    ['this tab has too', entry('b', 5)],
  ])('but not when its write %s', (_, elsewhere) => {
    const { first, ports } = setUp(elsewhere);
    expect(first(action('b', 6))).toEqual(['b']);
    if (elsewhere.id !== 'b') expect(otherTabs(ports, 'u1').wroteAfter('x', 4)).toBe(false);
  });

  it('but not for its own entries', () => {
    const { first, writeAheadLog } = setUp();
    writeAheadLog.add(entry('own', 5));
    expect(first(action('b', 6))).toEqual(['b']);
  });

  it('of which it knows what that one has, and whether it wrote after a moment', () => {
    const { ports } = setUp(entry('e', 5));
    const others = otherTabs(ports, 'u1');
    expect([others.has('e'), others.has('f')]).toEqual([true, false]);
    expect([4, 5].map((moment) => others.wroteAfter('x', moment))).toEqual([true, false]);
    expect(others.wroteAfter('y', 4)).toBe(false);
    expect(otherTabs(ports, 'u2').wroteAfter('x', 4)).toBe(false);
  });
});
