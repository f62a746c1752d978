/** @jest-environment node */
import { bookId, bookRoot, epub, testOfflineBooks } from '../../testing/testOfflineBooks.ts';

const day = 24 * 60 * 60_000;

describe('[F-22] a download is done when the book opens without a network', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] }));
  afterEach(() => jest.useRealTimers());

  const remote = 'lectern-remote-mf-reader@1';
  const notReady = 'The book is here, but the app is not ready to open it offline yet. Try again.';
  type Parts = Awaited<ReturnType<typeof testOfflineBooks>>;

  it.each<[string, (parts: Parts) => () => void]>([
    [
      'the page is controlled',
      ({ worker }) => {
        worker.container.controller = null;
        return () => {
          worker.container.controller = worker.active;
        };
      },
    ],
    ['the shell is kept', ({ stores }) => without(stores, 'workbox-precache', '/index.html')],
    ['the registry is kept', ({ stores }) => without(stores, 'lectern-registry', '/remotes.json')],
    [
      'every file of the reader is kept',
      ({ stores }) => without(stores, remote, 'http://localhost/remotes/mf-reader/1/page.js'),
    ],
  ])('not before %s', async (_, takeAway) => {
    const parts = await testOfflineBooks();
    const { books, worker } = parts;
    const giveBack = takeAway(parts);
    const done = books.download(bookId);
    await untilTold(worker.told);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(books.books.get().get(bookId)).toMatchObject({ state: 'downloading' });
    giveBack();
    await jest.advanceTimersByTimeAsync(500);
    await done;
    expect(worker.told).toEqual(['CLAIM_PAGES', 'KEEP_REMOTES']);
    expect(books.books.get().get(bookId)).toMatchObject({ state: 'cached' });
  });

  it('fails after two minutes, keeps the files for the next attempt, and drops them after 30 days', async () => {
    const { books, worker, files, database, stores, clock } = await testOfflineBooks();
    const giveBack = without(stores, 'lectern-registry', '/remotes.json');
    const attempt = books.download(bookId).catch((error: Error) => error.message);
    await untilTold(worker.told);
    await jest.advanceTimersByTimeAsync(120_000);
    expect(await attempt).toBe(notReady);
    expect(books.books.get().has(bookId)).toBe(false);
    expect(files()).toBe(true);
    expect(await database.get('metadata', bookId)).toMatchObject({ isCached: false });
    giveBack();
    await books.download(bookId);
    expect(books.books.get().get(bookId)).toMatchObject({ state: 'cached' });
    await database.put('metadata', { ...(await database.get('metadata', bookId)), isCached: false } as never);
    clock.now += 30 * day + 1;
    await books.expire();
    expect(files()).toBe(false);
  });

  it.each(['GET /books/:id', 'GET /books/:id/manifest'])('not without the answer to %s', async (key) => {
    const { books, notKept } = await testOfflineBooks();
    notKept.add(key);
    await expect(books.download(bookId)).rejects.toMatchObject({ message: notReady, code: 'not_ready' });
  });

  it('not when a file is gone, nor when the user has stopped it; it can start again at once', async () => {
    const { books, worker, stores, files } = await testOfflineBooks();
    worker.container.controller = null;
    const attempt = books.download(bookId).catch((error: Error) => error.message);
    await untilTold(worker.told);
    stores.get(`lectern-book-${bookId}`)?.delete(`${bookRoot}/content/OEBPS/text/one.xhtml`);
    worker.container.controller = worker.active;
    await jest.advanceTimersByTimeAsync(500);
    expect(await attempt).toBe(notReady);

    worker.told.length = 0;
    worker.container.controller = null;
    const stopped = books.download(bookId).catch((error: Error) => error.message);
    await untilTold(worker.told);
    await books.remove(bookId);
    const again = books.download(bookId);
    worker.container.controller = worker.active;
    await jest.advanceTimersByTimeAsync(500);
    expect(await stopped).toBe('The download was stopped.');
    await again;
    expect(files()).toBe(true);
  });

  it.each([
    ['is ready then', true],
    ['is never ready', false],
  ])('keeps nothing for a reader who has signed out meanwhile, when the app %s', async (_, isReady) => {
    const { books, worker, user, files, database } = await testOfflineBooks();
    worker.container.controller = null;
    const attempt = books.download(bookId).catch((error: Error) => error.message);
    await untilTold(worker.told);
    user.set(null);
    if (isReady) worker.container.controller = worker.active;
    await jest.advanceTimersByTimeAsync(120_000);
    expect(await attempt).toBe('The download was stopped.');
    expect(files()).toBe(false);
    expect(await database.getAll('metadata')).toEqual([]);
  });

  it('says that it is not possible where there is no service worker', async () => {
    const { books, fetched } = await testOfflineBooks(epub, null);
    await expect(books.download(bookId)).rejects.toMatchObject({ code: 'unsupported' });
    expect(fetched).toEqual([]);
    expect(books.books.get().has(bookId)).toBe(false);
  });

  function without(stores: Parts['stores'], name: string, key: string): () => void {
    const kept = stores.get(name)?.get(key) as Response;
    stores.get(name)?.delete(key);
    return () => stores.get(name)?.set(key, kept);
  }

  /** The files are there, and the worker has been asked for the rest. */
  async function untilTold(told: readonly string[]): Promise<void> {
    while (told.length < 2) await new Promise((resolve) => setImmediate(resolve));
  }
});
