import type { Locator } from '@playwright/test';
import { skipIntroduction, upload } from './support/account.ts';
import { makeEpub } from './support/books.ts';
import { download, untilPrefetched, untilRemotesKept } from './support/offline.ts';
import { signInWithBook } from './support/openBook.ts';
import { untilOpen } from './support/reader.ts';
import { expect, test } from './support/test.ts';

test.describe('without a network', () => {
  test('[PW-01] the whole app starts offline after one visit, on every route, with cached data and with messages where the network is needed', {
    tag: '@every-run',
  }, async ({ page, request, context }) => {
    const { account, book } = await signInWithBook(page, context, request, await makeEpub());
    const headers = { authorization: `Bearer ${account.token}` };
    const other = await upload(request, account.token, await makeEpub('Left at Home'));
    await request.post('/v1/notes', { headers, data: { content: 'Thought of before the tunnel.' } });
    await request.put(`/v1/collections/${crypto.randomUUID()}`, {
      headers,
      data: { name: 'For the Journey', description: null, color: null, icon: null, bookIds: [book.id] },
    });
    // One visit, to one page, and one downloaded book.
    await page.goto('/library');
    await download(page, book.title);
    await expect(page.getByRole('img', { name: 'Available offline' }).first()).toBeVisible({
      timeout: 120_000,
    });
    await untilRemotesKept(page);
    await untilPrefetched(page);

    await context.setOffline(true);
    const main = page.getByRole('main');
    const title = main.getByText(book.title).first();
    const headed = (name: string | RegExp) => main.getByRole('heading', { name }).first();
    const known: readonly [path: string, shown: Locator, where?: string][] = [
      ['/', title, '/dashboard'],
      ['/login', title, '/dashboard'],
      ['/signup', title, '/dashboard'],
      ['/contact', headed('Contact Us')],
      ['/legal/privacy-policy', headed('Privacy Policy')],
      ['/legal/terms-of-service', headed('Terms of Service')],
      ['/library', title],
      ['/library?tab=statistics', main.getByRole('tab', { name: /Statistics/, selected: true })],
      [`/books/${book.id}`, headed(book.title)],
      ['/collections', main.getByText('For the Journey').first()],
      ['/notes', main.getByText('Thought of before the tunnel.').first()],
      ['/mentor', main.getByText('You are offline: the text of your downloaded books is searched.')],
      ['/gamification', headed(/Rewards/)],
      ['/onboarding', headed('Guide')],
      ['/upload', headed('Upload Books')],
      ['/profile', main.getByText(account.email).first()],
      // The reader's part of it, which the reader's remote contributes.
      ['/settings?page=reading', main.getByRole('group', { name: 'Font size' })],
      ['/settings/data-export', headed('Export My Data')],
      ['/help', headed('Help')],
      ['/about', headed('About Lectern')],
    ];
    for (const [path, shown, where = path] of known) {
      await test.step(path, async () => {
        await page.goto(path);
        if (path === '/gamification') await skipIntroduction(page);
        await expect(shown, path).toBeVisible();
        expect(new URL(page.url()).pathname, path).toBe(where.split('?')[0]);
        await expect(page.getByText(/^Error loading|cannot be shown right now/), path).toHaveCount(0);
        await expect(page.getByText('Offline - Changes will sync when reconnected').first()).toBeVisible();
      });
    }
    await test.step('cached data is found', async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('Lines');
      await expect(page.getByRole('dialog').getByText(book.title).first()).toBeVisible();
      await page.keyboard.press('Escape');
    });
    await test.step('the downloaded book opens, the other one says that it needs the network', async () => {
      await page.goto(`/read/${book.id}`);
      await untilOpen(page);
      await page.goto(`/read/${other.id}`);
      await expect(
        page
          .getByText(/No network connection and no cached data available|Check your internet connection/)
          .first(),
      ).toBeVisible();
    });
  });

  test('[F-22] a book downloaded during a first visit opens without a network as soon as the download is done', async ({
    page,
    request,
    context,
  }) => {
    const { book } = await signInWithBook(page, context, request, await makeEpub());
    await page.goto('/library');
    await download(page, book.title);
    await expect(page.getByRole('img', { name: 'Available offline' }).first()).toBeVisible({
      timeout: 120_000,
    });
    await context.setOffline(true);
    await page.goto(`/read/${book.id}`);
    await untilOpen(page);
  });
});
