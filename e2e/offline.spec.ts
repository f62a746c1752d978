import { register, signIn, skipIntroduction, upload, withConsent } from './support/account.ts';
import { makeEpub } from './support/books.ts';
import { untilRemotesKept } from './support/offline.ts';
import { expect, test } from './support/test.ts';

test.describe('without a network', () => {
  test('[PW-01] the whole app starts after one visit, shell and remotes, with the books that were seen', async ({
    page,
    request,
    context,
  }) => {
    await withConsent(context);
    const account = await register(request);
    const book = await upload(request, account.token, await makeEpub());
    await signIn(page, account);
    await page.goto('/library');
    await expect(page.getByText(book.title).first()).toBeVisible();
    // Every remote is whole in the browser: that is what the worker is asked for, and when it is done.
    await untilRemotesKept(page);

    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText(book.title).first()).toBeVisible();
    for (const path of [
      '/dashboard',
      '/notes',
      '/collections',
      '/gamification',
      '/mentor',
      '/upload',
      '/settings',
    ]) {
      await page.goto(path);
      if (path === '/gamification') await skipIntroduction(page);
      await expect(page.getByRole('main').getByRole('heading').first(), path).toBeVisible();
      await expect(page.getByText(/^Error loading/), path).toHaveCount(0);
    }
    await expect(page.getByText('Offline - Changes will sync when reconnected').first()).toBeVisible();
  });

  test('[OF-04] a note written offline is there at once, and on the server when the network is back', async ({
    page,
    request,
    context,
  }) => {
    await withConsent(context);
    const account = await register(request);
    await signIn(page, account);
    await page.goto('/notes');
    await untilRemotesKept(page);
    await context.setOffline(true);
    await page
      .getByRole('button', { name: /New note|Write a note/ })
      .first()
      .click();
    await page
      .getByRole('textbox', { name: /Note|thought|Content/i })
      .last()
      .fill('Written in a tunnel.');
    await page.getByRole('button', { name: /Save/ }).first().click();
    await expect(page.getByText('Written in a tunnel.')).toBeVisible();
    await context.setOffline(false);
    await expect
      .poll(
        async () => {
          const answer = await request.get('/v1/notes', {
            headers: { authorization: `Bearer ${account.token}` },
          });
          return (await answer.json()).items.map((note: { content: string }) => note.content);
        },
        { timeout: 30_000 },
      )
      .toEqual(['Written in a tunnel.']);
  });
});
