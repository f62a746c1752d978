import { register, signIn, upload, withConsent } from './support/account.ts';
import { axeFindings } from './support/axe.ts';
import { makeEpub } from './support/books.ts';
import { download, untilRemotesKept } from './support/offline.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(({ context }) => withConsent(context));

test('[W-10] the chips of the mentor ask about a book, and a typed text is searched for, also offline', async ({
  page,
  request,
}) => {
  const account = await register(request);
  const book = await upload(request, account.token, await makeEpub());
  await signIn(page, account);
  await page.goto('/mentor');
  const chips = page.getByRole('list', { name: 'Ask for' });
  await chips.getByRole('button', { name: 'Quiz me' }).click();
  await expect(page.getByText('The answer', { exact: true }).first()).toBeVisible();
  await chips.getByRole('button', { name: 'This chapter' }).click();
  await page.getByRole('button', { name: 'Sum up', exact: true }).click();
  await expect(page.getByText(/^Key sentences from/)).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Ask about your books' });
  await field.fill('Who won the zyzzyva championship?');
  await field.press('Enter');
  await expect(page.getByText(/zyzzyva/).last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden();
  expect(await axeFindings(page)).toEqual([]);

  await page.goto('/library');
  await download(page, book.title);
  await untilRemotesKept(page);
  await page
    .getByRole('button', { name: `More about ${book.title}` })
    .first()
    .click();
  await expect(page.getByRole('menuitem', { name: /Remove/ })).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press('Escape');
  await page.goto('/mentor');
  await page.context().setOffline(true);
  await expect(
    page.getByText('You are offline: the text of your downloaded books is searched.'),
  ).toBeVisible();
  await field.fill('page slowly');
  await field.press('Enter');
  await expect(page.getByText('You are offline. Your downloaded books say:')).toBeVisible();
  await expect(page.locator('blockquote mark').first()).toBeVisible();
});
