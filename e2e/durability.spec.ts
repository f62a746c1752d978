import { register, signIn, upload, withConsent } from './support/account.ts';
import { makeEpub } from './support/books.ts';
import {
  holdNotesBack,
  notesArrive,
  notesOf,
  openNotes,
  saveButton,
  startNote,
  writeNote,
} from './support/notes.ts';
import { download, untilRemotesKept } from './support/offline.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

test.describe('what a reader writes', () => {
  test('[OF-04] is on the server once, even if the page is closed while it is saved', {
    tag: '@every-run',
  }, async ({ page, request, context }) => {
    const account = await openNotes(page, context, request);
    await startNote(page, 'Saved in a hurry.');
    await saveButton(page).evaluate((button: HTMLElement) => {
      button.click();
      location.href = 'about:blank';
    });
    await page.waitForURL('about:blank');
    await page.goto('/notes');
    await expect(page.getByText('Saved in a hurry.').first()).toBeVisible();
    await notesArrive(request, account, 'Saved in a hurry.');
  });
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('[OF-04] is still shown offline after it was sent, and in every tab', async ({
    page,
    request,
    context,
  }) => {
    const account = await openNotes(page, context, request);
    await untilRemotesKept(page);
    const other = await context.newPage();
    await other.goto('/notes');
    await expect(other.getByText('No notes yet')).toBeVisible();
    await startNote(page, 'Seen from both tabs.');
    await saveButton(page).click();
    await expect(other.getByText('Seen from both tabs.').first()).toBeVisible();
    await expect.poll(() => notesOf(request, account.token), { timeout: 20_000 }).toHaveLength(1);
    await context.setOffline(true);
    await other.reload();
    await expect(other.getByText('Seen from both tabs.').first()).toBeVisible();
  });
});

test('[Y-02] arrives even if the database of the browser is deleted under an open page', async ({
  page,
  request,
  context,
}) => {
  const account = await openNotes(page, context, request);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await holdNotesBack(page);
  await writeNote(page, 'Written before.');
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase('lectern');
        deleting.onsuccess = () => resolve();
        deleting.onerror = () => reject(deleting.error);
      }),
  );
  await startNote(page, 'Written after.');
  await saveButton(page).click();
  await page.unrouteAll();
  await notesArrive(request, account, 'Written after.', 'Written before.');
  for (const text of ['Written before.', 'Written after.'])
    await expect(page.getByText(text).first()).toBeVisible();
  expect(faults).toEqual([]);
});

test('[F-02] [Y-02] without a browser database the reader is warned once, and writes are still sent', async ({
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
  await writeNote(page, 'Kept by nobody here.');
  await notesArrive(request, account, 'Kept by nobody here.');
  expect(faults).toEqual([]);
});

test('without storage space a download reports it, leaves nothing behind and shows how to free space', async ({
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
  // Chromium then stores no more files; the size of the database is checked only occasionally.
  await browser.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await download(page, book.title);
  await expect(page.getByText('Storage quota exceeded').first()).toBeVisible();
  // The database may have reached its limit as well, and report that in another message.
  await page.getByRole('alert').getByRole('button', { name: 'Free up space' }).first().click();
  await expect(page.getByRole('heading', { name: 'Reading offline' })).toBeVisible();
  const kept = () =>
    page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('lectern-book-')));
  await expect.poll(kept).toEqual([]);
});
