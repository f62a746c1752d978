import { makeEpub } from './support/books.ts';
import { openBook } from './support/openBook.ts';
import { chapterFrame, look, painted, paragraphOnScreen, pressInBar, untilOpen } from './support/reader.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

test('[RD-03, RD-04] highlights are drawn again in another font size and after a reload, edited and deleted; pages are bookmarked; text is found', async ({
  page,
  context,
  request,
}) => {
  await openBook(page, context, request, await makeEpub());
  const panel = page.getByRole('complementary', { name: 'About this book' });

  const paragraph = await paragraphOnScreen(page);
  const marked = ((await paragraph.textContent()) ?? '').trim();
  await paragraph.click({ clickCount: 3 });
  await page.getByRole('button', { name: 'Green' }).click();
  await expect.poll(() => painted(page, 'green')).toEqual([marked]);

  await look(page, async () => {
    for (let i = 0; i < 5; i++) await page.getByRole('button', { name: 'Larger text' }).click();
  });
  await expect.poll(() => painted(page, 'green')).toEqual([marked]);
  await page.reload();
  await untilOpen(page);
  await expect.poll(() => painted(page, 'green')).toEqual([marked]);

  await chapterFrame(page).getByText(marked).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Slowly, yes.');
  await page.getByRole('button', { name: 'Purple' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => painted(page, 'purple')).toEqual([marked]);
  await expect.poll(() => painted(page, 'green')).toEqual([]);

  await pressInBar(page, 'Bookmark this page');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+f');
  await panel.getByRole('searchbox').fill('window chapter, line 17');
  await panel.getByRole('list', { name: 'Search results' }).getByRole('button').first().click();
  await expect(chapterFrame(page).getByText('window chapter, line 17 ')).toBeInViewport();
  await panel.getByRole('tab', { name: 'Bookmarks' }).click();
  await panel.getByRole('list', { name: 'Bookmarks' }).getByRole('button').first().click();
  await expect(chapterFrame(page).getByText(marked)).toBeInViewport();
  await panel.getByRole('tab', { name: 'Highlights & notes' }).click();
  await expect(panel.getByText('Slowly, yes.')).toBeVisible();
  await panel.getByRole('button', { name: 'Delete highlight' }).click();
  await expect.poll(() => painted(page, 'purple')).toEqual([]);
});
