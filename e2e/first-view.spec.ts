import type { Page } from '@playwright/test';
import { alreadySignedIn, upload, withConsent } from './support/account.ts';
import { axeFindings } from './support/axe.ts';
import { makeEpub } from './support/books.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

const hostile = '<img src=x onerror=alert(1)>';
const appCode = /\/start\.[0-9a-f]+\.js$/;

/** The visible shelf: the link and the text of each book. */
const shelf = (page: Page) =>
  page
    .getByRole('list', { name: 'Your books' })
    .getByRole('article')
    .evaluateAll((tiles) =>
      tiles.map((tile) => [
        tile.querySelector('a')?.getAttribute('href'),
        tile.querySelector('a')?.textContent,
      ]),
    );

test('the library is visible before the app has started, and the app replaces it without a change', async ({
  page,
  context,
  request,
}) => {
  await withConsent(context);
  const account = await alreadySignedIn(page, request);
  const changes = [{ status: 'reading', is_reading: true, progress: 42, favorite: true }, { title: hostile }];
  const books: string[] = [];
  for (const data of changes) {
    const { id } = await upload(request, account.token, await makeEpub(`Book ${books.length}`));
    const headers = { authorization: `Bearer ${account.token}` };
    expect((await request.patch(`/v1/books/${id}`, { headers, data })).ok()).toBe(true);
    books.push(id);
  }
  await page.addInitScript(() => {
    const seen = { shifts: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        seen.shifts += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route(appCode, async (route) => {
    await released;
    await route.continue();
  });

  await page.goto('/library', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Library');
  await expect(page.getByText(/^Good .*Reader$/)).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText('42%');
  await expect(page.getByText(hostile).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Notes' }).first()).toBeVisible();
  const first = await shelf(page);
  expect(first.map(([href]) => href)).toEqual(books.map((id) => `/read/${id}`));
  expect(await axeFindings(page)).toEqual([]);

  await page.keyboard.press('Control+k');
  release();
  await expect(page.locator('.prerendered')).toHaveCount(0);
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => shelf(page)).toEqual(first);
  const { shifts } = await page.evaluate(() => (window as unknown as { seen: { shifts: number } }).seen);
  expect(shifts).toBeLessThan(0.02);
});

test('links of the first view work before the app has started, and a reader with the list view does not see the grid first', async ({
  page,
  context,
  request,
}) => {
  await withConsent(context);
  const account = await alreadySignedIn(page, request);
  const book = await upload(request, account.token, await makeEpub());
  // It does not arrive while this page is checked.
  await context.route(appCode, () => undefined);
  await page.goto('/library', { waitUntil: 'commit' });
  await page.getByRole('article').getByRole('link').first().click({ noWaitAfter: true });
  await page.waitForURL(`/read/${book.id}`, { waitUntil: 'commit' });

  await context.unroute(appCode);
  await page.goto('/library');
  await page.getByRole('button', { name: 'List' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await page.addInitScript(() => {
    const seen = { grids: 0 };
    Object.assign(window, { seen });
    new MutationObserver(() => {
      if (document.querySelector('main article')) seen.grids += 1;
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect(page.getByRole('table')).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { seen: { grids: number } }).seen.grids)).toBe(0);
});

test('a visitor who opens the library signs in first, and does not see its frame', async ({ page }) => {
  await page.goto('/library', { waitUntil: 'commit' });
  await expect(page.locator('.prerendered')).toBeHidden();
  await page.waitForURL('**/login**');
});
