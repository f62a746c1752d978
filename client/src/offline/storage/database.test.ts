/** @jest-environment node */
import 'fake-indexeddb/auto';
import { openLecternDatabase } from './database.ts';

it('[OF-01] stores books, places, notes, the queue and what is known of downloads, under their keys', async () => {
  const database = await openLecternDatabase('schema');
  const names = ['books', 'reading_progress', 'notes', 'sync_queue', 'metadata'] as const;
  const transaction = database.transaction(names);
  const schema = names.map((name) => {
    const { keyPath, indexNames } = transaction.objectStore(name);
    return [name, keyPath, [...indexNames]];
  });
  expect(schema).toEqual([
    ['books', 'id', ['bookId', 'lastAccessed']],
    ['reading_progress', 'bookId', []],
    ['notes', 'id', ['userId']],
    ['sync_queue', 'id', ['userId']],
    ['metadata', 'bookId', []],
  ]);
  database.close();
});
