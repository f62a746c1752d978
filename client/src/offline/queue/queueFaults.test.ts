/** @jest-environment node */
import type { ActionType } from '@lectern/shared-contracts/contract/host.ts';
import { loggedIn, memoryStorage } from '../../testing/memoryStorage.ts';
import { highlight, note, setUp, states, throwing } from '../../testing/testQueue.ts';
import type { QueueStore } from './queuePorts.ts';
import { createWriteAheadLog } from './writeAheadLog.ts';

const hour = 60 * 60_000;
const cover: ActionType<{ bookId: string }> = {
  type: 'SET_COVER',
  priority: 4,
  entity: ({ bookId }) => `book:${bookId}`,
  request: ({ bookId }) => ({ key: 'PUT /books/:id/cover', params: { id: bookId }, body: { image: '' } }),
};
/** Time enough for a transaction of the in-memory database. */
const turns = async (count = 50) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
};

describe('the write-ahead log of a page that was closed', () => {
  it('[M-01] is replayed for its own reader only: another reader neither shows, stores nor sends it', async () => {
    const [local, session] = [memoryStorage(), memoryStorage()];
    createWriteAheadLog(local, session, () => 1_000_000).add({
      id: 'w1',
      type: 'CREATE_NOTE',
      payload: note('n1'),
      userId: 'u1',
    });
    const other = await setUp({ userId: 'u2', local, session });
    await other.queue.loaded();
    await other.queue.flushNow();
    expect([other.queue.waiting.get(), await other.stored(), other.sent]).toEqual([[], [], []]);

    const own = await setUp({ userId: 'u1', local, session });
    await own.queue.loaded();
    await own.queue.flushNow();
    expect(own.sent).toMatchObject([{ idempotencyKey: 'w1', request: { body: { id: 'n1' } } }]);
    expect(loggedIn(local)).toBe(0);
  });

  it.each([
    [9_999, 0],
    [10_001, 1],
  ])(
    '[M-11] of another tab is taken over once that is abandoned: after %d ms %d writes',
    async (age, count) => {
      const local = memoryStorage();
      createWriteAheadLog(local, memoryStorage(), () => 1_000_000 - age).add({
        id: 'w1',
        type: 'CREATE_NOTE',
        payload: note('n1'),
        userId: 'u1',
      });
      const { queue } = await setUp({ local });
      await queue.loaded();
      expect(queue.waiting.get()).toHaveLength(count);
    },
  );

  it('of another tab that ends while this one goes on is sent by this one, without a reload', async () => {
    const local = memoryStorage();
    const { queue, later, sent } = await setUp({ local });
    await queue.loaded();
    const entry = { id: 'w1', type: 'CREATE_NOTE', payload: note('n1'), userId: 'u1' };
    createWriteAheadLog(local, memoryStorage(), () => 1_000_000).add(entry);
    later(10_001);
    await queue.flushNow();
    expect(sent).toMatchObject([{ idempotencyKey: 'w1' }]);
    expect(loggedIn(local)).toBe(0);
  });
});

describe('what the server answers', () => {
  it.each([404, 409])('[M-08] %d to the deletion of a highlight settles it', async (status) => {
    const { queue, answers, sent } = await setUp();
    answers(throwing(status));
    await queue.enqueue('DELETE_HIGHLIGHT', { id: highlight.id, bookId: highlight.bookId });
    await queue.flushNow();
    expect([sent.length, queue.waiting.get()]).toEqual([1, []]);
  });

  it('[M-08] a Retry-After is seconds: nothing is sent before they are over', async () => {
    const { queue, answers, later, sent } = await setUp();
    answers(throwing(503, 'busy', 120));
    await queue.enqueue('CREATE_NOTE', note('n1'));
    await queue.flushNow();
    later(119_999);
    await queue.flushNow();
    expect(sent).toHaveLength(1);
    later(1);
    await queue.flushNow();
    expect(sent).toHaveLength(2);
  });

  it('[M-08] a write leaves the database only when what it did is part of the reads', async () => {
    const here: { stored: () => Promise<readonly { id: string }[]> | readonly { id: string }[] } = {
      stored: () => [],
    };
    const seen: number[] = [];
    const setting = await setUp({
      async committing() {
        await turns();
        seen.push((await here.stored()).length);
      },
    });
    here.stored = setting.stored;
    setting.network.set('offline');
    for (const id of ['n1', 'n2', 'n3']) await setting.queue.enqueue('CREATE_NOTE', note(id));
    setting.network.set('online');
    await setting.queue.flushNow();
    const ids = setting.committed.map(({ payload }) => (payload as { id: string }).id);
    expect(ids).toEqual(['n1', 'n2', 'n3']);
    // The first of them is committed while the others are on their way, and is still stored.
    expect(seen[0]).toBe(3);
    expect(await setting.stored()).toEqual([]);
  });
});

describe('a write that this version of its type cannot read', () => {
  it('[F-03] [Y-03] does not hold up what else a closed page has left in the log, and stays there', async () => {
    const [local, session] = [memoryStorage(), memoryStorage()];
    const log = createWriteAheadLog(local, session, () => 1_000_000);
    log.add({ id: 'w1', type: 'SET_COVER', payload: null, userId: 'u1' });
    log.add({ id: 'w2', type: 'CREATE_NOTE', payload: note('n1'), userId: 'u1' });
    createWriteAheadLog(local, memoryStorage(), () => 1_000_000).add({
      id: 'w3',
      type: 'SET_COVER',
      payload: null,
      userId: 'u1',
    });
    const { queue, sent, network } = await setUp({ local, session });
    network.set('offline');
    queue.register(cover);
    await queue.loaded();
    network.set('online');
    await queue.flushNow();
    expect(sent).toMatchObject([{ idempotencyKey: 'w2' }]);
    expect(loggedIn(local)).toBe(2);
  });

  it('[Y-03] is shown to the reader as a failed change, and does not wait for ever', async () => {
    const { queue, sent } = await setUp();
    queue.register<{ bookId: string }>({
      ...cover,
      request() {
        throw new TypeError('The payload has no image.');
      },
    });
    await queue.enqueue('SET_COVER', { bookId: 'b1', image: '' });
    await queue.flushNow();
    expect([sent, queue.state.get()]).toMatchObject([[], { pending: 0, failed: [{ type: 'SET_COVER' }] }]);
  });
});

describe('what the queue shows', () => {
  /** The first look at the database after `hold()` has its answer only at `release()`. */
  function slowLook() {
    const answer = Promise.withResolvers<void>();
    const looked = Promise.withResolvers<void>();
    let holds = false;
    const around = (store: QueueStore): QueueStore => ({
      ...store,
      async all(userId) {
        const actions = await store.all(userId);
        if (!holds) return actions;
        holds = false;
        looked.resolve();
        await answer.promise;
        return actions;
      },
    });
    const hold = () => {
      holds = true;
      return looked.promise;
    };
    return { around, hold, release: answer.resolve };
  }

  it('[M-11] is read anew when a write was added while it was read', async () => {
    const { around, hold, release } = slowLook();
    const { queue, network } = await setUp({ around });
    await queue.loaded();
    network.set('offline');
    const looked = hold();
    const flushed = queue.flushNow();
    await looked;
    await queue.enqueue('CREATE_NOTE', note('n1'));
    release();
    await flushed;
    expect(states(queue)).toEqual([['CREATE_NOTE', 'pending', 0]]);
  });

  it('[M-11] is not what was read for another reader', async () => {
    const { around, hold, release } = slowLook();
    const { queue, network, user } = await setUp({ around });
    network.set('offline');
    await queue.enqueue('CREATE_NOTE', note('n1'));
    const looked = hold();
    const flushed = queue.flushNow();
    await looked;
    user.set({ id: 'u2' });
    release();
    await flushed;
    expect(queue.waiting.get()).toEqual([]);
  });

  it('[M-11] is not that it is sending once a flush has failed', async () => {
    const { queue, network } = await setUp({
      committing: () => Promise.reject(new Error('The cache is out of order.')),
    });
    network.set('offline');
    await queue.enqueue('CREATE_NOTE', note('n1'));
    network.set('online');
    await expect(queue.flushNow()).rejects.toThrow('out of order');
    network.set('offline');
    await queue.enqueue('CREATE_NOTE', note('n2'));
    expect(queue.state.get()).toMatchObject({ syncing: 1, pending: 1, indicator: 'idle' });
  });

  it('[M-11] a write of an unknown kind waits a whole day before it is refused', async () => {
    const first = await setUp();
    first.queue.register(cover);
    first.network.set('offline');
    await first.queue.enqueue('SET_COVER', { bookId: 'b1', image: '' });
    const { queue, later } = await setUp({ database: first.database });
    later(24 * hour - 1);
    await queue.flushNow();
    expect(queue.state.get()).toMatchObject({ pending: 1, failed: [] });
    later(2);
    await queue.flushNow();
    expect(queue.state.get()).toMatchObject({ pending: 0, failed: [{ type: 'SET_COVER' }] });
  });

  it('[T-03] a write whose type a remote owns waits longer, and goes when its module is there', async () => {
    const first = await setUp();
    first.queue.register(cover);
    first.network.set('offline');
    await first.queue.enqueue('SET_COVER', { bookId: 'b1', image: '' });
    const { queue, later, sent } = await setUp({ database: first.database, owned: ['SET_COVER'] });
    later(7 * 24 * hour);
    await queue.flushNow();
    expect(queue.state.get()).toMatchObject({ pending: 1, failed: [] });
    queue.register(cover);
    await queue.flushNow();
    expect(sent).toHaveLength(1);
    expect(queue.state.get()).toMatchObject({ pending: 0, failed: [] });
  });
});
