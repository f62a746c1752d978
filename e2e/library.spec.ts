/** A reader's library: adding, organizing and finding books, notes and collections. */
import type { Page } from '@playwright/test';
import { newDevice, register, signIn, signInAsNew, upload, withConsent } from './support/account.ts';
import { makeEpub, realBook } from './support/books.ts';
import { unsentWrites } from './support/offline.ts';
import { signInWithTitles } from './support/openBook.ts';
import { goWithin } from './support/pages.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

const tile = (page: Page, title: string) => page.locator('[data-book-id]', { hasText: title });

async function choose(page: Page, title: string, item: string): Promise<void> {
  await tile(page, title).hover();
  await tile(page, title)
    .getByRole('button', { name: `More about ${title}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('the first day: the guide, several files at once, and a file that is not a book', async ({
  page,
  context,
}) => {
  await withConsent(context);
  await signInAsNew(page);

  await test.step('an empty library offers the guide with one click', async () => {
    await page.goto('/library');
    await expect(page.getByRole('link', { name: 'Upload Your First Book' })).toBeVisible();
    await page.getByRole('button', { name: 'Add the guide to Lectern' }).click();
    await expect(tile(page, 'A Short Guide to Lectern')).toBeVisible();
  });

  await test.step('[UP-01] several files are uploaded in parallel; one that is not a book is rejected with a message', async () => {
    await page.getByRole('link', { name: 'Upload Books', exact: true }).last().click();
    await page.getByLabel('Choose Files').setInputFiles([await makeEpub('Lamps'), await makeEpub('Windows')]);
    await expect(page.getByText('2 of 2 done')).toBeVisible({ timeout: 120_000 });
    await page
      .getByLabel('Choose Files')
      .setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('Dear reader') });
    // Once in its row, and once for screen readers, with the file name.
    await expect(page.getByText('Lectern doesn’t read this kind of file.', { exact: true })).toBeVisible();
  });

  await test.step('an error message of the server is shown', async () => {
    const bomb = realBook('hostile', 'billion-laughs.epub');
    test.info().annotations.push({ type: 'real books', description: bomb ? 'used' : 'not there' });
    if (bomb === null) return;
    await page.getByLabel('Choose Files').setInputFiles(bomb);
    await expect(
      page.getByText(
        'This EPUB isn’t safe to open, so we left it out: it declares entities that could be used for an attack.',
        { exact: true },
      ),
    ).toBeVisible({ timeout: 120_000 });
  });

  await test.step('all of them are on the shelf', async () => {
    await goWithin(page, '/library');
    await expect(page.locator('[data-book-id]')).toHaveCount(3);
  });
});

test('[LB-08] a book is timed, completed, corrected and deleted from its menu', async ({
  page,
  request,
  context,
}) => {
  await signInWithTitles(page, context, request, ['Lamps', 'Windows']);
  await page.goto('/library');

  await choose(page, 'Lamps', 'Start Reading Session');
  await choose(page, 'Lamps', 'Pause');
  await choose(page, 'Lamps', 'Resume');
  // The text that appears over the cover on hover must not cover the button.
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

test('many books are selected, marked and deleted at once; deleted ones are restored with Undo, here and after a reload', async ({
  page,
  request,
  context,
}) => {
  const account = await signInWithTitles(page, context, request, ['Lamps', 'Windows', 'Roads']);
  await page.clock.install();
  await page.goto('/library');
  const shelf = page.getByRole('list', { name: 'Your books' });

  await page.getByRole('button', { name: 'Choose several' }).click();
  await shelf.getByRole('checkbox', { name: /Lamps/ }).click();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(page.getByText('2 chosen')).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(shelf.locator('[data-book-id]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(shelf.locator('[data-book-id]')).toHaveCount(3);
  await page.reload();
  await expect(shelf.locator('[data-book-id]')).toHaveCount(3);

  await choose(page, 'Roads', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(shelf.locator('[data-book-id]')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.clock.fastForward(25_000);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
  await expect
    .poll(
      async () =>
        (
          await (
            await request.get('/v1/books', { headers: { authorization: `Bearer ${account.token}` } })
          ).json()
        ).total,
      { timeout: 30_000 },
    )
    .toBe(2);
});

test('the detail page of a book: rated, reviewed, given another cover, and found again by its author', async ({
  page,
  request,
  context,
}) => {
  await withConsent(context);
  const account = await register(request);
  const book = await upload(request, account.token, await makeEpub('Lamps', 'Ada Wick'));
  await upload(request, account.token, await makeEpub('Windows', 'Paul Pane'));
  await signIn(page, account);
  await page.goto('/library');
  await choose(page, 'Lamps', 'About this Book');
  await expect(page).toHaveURL(new RegExp(`/books/${book.id}`));
  await expect(page.getByRole('heading', { level: 1, name: 'Lamps' })).toBeVisible();

  const fourStars = page.getByRole('radio', { name: '4 of 5 stars' });
  await fourStars.click({ force: true });
  await expect(fourStars).toBeChecked();
  await page.getByRole('button', { name: 'Write a review' }).click();
  await page.getByRole('region', { name: 'Your review' }).getByRole('textbox').fill('A **warm** light.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('strong', { hasText: 'warm' })).toBeVisible();

  const before = await page.locator('article img').first().getAttribute('src');
  await page.getByRole('button', { name: 'Edit Details' }).click();
  await page
    .getByLabel('Choose a Cover')
    .last()
    .setInputFiles({
      name: 'cover.png',
      mimeType: 'image/png',
      buffer: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAABgAAAAkCAIAAAAcrW15AAAAJklEQVR4nGNYbGxMFcQwatCoQaMGjRo0atCoQaMGjRo0atBIMQgAOiN+jrO6H5AAAAAASUVORK5CYII=',
        'base64',
      ),
    });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('article img').first()).not.toHaveAttribute('src', before ?? '');

  await expect(page.getByText('pending sync')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('radio', { name: '4 of 5 stars' })).toBeChecked();
  await expect(page.locator('strong', { hasText: 'warm' })).toBeVisible();
  await page.getByRole('link', { name: 'Ada Wick' }).click();
  await expect(page.locator('[data-book-id]')).toHaveCount(1);
});

test('[CO-01] [NT-01] a collection and a note made here appear on another device', async ({
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
  await expect(page.getByText('Added to “Evenings”.')).toBeVisible();

  await page.goto('/notes');
  await page.getByRole('button', { name: 'Write a note' }).click();
  await page.getByLabel('Book', { exact: true }).selectOption({ label: 'Lamps' });
  await page.getByLabel('Note', { exact: true }).fill('Oil, **not** gas.');
  await page.getByLabel('Tags').fill('light');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('strong', { hasText: 'not' })).toBeVisible();
  await expect.poll(() => unsentWrites(page)).toBe(0);

  const other = await newDevice(browser);
  await signIn(other, account);
  await other.goto('/collections');
  await other.getByRole('button', { name: 'Evenings 1 book' }).click();
  await expect(tile(other, 'Lamps')).toBeVisible();
  await goWithin(other, '/library?tab=notes');
  await expect(other.locator('strong', { hasText: 'not' })).toBeVisible();
  await expect(other.getByRole('button', { name: '#light' })).toBeVisible();
  await other.context().close();
});

test('[LB-03] a new book is found on a long shelf, and the keyboard navigates it', async ({
  page,
  request,
  context,
}) => {
  await withConsent(context);
  const account = await register(request);
  const items = Array.from({ length: 23 }, (_, n) => ({
    title: `Volume ${n + 1}`,
    author: 'Test Author',
    status: 'unread',
  }));
  const headers = { authorization: `Bearer ${account.token}` };
  expect((await request.post('/v1/books/import', { headers, data: { items } })).ok()).toBe(true);
  await upload(request, account.token, await makeEpub('Volume 24'));
  await signIn(page, account);
  await page.goto('/library');
  await page.getByLabel('Sort by').selectOption('title');
  await expect(page.getByLabel('Sort by')).toHaveValue('title');
  await page.getByRole('button', { name: 'Show Volume 24 on the shelf' }).click();
  const found = tile(page, 'Volume 24');
  await expect(found).toHaveAttribute('data-highlighted');
  await expect(found).toBeInViewport();
  await expect(found).not.toHaveAttribute('data-highlighted');

  await page.locator('[data-book-id] a[tabindex="0"]').focus();
  await page.keyboard.press('Control+Home');
  await expect(tile(page, 'Volume 1').first().getByRole('link')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tile(page, 'Volume 2').first().getByRole('link')).toBeFocused();
  await expect(tile(page, 'Volume 2').first()).toBeInViewport();
});
