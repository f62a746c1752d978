/** @jest-environment node */
import 'fake-indexeddb/auto';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { type LecternSchema, openLecternDatabase } from '../storage/database.ts';
import { createOfflineBooks, type OfflineBooksPorts } from './offlineBooks.ts';
import type { SearchRequest } from './searchWorker.ts';

type BookMetadata = LecternSchema['metadata']['value'];

let databases = 0;
const day = 24 * 60 * 60_000;
const metadata = (bookId: string, more: Partial<BookMetadata> = {}): BookMetadata => ({
  bookId,
  userId: 'u1',
  title: bookId,
  cachedAt: 7,
  isCached: true,
  bytes: 30,
  ...more,
});

/** Workers that answer every search with what they were asked. */
const workers: { address: string; name: string | undefined }[] = [];
class EchoWorker extends EventTarget {
  constructor(address: string, options?: WorkerOptions) {
    super();
    workers.push({ address, name: options?.name });
  }
  postMessage({ id, ...asked }: SearchRequest): void {
    this.dispatchEvent(new MessageEvent('message', { data: { id, passages: [asked] } }));
  }
}

async function setUp(stored: readonly BookMetadata[] = [], ports: Partial<OfflineBooksPorts> = {}) {
  databases += 1;
  const database = await openLecternDatabase(`stored-books-${databases}`);
  for (const one of stored) await database.put('metadata', one);
  const user = createWritable<{ id: string } | null>({ id: 'u1' });
  const dropped: string[] = [];
  const called: string[] = [];
  const books = createOfflineBooks({
    database: Promise.resolve(database),
    api: {
      call: async (key: string) => {
        called.push(key);
        throw new Error('No network.');
      },
    } as never,
    data: { keep: async () => true, refresh: () => {} },
    user,
    serviceWorker: { controller: null, ready: new Promise(() => {}) },
    caches: { delete: async (name: string) => dropped.push(name) } as never,
    available: async () => ({ available: true }),
    now: () => 30 * day + 8,
    ...ports,
  });
  const announced = jest.fn();
  books.books.subscribe(announced);
  const shown = () => [...books.books.get().values()];
  return { books, database, user, dropped, called, announced, shown };
}

/** Lets IndexedDB, which works with immediates, finish. */
const settled = async () => {
  for (let turn = 0; turn < 30; turn += 1) await new Promise(setImmediate);
};

describe('[RD-07] downloaded books after a start', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] }));
  afterEach(() => jest.useRealTimers());

  it('are those of the reader, as the database has them', async () => {
    const damaged = { bookId: 'b4', userId: 'u1', isCached: true } as BookMetadata;
    const { books, shown } = await setUp([
      metadata('b1'),
      metadata('b2', { isCached: false, bytes: 0 }),
      metadata('b3', { userId: 'u2' }),
      damaged,
    ]);
    books.start();
    await settled();
    expect(shown()).toEqual([
      { bookId: 'b1', state: 'cached', progress: 1, bytes: 30, cachedAt: 7 },
      { bookId: 'b2', state: 'none', progress: 0, bytes: 0, cachedAt: 7 },
    ]);
  });

  it('[AE-09] are those of another reader after a sign-in', async () => {
    const { books, user, shown } = await setUp([metadata('b1'), metadata('b2', { userId: 'u2' })]);
    books.start();
    await settled();
    user.set({ id: 'u2' });
    await settled();
    expect(shown().map(({ bookId }) => bookId)).toEqual(['b2']);
    user.set(null);
    await settled();
    expect(shown()).toEqual([]);
  });

  it('are not announced when there are none', async () => {
    const { books, announced } = await setUp([metadata('b1', { userId: 'u2' })]);
    books.start();
    await settled();
    expect(announced).not.toHaveBeenCalled();
  });

  it('expire 5 s after it, and those that are left are compared with the server', async () => {
    const { books, called, dropped, shown } = await setUp([
      metadata('old'),
      metadata('unfinished', { isCached: false }),
      metadata('nothing', { isCached: false, bytes: 0 }),
      metadata('new', { cachedAt: 8 }),
    ]);
    books.start();
    await settled();
    jest.advanceTimersByTime(4_999);
    await settled();
    expect([dropped, called]).toEqual([[], []]);
    jest.advanceTimersByTime(1);
    await settled();
    expect(dropped.toSorted()).toEqual(['lectern-book-old', 'lectern-book-unfinished']);
    expect(called).toEqual(['GET /books/:id']);
    expect(shown().map(({ bookId, state, bytes }) => [bookId, state, bytes])).toEqual([
      ['new', 'cached', 30],
      ['nothing', 'none', 0],
      ['old', 'none', 0],
      ['unfinished', 'none', 0],
    ]);
  });

  it('stay as they are while the server cannot be asked', async () => {
    const { books, database, called, shown } = await setUp([metadata('b1', { cachedAt: 8 })]);
    await database.put('books', {
      id: 'u1/b1',
      userId: 'u1',
      bookId: 'b1',
      lastAccessed: 7,
      book: { id: 'b1', title: 'Emma', author: 'Ada' } as Book,
    });
    await books.expire();
    await books.renew();
    expect([called, shown().map(({ state }) => state)]).toEqual([['GET /books/:id'], ['cached']]);
  });

  it('are removed one at a time', async () => {
    const { books, database, dropped, shown } = await setUp([
      metadata('b1', { cachedAt: 8 }),
      metadata('b2', { cachedAt: 8 }),
    ]);
    await books.expire();
    await books.remove('b1');
    expect(shown().map(({ bookId }) => bookId)).toEqual(['b2']);
    expect((await database.getAll('metadata')).map(({ bookId }) => bookId)).toEqual(['b2']);
    expect(dropped).toEqual(['lectern-book-b1']);
  });

  it('are none in a browser without a database', async () => {
    const { books, shown, announced } = await setUp([], { database: Promise.resolve(null) });
    books.start();
    await books.expire();
    await books.renew();
    await books.remove('b1');
    expect([shown(), announced.mock.calls.length]).toEqual([[], 1]);
  });
});

describe('[RD-07] a download', () => {
  it('is refused when there is no room, before anything is asked for', async () => {
    const { books, called, announced } = await setUp([], {
      available: async () => ({ available: false, reason: 'Storage quota exceeded' }),
    });
    await expect(books.download('b1')).rejects.toMatchObject({
      message: 'Storage quota exceeded',
      status: 0,
      code: 'storage',
    });
    expect([called, announced.mock.calls.length]).toEqual([[], 0]);
  });

  it('is shown while it is on its way, once, and not any more when it has failed', async () => {
    const { books, called, dropped, shown } = await setUp();
    const download = books.download('b1');
    await Promise.resolve();
    const again = books.download('b1');
    expect(shown()).toEqual([{ bookId: 'b1', state: 'downloading', progress: 0, bytes: 0, cachedAt: null }]);
    await expect(Promise.all([download, again])).rejects.toThrow('No network.');
    expect([called, dropped, shown()]).toEqual([['GET /books/:id/manifest'], ['lectern-book-b1'], []]);
  });

  it('is nothing when nobody is signed in', async () => {
    const { books, user, called } = await setUp();
    user.set(null);
    await books.download('b1');
    expect(called).toEqual([]);
  });
});

describe('[RD-07] the search in downloaded books', () => {
  beforeAll(() => Object.assign(globalThis, { Worker: EchoWorker }));

  const stored = (bookId: string, userId = 'u1') => ({
    id: `${userId}/${bookId}`,
    userId,
    bookId,
    lastAccessed: 7,
    book: { id: bookId, title: `Title of ${bookId}`, author: 'Ada' } as Book,
  });

  it('is made by a worker, in those that are here', async () => {
    const { books, database } = await setUp([
      metadata('b1'),
      metadata('b2', { isCached: false }),
      metadata('b3'),
    ]);
    for (const bookId of ['b1', 'b2']) await database.put('books', stored(bookId));
    await database.put('books', stored('b3', 'u2'));
    await books.expire();
    // Those from 30 days ago have just expired.
    await expect(books.search('whale', 5)).rejects.toMatchObject({ status: 0, code: 'not_cached' });
    for (const bookId of ['b1', 'b3']) await database.put('metadata', metadata(bookId, { cachedAt: 8 }));
    for (const bookId of ['b1', 'b2']) await database.put('books', stored(bookId));
    await books.expire();
    for (const typed of ['whale', 'sea'])
      expect(await books.search(typed, 5)).toEqual([
        { typed, limit: 5, books: [{ id: 'b1', title: 'Title of b1', author: 'Ada', cachedAt: 8 }] },
      ]);
    expect(workers).toEqual([{ address: expect.stringMatching(/\/search-worker\.js$/), name: 'search' }]);
  });

  it('is not possible when nobody is signed in', async () => {
    const { books, user } = await setUp([metadata('b1', { cachedAt: 8 })]);
    await books.expire();
    user.set(null);
    await expect(books.search('whale', 5)).rejects.toMatchObject({ code: 'not_cached' });
  });
});
