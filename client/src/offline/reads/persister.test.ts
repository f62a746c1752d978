/** @jest-environment node */

import { createMemoryEntryStore } from '../../testing/memoryEntryStore.ts';
import type { QueryKey } from './persister.ts';
import { createPersister, isLarge, parseQueryKey, queryKey } from './persister.ts';

const read = (id: string, userId = 'u1'): QueryKey => ({
  userId,
  key: 'GET /books/:id',
  request: { params: { id } },
  allPages: false,
});

function setUp() {
  const store = createMemoryEntryStore();
  let clock = 1_000;
  const open = () => createPersister(store, () => clock);
  return {
    store,
    open,
    cache: open(),
    tick: (by: number) => {
      clock += by;
    },
  };
}

const day = 24 * 60 * 60_000;
const long = 'x'.repeat(100_000);

describe('keys of the cache', () => {
  it('do not depend on the order of fields, and can be read back', () => {
    const a = queryKey({ ...read('b'), request: { query: { limit: 1, offset: 2 }, params: { id: 'a|b' } } });
    const b = queryKey({
      ...read('b'),
      request: { params: { id: 'a|b' }, query: { offset: 2, limit: 1, genre: undefined } },
    });
    expect(a).toBe(b);
    expect(parseQueryKey(a)).toMatchObject({
      userId: 'u1',
      key: 'GET /books/:id',
      request: { params: { id: 'a|b' } },
    });
    for (const key of ['', 'something else', 'u1|GET /books|one', 'u1|GET /books|one|{'])
      expect(parseQueryKey(key)).toBeNull();
    const nested = { query: { ids: [{ b: 1, a: null }, 2], at: null } };
    for (const allPages of [true, false])
      expect(parseQueryKey(queryKey({ ...read('b'), request: nested, allPages }))).toEqual({
        userId: 'u1',
        key: 'GET /books/:id',
        request: nested,
        allPages,
      });
    expect(queryKey({ ...read('b'), request: { ids: [2, 1] } })).not.toBe(
      queryKey({ ...read('b'), request: { ids: [1, 2] } }),
    );
  });
});

describe('what counts as large', () => {
  it.each([
    ['', false],
    ['x'.repeat(99_998), true],
    ['x'.repeat(99_000), false],
    [{ items: Array.from({ length: 1_000 }, () => ({ title: 'y'.repeat(100) })) }, true],
    [{ items: Array.from({ length: 10 }, () => ({ title: 'y'.repeat(100) })) }, false],
    [null, false],
  ])('%#', (value, expected) => expect(isLarge(value)).toBe(expected));
});

describe('the response cache', () => {
  it('[OF-09] keeps at most 50 entries in memory, the least recently used leave first', async () => {
    const { cache } = setUp();
    for (let index = 0; index < 50; index += 1) await cache.write(read(String(index)), index);
    expect(cache.peek(read('0'))?.value).toBe(0);
    await cache.write(read('50'), 50);
    expect(cache.peek(read('1'))).toBeNull();
    expect(cache.peek(read('0'))?.value).toBe(0);
    expect((await cache.read(read('1')))?.value).toBe(1);
  });

  it('[OF-09] keeps entries of 100,000 characters and more in the local database only', async () => {
    const { cache } = setUp();
    await cache.write(read('big'), long);
    expect(cache.peek(read('big'))).toBeNull();
    expect((await cache.read(read('big')))?.value).toBe(long);
    expect(cache.peek(read('big'))).toBeNull();
  });

  it('[OF-09] knows nothing of another version', async () => {
    const { cache, store } = setUp();
    await store.set(queryKey(read('a')), { version: 1, value: 'old', fetchedAt: 0 });
    expect(await cache.read(read('a'))).toBeNull();
    expect(await store.keys()).toEqual([]);
    await cache.write(read('a'), 'new');
    expect((await store.get(queryKey(read('a'))))?.version).toBe(2);
  });

  it('[OF-09] cleans up what has not been fetched for 30 days', async () => {
    const { cache, open, tick, store } = setUp();
    await cache.write(read('a'), 'a');
    tick(20 * day);
    await cache.write(read('b'), 'b');
    tick(11 * day);
    await open().cleanUp();
    expect(await store.keys()).toEqual([queryKey(read('b'))]);
  });

  it('[OF-09] cleans up to the millisecond, and what is no answer of this version', async () => {
    const { cache, open, tick, store } = setUp();
    await cache.write(read('a'), 'a');
    const entry = { version: 2, value: 'x', fetchedAt: 1_000 };
    await store.set('no name of a read', entry);
    await store.set(queryKey(read('old')), { ...entry, version: 1 });
    tick(30 * day);
    await open().cleanUp();
    expect(await store.keys()).toEqual([queryKey(read('a'))]);
    tick(1);
    await cache.cleanUp();
    expect([await store.keys(), cache.peek(read('a'))]).toEqual([[], null]);
  });

  it('forgets an entry in memory and in the database, or those in memory only', async () => {
    const { cache, store } = setUp();
    for (const id of ['a', 'b']) await cache.write(read(id), id);
    await cache.remove(read('a'));
    expect([cache.peek(read('a')), await cache.read(read('a'))]).toEqual([null, null]);
    cache.clearMemory();
    expect(cache.peek(read('b'))).toBeNull();
    expect((await cache.read(read('b')))?.value).toBe('b');
    expect(cache.peek(read('b'))?.value).toBe('b');
    await store.remove(queryKey(read('b')));
    expect([cache.peek(read('b'))?.value, await cache.readStored(read('b'))]).toEqual(['b', null]);
  });

  it('outlives the page', async () => {
    const { cache, open } = setUp();
    await cache.write(read('a'), { title: 'A' });
    expect((await open().read(read('a')))?.value).toEqual({ title: 'A' });
  });

  it('[AE-09] keeps readers apart', async () => {
    const { cache } = setUp();
    await cache.write(read('a', 'u1'), 'mine');
    await cache.write(read('a', 'u2'), 'yours');
    expect((await cache.read(read('a', 'u2')))?.value).toBe('yours');
    expect((await cache.read(read('a', 'u1')))?.value).toBe('mine');
  });

  it('changes every entry of a key for one reader, in memory and in the database', async () => {
    const { cache, open } = setUp();
    await cache.write(read('a'), 1);
    await cache.write(read('b'), 2);
    await cache.write(read('a', 'u2'), 3);
    await cache.changeAll('u1', 'GET /books/:id', (value, request) => [value, request]);
    expect(cache.peek(read('a'))?.value).toEqual([1, { params: { id: 'a' } }]);
    expect((await open().read(read('b')))?.value).toEqual([2, { params: { id: 'b' } }]);
    expect(cache.peek(read('a', 'u2'))?.value).toBe(3);
  });

  it('changes a large entry in the database', async () => {
    const { cache, open } = setUp();
    await cache.write(read('big'), long);
    for (const letter of ['a', 'b'])
      await cache.changeAll('u1', 'GET /books/:id', (value) => `${value}${letter}`);
    expect([cache.peek(read('big')), (await open().read(read('big')))?.value]).toEqual([null, `${long}ab`]);
  });

  it('changes an entry that only the database has, and keeps its age', async () => {
    const { cache, open, tick, store } = setUp();
    await cache.write(read('a'), 1);
    tick(5);
    await open().changeAll('u1', 'GET /books/:id', (value) => Number(value) + 1);
    expect(await store.get(queryKey(read('a')))).toEqual({ version: 2, value: 2, fetchedAt: 1_000 });
    await open().changeAll('u1', 'GET /notes', () => 'another read');
    expect((await open().read(read('a')))?.value).toBe(2);
  });
});
