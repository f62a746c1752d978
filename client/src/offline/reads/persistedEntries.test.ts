/** @jest-environment node */

import 'fake-indexeddb/auto';
import { createEntryStore } from './persistedEntries.ts';

const entry = (value: unknown) => ({ version: 2, value, fetchedAt: 1_000 });

test('entries are kept by their names until they are removed', async () => {
  const store = createEntryStore();
  expect(await store.get('a')).toBeNull();
  await store.set('a', entry('one'));
  await store.set('b', entry(['two']));
  expect(await store.get('a')).toEqual(entry('one'));
  expect([...(await store.keys())].sort()).toEqual(['a', 'b']);
  await store.remove('a');
  expect([await store.get('a'), await store.keys()]).toEqual([null, ['b']]);
  // Another page of this browser has the same.
  expect(await createEntryStore().get('b')).toEqual(entry(['two']));
  await store.clear();
  expect(await store.keys()).toEqual([]);
});

test.each([
  ['text', 'junk'],
  ['nothing', null],
  ['an entry without a version', { value: 1, fetchedAt: 1 }],
  ['an entry without a time', { version: 2, value: 1 }],
  ['an entry without a value', { version: 2, fetchedAt: 1 }],
  ['a list that is none', entry({ items: 'junk' })],
  ['a list of something else', entry({ items: [{ id: 'a' }, null] })],
])('[F-03] %s in the place of an entry is no entry', async (_, junk) => {
  const store = createEntryStore();
  await store.set('junk', junk as never);
  expect(await store.get('junk')).toBeNull();
  await store.remove('junk');
});

test('a database that does not answer is an empty one after five seconds', async () => {
  const store = createEntryStore();
  await store.set('slow', entry('one'));
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
  const { get } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.get = () => ({}) as IDBRequest;
  try {
    const settled = jest.fn();
    const read = store.get('slow').then(settled);
    await jest.advanceTimersByTimeAsync(4_999);
    expect(settled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    await read;
    expect(settled).toHaveBeenCalledWith(null);
    IDBObjectStore.prototype.get = get;
    expect(await store.get('slow')).toEqual(entry('one'));
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    IDBObjectStore.prototype.get = get;
    jest.useRealTimers();
    await store.remove('slow');
  }
});

test('a cache that cannot be written to is an empty one, and nobody is told', async () => {
  const store = createEntryStore();
  await expect(
    store.set(
      'f',
      entry(() => 'not to be stored'),
    ),
  ).resolves.toBeUndefined();
  expect([await store.get('f'), await store.keys()]).toEqual([null, []]);
});
