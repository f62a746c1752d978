import type { APIRequestContext, Page } from '@playwright/test';
import { register, signIn, upload, withConsent } from './support/account.ts';
import { makeEpub } from './support/books.ts';
import { download, untilRemotesKept } from './support/offline.ts';
import { expect, test } from './support/test.ts';

async function startNote(page: Page, text: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Write a note$/ })
    .first()
    .click();
  await page.getByLabel('Note', { exact: true }).fill(text);
}

const save = (page: Page) => page.getByRole('button', { name: /^Save/ }).first();

async function notesOf(request: APIRequestContext, token: string): Promise<string[]> {
  const answer = await request.get('/v1/notes', { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()).items.map((note: { content: string }) => note.content);
}

test.describe('what a reader writes', () => {
  test('[OF-04] is on the server once, though the page was left in the moment of saving', async ({
    page,
    request,
    context,
  }) => {
    await withConsent(context);
    const account = await register(request);
    await signIn(page, account);
    await page.goto('/notes');
    await startNote(page, 'Saved in a hurry.');
    await save(page).evaluate((button: HTMLElement) => {
      button.click();
      location.href = 'about:blank';
    });
    await page.waitForURL('about:blank');
    await page.goto('/notes');
    await expect(page.getByText('Saved in a hurry.').first()).toBeVisible();
    await expect
      .poll(() => notesOf(request, account.token), { timeout: 20_000 })
      .toEqual(['Saved in a hurry.']);
  });

  test('[OF-04] is still there offline after it was sent, and in every tab', async ({
    page,
    request,
    context,
  }) => {
    await withConsent(context);
    const account = await register(request);
    await signIn(page, account);
    await page.goto('/notes');
    await untilRemotesKept(page);
    const other = await context.newPage();
    await other.goto('/notes');
    await expect(other.getByText('No notes yet')).toBeVisible();
    await startNote(page, 'Seen from both tabs.');
    await save(page).click();
    await expect(other.getByText('Seen from both tabs.').first()).toBeVisible();
    await expect.poll(() => notesOf(request, account.token), { timeout: 20_000 }).toHaveLength(1);
    await context.setOffline(true);
    await other.reload();
    await expect(other.getByText('Seen from both tabs.').first()).toBeVisible();
  });
});

test('[Y-02] the database of the browser is deleted under an open page: what is written arrives', async ({
  page,
  request,
  context,
}) => {
  await withConsent(context);
  const account = await register(request);
  await signIn(page, account);
  await page.goto('/notes');
  await expect(page.getByText('No notes yet')).toBeVisible();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.route('**/v1/notes', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await startNote(page, 'Written before.');
  await save(page).click();
  await expect(page.getByText('Written before.').first()).toBeVisible();
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase('lectern');
        deleting.onsuccess = () => resolve();
        deleting.onerror = () => reject(deleting.error);
      }),
  );
  await startNote(page, 'Written after.');
  await save(page).click();
  await page.unrouteAll();
  await expect
    .poll(async () => (await notesOf(request, account.token)).sort(), { timeout: 60_000 })
    .toEqual(['Written after.', 'Written before.']);
  for (const text of ['Written before.', 'Written after.'])
    await expect(page.getByText(text).first()).toBeVisible();
  expect(faults).toEqual([]);
});

test('[F-02] [Y-02] a browser without a database: that is said once, and what is written is sent', async ({
  page,
  request,
  context,
}) => {
  await withConsent(context);
  const account = await register(request);
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await signIn(page, account);
  await page.goto('/notes');
  await expect(page.getByText(/^This browser cannot keep your changes right now\./)).toHaveCount(1);
  await startNote(page, 'Kept by nobody here.');
  await save(page).click();
  await expect(page.getByText('Kept by nobody here.').first()).toBeVisible();
  await expect
    .poll(() => notesOf(request, account.token), { timeout: 20_000 })
    .toEqual(['Kept by nobody here.']);
  expect(faults).toEqual([]);
});

test('the browser has no room left: a download says so, leaves nothing behind and shows where room can be made', async ({
  page,
  request,
  context,
}) => {
  await withConsent(context);
  const account = await register(request);
  const book = await upload(request, account.token, await makeEpub());
  await signIn(page, account);
  await page.goto('/library');
  const browser = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  // Chromium then keeps no file more; what its database takes is looked at only now and then.
  await browser.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await download(page, book.title);
  await expect(page.getByText('Storage quota exceeded').first()).toBeVisible();
  // The database may have met its limit too, and say so in a message of its own.
  await page.getByRole('alert').getByRole('button', { name: 'Free up space' }).click();
  await expect(page.getByRole('heading', { name: 'Reading offline' })).toBeVisible();
  const kept = () =>
    page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('lectern-book-')));
  await expect.poll(kept).toEqual([]);
});

test('[RD-07] a downloaded book opens with no network, and a removed one is gone from the browser', async ({
  page,
  request,
  context,
}) => {
  await withConsent(context);
  const account = await register(request);
  const book = await upload(request, account.token, await makeEpub());
  await signIn(page, account);
  await page.goto('/library');
  const menu = page.getByRole('button', { name: `More about ${book.title}` }).first();
  await download(page, book.title);
  const kept = () =>
    page.evaluate(
      async () => (await caches.keys()).filter((name) => name.startsWith('lectern-book-')).length,
    );
  await untilRemotesKept(page);
  await menu.click();
  await expect(page.getByRole('menuitem', { name: /Remove/ })).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press('Escape');
  await expect.poll(kept).toBe(1);

  await context.setOffline(true);
  await page.goto(`/read/${book.id}`);
  await expect
    .poll(
      async () => {
        const texts = await Promise.all(
          page
            .frames()
            .map((frame) =>
              frame.evaluate(() => document.body?.textContent?.trim().length ?? 0).catch(() => 0),
            ),
        );
        return texts.slice(1).some((length) => length > 0);
      },
      { timeout: 20_000 },
    )
    .toBe(true);

  await context.setOffline(false);
  await page.goto('/library');
  await menu.click();
  await page.getByRole('menuitem', { name: /Remove/ }).click();
  await expect.poll(kept).toBe(0);
});
