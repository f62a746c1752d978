/** @jest-environment node */
import 'fake-indexeddb/auto';
import { memoryStorage } from '../../testing/memoryStorage.ts';
import { note, setUp, states, throwing } from '../../testing/testQueue.ts';
import type { QueueStore } from './queuePorts.ts';
import type { StoredAction } from './storedAction.ts';
import type { TabMessage } from './tabs.ts';

/** A queue whose messages to and from other tabs the test sees and sends. */
async function setUpTab(options: Parameters<typeof setUp>[0] = {}) {
  const messages: TabMessage[] = [];
  const channel = Object.assign(new EventTarget(), {
    postMessage: (message: TabMessage) => messages.push(message),
  });
  const tab = await setUp({ channel: channel as never, ...options });
  await tab.queue.loaded();
  messages.length = 0;
  return {
    ...tab,
    /** The messages since the last call. */
    told: () => messages.splice(0),
    async hear(data: TabMessage) {
      channel.dispatchEvent(new MessageEvent('message', { data }));
      for (let turn = 0; turn < 30; turn += 1) await new Promise(setImmediate);
    },
  };
}

/** A store that says whether it keeps what it is given, and counts how often it is to be opened again. */
function storeThat(isKept: boolean) {
  const state = { reopened: 0, reads: 0 };
  const around = (store: QueueStore): QueueStore => ({
    ...store,
    all(userId) {
      state.reads += 1;
      return store.all(userId);
    },
    isKept: () => isKept,
    reopen: () => {
      state.reopened += 1;
    },
  });
  return { state, around };
}

const kinds = (messages: readonly TabMessage[]) => messages.map(({ kind }) => kind);

describe('[OF-04] the other tabs', () => {
  it('are told of each change, and of what the server has accepted before it leaves the queue', async () => {
    const { queue, told } = await setUpTab();
    await queue.enqueue('CREATE_NOTE', note('n1'));
    await queue.flushNow();
    const messages = told();
    expect(kinds(messages)).toEqual(['changed', 'changed', 'settled', 'changed']);
    expect(messages[0]).toEqual({ kind: 'changed', isKept: true });
    expect(messages[2]).toMatchObject({ actions: [{ payload: { id: 'n1' } }] });
    await queue.flushNow();
    await queue.drop('nothing');
    expect(told()).toEqual([]);
  });

  it('are told that this tab has no database', async () => {
    const { queue, network, told } = await setUpTab(storeThat(false));
    network.set('offline');
    await queue.enqueue('CREATE_NOTE', note('n1'));
    expect(told()).toEqual([{ kind: 'changed', isKept: false }]);
  });

  it('are told of a pause, and of its end', async () => {
    const { queue, answers, told, later } = await setUpTab();
    answers(throwing(503));
    await queue.enqueue('CREATE_NOTE', note('n1'));
    await queue.flushNow();
    const pause = told().find(({ kind }) => kind === 'paused');
    expect(pause).toEqual({ kind: 'paused', state: { failures: 3, since: 1_000_000, until: 1_002_000 } });
    answers(() => null);
    later(2_000);
    await queue.flushNow();
    expect(told()).toContainEqual({ kind: 'paused', state: { failures: 0, since: 0, until: 0 } });
  });

  it('pause this one', async () => {
    const { queue, hear, sent, later } = await setUpTab();
    await hear({ kind: 'paused', state: { failures: 3, since: 1_000_000, until: 1_030_000 } });
    await queue.enqueue('CREATE_NOTE', note('n1'));
    await queue.flushNow();
    expect(sent).toEqual([]);
    later(30_000);
    await queue.flushNow();
    expect(sent).toHaveLength(1);
  });

  it('have changed something: it is read, and a lost database is opened again when they have it', async () => {
    const { state, around } = storeThat(true);
    const { queue, database, hear } = await setUpTab({ around });
    const other = await setUp({ database, session: undefined });
    other.network.set('offline');
    await other.queue.enqueue('CREATE_NOTE', note('n1'));
    await hear({ kind: 'changed', isKept: false });
    expect([states(queue).length, state.reopened]).toEqual([1, 0]);
    await hear({ kind: 'changed' });
    expect(state.reopened).toBe(0);
    await hear({ kind: 'changed', isKept: true });
    expect(state.reopened).toBe(1);
  });

  it('have sent writes of this reader, which become part of the answers; those of another reader do not', async () => {
    const { state, around } = storeThat(true);
    const { hear, committed } = await setUpTab({ around });
    const before = state.reads;
    const settled = (userId: string) => ({ id: 'a', userId, payload: {} }) as StoredAction;
    await hear({ kind: 'settled', actions: [settled('u2')] });
    expect([committed, state.reads - before]).toEqual([[], 1]);
    await hear({ kind: 'settled', actions: [settled('u1')] });
    expect(committed).toEqual([settled('u1')]);
    expect(state.reads - before).toBe(2);
  });

  it('remove what they have sent from the database themselves', async () => {
    const { queue, network, hear, stored } = await setUpTab();
    network.set('offline');
    await queue.enqueue('CREATE_NOTE', note('n1'));
    await hear({ kind: 'settled', actions: queue.waiting.get() });
    expect([states(queue).length, (await stored()).length]).toEqual([1, 1]);
  });
});

describe('[Y-02] keeping all writes before the page is closed', () => {
  it.each([
    ['the database has them', true, true, true],
    ['only the log has them', false, true, true],
    ['neither has room for them', false, false, false],
  ])('is possible when %s', async (_, isKept, hasRoom, expected) => {
    const local = memoryStorage();
    const { state, around } = storeThat(isKept);
    const { queue, network } = await setUpTab({ around, local });
    network.set('offline');
    if (!hasRoom)
      local.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    // Without any room it is to be sent at once, which takes as long as the network is away.
    const enqueued = queue.enqueue('CREATE_NOTE', note('n1')).catch(() => 'no room');
    if (hasRoom) await enqueued;
    else while (queue.waiting.get().length === 0) await new Promise(setImmediate);
    expect([await queue.keepAll(), state.reopened]).toEqual([expected, 1]);
    await enqueued;
  });
});

describe('a flush', () => {
  it('reports what was sent and what has failed, but not what had nothing left to do', async () => {
    const { queue, network, answers } = await setUp();
    network.set('offline');
    await queue.enqueue('CREATE_NOTE', note('n1'));
    await queue.enqueue('CREATE_NOTE', note('refused'));
    await queue.enqueue('DELETE_NOTE', { id: 'gone', bookId: null });
    network.set('online');
    answers(({ key, request }) => {
      if (key === 'DELETE /notes/:id') throwing(404)();
      if ((request as { body: { id: string } }).body.id === 'refused') throwing(422)();
      return null;
    });
    const { sent, failed } = await queue.flushNow();
    const ids = [sent, failed].map((all) => all.map(({ payload }) => (payload as { id: string }).id));
    expect(ids).toEqual([['n1'], ['refused']]);
  });

  it('without a start leaves no timer behind, and says for good that everything is synced', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
    try {
      const { queue } = await setUp();
      await queue.enqueue('CREATE_NOTE', note('n1'));
      await queue.flushNow();
      expect([queue.state.get().indicator, jest.getTimerCount()]).toEqual(['completed', 0]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('after a start says so for five seconds, and wakes up when a pause ends', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
    const settled = async () => {
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    };
    try {
      const { queue, answers, sent, later } = await setUp();
      const stop = await queue.start();
      await queue.enqueue('CREATE_NOTE', note('n1'));
      await queue.flushNow();
      expect(queue.state.get().indicator).toBe('completed');
      jest.advanceTimersByTime(5_000);
      expect(queue.state.get().indicator).toBe('idle');
      answers(throwing(503, 'busy', 7));
      await queue.enqueue('CREATE_NOTE', note('n2'));
      await queue.flushNow();
      answers(() => null);
      later(6_999);
      jest.advanceTimersByTime(6_999);
      await settled();
      expect(sent).toHaveLength(2);
      later(1);
      jest.advanceTimersByTime(1);
      await settled();
      expect([sent.length, states(queue)]).toEqual([3, []]);
      stop();
    } finally {
      jest.useRealTimers();
    }
  });

  it('ends when the network is lost between two writes, and the others wait as they were', async () => {
    const { queue, network, sent, answers } = await setUp();
    network.set('offline');
    for (let index = 0; index < 8; index += 1) await queue.enqueue('CREATE_NOTE', note(`n${index}`));
    network.set('online');
    answers(() => {
      if (sent.length === 5) network.set('offline');
      return null;
    });
    await queue.flushNow();
    expect(sent).toHaveLength(5);
    expect(queue.waiting.get().map(({ status, lastAttempt }) => [status, lastAttempt])).toEqual(
      Array(3).fill(['pending', null]),
    );
  });

  it.each([
    ['Sync Now', (queue: Awaited<ReturnType<typeof setUp>>['queue']) => queue.flush()],
    [
      'a retry',
      async (queue: Awaited<ReturnType<typeof setUp>>['queue']) => {
        await queue.retry(queue.waiting.get()[0]?.id ?? '');
        await queue.flushNow();
      },
    ],
  ])('by %s goes before the pause has ended, but not within a second', async (_, ask) => {
    const { queue, answers, sent, later } = await setUp();
    answers(throwing(503, 'busy', 600));
    await queue.enqueue('CREATE_NOTE', note('n1'));
    await queue.flushNow();
    later(999);
    await ask(queue);
    expect(sent).toHaveLength(1);
    later(1);
    answers(() => null);
    await ask(queue);
    expect([sent.length, states(queue)]).toEqual([2, []]);
  });
});

describe('a type that is registered', () => {
  const cover = {
    type: 'SET_COVER',
    priority: 4,
    entity: ({ bookId }: { bookId: string }) => `book:${bookId}`,
    request: ({ bookId }: { bookId: string }) =>
      ({ key: 'PUT /books/:id/cover', params: { id: bookId }, body: { image: '' } }) as const,
  };

  it('sends again what failed because it was unknown, but not what the server refused', async () => {
    const { queue, answers, sent } = await setUp();
    queue.register(cover);
    answers(throwing(422));
    await queue.enqueue('SET_COVER', { bookId: 'b1', image: '' });
    await queue.flushNow();
    expect(states(queue)).toEqual([['SET_COVER', 'failed', 1]]);
    queue.register(cover);
    await queue.flushNow();
    expect([sent.length, states(queue)]).toEqual([1, [['SET_COVER', 'failed', 1]]]);
  });
});
