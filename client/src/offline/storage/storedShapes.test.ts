/** @jest-environment node */
import 'fake-indexeddb/auto';
import type { StoredAction } from '../queue/index.ts';
import { openLecternDatabase } from './database.ts';
import { createIndexedDbQueueStore } from './indexedDbQueueStore.ts';
import { answerFromCopies } from './localCopies.ts';
import { isStoredMetadata, isStoredUpload } from './storedShapes.ts';

const userId = 'ada';
const write: StoredAction = {
  id: 'a',
  type: 'CREATE_NOTE',
  payload: { id: 'n', bookId: null, content: 'Kept.', created_at: '2026-01-01T00:00:00.000Z' },
  status: 'pending',
  priority: 5,
  timestamp: 1,
  retryCount: 0,
  maxRetries: 5,
  lastError: null,
  lastAttempt: null,
  entity: 'note:n',
  userId,
  refused: false,
  notBefore: 0,
};

it('[F-03] [RS-02] what else stands in a store costs its own value, and the queue goes on', async () => {
  const database = await openLecternDatabase('junk');
  const put = (store: Parameters<typeof database.put>[0], value: unknown, key?: string) =>
    database.put(store, value as never, key);
  await put('sync_queue', { id: 'junk', userId, type: 5, timestamp: 'soon' });
  await put('revisions', { what: 'is this' }, userId);
  await put('books', { id: `${userId}/b`, userId, bookId: 'b', book: 5 });
  await put('reading_progress', { bookId: 'b', userId, progress: null });
  await put('notes', { id: 'junk', userId, note: 5 });

  const queue = createIndexedDbQueueStore(database);
  expect(await queue.all(userId)).toEqual([]);
  expect(await queue.change(userId, (actions) => [...actions, write])).toEqual([write]);
  expect(await createIndexedDbQueueStore(database).all(userId)).toEqual([write]);

  const params = { params: { id: 'b' } };
  expect(await answerFromCopies(database, userId, 'GET /books/:id', params)).toBeUndefined();
  expect(await answerFromCopies(database, userId, 'GET /books/:id/progress', params)).toBeUndefined();
  const notes = await answerFromCopies(database, userId, 'GET /notes', {});
  expect(notes?.items.map(({ content }) => content)).toEqual(['Kept.']);
  expect([isStoredMetadata({ bookId: 'b', userId }), isStoredUpload({ id: 'u', userId, file: 5 })]).toEqual([
    false,
    false,
  ]);
  database.close();
});
