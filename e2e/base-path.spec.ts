/** Lectern below a base path, as at https://example.org/books/. */
import { startServer } from '../tools/lib/processes/server.mjs';
import { newAccount, signInByForm, signUp, withConsent } from './support/account.ts';
import { makeEpub } from './support/books.ts';
import { download } from './support/offline.ts';
import { untilOpen } from './support/reader.ts';
import { expect, test } from './support/test.ts';

test('[O-07] below a base path a reader signs up, adds a book, reads it, and continues offline', async ({
  page,
  context,
}) => {
  await withConsent(context);
  const server = await startServer({ LECTERN_BASE_PATH: '/books' });
  const origin = `${server.url}/books`;
  const account = newAccount();
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin === server.url && !url.pathname.startsWith('/books/')) elsewhere.push(url.pathname);
  });
  try {
    await test.step('signs up, and adds a book', async () => {
      await page.goto(`${origin}/`);
      await page.getByRole('link', { name: 'Sign In' }).first().click();
      await page.waitForURL(`${origin}/login`);
      await signUp(page, account, origin);
      await page.goto(`${origin}/upload`);
      await page.getByLabel('Choose Files').setInputFiles(await makeEpub('A Book Below'));
      await expect(page.getByRole('link', { name: /Read/ }).first()).toBeVisible({ timeout: 120_000 });
    });

    await test.step('downloads it', async () => {
      await page.goto(`${origin}/library`);
      await download(page, 'A Book Below');
      await expect(page.getByRole('img', { name: 'Available offline' }).first()).toBeVisible({
        timeout: 120_000,
      });
      await page
        .evaluate(() => navigator.serviceWorker.ready.then(({ scope }) => scope))
        .then((scope) => expect(scope).toBe(`${origin}/`));
    });

    await test.step('reads it offline', async () => {
      await context.setOffline(true);
      await page.goto(`${origin}/library`);
      await page
        .getByRole('main')
        .getByRole('link', { name: /A Book Below/ })
        .first()
        .click();
      await page.waitForURL(`${origin}/read/*`);
      await untilOpen(page);
      await page.reload();
      await untilOpen(page);
    });

    await test.step('signs in again', async () => {
      await context.setOffline(false);
      await context.clearCookies();
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
      await signInByForm(page, account, origin);
      expect(new URL(page.url()).pathname).toBe('/books/dashboard');
    });
    expect(elsewhere, 'Nothing is asked for outside of the path').toEqual([]);
  } finally {
    await context.setOffline(false);
    await server.stop();
  }
});
