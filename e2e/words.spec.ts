import { upload } from './support/account.ts';
import { makeEpub } from './support/books.ts';
import { openBook } from './support/openBook.ts';
import { chapterFrame, painted, paragraphOnScreen, untilOpen } from './support/reader.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

test('words are underlined, and looked up in the other books of the library', async ({
  page,
  context,
  request,
}) => {
  const { account } = await openBook(page, context, request, await makeEpub('The First Book'));
  const other = await upload(request, account.token, await makeEpub('The Other Book'));
  const paragraph = await paragraphOnScreen(page);
  const words = ((await paragraph.textContent()) ?? '').trim();
  await paragraph.click({ clickCount: 3 });
  await page.getByRole('button', { name: 'Underline' }).click();
  await expect.poll(() => painted(page, 'line-blue')).toEqual([words]);
  await page.reload();
  await untilOpen(page);
  await expect.poll(() => painted(page, 'line-blue')).toEqual([words]);
  await chapterFrame(page).getByText(words).click();
  await page.getByRole('button', { name: 'Underline' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => painted(page, 'blue')).toEqual([words]);

  await (await paragraphOnScreen(page)).dblclick({ position: { x: 30, y: 12 } });
  await page.locator('[data-selected-words]').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Search in my library' }).click();
  const panel = page.getByRole('complementary', { name: 'About this book' });
  await panel.getByRole('button').filter({ hasText: 'The Other Book' }).first().click();
  await expect(page).toHaveURL(new RegExp(`/read/${other.id}`));
});
