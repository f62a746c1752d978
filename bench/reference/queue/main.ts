/** The shell's queue with the browser's database, and nothing else: the time of one more write. */

import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import {
  createActionTypes,
  createFlushLock,
  createQueue,
  createWriteAheadLog,
  type StoredAction,
} from '../../../client/src/offline/queue/index.ts';
import { type LecternDatabase, openLecternDatabase } from '../../../client/src/offline/storage/database.ts';
import { createIndexedDbQueueStore } from '../../../client/src/offline/storage/indexedDbQueueStore.ts';

const note = (id: string) => ({
  id,
  bookId: null,
  content: 'A thought.',
  created_at: '2026-01-01T00:00:00.000Z',
});

/** Milliseconds of a bare database write: a lower bound for any queue on this machine. */
async function bare(database: LecternDatabase, id: string): Promise<number> {
  const began = performance.now();
  const transaction = database.transaction(['uploads', 'revisions', 'metadata'], 'readwrite', {
    durability: 'strict',
  });
  runInBackground(transaction.objectStore('revisions').put(1, 'bare'));
  runInBackground(transaction.objectStore('metadata').put({ ...note(id), bookId: id } as never));
  runInBackground(transaction.objectStore('uploads').put({ ...note(id), userId: 'bare' } as never));
  await transaction.done;
  return performance.now() - began;
}

/**
 * @returns milliseconds of each of `count` writes while `pending` are
 * queued already, and of as many bare writes in between
 */
async function measure(pending: number, count: number): Promise<{ ours: number[]; bare: number[] }> {
  const database = await openLecternDatabase('lectern-bench');
  const transaction = database.transaction('sync_queue', 'readwrite');
  for (let index = 0; index < pending; index += 1) {
    const id = crypto.randomUUID();
    const action: StoredAction = {
      id,
      type: 'CREATE_NOTE',
      payload: note(id),
      status: 'pending',
      priority: 8,
      timestamp: index + 1,
      retryCount: 0,
      maxRetries: 5,
      lastError: null,
      lastAttempt: null,
      entity: `note:${id}`,
      userId: 'reader',
      notBefore: 0,
      refused: false,
    };
    runInBackground(transaction.store.put(action));
  }
  await transaction.done;
  const queue = createQueue({
    store: createIndexedDbQueueStore(database),
    writeAheadLog: createWriteAheadLog(localStorage, sessionStorage, Date.now),
    types: createActionTypes(),
    call: async () => null,
    user: createWritable({ id: 'reader' }),
    network: { state: createWritable('offline' as const), check: async () => 'offline' },
    events: { emit: () => {} },
    exclusively: createFlushLock('lectern-bench'),
    channel: new BroadcastChannel('lectern-bench'),
    commit: async () => {},
  });
  await queue.loaded();
  if (queue.waiting.get().length !== pending)
    throw new Error('The queue does not contain the pending writes.');
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let index = 0; index < count; index += 1) {
    const began = performance.now();
    await queue.enqueue('CREATE_NOTE', note(crypto.randomUUID()));
    times.ours.push(performance.now() - began);
    times.bare.push(await bare(database, crypto.randomUUID()));
  }
  return times;
}

(globalThis as unknown as { measureQueue: typeof measure }).measureQueue = measure;
