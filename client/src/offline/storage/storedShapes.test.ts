/** @jest-environment node */
import 'fake-indexeddb/auto';
import type { StoredAction } from '../queue/index.ts';
import { openLecternDatabase } from './database.ts';
import { createIndexedDbQueueStore } from './indexedDbQueueStore.ts';
import { answerFromCopies } from './localCopies.ts';
import { storageAvailability, storageProblemOf } from './storageProblem.ts';
import {
  isStoredAction,
  isStoredBook,
  isStoredMetadata,
  isStoredNote,
  isStoredProgress,
  isStoredUpload,
} from './storedShapes.ts';

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

const upload = { id: 'u', userId, filename: 'a.epub', size: 1, addedAt: 1, file: new Blob(['x']), url: null };
const metadata = { bookId: 'b', userId, title: 'Emma', cachedAt: 1, bytes: 1, isCached: false };
const book = { id: 'b', title: 'Emma', author: '' };
const progress = { percentage: 0, updated_at: '2026-01-01' };
const note = { id: 'n', content: '', created_at: '2026-01-01' };

/** Every field alone is missing or of another type. */
const damaged = (value: Record<string, unknown>): [field: string, damaged: unknown][] =>
  Object.keys(value).flatMap((field) => [
    [field, { ...value, [field]: undefined }],
    [field, { ...value, [field]: { another: 'type' } }],
  ]);

describe('[F-03] a value in a store', () => {
  const { payload: _, lastError: __, lastAttempt: ___, refused: ____, ...action } = write;
  it.each<[string, (value: unknown) => boolean, Record<string, unknown>, string | null]>([
    ['a write', isStoredAction, action, null],
    ['an upload', isStoredUpload, upload, null],
    ['a download', isStoredMetadata, metadata, null],
    ['a book', isStoredBook, book, 'book'],
    ['a place', isStoredProgress, progress, 'progress'],
    ['a note', isStoredNote, note, 'note'],
  ])('is %s only with all fields that are used', (_, is, value, inside) => {
    const stored = (one: unknown) => (inside === null ? one : { [inside]: one });
    expect(is(stored(value))).toBe(true);
    expect(damaged(value).filter(([, one]) => is(stored(one)))).toEqual([]);
    for (const junk of [null, undefined, 'text', 5])
      expect([is(junk), is(stored(junk))]).toEqual([false, false]);
  });

  it('is a write in one of its states, and an upload with or without its address', () => {
    const states = ['pending', 'syncing', 'failed', 'done'].map((status) =>
      isStoredAction({ ...write, status }),
    );
    expect(states).toEqual([true, true, true, false]);
    expect(isStoredUpload({ ...upload, url: '/v1/uploads/files/1' })).toBe(true);
    expect(isStoredAction({ ...write, timestamp: Number.NaN })).toBe(false);
  });
});

test.each([
  [null, null],
  [new DOMException('No.', 'QuotaExceededError'), 'full'],
  [new DOMException('No.', 'VersionError'), 'newer'],
  [new DOMException('No.', 'UnknownError'), 'gone'],
  [new Error('No.'), 'gone'],
])('[Y-02] the problem behind %p is %p', (error, problem) => expect(storageProblemOf(error)).toBe(problem));

test.each<[string, object, object | undefined, unknown]>([
  ['no database', {}, undefined, { available: false, reason: 'This browser can’t store anything offline' }],
  ['a database', { indexedDB: {} }, undefined, { available: true }],
  ['no estimate', { indexedDB: {} }, {}, { available: true }],
  ['an empty estimate', { indexedDB: {} }, { estimate: async () => ({}) }, { available: true }],
  ['90 %', { indexedDB: {} }, { estimate: async () => ({ usage: 90, quota: 100 }) }, { available: true }],
  [
    'more than 90 %',
    { indexedDB: {} },
    { estimate: async () => ({ usage: 91, quota: 100 }) },
    { available: false, reason: 'Storage quota exceeded' },
  ],
])('[OF-01] whether a browser with %s can store more', async (_, scope, storage, expected) => {
  expect(await storageAvailability(scope, storage as never)).toEqual(expected);
});
