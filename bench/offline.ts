/** The cost of offline support: starting without a network, and sending the writes that waited for one. */
import type { Browser, Page } from '@playwright/test';
import { type Benchmark, type Figure, interleaved } from './lib/bench.ts';
import { type BenchReader, bookFile, newReader, untilInPage, untilQuiet, whenCached } from './lib/reader.ts';

const rounds = 5;
const writes = 1_000;

const shelfOnScreen = `() => [...document.querySelectorAll('main a')].some((link) => /freeculture|Free Culture|War and Peace/i.test(link.textContent + (link.getAttribute('aria-label') ?? '')))`;

/** A browser after an earlier visit: active worker, cached remotes, loaded library. */
async function visited(browser: Browser, reader: BenchReader, url: string): Promise<Page> {
  const context = await reader.context(browser);
  const page = await context.newPage();
  await page.goto(`${url}/library`);
  await page.evaluate(whenCached);
  await page.reload();
  await untilQuiet(page);
  return page;
}

async function starts(browser: Browser, reader: BenchReader, url: string): Promise<Figure> {
  const page = await visited(browser, reader, url);
  const start = (offline: boolean) => async () => {
    await page.context().setOffline(offline);
    await page.goto(`${url}/library`, { waitUntil: 'commit' });
    const time = await untilInPage(page, shelfOnScreen);
    await page.waitForTimeout(300);
    return time;
  };
  const figure = await interleaved(
    'Library, start without a network / warm start with one',
    1.2,
    rounds,
    start(true),
    start(false),
  );
  await page.context().close();
  return figure;
}

const prepare = () =>
  Array.from({ length: writes }, (_, index) => {
    const id = crypto.randomUUID();
    return {
      id: crypto.randomUUID(),
      body: { id, content: `Thought ${index}.`, created_at: new Date().toISOString() },
    };
  });

/** Pending writes in the database of a closed page; the next page sends them. */
async function replay(page: Page, url: string, userId: string): Promise<number> {
  await page.goto(`${url}/settings`);
  await page.context().setOffline(true);
  await page.evaluate(
    async ([actions, reader]) => {
      const open = indexedDB.open('lectern');
      const database = await new Promise<IDBDatabase>((resolve) => {
        open.onsuccess = () => resolve(open.result);
      });
      const transaction = database.transaction('sync_queue', 'readwrite');
      for (const [index, { id, body }] of actions.entries())
        transaction.objectStore('sync_queue').put({
          id,
          type: 'CREATE_NOTE',
          payload: { ...body, bookId: null },
          status: 'pending',
          priority: 8,
          timestamp: index + 1,
          retryCount: 0,
          maxRetries: 5,
          lastError: null,
          lastAttempt: null,
          entity: `note:${body.id}`,
          userId: reader,
          notBefore: 0,
          refused: false,
        });
      await new Promise((resolve) => {
        transaction.oncomplete = resolve;
      });
      database.close();
    },
    [prepare(), userId] as const,
  );
  await page.goto(`${url}/settings`);
  await page
    .getByText(`${writes.toLocaleString('en')} change(s) pending sync`)
    .first()
    .waitFor();
  await page.evaluate(() => {
    addEventListener('online', () => performance.mark('online'), { once: true });
  });
  await page.context().setOffline(false);
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const open = indexedDB.open('lectern');
        open.onsuccess = () => {
          const look = (): void => {
            const count = open.result.transaction('sync_queue').objectStore('sync_queue').count();
            count.onsuccess = () => {
              const [began] = performance.getEntriesByName('online');
              if (began && count.result === 0) resolve(performance.now() - began.startTime);
              else setTimeout(look, 50);
            };
          };
          look();
        };
      }),
  );
}

/** The same requests, one after the other, from the same page. */
const bare = (page: Page, token: string): Promise<number> =>
  page.evaluate(
    async ([requests, bearer]) => {
      const began = performance.now();
      for (const { id, body } of requests) {
        const answer = await fetch('/v1/notes', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${bearer}`,
            'idempotency-key': id,
          },
          body: JSON.stringify(body),
        });
        await answer.json();
      }
      return performance.now() - began;
    },
    [prepare(), token] as const,
  );

async function replays(browser: Browser, reader: BenchReader, url: string): Promise<Figure> {
  const page = await visited(browser, reader, url);
  const figure = await interleaved(
    `${writes} queued writes replayed / the same bare requests in that order`,
    1.3,
    2,
    () => replay(page, url, reader.user.id),
    () => bare(page, reader.token),
  );
  await page.context().close();
  return figure;
}

export const offline: Benchmark = {
  name: 'offline',
  async run({ browser, url, books }): Promise<Figure[]> {
    const reader = await newReader(url);
    await reader.upload(bookFile(books, 'pdf', 'freeculture.pdf'));
    const start = await starts(browser, reader, url);
    // A separate reader: a thousand notes are not part of a start.
    return [start, await replays(browser, await newReader(url), url)];
  },
};
