/** Sections 4, 7, 8 and 9: the queue, the network, caches, the installed app. */
import { upload } from '../support/account.ts';
import { fromServer } from '../support/answers.ts';
import { makeEpub } from '../support/books.ts';
import { untilRemotesKept } from '../support/offline.ts';
import { callsOf, expect, newReader, sharedReader, test } from './support.ts';

test.describe.configure({ mode: 'default' });

const reader = sharedReader(async ({ request, token }) => {
  await upload(request, token, await makeEpub('Queue'));
});
test.afterEach(() => reader.page.unrouteAll({ behavior: 'ignoreErrors' }));

async function writeNote(text: string): Promise<void> {
  const { page } = reader;
  await page.getByRole('button', { name: 'Write a note' }).first().click();
  await page.getByLabel('Note', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}
const notes = async () =>
  (await reader.calls.get('/notes')).body.items.map(({ content }: { content: string }) => content);

test('[OF-02] [OF-04] [OF-05] “CREATE_NOTE … Red: Offline - Changes will sync when reconnected. Yellow: N change(s) pending sync, with a Sync Now button. Green: All changes synced”', async () => {
  const { page } = reader;
  await page.goto('/notes');
  await expect(page.getByRole('button', { name: 'Write a note' }).first()).toBeVisible();
  await page.context().setOffline(true);
  await writeNote('Written in a tunnel');
  await expect(page.getByText('Written in a tunnel').first()).toBeVisible();
  await expect(page.getByText('Offline - Changes will sync when reconnected').first()).toBeVisible();
  expect(await notes()).toEqual([]);
  await page.context().setOffline(false);
  await expect.poll(notes, { timeout: 40_000 }).toEqual(['Written in a tunnel']);
});

test('[OF-06] “Offline banner text: You’re offline; You can still read downloaded books and access cached content; Reconnecting...”', async () => {
  const { page } = reader;
  await page.goto('/dashboard');
  await page.context().setOffline(true);
  await expect(page.getByText(/You're offline|You’re offline/).first()).toBeVisible();
  await expect(
    page.getByText('You can still read downloaded books and access cached content').first(),
  ).toBeVisible();
  const asked = page.waitForRequest((sent) => sent.method() === 'HEAD' && sent.url().endsWith('/health'));
  await page.context().setOffline(false);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await asked;
  await expect(page.getByText(/You're offline|You’re offline/)).toHaveCount(0);
});

test('[OF-08] “No network connection and no cached data available”', async ({ browser }) => {
  const { page } = await newReader(browser);
  await page.goto('/settings');
  await untilRemotesKept(page);
  await page.context().setOffline(true);
  await page.goto(`/books/${crypto.randomUUID()}`);
  await expect(page.getByText('No network connection and no cached data available').first()).toBeVisible();
  await page.context().close();
});

test('[OF-10] “Max 3 request retries”', async () => {
  const { page } = reader;
  let tries = 0;
  await page.route('**/v1/mentor/conversations?**', (route) => {
    tries += 1;
    return route.fulfill({
      status: 503,
      headers: fromServer,
      json: { error: 'Busy.', code: 'busy', status: 503 },
    });
  });
  await page.route('**/v1/mentor/conversations', (route) => {
    tries += 1;
    return route.fulfill({
      status: 503,
      headers: fromServer,
      json: { error: 'Busy.', code: 'busy', status: 503 },
    });
  });
  await page.goto('/mentor');
  await expect.poll(() => tries, { timeout: 40_000 }).toBeGreaterThanOrEqual(2);
  await page.goto('/about');
  expect(tries).toBeLessThanOrEqual(5);
});

test('[PW-01] [PW-02] [PW-03] /sw.js, the manifest with icons, shortcuts, file handlers and share target; the app starts without a network', async () => {
  const { page, request } = reader;
  expect((await request.get('/sw.js')).status()).toBe(200);
  const manifest = await (await request.get('/manifest.webmanifest')).json();
  expect(manifest.icons.length).toBeGreaterThan(0);
  expect(manifest.shortcuts.length).toBeGreaterThan(0);
  expect(JSON.stringify(manifest.file_handlers)).toMatch(/epub.*pdf/s);
  expect(manifest.share_target).toMatchObject({ method: 'POST' });
  await page.goto('/library');
  await untilRemotesKept(page);
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole('main').getByText('Queue').first()).toBeVisible();
  await page.context().setOffline(false);
});

test.describe('without a service worker, whose requests a test cannot mock', () => {
  test.use({ serviceWorkers: 'block' });

  test('[OF-03] “failed … at the limit a permanent-failure event”: the reader sees it, and retries or drops it', async ({
    browser,
  }) => {
    const { page, calls } = await newReader(browser);
    const sent = async () =>
      (await calls.get('/notes')).body.items.map(({ content }: { content: string }) => content);
    const write = async (text: string) => {
      await page.getByRole('button', { name: 'Write a note' }).first().click();
      await page.getByLabel('Note', { exact: true }).fill(text);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      // It is retried with growing delays, up to a limit.
      const failures = page.getByText(/^Failed to create note/);
      await expect(async () => {
        await page.clock.runFor(60_000);
        await expect(failures.first()).toBeVisible({ timeout: 500 });
      }).toPass();
      await page.clock.runFor(10_000);
      await expect(failures).toHaveCount(0);
    };
    await page.clock.install();
    await page.route('**/v1/notes', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 422,
            headers: fromServer,
            json: { error: 'Refused for a while.', code: 'invalid_request', status: 422 },
          })
        : route.continue(),
    );
    await page.goto('/notes');
    await write('Refused for now');
    await write('Refused for good');
    await page.goto('/settings?page=offline');
    const change = (words: string) => page.getByRole('listitem').filter({ hasText: words });
    await expect(change('Refused for now')).toBeVisible();
    await change('Refused for good').getByRole('button', { name: 'Discard this change' }).click();
    await expect(change('Refused for good')).toHaveCount(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await change('Refused for now').getByRole('button', { name: 'Try again' }).click();
    await expect.poll(sent).toEqual(['Refused for now']);
    await page.context().close();
  });
});

test('[OF-07] “After login, pending offline notes are pushed”: {n} note(s) synced successfully after login!', async ({
  browser,
}) => {
  const { page, email, password, request } = await newReader(browser);
  await page.goto('/notes');
  await untilRemotesKept(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Write a note' }).first().click();
  await page.getByLabel('Note', { exact: true }).fill('Before signing out');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Before signing out').first()).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await page.getByRole('button', { name: 'Keep for my next sign-in' }).click();
  await page.waitForURL((url) => ['/', '/login'].includes(url.pathname));
  await page.context().setOffline(false);
  await page.goto('/login');
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('1 note(s) synced successfully after login!')).toBeVisible();
  const { token } = await (await request.post('/v1/auth/login', { data: { email, password } })).json();
  const { items } = (await callsOf(request, token).get('/notes')).body;
  expect(items.map(({ content }: { content: string }) => content)).toEqual(['Before signing out']);
  await page.context().close();
});

test('[OF-09] “TTLs: books 10 min …”: what is known is not asked for again until it is old', async ({
  browser,
}) => {
  const { page, request, token } = await newReader(browser);
  await upload(request, token, await makeEpub('Known'));
  await page.clock.install();
  await page.goto('/library');
  const shelf = page.getByRole('main').getByRole('link', { name: /Known/ }).first();
  await expect(shelf).toBeVisible();
  // From here on, pages are opened inside the app without reloading.
  await expect(page.locator('.prerendered:visible')).toHaveCount(0);
  const to = async (name: RegExp) => page.getByRole('link', { name }).first().click();
  await to(/^Collections/);
  await page.waitForURL('**/collections');
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(sent.url()));
  await to(/^Library/);
  await expect(shelf).toBeVisible();
  const ofTheShelf = () => asked.filter((address) => address.includes('/v1/books?limit=200'));
  expect(ofTheShelf()).toEqual([]);
  await to(/^Collections/);
  await page.waitForURL('**/collections');
  await page.clock.fastForward('10:05');
  await to(/^Library/);
  await expect.poll(() => ofTheShelf().length).toBeGreaterThan(0);
  await page.context().close();
});
