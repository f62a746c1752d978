/** An invalid value in the browser's storage is discarded at most; pages keep working. */
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import type { Page } from '@playwright/test';
import { alreadySignedIn, upload, withConsent } from './support/account.ts';
import { makeEpub, sentence } from './support/books.ts';
import { download, untilRemotesKept } from './support/offline.ts';
import { chapterFrame } from './support/reader.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

/** Keys of preferences, with the page that reads them; all others are read at the start of every page. */
const preferencesOf: Readonly<Record<string, readonly string[]>> = {
  '/dashboard': [
    'shell.rail_collapsed',
    'reader.autoSession',
    'last_day_here',
    'achievements_announced',
    'recent_searches',
  ],
  '/library': ['library.view', 'library.sort', 'library.grouped'],
  '/notes': ['draft.note'],
  '/gamification': ['achievements_new', 'gamification_actions'],
  '/mentor': ['mentor_conversation'],
  '/read': ['reader.pace', 'reader.voice', 'reader.theme', 'reader.text', 'reader.sheet'],
};
/** Without these the reader is signed out, as intended. */
const signIn: readonly string[] = [storageKeys.token, storageKeys.user];
/** Names the owner of the other values: if it is invalid they are cleared, and junk in them is not read. */
const alone: readonly string[] = [storageKeys.dataOf];
/** Keys with junk at once; a page load for each of them would take minutes. */
const atOnce = 10;

/** Keys grouped for each kind of junk: in different groups, so that no key always hides another. */
function groupsOf(keys: readonly string[], junkIndex: number): string[][] {
  const shared = keys.filter((key) => !alone.includes(key));
  const count = Math.ceil(shared.length / atOnce);
  const groupOf = (index: number) => (junkIndex === 0 ? index % count : Math.floor(index / atOnce));
  const groups = Array.from({ length: count }, (_, group) =>
    shared.filter((_key, index) => groupOf(index) === group),
  );
  return [...groups, ...keys.filter((key) => alone.includes(key)).map((key) => [key])];
}

const isOpen = async (page: Page, path: string): Promise<void> => {
  if (path.startsWith('/read'))
    await expect(page.getByRole('region', { name: 'Page of the book' })).toBeAttached();
  else await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.getByText(/Oops! Something went wrong|could not be opened|^Error loading/)).toHaveCount(
    0,
  );
};

test('[F-03] [RS-02] junk under any key of local or session storage leaves every page open', async ({
  page,
  context,
  request,
}) => {
  test.setTimeout(180_000);
  await withConsent(context);
  const { user, token } = await alreadySignedIn(page, request);
  const { id: userId } = user as { id: string };
  const book = await upload(request, token, await makeEpub());
  const reading = `/read/${book.id}`;
  await page.goto(reading);
  await isOpen(page, reading);
  await page.goto('/dashboard');
  await isOpen(page, '/dashboard');

  const keyOf = (name: string) => `${storageKeys.preferences}.${userId}.${name}`;
  const used = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  const pageOf = new Map<string, string>(
    [...used, ...Object.values(storageKeys), 'lectern.journal.x', 'lectern.tab']
      .filter((key) => !signIn.includes(key))
      .map((key) => [key, '/dashboard']),
  );
  for (const [path, names] of Object.entries(preferencesOf))
    for (const name of names) pageOf.set(keyOf(name), path === '/read' ? reading : path);

  const junk = [JSON.stringify({ [userId]: {}, id: 5, userId }), '[{},null]'];
  for (const path of new Set(pageOf.values())) {
    const keys = [...pageOf.keys()].filter((key) => pageOf.get(key) === path);
    for (const [junkIndex, value] of junk.entries())
      for (const group of groupsOf(keys, junkIndex))
        await test.step(`${group.join(', ')} on ${path}: ${value}`, async () => {
          await page.evaluate(
            ([names, text]) => {
              for (const storage of [localStorage, sessionStorage])
                for (const name of names) storage.setItem(name, text);
            },
            [group, value] as const,
          );
          await page.goto(path);
          await isOpen(page, path);
          await page.evaluate((names) => {
            for (const storage of [localStorage, sessionStorage])
              for (const name of names) storage.removeItem(name);
          }, group);
        });
  }
});

/** Pages that read a store; all others are read by the dashboard. */
const readBy: Readonly<Record<string, string>> = {
  books: '/library',
  metadata: '/library',
  notes: '/notes',
  responses_v2: '/library',
  reading_progress: '/read',
};

/** Stores of the databases of this browser. */
const stores = (page: Page): Promise<{ name: string; of: string }[]> =>
  page.evaluate(async () => {
    const found: { name: string; of: string }[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
      });
      for (const store of database.objectStoreNames) found.push({ name: store, of: name });
      database.close();
    }
    return found;
  });

/** Overwrites every value of a store with something else, and adds one. */
const fillStore = (page: Page, database: string, store: string, userId: string): Promise<void> =>
  page.evaluate(
    ([databaseName, storeName, user]) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(databaseName);
        request.onsuccess = () => {
          const open = request.result;
          const transaction = open.transaction(storeName, 'readwrite');
          const values = transaction.objectStore(storeName);
          const { keyPath } = values;
          values.openCursor().onsuccess = (event) => {
            const cursor = (event.target as IDBRequest<IDBCursorWithValue | null>).result;
            if (cursor === null) return;
            // Stored answers keep their outer structure: the junk is inside.
            const junk = storeName.startsWith('responses') ? { ...cursor.value, value: { items: {} } } : 5;
            cursor.update(
              typeof keyPath === 'string' ? { [keyPath]: cursor.primaryKey, userId: user } : junk,
            );
            cursor.continue();
          };
          if (typeof keyPath === 'string')
            values.put({ [keyPath]: 'junk', userId: user, bookId: 5, type: {} });
          else values.put({ version: {}, value: 'junk' }, `junk:${user}`);
          transaction.oncomplete = () => {
            open.close();
            resolve();
          };
          transaction.onabort = () => reject(transaction.error);
        };
      }),
    [database, store, userId] as const,
  );

/** Overwrites every response in one cache of Cache Storage with something else. */
const fillCache = (page: Page, name: string): Promise<void> =>
  page.evaluate(async (cacheName) => {
    const cache = await caches.open(cacheName);
    for (const request of await cache.keys())
      await cache.put(request, new Response('{"junk":', { headers: { 'content-type': 'text/html' } }));
  }, name);

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('[F-03] junk in any one store of the database leaves every page open', async ({
    page,
    context,
    request,
  }) => {
    test.setTimeout(240_000);
    await withConsent(context);
    const { user, token } = await alreadySignedIn(page, request);
    const { id: userId } = user as { id: string };
    const book = await upload(request, token, await makeEpub());
    await page.goto(`/read/${book.id}`);
    await isOpen(page, `/read/${book.id}`);
    await page.goto('/library');
    await isOpen(page, '/library');

    for (const { name, of } of await stores(page)) {
      const path = readBy[name] ?? '/dashboard';
      const address = path === '/read' ? `/read/${book.id}` : path;
      await test.step(`${of} ${name} on ${address}`, async () => {
        // A plain server response, on which no code of the app runs.
        await page.goto('/v1/health');
        await fillStore(page, of, name, userId);
        await page.goto(address);
        await isOpen(page, address);
      });
    }
  });

  test('[F-03] junk in any one cache of Cache Storage leaves every page open', async ({
    page,
    context,
    request,
  }) => {
    test.setTimeout(240_000);
    await withConsent(context);
    const { token } = await alreadySignedIn(page, request);
    const book = await upload(request, token, await makeEpub('Zanzibar by Sextant'));
    const reading = `/read/${book.id}`;
    await page.goto('/library');
    await untilRemotesKept(page);
    // Covers are cached when the service worker serves them, not when the page loaded before it.
    await page.reload();
    await download(page, 'Zanzibar by Sextant');
    await expect(page.getByRole('img', { name: 'Available offline' }).first()).toBeVisible({
      timeout: 60_000,
    });

    for (const [kind, path] of [
      [/precache/, '/library'],
      [/^lectern-registry$/, '/library'],
      [/^lectern-remote-mf-library@/, '/library'],
      [/^lectern-covers$/, '/library'],
      [/^lectern-book-/, reading],
    ] as const)
      await test.step(`${kind} on ${path}`, async () => {
        const nameOf = async () => (await page.evaluate(() => caches.keys())).find((one) => kind.test(one));
        await expect.poll(nameOf, `${kind}`).toBeDefined();
        // A plain server response, on which no code of the app runs.
        await page.goto('/v1/health');
        await fillCache(page, (await nameOf()) as string);
        await page.goto(path);
        await isOpen(page, path);
        if (path === reading) await expect(chapterFrame(page).getByText(sentence(0, 1))).toBeAttached();
      });
  });
});
