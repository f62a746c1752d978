/** @jest-environment node */
import 'fake-indexeddb/auto';
import { deleteDB, openDB, unwrap } from 'idb';
import { loggedIn, memoryStorage } from '../../testing/memoryStorage.ts';
import { openPage } from '../../testing/pageWithDatabase.ts';
import { openLecternDatabase } from '../storage/database.ts';
import type { StorageProblem } from '../storage/storageProblem.ts';

const note = (id: string) => ({
  id,
  bookId: null,
  content: 'words',
  created_at: '2026-01-01T00:00:00.000Z',
});

const original = { open: indexedDB.open, put: IDBObjectStore.prototype.put };
const fails = (name: string) => () => {
  throw new DOMException('No.', name);
};

/** Nobody has caught these. */
const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown) => unhandled.push(reason);
beforeAll(() => process.on('unhandledRejection', onUnhandled));
afterAll(() => process.off('unhandledRejection', onUnhandled));

afterEach(async () => {
  // Node tells of them once all that was on its way is done.
  await new Promise(setImmediate);
  expect(unhandled.splice(0)).toEqual([]);
  indexedDB.open = original.open;
  IDBObjectStore.prototype.put = original.put;
});

type Page = ReturnType<typeof openPage>;

const causes: [string, StorageProblem | null, (page: Page) => Promise<() => Promise<void>>][] = [
  [
    'was deleted by another tab',
    null,
    async ({ name }) => {
      await deleteDB(name);
      return async () => {};
    },
  ],
  [
    'was closed by a newer version in another tab',
    'newer',
    async ({ name }) => {
      (await openDB(name, 99)).close();
      return () => deleteDB(name);
    },
  ],
  [
    'is full',
    'full',
    async () => {
      IDBObjectStore.prototype.put = fails('QuotaExceededError');
      return async () => {
        IDBObjectStore.prototype.put = original.put;
      };
    },
  ],
  [
    'is corrupt',
    'gone',
    async () => {
      IDBObjectStore.prototype.put = fails('UnknownError');
      return async () => {
        IDBObjectStore.prototype.put = original.put;
      };
    },
  ],
  [
    'was closed and does not open again',
    'gone',
    async ({ connection }) => {
      connection.drop();
      indexedDB.open = fails('SecurityError') as never;
      return async () => {
        indexedDB.open = original.open;
      };
    },
  ],
];

describe('a database that goes', () => {
  it('[Y-02] is full: what was sent from memory does not come back after two reloads', async () => {
    const session = memoryStorage();
    const page = openPage({ session });
    await page.queue.enqueue('CREATE_NOTE', note('n1'));
    IDBObjectStore.prototype.put = fails('QuotaExceededError');
    await page.queue.enqueue('CREATE_NOTE', note('n2'));
    page.network.set('online');
    await page.queue.flushNow();
    expect(page.sent.map(({ id }) => id)).toEqual(['n1', 'n2']);
    const { name, local } = page;
    const first = openPage({ name, local, session });
    await first.queue.loaded();
    const second = openPage({ name, local, session });
    await second.queue.loaded();
    IDBObjectStore.prototype.put = original.put;
    await second.later();
    await second.queue.flushNow();
    expect([second.shown(), await second.stored()]).toEqual([[], []]);
  });

  it.each(causes)(
    '[Y-02] %s: nothing is lost, it is said once, and all is kept again when it is back',
    async (_, problem, goes) => {
      const page = openPage();
      await page.queue.enqueue('CREATE_NOTE', note('before'));
      const comesBack = await goes(page);
      await page.queue.enqueue('CREATE_NOTE', note('while'));
      await page.queue.enqueue('CREATE_NOTE', note('while2'));
      expect(page.shown()).toEqual(['before', 'while', 'while2']);
      expect([...new Set(page.problems)]).toEqual(problem === null ? [] : [problem]);
      await comesBack();
      await page.later();
      expect(page.shown()).toEqual(['before', 'while', 'while2']);
      expect(await page.stored()).toHaveLength(3);
      expect(loggedIn(page.local)).toBe(0);
      expect(page.problems.at(-1) ?? null).toBeNull();
    },
  );

  it.each(causes)('[Y-02] %s: what is written is sent at once', async (_, __, goes) => {
    const page = openPage();
    await page.queue.enqueue('CREATE_NOTE', note('before'));
    const comesBack = await goes(page);
    page.network.set('online');
    await page.queue.enqueue('CREATE_NOTE', note('while'));
    await page.queue.flushNow();
    expect(page.sent.map(({ id }) => id)).toEqual(['before', 'while']);
    expect(page.shown()).toEqual([]);
    await comesBack();
    await page.later();
    expect([await page.stored(), loggedIn(page.local)]).toEqual([[], 0]);
  });

  it.each(causes)(
    '[Y-02] %s, what it had is sent, and the page is closed: the next one does not send it again',
    async (_, __, goes) => {
      const page = openPage();
      await page.queue.enqueue('CREATE_NOTE', note('before'));
      const comesBack = await goes(page);
      page.network.set('online');
      await page.queue.enqueue('CREATE_NOTE', note('while'));
      await page.queue.flushNow();
      await comesBack();
      page.connection.drop();
      const next = openPage({ name: page.name, local: page.local, clock: 2_000_000 });
      await next.queue.loaded();
      await next.queue.flushNow();
      expect([next.shown(), next.sent, await next.stored(), loggedIn(page.local)]).toEqual([[], [], [], 0]);
    },
  );

  it.each(causes)('[Y-02] %s, and the page is closed: the next one has it all', async (_, __, goes) => {
    const page = openPage();
    await page.queue.enqueue('CREATE_NOTE', note('before'));
    const comesBack = await goes(page);
    await page.queue.enqueue('CREATE_NOTE', note('while'));
    await comesBack();
    page.connection.drop();
    // The log of another tab is left alone for ten seconds.
    const next = openPage({ name: page.name, local: page.local, clock: 2_000_000 });
    await next.queue.loaded();
    expect(next.shown().sort()).toEqual(['before', 'while']);
    expect([...(await next.stored())].sort()).toEqual(['before', 'while']);
  });

  it('[Y-02] was deleted and the page is closed in the same moment: the next one has what only that database had', async () => {
    const page = openPage();
    await page.queue.enqueue('CREATE_NOTE', note('n1'));
    await deleteDB(page.name);
    const next = openPage({ local: page.local, clock: 2_000_000 });
    await next.queue.loaded();
    expect(next.shown()).toEqual(['n1']);
  });

  it('[F-02] that is not there at all: what is written is in the log, and sent', async () => {
    indexedDB.open = fails('SecurityError') as never;
    const page = openPage();
    await page.queue.enqueue('CREATE_NOTE', note('n1'));
    expect([page.shown(), loggedIn(page.local), page.problems[0]]).toEqual([['n1'], 1, 'gone']);
    page.network.set('online');
    await page.queue.flushNow();
    expect([page.sent.length, loggedIn(page.local)]).toEqual([1, 0]);
  });

  it('[M-08] that is full: space is freed first, and then the write is kept', async () => {
    const page = openPage({
      async freeSpace() {
        await new Promise(setImmediate);
        IDBObjectStore.prototype.put = original.put;
      },
    });
    IDBObjectStore.prototype.put = fails('QuotaExceededError');
    await page.queue.enqueue('CREATE_NOTE', note('n1'));
    expect([await page.stored(), page.problems]).toEqual([['n1'], []]);
  });

  it('[M-08] that is corrupt: no space is freed, which would not help', async () => {
    const freeSpace = jest.fn(async () => {});
    const page = openPage({ freeSpace });
    IDBObjectStore.prototype.put = fails('UnknownError');
    await page.queue.enqueue('CREATE_NOTE', note('n1'));
    expect([freeSpace.mock.calls.length, page.problems]).toEqual([0, ['gone']]);
  });

  it('[Y-02] that is full in this tab alone: what another tab may send meanwhile keeps its content and its key', async () => {
    const page = openPage();
    await page.queue.enqueue('CREATE_NOTE', note('n1'));
    IDBObjectStore.prototype.put = fails('QuotaExceededError');
    const change = { id: 'n1', bookId: null, content: 'more words' };
    await page.queue.enqueue('UPDATE_NOTE', { ...change, replaces: [] } as never);
    const waiting = page.queue.waiting.get();
    expect(waiting.map(({ type, payload }) => [type, (payload as { content: string }).content])).toEqual([
      ['CREATE_NOTE', 'words'],
      ['UPDATE_NOTE', 'more words'],
    ]);
  });

  it('[Y-02] that is full for two tabs that change one note in the same moment: the later text is shown and sent last', async () => {
    const first = openPage();
    await first.queue.enqueue('CREATE_NOTE', note('n1'));
    const second = openPage({ name: first.name, local: first.local });
    await second.queue.loaded();
    IDBObjectStore.prototype.put = fails('QuotaExceededError');
    const change = { id: 'n1', bookId: null, replaces: [] };
    await second.queue.enqueue('UPDATE_NOTE', { ...change, content: 'earlier' });
    await first.queue.enqueue('UPDATE_NOTE', { ...change, content: 'later' });
    IDBObjectStore.prototype.put = original.put;
    // Soon enough that neither takes the other for closed.
    await second.later(5_000);
    await first.later(5_000);
    await first.queue.flushNow();
    expect(first.queue.waiting.get().map(({ payload }) => (payload as { content: string }).content)).toEqual([
      'words',
      'earlier',
      'later',
    ]);
  });

  it('[Y-02] [Y-05] is opened anew though the clock was turned back by a year', async () => {
    const page = openPage({ clock: Date.UTC(2026, 0, 1) });
    IDBObjectStore.prototype.put = fails('UnknownError');
    await page.queue.enqueue('CREATE_NOTE', note('n1'));
    IDBObjectStore.prototype.put = original.put;
    await page.later(-365 * 86_400_000);
    expect(await page.stored()).toEqual(['n1']);
  });

  it('[Y-02] whose connection alone is broken is opened anew', async () => {
    const page = openPage();
    await page.queue.enqueue('CREATE_NOTE', note('before'));
    const broken = unwrap(await page.connection.open());
    IDBObjectStore.prototype.put = function (...args) {
      if (this.transaction.db === broken) throw new DOMException('No.', 'UnknownError');
      return original.put.apply(this, args);
    };
    await page.queue.enqueue('CREATE_NOTE', note('while'));
    await page.later();
    expect(await page.stored()).toEqual(expect.arrayContaining(['before', 'while']));
  });

  it('[Y-02] was deleted while it was not open: what it had is put into the new one', async () => {
    const page = openPage();
    await page.queue.enqueue('CREATE_NOTE', note('before'));
    page.connection.drop();
    await deleteDB(page.name);
    await page.queue.enqueue('CREATE_NOTE', note('after'));
    expect(await page.stored()).toEqual(expect.arrayContaining(['before', 'after']));
  });

  it('[Y-02] [AE-09] that is back for another reader has what the one before had written meanwhile', async () => {
    const page = openPage();
    IDBObjectStore.prototype.put = fails('UnknownError');
    await page.queue.enqueue('CREATE_NOTE', note('of u1'));
    IDBObjectStore.prototype.put = original.put;
    page.user.set({ id: 'u2' });
    await page.queue.loaded();
    await page.later();
    expect([page.shown(), await page.stored()]).toEqual([[], ['of u1']]);
  });

  it('[Y-02] [AE-09] that is back for another reader: what was sent meanwhile does not wait again for the first', async () => {
    const page = openPage();
    await page.queue.enqueue('CREATE_NOTE', note('before'));
    page.connection.drop();
    indexedDB.open = fails('SecurityError') as never;
    page.network.set('online');
    await page.queue.enqueue('CREATE_NOTE', note('while'));
    await page.queue.flushNow();
    page.user.set({ id: 'u2' });
    indexedDB.open = original.open;
    await page.later();
    page.user.set({ id: 'u1' });
    await page.later();
    await page.queue.flushNow();
    expect(page.sent.map(({ id }) => id)).toEqual(['before', 'while']);
    expect([page.shown(), await page.stored()]).toEqual([[], []]);
  });

  it('[Y-02] that is closed while a change of what it has takes its place, and the page with it: the next one has the later', async () => {
    const page = openPage();
    await page.queue.enqueue('UPDATE_BOOK', { bookId: 'b1', changes: { rating: 2 } });
    page.connection.drop();
    indexedDB.open = fails('SecurityError') as never;
    await page.queue.enqueue('UPDATE_BOOK', { bookId: 'b1', changes: { rating: 3 } });
    indexedDB.open = original.open;
    const next = openPage({ name: page.name, local: page.local, clock: 2_000_000 });
    await next.queue.loaded();
    expect(next.queue.waiting.get().map(({ payload }) => payload)).toEqual([
      { bookId: 'b1', changes: { rating: 3 } },
    ]);
    expect(loggedIn(page.local)).toBe(0);
  });

  it('[Y-02] that is lost to one tab while another goes on: what the other changed meanwhile stays', async () => {
    const first = openPage();
    await first.queue.enqueue('CREATE_NOTE', note('n1'));
    const second = openPage({ name: first.name, local: first.local });
    await second.queue.loaded();
    first.connection.drop();
    indexedDB.open = fails('SecurityError') as never;
    await first.queue.enqueue('CREATE_NOTE', note('n2'));
    indexedDB.open = original.open;
    const change = { id: 'n1', bookId: null, content: 'more words', replaces: [] };
    await second.queue.enqueue('UPDATE_NOTE', change);
    await first.later(5_000);
    const next = openPage({ name: first.name, local: first.local });
    await next.queue.loaded();
    const contents = next.queue.waiting.get().map(({ payload }) => (payload as { content: string }).content);
    expect(contents).toEqual(['words', 'words', 'more words']);
  });

  it('[Y-02] that is cleared with all that the site keeps: nothing is lost while the page is open', async () => {
    const page = openPage();
    await page.queue.enqueue('CREATE_NOTE', note('before'));
    await deleteDB(page.name);
    page.local.clear();
    await page.queue.enqueue('CREATE_NOTE', note('while'));
    await page.later();
    expect([page.shown(), await page.stored()]).toEqual([
      ['before', 'while'],
      expect.arrayContaining(['before', 'while']),
    ]);
  });

  it('[Y-02] [S-04] has no room, nor has the log, when sealed writes are put back: it says so, and they stay sealed', async () => {
    const before = openPage();
    await before.queue.enqueue('CREATE_NOTE', note('n1'));
    const sealed = before.queue.waiting.get();
    indexedDB.open = fails('SecurityError') as never;
    const local = memoryStorage();
    const page = openPage({ local });
    await page.queue.loaded();
    local.setItem = fails('QuotaExceededError');
    await expect(page.queue.restore('u1', sealed)).rejects.toThrow('Storage quota exceeded');
    page.network.set('online');
    await page.queue.flushNow();
    expect(page.sent.map(({ id }) => id)).toEqual(['n1']);
  });

  it('[Y-02] that is gone: a write that can be undone is still not sent before its time', async () => {
    const page = openPage();
    await page.queue.enqueue('CREATE_NOTE', note('n1'), { id: 'held', holdFor: 60_000 });
    page.connection.drop();
    indexedDB.open = fails('SecurityError') as never;
    await page.later(1);
    page.network.set('online');
    await page.queue.flush();
    expect([page.sent, page.shown()]).toEqual([[], ['n1']]);
    await page.queue.drop('held');
    await page.later();
    await page.queue.flushNow();
    expect([page.sent, page.shown()]).toEqual([[], []]);
  });

  it('[F-02] an open that throws rejects', async () => {
    indexedDB.open = fails('SecurityError') as never;
    await expect(openLecternDatabase('x')).rejects.toThrow('No.');
  });

  it('says so when neither database, log nor server can take a write', async () => {
    indexedDB.open = fails('SecurityError') as never;
    const local = memoryStorage();
    local.setItem = fails('QuotaExceededError');
    const page = openPage({ local });
    await expect(page.queue.enqueue('CREATE_NOTE', note('n1'))).rejects.toThrow('Storage quota exceeded');
    expect(page.shown()).toEqual([]);
    page.network.set('online');
    await page.queue.enqueue('CREATE_NOTE', note('n2'));
    expect(page.sent.map(({ id }) => id)).toEqual(['n2']);
  });
});
