/** @jest-environment node */
import { openTab, pass } from '../testing/offlineTab.ts';

describe('downloaded books', () => {
  /** A tab with a book that was downloaded earlier. */
  async function withDownload() {
    const opened = openTab();
    const database = await opened.offline.database;
    const stored = { userId: 'u1', bookId: 'b1' };
    const book = { id: 'b1', title: 'Emma', author: 'Jane Austen', file_id: 'f1' };
    await database.put('books', { ...stored, id: 'u1/b1', lastAccessed: Date.now(), book: book as never });
    await database.put('metadata', {
      ...stored,
      title: 'Emma',
      cachedAt: Date.now(),
      isCached: true,
      bytes: 9,
    });
    await opened.offline.start();
    await pass(0);
    return opened;
  }
  const bookRequest = 'GET /books/b1';

  it('[RD-07] are shown from the start on', async () => {
    const { offline } = await withDownload();
    expect(offline.offlineBooks.books.get().get('b1')).toMatchObject({ state: 'cached', bytes: 9 });
  });

  it('[RD-07] are compared with the server after the start, and when another device has changed books', async () => {
    const { revisions, requests } = await withDownload();
    await pass(5_000);
    expect(requests()).toContain(bookRequest);
    revisions.notes += 1;
    await pass(30_000);
    expect(requests()).not.toContain(bookRequest);
    revisions.books += 1;
    await pass(30_000);
    expect(requests()).toContain(bookRequest);
  });

  it('[RD-07] are compared with the server when the network is back', async () => {
    const { state, requests, goOffline, goOnline } = await withDownload();
    await pass(5_000);
    requests();
    goOffline();
    // A request now would reach the server.
    state.online = true;
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
    expect(requests()).not.toContain(bookRequest);
    await goOnline();
    await pass(0);
    expect(requests()).toContain(bookRequest);
  });

  describe('need a service worker', () => {
    const controller = {};
    const download = async (mode: string, serviceWorker: unknown) => {
      jest.replaceProperty(process, 'env', { ...process.env, LECTERN_MODE: mode });
      Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
      const { offline } = openTab();
      return offline.offlineBooks.download('b1').catch(({ code }: { code: string }) => code);
    };

    it.each([
      ['in development there is none', 'development', { controller }],
      ['nor in some private windows', 'production', undefined],
    ])('[RD-07] %s', async (_, mode, serviceWorker) => {
      expect(await download(mode, serviceWorker)).toBe('unsupported');
    });

    it('[RD-07] else only room is needed', async () => {
      expect(await download('production', { controller })).not.toBe('unsupported');
    });
  });
});
