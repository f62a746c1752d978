import { expect, type Page } from '@playwright/test';
import { pollIntervals } from './steady.ts';

/** Waits until the service worker has cached every remote completely: from then on the app works offline. */
export async function untilRemotesKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const missing = () =>
    page.evaluate(async () => {
      const cachedRegistry = await (await caches.open('lectern-registry')).match('/remotes.json');
      const { remotes: cached } = cachedRegistry ? await cachedRegistry.json() : { remotes: {} };
      const { remotes } = await (await fetch('/remotes.json')).json();
      return Object.keys(remotes).filter(
        (name) => cached[name]?.current.description.version !== remotes[name].current.description.version,
      );
    });
  await expect.poll(missing, { timeout: 60_000, intervals: pollIntervals }).toEqual([]);
}

/** Cached versions of remotes, as 'name@version'. */
export const keptRemotes = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    (await caches.keys())
      .filter((name) => name.startsWith('lectern-remote-'))
      .map((name) => name.slice('lectern-remote-'.length)),
  );

/** Waits until the data of the other pages has been prefetched as well: the reader's profile comes last. */
export async function untilPrefetched(page: Page): Promise<void> {
  const profiles = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const store = 'responses_v2';
          const open = indexedDB.open('lectern-cache');
          open.onerror = () => resolve(0);
          open.onsuccess = () => {
            // The app may not have created it yet.
            if (!open.result.objectStoreNames.contains(store)) {
              open.result.close();
              return resolve(0);
            }
            const all = open.result.transaction(store).objectStore(store).getAllKeys();
            all.onsuccess = () => {
              open.result.close();
              resolve(all.result.filter((key) => String(key).includes('GET /auth/profile')).length);
            };
          };
        }),
    );
  await expect.poll(profiles, { timeout: 60_000, intervals: pollIntervals }).toBe(1);
}

/** Number of writes that this browser has and the server has not confirmed. */
export const unsentWrites = (page: Page): Promise<number> =>
  page.evaluate(
    (prefix) =>
      new Promise<number>((resolve, reject) => {
        // A write is in the log until the database has it.
        const logged = Object.keys(localStorage).filter((key) => key.startsWith(prefix)).length;
        const opening = indexedDB.open('lectern');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction('sync_queue').objectStore('sync_queue').count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(logged + counting.result);
          };
        };
      }),
    'lectern.journal.',
  );

/** Downloads a book from its menu on the shelf. */
export async function download(page: Page, title: string): Promise<void> {
  await page
    .getByRole('button', { name: `More about ${title}` })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Download for Offline' }).click();
}
