/** Whatever stands under a key of the browser's storage costs that value at most, never the page. */
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import type { Page } from '@playwright/test';
import { alreadySignedIn, upload, withConsent } from './support/account.ts';
import { makeEpub } from './support/books.ts';
import { expect, test } from './support/test.ts';

/** Of preferences, by the page that reads them; everything else is read at the start of every page. */
const preferencesOf: Readonly<Record<string, readonly string[]>> = {
  '/dashboard': [
    'shell.rail_collapsed',
    'reader.autoSession',
    'last_day_here',
    'achievements_announced',
    'recent_searches',
  ],
  '/library': ['library.view', 'library.sort', 'library.grouped'],
  '/notes': ['draft.note', 'draft.note.change'],
  '/gamification': ['achievements_new', 'rewards_introduced', 'gamification_actions'],
  '/mentor': ['mentor_conversation'],
  '/read': ['reader.pace', 'reader.voice', 'reader.theme', 'reader.text', 'reader.sheet'],
};
/** Without these one is signed out, as one must be. */
const signIn: readonly string[] = [storageKeys.token, storageKeys.user];

const isOpen = async (page: Page, path: string): Promise<void> => {
  if (path.startsWith('/read'))
    await expect(page.getByRole('region', { name: 'Page of the book' })).toBeAttached();
  else await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.getByText(/Oops! Something went wrong|could not be opened|^Error loading/)).toHaveCount(
    0,
  );
};

test('[F-03] [RS-02] junk under any one key of local or session storage leaves every page open', async ({
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
  for (const [key, path] of pageOf)
    for (const value of junk)
      await test.step(`${key} on ${path}: ${value}`, async () => {
        await page.evaluate(
          ([name, text]) => {
            for (const storage of [localStorage, sessionStorage]) storage.setItem(name, text);
          },
          [key, value] as const,
        );
        await page.goto(path);
        await isOpen(page, path);
        await page.evaluate((name) => {
          for (const storage of [localStorage, sessionStorage]) storage.removeItem(name);
        }, key);
      });
});
