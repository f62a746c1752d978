/** @jest-environment node */
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import 'fake-indexeddb/auto';
import type { ActionType } from '@lectern/shared-contracts/contract/host.ts';
import { apiTexts } from '../../common/hostError.ts';
import { loggedIn, memoryStorage } from '../../testing/memoryStorage.ts';
import { bookmark, change, note, setUp, states, throwing } from '../../testing/testQueue.ts';
import type { LecternDatabase } from '../storage/database.ts';
import { createIndexedDbQueueStore } from '../storage/indexedDbQueueStore.ts';
import { answerFromCopies } from '../storage/localCopies.ts';

describe('the queue', () => {
  it('[OF-01] [OF-02] stores a write before enqueue resolves, and shows it', async () => {
    const { queue, network, stored, database } = await setUp();
    network.set('offline');
    await queue.enqueue('CREATE_NOTE', note('n1'));
    expect(await stored()).toMatchObject([
      { type: 'CREATE_NOTE', status: 'pending', userId: 'u1', maxRetries: 5, retryCount: 0 },
    ]);
    expect(queue.state.get()).toMatchObject({ pending: 1, indicator: 'idle' });
    expect([...(database?.objectStoreNames ?? [])]).toEqual([
      'books',
      'metadata',
      'notes',
      'reading_progress',
      'revisions',
      'sync_queue',
      'uploads',
    ]);
  });

  it('sends a write at once when online, and again when the reader retries it', async () => {
    const { queue, answers } = await setUp();
    const nextRequest = (answer: () => unknown) =>
      new Promise((resolve) =>
        answers((sent) => {
          resolve(sent.key);
          return answer();
        }),
      );
    const refused = nextRequest(throwing(422));
    await queue.enqueue('CREATE_NOTE', note('n1'));
    expect(await refused).toBe('POST /notes/book/:bookId');
    await queue.flushNow();
    const [failed] = queue.state.get().failed;
    const retried = nextRequest(() => null);
    await queue.retry(failed?.id ?? '');
    expect(await retried).toBe('POST /notes/book/:bookId');
  });

  it('[OF-02] an unknown type is an error', async () => {
    const { queue } = await setUp();
    await expect(queue.enqueue('NOTHING_KNOWN' as never, {} as never)).rejects.toThrow(
      'Unknown sync action type: NOTHING_KNOWN',
    );
  });

  it('accepts types that a remote registers, with its schema, but none in place of those of the shell', async () => {
    const { queue, network, sent } = await setUp();
    interface Cover {
      bookId: string;
      image: string;
    }
    const cover: ActionType<Cover> = {
      type: 'SET_COVER',
      priority: 4,
      accepts: (payload): payload is Cover => typeof (payload as Partial<Cover>).image === 'string',
      entity: ({ bookId }) => `book:${bookId}`,
      request: ({ bookId, image }) => ({
        key: 'PUT /books/:id/cover',
        params: { id: bookId },
        body: { image },
      }),
    };
    await expect(queue.enqueue('SET_COVER', { bookId: 'b1', image: 'x' })).rejects.toThrow('Unknown sync');
    queue.register(cover);
    await expect(queue.enqueue('SET_COVER', { bookId: 'b1' } as never)).rejects.toThrow(
      'not accepted by the sync action type SET_COVER',
    );
    await queue.enqueue('SET_COVER', { bookId: 'b1', image: 'x' });
    await queue.flushNow();
    expect(sent).toMatchObject([{ key: 'PUT /books/:id/cover', request: { body: { image: 'x' } } }]);
    expect(() => queue.register({ ...cover, type: 'CREATE_NOTE' })).toThrow("the shell's own");
    // Queued by a version of the remote that knew another schema: it stays for the reader to see.
    network.set('offline');
    await queue.enqueue('SET_COVER', { bookId: 'b1', image: 'y' });
    queue.register({ ...cover, accepts: (payload): payload is Cover => payload === null });
    network.set('online');
    await queue.flushNow();
    expect(sent).toHaveLength(1);
    expect(queue.state.get().failed).toMatchObject([{ lastError: apiTexts.unreadable }]);
  });

  it('keeps a write for a day for the remote that knows its type', async () => {
    const first = await setUp();
    const cover: ActionType<{ bookId: string }> = {
      type: 'SET_COVER',
      priority: 4,
      entity: ({ bookId }) => `book:${bookId}`,
      request: ({ bookId }) => ({ key: 'PUT /books/:id/cover', params: { id: bookId }, body: { image: '' } }),
    };
    first.queue.register(cover);
    first.network.set('offline');
    await first.queue.enqueue('SET_COVER', { bookId: 'b1', image: '' });
    const { queue, sent } = await setUp({ database: first.database });
    await queue.flushNow();
    expect([sent.length, queue.state.get().pending]).toEqual([0, 1]);
    queue.register(cover);
    await queue.flushNow();
    expect(sent).toHaveLength(1);
    first.network.set('offline');
    await first.queue.enqueue('SET_COVER', { bookId: 'b2', image: '' });
    const stranger = await setUp({ database: first.database });
    stranger.later(25 * 60 * 60_000);
    await stranger.queue.flushNow();
    expect(stranger.queue.state.get().failed).toMatchObject([
      { lastError: 'The part of the app that can send this change is not loaded.' },
    ]);
  });

  it('[F-25] on Sync Now, shows a write of an unknown type as failed, and sends it once the type is registered', async () => {
    const first = await setUp();
    const cover: ActionType<{ bookId: string }> = {
      type: 'SET_COVER',
      priority: 4,
      entity: ({ bookId }) => `book:${bookId}`,
      request: ({ bookId }) => ({ key: 'PUT /books/:id/cover', params: { id: bookId }, body: { image: '' } }),
    };
    first.queue.register(cover);
    first.network.set('offline');
    await first.queue.enqueue('SET_COVER', { bookId: 'b1', image: '' });
    const { queue, emitted, sent } = await setUp({ database: first.database });
    await queue.loaded();
    await queue.flush();
    const error = 'The part of the app that can send this change is not loaded.';
    expect(queue.state.get()).toMatchObject({ pending: 0, failed: [{ lastError: error }] });
    expect(emitted).toMatchObject([{ name: 'syncActionFailed', detail: { type: 'SET_COVER', error } }]);
    queue.register(cover);
    await queue.flushNow();
    expect(sent).toHaveLength(1);
    expect(queue.waiting.get()).toEqual([]);
  });

  it('[Y-09] a write replaces a refused one in one step, and only once', async () => {
    const { queue, answers, network, sent } = await setUp();
    answers(throwing(404));
    await queue.enqueue('UPDATE_NOTE', change('n1', 'words'));
    await queue.flushNow();
    const [refused] = queue.state.get().failed;
    network.set('offline');
    const kept = { insteadOf: refused?.id };
    await Promise.all([
      queue.enqueue('CREATE_NOTE', note('kept', 'words'), kept),
      queue.enqueue('CREATE_NOTE', note('again', 'words'), kept),
    ]);
    expect(states(queue)).toEqual([['CREATE_NOTE', 'pending', 0]]);
    answers(() => null);
    network.set('online');
    await queue.flushNow();
    expect(sent.slice(1)).toMatchObject([{ request: { body: { id: 'kept' } } }]);
  });

  it('[Y-01] writes behind a refused one wait with it and are counted; all of them are retried at once', async () => {
    const { queue, answers, sent } = await setUp();
    answers(throwing(422));
    await queue.enqueue('UPDATE_BOOKMARK', { ...bookmark, id: 'm1', page: 1 });
    await queue.enqueue('UPDATE_BOOKMARK', { ...bookmark, id: 'm2', page: 2 });
    await queue.flushNow();
    await queue.enqueue('UPDATE_BOOKMARK', { ...bookmark, id: 'm3', page: 1 });
    await queue.flushNow();
    const { pending, failed } = queue.state.get();
    expect([pending, failed.map(({ waitingBehind }) => waitingBehind)]).toEqual([0, [1, 0]]);
    answers(() => null);
    await queue.retry(
      failed[0]?.id ?? '',
      failed.slice(1).map(({ id }) => id),
    );
    await queue.flushNow();
    expect([sent.length, queue.waiting.get()]).toEqual([5, []]);
  });

  it('does not wait longer when the clock of the device is turned back', async () => {
    const { queue, answers, sent, later } = await setUp();
    answers(throwing(503));
    await queue.enqueue('CREATE_NOTE', note('n1'));
    await queue.flushNow();
    answers(() => null);
    later(-90 * 86_400_000);
    await queue.flushNow();
    expect(sent).toHaveLength(2);
    expect(queue.waiting.get()).toEqual([]);
  });

  it('holds back a write that can be undone, even on Sync Now; once it is dropped, everything is as before', async () => {
    const { queue, network, later, sent } = await setUp();
    network.set('offline');
    await queue.enqueue('UPDATE_BOOK', { bookId: 'b1', changes: { title: 'Emma' } });
    await queue.enqueue('DELETE_BOOK', { bookId: 'b1' }, { id: 'd1', holdFor: 10_000 });
    await queue.enqueue('DELETE_BOOK', { bookId: 'b2' }, { id: 'd2', holdFor: 10_000 });
    expect(states(queue).map(([type]) => type)).toEqual(['UPDATE_BOOK', 'DELETE_BOOK', 'DELETE_BOOK']);
    expect(queue.state.get().pending).toBe(1);
    network.set('online');
    await queue.flush();
    expect(sent.map(({ key }) => key)).toEqual(['PATCH /books/:id']);
    await queue.drop('d1');
    later(10_000);
    await queue.flushNow();
    expect(sent.map(({ key, idempotencyKey }) => [key, idempotencyKey])).toEqual([
      ['PATCH /books/:id', expect.any(String)],
      ['DELETE /books/:id', 'd2'],
    ]);
    expect(queue.waiting.get()).toEqual([]);
  });

  it('counts the deletion of something that is already gone as done', async () => {
    const { queue, answers } = await setUp();
    answers(throwing(404));
    await queue.enqueue('DELETE_NOTE', { id: 'n1', bookId: null });
    await queue.flushNow();
    expect(queue.waiting.get()).toEqual([]);
  });

  it('[AE-09] belongs to its reader: it survives a sign-out, and no other reader sees or sends it', async () => {
    const { queue, network, user, sent, stored } = await setUp();
    network.set('offline');
    await queue.enqueue('CREATE_NOTE', note('n1'));
    user.set({ id: 'u2' });
    network.set('online');
    const stop = await queue.start();
    expect(queue.waiting.get()).toEqual([]);
    expect(sent).toEqual([]);
    user.set({ id: 'u1' });
    await queue.flushNow();
    await queue.flushNow();
    expect(sent).toHaveLength(1);
    expect(await stored()).toEqual([]);
    stop();
  });

  it('[OF-04] loses no write when the page is closed while the database is busy', async () => {
    const [local, session] = [memoryStorage(), memoryStorage()];
    const first = await setUp({ local, session });
    first.network.set('offline');
    // Nobody waits for these: the page is gone.
    runInBackground(first.queue.enqueue('CREATE_NOTE', note('n1')));
    runInBackground(first.queue.enqueue('UPDATE_NOTE', change('n1', 'more')));
    const left = memoryStorage();
    for (let index = 0; index < local.length; index += 1) {
      const key = local.key(index) ?? '';
      left.setItem(key, local.getItem(key) ?? '');
    }
    const second = await setUp({ local: left, session });
    second.network.set('offline');
    await second.queue.loaded();
    expect(second.queue.waiting.get()).toMatchObject([
      { type: 'CREATE_NOTE', payload: { content: 'words' } },
      { type: 'UPDATE_NOTE', payload: { content: 'more' } },
    ]);
    expect(loggedIn(left)).toBe(0);
    const otherTab = await setUp({ local, session: memoryStorage() });
    await otherTab.queue.loaded();
    expect(states(otherTab.queue)).toEqual([]);
  });

  it('stores copies of progress and notes, which can be read without server and cache, in the same transaction', async () => {
    const { queue, network, database } = await setUp();
    if (database === null) throw new Error('This test needs a database.');
    network.set('offline');
    await queue.enqueue('UPDATE_PROGRESS', {
      bookId: 'b1',
      current_page: 7,
      total_pages: 70,
      percentage: 10,
      updated_at: '2026-01-01T00:00:00.000Z',
    });
    await queue.enqueue('CREATE_NOTE', note('n1', 'first'));
    await queue.enqueue('UPDATE_NOTE', change('n1', 'second'));
    const book = { params: { id: 'b1' } };
    expect(await answerFromCopies(database, 'u1', 'GET /books/:id/progress', book)).toMatchObject({
      current_page: 7,
    });
    expect(await answerFromCopies(database, 'u1', 'GET /notes', {})).toMatchObject({
      items: [{ id: 'n1', content: 'second' }],
    });
    expect(await answerFromCopies(database, 'u2', 'GET /notes', {})).toBeUndefined();
    expect(await answerFromCopies(database, 'u2', 'GET /books/:id/progress', book)).toBeUndefined();
    await queue.enqueue('DELETE_NOTE', { id: 'n1', bookId: 'b1' });
    expect(await answerFromCopies(database, 'u1', 'GET /notes', {})).toBeUndefined();
  });

  it('[OF-04] sends every 30 s, when the tab is shown and when the network is back', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick', 'performance'] });
    const { queue, network, sent, answers, later, page } = await setUp();
    const settled = async () => {
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    };
    network.set('offline');
    const stop = await queue.start();
    await queue.enqueue('CREATE_NOTE', note('n1'));
    await settled();
    expect(sent).toHaveLength(0);
    answers(throwing(503));
    network.set('online');
    await settled();
    expect(sent).toHaveLength(1);
    later(10_000);
    page.dispatchEvent(new Event('visibilitychange'));
    await settled();
    expect(sent).toHaveLength(2);
    later(60_000);
    jest.advanceTimersByTime(30_000);
    await settled();
    expect(sent).toHaveLength(3);
    stop();
    later(600_000);
    jest.advanceTimersByTime(600_000);
    await settled();
    expect(sent).toHaveLength(3);
    jest.useRealTimers();
  });

  it('[OF-05] reads the stored writes again every 5 s for the indicator', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick', 'performance'] });
    const { queue, network, database } = await setUp();
    const settled = async () => {
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    };
    network.set('offline');
    const stop = await queue.start();
    await queue.enqueue('CREATE_NOTE', note('n1'));
    await settled();
    // Another tab, which this one does not hear.
    const other = createIndexedDbQueueStore(database as LecternDatabase);
    await other.change('u1', (all) => all.map((one) => ({ ...one, id: 'x', entity: 'note:x' })).concat(all));
    jest.advanceTimersByTime(4_999);
    await settled();
    expect(queue.state.get().pending).toBe(1);
    jest.advanceTimersByTime(1);
    await settled();
    expect(queue.state.get().pending).toBe(2);
    stop();
    jest.useRealTimers();
  });
});
