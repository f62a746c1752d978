import { makeEpub, sentence } from './support/books.ts';
import { untilRemotesKept } from './support/offline.ts';
import { chooseInMore, openBook } from './support/openBook.ts';
import { chapterFrame, painted, paragraphOnScreen, placeShown, untilOpen } from './support/reader.ts';
import { expect, test } from './support/test.ts';

test('[RD-07] a book is downloaded, opened, searched, highlighted and read offline, and is removed again', {
  tag: '@every-run',
}, async ({ page, context, request }) => {
  const { account, book } = await openBook(page, context, request, await makeEpub());
  await untilRemotesKept(page);
  await chooseInMore(page, /^Download for Offline \(.+\)$/);
  await expect(page.getByText('This book opens without a network now.')).toBeVisible();

  await context.setOffline(true);
  await page.reload();
  await untilOpen(page);
  const paragraph = await paragraphOnScreen(page);
  const words = ((await paragraph.textContent()) ?? '').trim();
  await paragraph.click({ clickCount: 3 });
  await page.getByRole('button', { name: 'Pink' }).click();
  await expect.poll(() => painted(page, 'pink')).toEqual([words]);

  await page.keyboard.press('Control+f');
  const panel = page.getByRole('complementary', { name: 'About this book' });
  await panel.getByRole('searchbox').fill('road chapter, line 17');
  await panel.getByRole('list', { name: 'Search results' }).getByRole('button').first().click();
  await expect(chapterFrame(page).getByText(sentence(2, 17))).toBeInViewport();
  await panel.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('PageDown');

  await context.setOffline(false);
  const headers = { authorization: `Bearer ${account.token}` };
  await expect
    .poll(
      async () =>
        (await (await request.get(`/v1/books/${book.id}/highlights`, { headers })).json()).items.length,
      {
        timeout: 30_000,
      },
    )
    .toBe(1);
  // Page turns are sent with a delay: in the end the server has the displayed position.
  await expect
    .poll(
      async () => {
        const progress = await (await request.get(`/v1/books/${book.id}/progress`, { headers })).json();
        return progress?.current_page === (await placeShown(page)).page;
      },
      { timeout: 30_000 },
    )
    .toBe(true);

  await chooseInMore(page, /^Remove Download/);
  await expect
    .poll(() =>
      page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('book-')).length),
    )
    .toBe(0);
});
