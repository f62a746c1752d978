/** Signing out removes a reader's data from this browser, and handles what was not sent yet. */
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import {
  type Account,
  newDevice,
  register,
  signIn,
  signInByForm,
  upload,
  withConsent,
} from './support/account.ts';
import { makeEpub } from './support/books.ts';
import { allStoredData } from './support/browserData.ts';
import { chooseSignOut, holdNotesBack, notesArrive, notesOf, writeNote } from './support/notes.ts';
import { download, untilRemotesKept } from './support/offline.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

const atStart = (page: Page) => page.waitForURL((url) => url.pathname === '/');
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Not sent yet' });

/** Signed in, on the Notes page, with a note that cannot be sent. */
async function withUnsentNote(page: Page, context: BrowserContext, account: Account, text: string) {
  await withConsent(context);
  await signIn(page, account);
  await page.goto('/notes');
  await expect(page.getByText('No notes yet')).toBeVisible();
  await holdNotesBack(page);
  await writeNote(page, text);
}

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('[S-04] after signing out no data of the reader remains in the browser, with a forged token or URL, online or offline', async ({
    page,
    context,
    request,
  }) => {
    test.slow();
    await withConsent(context);
    const reader = await register(request);
    const book = await upload(request, reader.token, await makeEpub('Zanzibar by Sextant'));
    await signInByForm(page, reader);
    await untilRemotesKept(page);
    await page.goto('/library');
    await download(page, 'Zanzibar by Sextant');
    // Leaving a page stops its downloads.
    await expect(page.getByRole('img', { name: 'Available offline' }).first()).toBeVisible({
      timeout: 60_000,
    });
    const cover = await page.locator('img[src*="/cover/"]').first().getAttribute('src');
    await page.goto('/notes');
    await writeNote(page, 'Wombats are underrated.');
    const marks = ['Zanzibar', 'Wombats', reader.email, reader.name, book.id];
    await expect.poll(() => notesOf(request, reader.token)).toHaveLength(1);
    // A note that was sent leaves the queue before the list with it is stored.
    await expect(async () => {
      const before = await allStoredData(page);
      for (const mark of marks) expect(before, `the test sees ${mark} where it is`).toContain(mark);
    }).toPass();
    const user = await page.evaluate(() => localStorage.getItem('lectern.user') ?? '');

    await chooseSignOut(page);
    await atStart(page);
    await expect(page.getByRole('link', { name: /sign in/i }).first()).toBeVisible();
    const after = await allStoredData(page);
    for (const mark of marks) expect(after, mark).not.toContain(mark);

    await test.step('another account gets nothing through its own, old or forged addresses', async () => {
      const other = await newSignIn(page, request);
      const { id } = JSON.parse(user) as { id: string };
      const grant = 'zzzz-'.padEnd(51, 'A');
      const addresses = [
        cover ?? '',
        `/v1/books/${book.id}/cover/${grant}/1/medium.webp`,
        `/v1/books/${book.id}/content/${grant}/OPS/one.xhtml`,
        `/v1/books/${book.id}/file/${grant}`,
        `/v1/export/${id}/${grant}?files=0`,
      ];
      // At most three seconds later for signed URLs.
      await expect(async () => {
        const statuses = await page.evaluate(
          (asked) =>
            Promise.all(asked.map((address) => fetch(address, { cache: 'no-store' }).then((r) => r.status))),
          addresses,
        );
        expect(statuses).toEqual(addresses.map(() => 404));
      }).toPass({ timeout: 10_000 });
      expect(await allStoredData(page)).not.toContain('Zanzibar');
      expect(other.email).not.toBe(reader.email);
      await page.goto('/dashboard');
      await chooseSignOut(page);
      await atStart(page);
    });

    await test.step('nor does a forged token offline', async () => {
      const { id } = JSON.parse(user) as { id: string };
      const claims = Buffer.from(JSON.stringify({ sub: id, exp: 4_000_000_000 })).toString('base64url');
      for (const token of ['garbage', `e30.${claims}.AAAA`]) {
        await context.setOffline(true);
        await page.evaluate(
          ([made, who]) => {
            localStorage.setItem('lectern.token', made);
            localStorage.setItem('lectern.user', who);
          },
          [token, user] as const,
        );
        for (const path of ['/notes', '/library', `/read/${book.id}`]) {
          await page.goto(path);
          await expect(page.getByRole('main').or(page.getByRole('heading')).first()).toBeVisible();
          await expect(page.getByText(/Zanzibar|Wombats/)).toHaveCount(0);
        }
        const kept = (await allStoredData(page)).replaceAll(user, '');
        for (const mark of ['Zanzibar', 'Wombats', reader.email]) expect(kept).not.toContain(mark);
        await page.evaluate(() => localStorage.removeItem('lectern.token'));
        await page.goto('about:blank');
        await context.setOffline(false);
        await page.goto('/about');
      }
    });
  });

  test('[S-04] unsent changes are kept offline, but encrypted', async ({ page, context, request }) => {
    const reader = await register(request);
    await withUnsentNote(page, context, reader, 'Sealed in a tunnel.');
    await untilRemotesKept(page);
    await context.setOffline(true);
    await chooseSignOut(page);
    await dialogOf(page).getByRole('button', { name: 'Keep for my next sign-in' }).click();
    await atStart(page);
    expect(await allStoredData(page)).not.toContain('Sealed in a tunnel');
    await page.unrouteAll();
    await context.setOffline(false);
    await signInByForm(page, reader);
    await notesArrive(request, reader, 'Sealed in a tunnel.');
  });
});

async function newSignIn(page: Page, request: APIRequestContext): Promise<Account & { token: string }> {
  const other = await register(request);
  await signInByForm(page, other);
  return other;
}

/** Deletes the database under an open page, as a browser does to make room. */
async function removeDatabase(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Storage.clearDataForOrigin', {
    origin: new URL(page.url()).origin,
    storageTypes: 'indexeddb',
  });
}

test.describe('[S-04] unsent changes are listed before the sign-out', () => {
  test('[AE-09] kept changes cannot be read meanwhile, another reader sends only their own, and they are sent at the next sign-in', {
    tag: '@every-run',
  }, async ({ page, context, request }) => {
    const reader = await register(request);
    await withUnsentNote(page, context, reader, 'Kept under seal.');
    await chooseSignOut(page);
    await expect(dialogOf(page).getByText('1 note', { exact: true })).toBeVisible();
    await dialogOf(page).getByRole('button', { name: 'Keep for my next sign-in' }).click();
    await atStart(page);
    const kept = await allStoredData(page);
    expect(kept).toContain('lectern-sealed');
    expect(kept).not.toContain('Kept under seal');
    await page.unrouteAll();
    const other = await newSignIn(page, request);
    await page.goto('/notes');
    await expect(page.getByText('No notes yet')).toBeVisible();
    await writeNote(page, 'Of the second.');
    await notesArrive(request, other, 'Of the second.');
    expect(await notesOf(request, reader.token)).toEqual([]);
    await chooseSignOut(page);
    await atStart(page);
    await signInByForm(page, reader);
    await notesArrive(request, reader, 'Kept under seal.');
  });

  test('[Y-02] after the browser deleted its database, unsent changes are listed and kept as well', async ({
    page,
    context,
    request,
  }) => {
    const reader = await register(request);
    await withUnsentNote(page, context, reader, 'Its database is gone.');
    await removeDatabase(page);
    await chooseSignOut(page);
    await expect(dialogOf(page).getByText('1 note', { exact: true })).toBeVisible();
    await dialogOf(page).getByRole('button', { name: 'Keep for my next sign-in' }).click();
    await atStart(page);
    await page.unrouteAll();
    await signInByForm(page, reader);
    await notesArrive(request, reader, 'Its database is gone.');
  });

  test('unsent changes are sent before the sign-out', async ({ page, context, request }) => {
    const reader = await register(request);
    await withUnsentNote(page, context, reader, 'Sent at the door.');
    await chooseSignOut(page);
    await dialogOf(page).getByRole('button', { name: 'Send now' }).click();
    await expect(dialogOf(page).getByText('This couldn’t be sent yet.', { exact: false })).toBeVisible();
    await page.unrouteAll();
    await dialogOf(page).getByRole('button', { name: 'Try again' }).click();
    await atStart(page);
    expect(await notesOf(request, (await freshToken(request, reader)).token)).toEqual(['Sent at the door.']);
  });

  test('unsent changes are discarded, or the sign-out is canceled', async ({ page, context, request }) => {
    const reader = await register(request);
    await withUnsentNote(page, context, reader, 'Not worth it.');
    await chooseSignOut(page);
    await dialogOf(page).getByRole('button', { name: 'Stay signed in' }).click();
    await expect(page.getByText('Not worth it.').first()).toBeVisible();
    await chooseSignOut(page);
    await dialogOf(page).getByRole('button', { name: 'Discard' }).click();
    await atStart(page);
    expect(await allStoredData(page)).not.toContain('Not worth it');
    await page.unrouteAll();
    await signInByForm(page, reader);
    await page.goto('/notes');
    await expect(page.getByText('No notes yet')).toBeVisible();
  });
});

async function freshToken(
  request: APIRequestContext,
  { email, password }: Account,
): Promise<{ token: string }> {
  return (await request.post('/v1/auth/login', { data: { email, password } })).json();
}

test('[Y-10] after an account is deleted on one device, the other offers its unsent changes, then removes everything', async ({
  page,
  context,
  request,
  browser,
}) => {
  const reader = await register(request);
  await withUnsentNote(page, context, reader, 'The last word.');
  const other = await newDevice(browser);
  await signIn(other, reader);
  await other.goto('/profile');
  await other.getByRole('button', { name: 'Delete account' }).click();
  await other.getByLabel('Your password', { exact: true }).fill(reader.password);
  await other.getByRole('button', { name: 'Delete everything' }).click();
  await atStart(other);
  expect(await allStoredData(other)).not.toContain(reader.email);
  await other.context().close();

  await page.unrouteAll();
  await page.reload();
  const farewell = page.getByRole('dialog', { name: 'This account was deleted.' });
  await expect(farewell.getByText('1 note', { exact: true })).toBeVisible();
  // Nothing has been chosen yet, so it is offered again.
  await page.reload();
  await expect(farewell).toBeVisible();
  const saving = page.waitForEvent('download');
  await farewell.getByRole('button', { name: 'Save as a file' }).click();
  const file = await (await saving).createReadStream();
  expect((await file.toArray()).join('')).toContain('The last word.');
  await farewell.getByRole('button', { name: 'Done' }).click();
  await page.waitForURL('**/login');
  await expect(page.getByText('This account was deleted.')).toBeVisible();
  const kept = await allStoredData(page);
  for (const mark of ['The last word', reader.email]) expect(kept).not.toContain(mark);
});
