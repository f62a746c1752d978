/** @jest-environment node */
import { book, bookId, bookRoot, pdf, testOfflineBooks } from '../../testing/testOfflineBooks.ts';

const day = 24 * 60 * 60_000;

describe('books for reading offline', () => {
  it.each(['OEBPS/text/one.xhtml', 'OEBPS/images/a%20map.png', 'OEBPS/package.opf'])(
    '[Y-08] are not kept when a foreign page comes in place of %s',
    async (path) => {
      const { books, foreign, stores } = await testOfflineBooks();
      foreign.add(`${bookRoot}/content/grant1/${path}`);
      await expect(books.download(bookId)).rejects.toMatchObject({ status: 0, code: 'network' });
      expect(stores.has(`lectern-book-${bookId}`)).toBe(false);
    },
  );

  it('[RD-07] keeps every file of an EPUB under an address without its grant', async () => {
    const { books, keys, stores, watched } = await testOfflineBooks();
    const progress: number[] = [];
    books.books.subscribe(() => progress.push(books.books.get().get(bookId)?.progress ?? -1));
    await books.download(bookId);
    expect(keys()).toEqual([
      `/offline/text/${bookId}`,
      `${bookRoot}/content/OEBPS/images/a%20map.png`,
      `${bookRoot}/content/OEBPS/package.opf`,
      `${bookRoot}/content/OEBPS/text/one.xhtml`,
      `${bookRoot}/content/fonts/x.woff2`,
      `${bookRoot}/cover/3/large.webp`,
      `${bookRoot}/cover/3/medium.webp`,
      `${bookRoot}/cover/3/small.webp`,
      `${bookRoot}/cover/3/thumbnail.webp`,
    ]);
    const text = await stores.get(`lectern-book-${bookId}`)?.get(`/offline/text/${bookId}`)?.json();
    expect(text.passages).toEqual([{ text: 'first' }, { text: 'second' }]);
    expect(books.books.get().get(bookId)).toMatchObject({
      state: 'cached',
      progress: 1,
      cachedAt: 1_000_000,
    });
    expect(books.books.get().get(bookId)?.bytes).toBeGreaterThan(0);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    const ofBook = ['', '/manifest', '/progress', '/places', '/files', '/highlights', '/bookmarks', '/form'];
    expect(watched).toEqual([
      ...ofBook.map((path) => [`GET /books/:id${path}`, { params: { id: bookId } }]),
      ['GET /notes/:bookId', { params: { bookId } }],
    ]);
  });

  it('[RD-07] keeps the whole file of a PDF', async () => {
    const { books, keys } = await testOfflineBooks(pdf);
    await books.download(bookId);
    expect(keys()).toContain(`${bookRoot}/file`);
  });

  it('leaves nothing behind when a file did not come', async () => {
    const { books, broken, files, database } = await testOfflineBooks();
    broken.add(`${bookRoot}/content/grant1/OEBPS/text/one.xhtml`);
    await expect(books.download(bookId)).rejects.toMatchObject({
      message: 'Network error. Please check your connection.',
    });
    expect(files()).toBe(false);
    expect(books.books.get().size).toBe(0);
    expect(await database.getAll('metadata')).toEqual([]);
  });

  it('says that there is no room left, and leaves nothing behind', async () => {
    const { books, files, fill } = await testOfflineBooks();
    fill();
    await expect(books.download(bookId)).rejects.toThrow('Storage quota exceeded');
    expect(files()).toBe(false);
    expect(books.books.get().get(bookId)).toBeUndefined();
  });

  it('asks the browser to keep what is stored, once there is something to keep', async () => {
    const persist = jest.fn(async () => true);
    Object.defineProperty(navigator, 'storage', { value: { persist }, configurable: true });
    const { books } = await testOfflineBooks();
    expect(persist).not.toHaveBeenCalled();
    await books.download(bookId);
    expect(persist).toHaveBeenCalledTimes(1);
    Reflect.deleteProperty(navigator, 'storage');
  });

  it('[RD-07] a second download of the same book joins the one that is under way', async () => {
    const { books, fetched } = await testOfflineBooks(pdf);
    const first = books.download(bookId);
    await books.download(bookId);
    expect(books.books.get().get(bookId)).toMatchObject({ state: 'cached' });
    await first;
    expect(fetched).toEqual([...new Set(fetched)]);
  });

  it('[RD-07] can be removed', async () => {
    const { books, files, database } = await testOfflineBooks();
    await books.download(bookId);
    await books.remove(bookId);
    expect(files()).toBe(false);
    expect(books.books.get().has(bookId)).toBe(false);
    expect(await database.getAll('books')).toEqual([]);
  });

  it('[RD-07] [OF-01] expires 30 days after it was kept, and is then marked not cached', async () => {
    const { books, files, clock, database } = await testOfflineBooks();
    await books.download(bookId);
    expect(await database.get('books', `u1/${bookId}`)).toMatchObject({ bookId, lastAccessed: 1_000_000 });
    clock.now += 30 * day;
    await books.expire();
    expect(files()).toBe(true);
    clock.now += 1;
    await books.expire();
    expect(files()).toBe(false);
    expect(books.books.get().get(bookId)).toMatchObject({ state: 'none' });
    expect(await database.get('metadata', bookId)).toMatchObject({
      title: 'Emma',
      isCached: false,
      cachedAt: 1_000_000,
    });
  });

  /** The server has another file of the book by now. */
  function replaceFile({ server }: Awaited<ReturnType<typeof testOfflineBooks>>): void {
    server.book = { ...book, file_id: '5f1d' };
    server.manifest = { ...pdf, content_url: `${bookRoot}/file/grant2/5f1d` };
  }

  it('[RD-07] are downloaded anew once their file was replaced elsewhere, and of the old one nothing stays', async () => {
    const parts = await testOfflineBooks(pdf);
    const { books, keys, refreshed, fetched, database } = parts;
    await books.download(bookId);
    expect(keys()).toContain(`${bookRoot}/file`);
    fetched.length = 0;
    await books.renew();
    expect(fetched).toEqual([]);

    replaceFile(parts);
    await books.renew();
    expect(keys()).toContain(`${bookRoot}/file/5f1d`);
    expect(keys()).not.toContain(`${bookRoot}/file`);
    expect(refreshed).toEqual(['GET /books/:id/manifest']);
    expect(books.books.get().get(bookId)).toMatchObject({ state: 'cached' });
    expect(await database.get('books', `u1/${bookId}`)).toMatchObject({ book: { file_id: '5f1d' } });

    fetched.length = 0;
    await books.renew();
    expect(fetched).toEqual([]);
  });

  it('[RD-07] stay as they were while the new file does not come, until it does', async () => {
    const parts = await testOfflineBooks(pdf);
    const { books, keys, broken, refreshed } = parts;
    await books.download(bookId);
    const before = books.books.get().get(bookId);
    replaceFile(parts);
    broken.add(`${bookRoot}/file/grant2/5f1d`);
    await books.renew();
    expect(keys()).toContain(`${bookRoot}/file`);
    expect(refreshed).toEqual([]);
    expect(books.books.get().get(bookId)).toEqual(before);

    broken.clear();
    await books.renew();
    expect(keys()).not.toContain(`${bookRoot}/file`);
    expect(keys()).toContain(`${bookRoot}/file/5f1d`);
  });

  it('[AE-09] shows another reader none of them', async () => {
    const { books, user } = await testOfflineBooks();
    await books.download(bookId);
    user.set({ id: 'u2' });
    await books.expire();
    expect(books.books.get().size).toBe(0);
  });
});
