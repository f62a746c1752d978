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
