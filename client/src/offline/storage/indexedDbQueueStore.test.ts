/** @jest-environment node */
import { storedAction } from '../../testing/storedAction.ts';
import 'fake-indexeddb/auto';
import type { StoredAction } from '../queue/index.ts';
import { openLecternDatabase } from './database.ts';
import { createIndexedDbQueueStore, queueStoreOf } from './indexedDbQueueStore.ts';

let databases = 0;
const action = (id: string, timestamp: number, more: Partial<StoredAction> = {}): StoredAction =>
  storedAction({ id, payload: { id }, timestamp, userId: 'ada', ...more });
const ids = (actions: readonly StoredAction[]) => actions.map(({ id }) => id);

/** Two tabs on one database. */
async function setUp() {
  databases += 1;
  const database = await openLecternDatabase(`queue-store-${databases}`);
  const [one, other] = [createIndexedDbQueueStore(database), createIndexedDbQueueStore(database)];
  return { database, one, other };
}

describe('the queue in IndexedDB', () => {
  it('is read once, not for each write', async () => {
    const { database } = await setUp();
    const read = jest.spyOn(IDBIndex.prototype, 'getAll');
    for (const id of ['a', 'b', 'c'])
      await queueStoreOf(database).change('ada', (all) => [...all, action(id, 1)]);
    expect(read).toHaveBeenCalledTimes(1);
    expect(ids(await queueStoreOf(database).all('ada'))).toEqual(['a', 'b', 'c']);
    read.mockRestore();
  });

  it('keeps the writes of each reader in their order, whatever order a step returns', async () => {
    const { one, other } = await setUp();
    const added = await one.change('ada', () => [action('c', 3), action('a', 1), action('b', 2)]);
    await one.change('eve', () => [action('e', 1, { userId: 'eve' })]);
    expect([ids(added), ids(await one.all('ada')), ids(await other.all('ada'))]).toEqual(
      Array(3).fill(['a', 'b', 'c']),
    );
    expect(ids(await other.all('eve'))).toEqual(['e']);
    const late = await one.change('ada', (actions) => [...actions, action('first', 0), action('last', 9)]);
    expect(ids(late)).toEqual(['first', 'a', 'b', 'c', 'last']);
    expect(ids(await other.change('ada', (actions) => actions))).toEqual(ids(late));
  });

  it.each<[string, (actions: readonly StoredAction[]) => readonly StoredAction[], string[]]>([
    ['removes the first', (actions) => actions.slice(1), ['b', 'c']],
    ['removes one in between', (actions) => actions.filter(({ id }) => id !== 'b'), ['a', 'c']],
    ['removes the last', (actions) => actions.slice(0, -1), ['a', 'b']],
    ['removes all', () => [], []],
    [
      'replaces one',
      (actions) => [...actions.slice(0, 1), action('new', 2), ...actions.slice(2)],
      ['a', 'new', 'c'],
    ],
    ['moves one', ([a, ...others]) => [...others, { ...(a as StoredAction), timestamp: 7 }], ['b', 'c', 'a']],
  ])('stores that a step %s', async (_, step, expected) => {
    const { database, one } = await setUp();
    await one.change('ada', () => [action('a', 1), action('b', 2), action('c', 3)]);
    expect(ids(await one.change('ada', step))).toEqual(expected);
    expect(ids(await createIndexedDbQueueStore(database).all('ada'))).toEqual(expected);
  });

  it('writes only what a step has changed', async () => {
    const { one } = await setUp();
    await one.change('ada', () => [action('a', 1), action('b', 2), action('c', 3)]);
    const put = jest.spyOn(IDBObjectStore.prototype, 'put');
    const remove = jest.spyOn(IDBObjectStore.prototype, 'delete');
    const changed = () => [
      put.mock.calls.splice(0).flatMap(([value]) => (typeof value === 'object' ? value.id : [])),
      remove.mock.calls.splice(0).map(([id]) => id),
    ];
    const before = await one.change('ada', (actions) =>
      actions.map((one) => (one.id === 'b' ? { ...one, waits: 1 } : one)),
    );
    expect(changed()).toEqual([['b'], []]);
    await one.change('ada', ([, ...actions]) => actions);
    expect(changed()).toEqual([[], ['a']]);
    expect(await one.change('ada', (actions) => [...actions])).toEqual(before.slice(1));
    expect(changed()).toEqual([[], []]);
    put.mockRestore();
    remove.mockRestore();
  });

  it('decides by what another tab has stored meanwhile', async () => {
    const { one, other } = await setUp();
    await one.change('ada', () => [action('a', 1)]);
    await other.change('ada', (actions) => [...actions, action('b', 2)]);
    const seen: string[][] = [];
    const after = await one.change('ada', (actions) => {
      seen.push(ids(actions));
      return [...actions, action('c', 3)];
    });
    expect([seen, ids(after)]).toEqual([[['a', 'b']], ['a', 'b', 'c']]);
    await other.change('ada', () => []);
    expect(await one.all('ada')).toEqual([]);
  });

  it('raises the revision with each step that changes something', async () => {
    const { one, other } = await setUp();
    expect([one.revision?.('ada'), await one.all('ada'), one.revision?.('ada')]).toEqual([null, [], null]);
    await one.change('ada', (actions) => actions);
    expect(one.revision?.('ada')).toBeNull();
    await one.change('ada', () => [action('a', 1)]);
    const first = one.revision?.('ada') ?? 0;
    expect(first).toBeGreaterThan(0);
    await one.change('ada', (actions) => actions);
    expect(one.revision?.('ada')).toBe(first);
    await one.change('ada', () => []);
    expect(one.revision?.('ada')).toBe(first + 1);
    await other.all('ada');
    expect(other.revision?.('ada')).toBe(first + 1);
  });

  it('changes nothing when a step fails', async () => {
    const { one, other } = await setUp();
    await one.change('ada', () => [action('a', 1)]);
    const step = one.change('ada', () => {
      throw new Error('no');
    });
    await expect(step).rejects.toThrow('no');
    const broken = action('b', 2, { payload: () => 'no data' });
    await expect(one.change('ada', () => [broken])).rejects.toMatchObject({ name: 'DataCloneError' });
    expect([ids(await one.all('ada')), ids(await other.all('ada'))]).toEqual([['a'], ['a']]);
  });

  it('asks the browser for the durability that is wanted', async () => {
    const { one } = await setUp();
    const transaction = jest.spyOn(IDBDatabase.prototype, 'transaction');
    await one.change('ada', () => [action('a', 1)]);
    await one.change('ada', () => [], 'strict');
    expect(transaction.mock.calls.map(([, , options]) => options)).toEqual([
      { durability: 'relaxed' },
      { durability: 'strict' },
    ]);
    transaction.mockRestore();
  });
});
