/** Sections 4, 7, 8 and 9: the queue, the network, caches, the installed app. */
import { upload } from '../support/account.ts';
import { fromServer } from '../support/answers.ts';
import { makeEpub } from '../support/books.ts';
import { untilRemotesKept } from '../support/offline.ts';
import { expect, newReader, sharedReader, test } from './support.ts';

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
