/** A reader's own shelf, from its first day: what is put on it, ordered, written and found again. */
import type { Page } from '@playwright/test';
import { newAccount, newDevice, register, signIn, signUp, upload, withConsent } from './support/account.ts';
import { makeEpub, realBook } from './support/books.ts';
import { expect, test } from './support/test.ts';

const tile = (page: Page, title: string) => page.locator('[data-book-id]', { hasText: title });

async function choose(page: Page, title: string, item: string): Promise<void> {
  await tile(page, title).hover();
  await tile(page, title)
    .getByRole('button', { name: `More about ${title}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('the first day: the guide, several files at once, and what is no book', async ({ page, context }) => {
  await withConsent(context);
  await signUp(page, newAccount());

  await test.step('an empty library offers the guide with one click', async () => {
    await page.goto('/library');
    await expect(page.getByRole('link', { name: 'Upload Your First Book' })).toBeVisible();
    await page.getByRole('button', { name: 'Add the guide to Lectern' }).click();
    await expect(tile(page, 'A Short Guide to Lectern')).toBeVisible();
  });

  await test.step('[UP-01] several files go up side by side; one that is no book is refused in words', async () => {
    await page.getByRole('link', { name: 'Upload Books', exact: true }).last().click();
    await page
      .locator('input[type=file]')
      .setInputFiles([await makeEpub('Lamps'), await makeEpub('Windows')]);
    await expect(page.getByText('2 of 2 done')).toBeVisible({ timeout: 30_000 });
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('Dear reader') });
    await expect(page.getByText('This is neither an EPUB nor a PDF. Lectern reads these two.')).toBeVisible();
  });

  await test.step('what the server refuses is said in its words', async () => {
    const bomb = realBook('hostile', 'billion-laughs.epub');
    test.info().annotations.push({ type: 'real books', description: bomb ? 'used' : 'not there' });
    if (bomb === null) return;
    await page.locator('input[type=file]').setInputFiles(bomb);
    await expect(page.getByText('This EPUB is built in a way that is not safe to open.')).toBeVisible({
      timeout: 30_000,
    });
  });

  await test.step('all of them stand on the shelf', async () => {
    await page.goto('/library');
    await expect(page.locator('[data-book-id]')).toHaveCount(3);
  });
});

test('[LB-08] a book is timed, completed, corrected and deleted from its menu', async ({
  page,
  request,
  context,
}) => {
  await withConsent(context);
  const account = await register(request);
  await upload(request, account.token, await makeEpub('Lamps'));
  await upload(request, account.token, await makeEpub('Windows'));
  await signIn(page, account);
  await page.goto('/library');

  await choose(page, 'Lamps', 'Start Reading Session');
  await choose(page, 'Lamps', 'Pause');
  await choose(page, 'Lamps', 'Resume');
  // The words that rise over the cover on hover must not lie on the button.
  await page.getByRole('button', { name: 'Stop reading Lamps' }).click();
  await expect(page.getByRole('button', { name: 'Stop reading Lamps' })).toHaveCount(0);

  await choose(page, 'Windows', 'Mark as Completed');
  await page.getByRole('button', { name: /^Completed/ }).click();
  await expect(page.locator('[data-book-id]')).toHaveCount(1);
  await page.getByRole('button', { name: /^All Books/ }).click();

  await choose(page, 'Windows', 'Edit Details');
  await page.getByLabel('Title', { exact: true }).fill('Windows and Doors');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(tile(page, 'Windows and Doors')).toBeVisible();

  await choose(page, 'Windows and Doors', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.locator('[data-book-id]')).toHaveCount(1);
  await expect(page.getByText('pending sync')).toHaveCount(0);
  await page.reload();
  await expect(tile(page, 'Lamps')).toBeVisible();
  await expect(page.locator('[data-book-id]')).toHaveCount(1);
});

test('[CO-01] [NT-01] a collection and a note made here are on another device', async ({
  page,
  request,
  context,
  browser,
}) => {
  await withConsent(context);
  const account = await register(request);
  await upload(request, account.token, await makeEpub('Lamps'));
  await signIn(page, account);

  await page.goto('/library');
  await choose(page, 'Lamps', 'Add to Collection');
  await page.getByLabel('New collection').fill('Evenings');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name: 'Evenings' })).toBeChecked();

  await page.goto('/notes');
  await page.getByRole('button', { name: 'Write a note' }).click();
  await page.getByLabel('Book', { exact: true }).selectOption({ label: 'Lamps' });
  await page.getByLabel('Note', { exact: true }).fill('Oil, **not** gas.');
  await page.getByLabel('Tags').fill('light');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('strong', { hasText: 'not' })).toBeVisible();
  await expect(page.getByText('pending sync')).toHaveCount(0);

  const other = await newDevice(browser);
  await signIn(other, account);
  await other.goto('/collections');
  await other.getByRole('button', { name: 'Evenings 1 book' }).click();
  await expect(tile(other, 'Lamps')).toBeVisible();
  await other.goto('/library?tab=notes');
  await expect(other.locator('strong', { hasText: 'not' })).toBeVisible();
  await expect(other.getByRole('button', { name: '#light' })).toBeVisible();
  await other.close();
});

test('[LB-03] a new book is found on a long shelf, and the keys lead through it', async ({
  page,
  request,
  context,
}) => {
  test.setTimeout(120_000);
  await withConsent(context);
  const account = await register(request);
  for (let n = 1; n <= 24; n += 1) await upload(request, account.token, await makeEpub(`Volume ${n}`));
  await signIn(page, account);
  await page.goto('/library');
  await page.getByLabel('Sort by').selectOption('title');
  await page.getByRole('button', { name: 'Show Volume 24 on the shelf' }).click();
  const found = tile(page, 'Volume 24');
  await expect(found).toHaveAttribute('data-highlighted');
  await expect(found).toBeInViewport();
  await expect(found).not.toHaveAttribute('data-highlighted', { timeout: 4_000 });

  await page.locator('[data-book-id] a[tabindex="0"]').focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  await expect(tile(page, 'Volume 2').first().getByRole('link')).toBeFocused();
  await expect(tile(page, 'Volume 2').first()).toBeInViewport();
});
