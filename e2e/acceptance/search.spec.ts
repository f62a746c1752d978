/** Section 2, the global search overlay; section 5, its rules; section 1, the mentor. */
import { upload } from '../support/account.ts';
import { makeEpub, sentence } from '../support/books.ts';
import { chapterFrame, untilOpen } from '../support/reader.ts';
import { expect, sharedReader, test } from './support.ts';

test.use({ serviceWorkers: 'block' });
test.describe.configure({ mode: 'default' });

let bookId = '';
const reader = sharedReader(async ({ request, token, calls, page }) => {
  bookId = (await upload(request, token, await makeEpub('Lighthouse Stories'))).id;
  await upload(request, token, await makeEpub('Harbor'));
  await calls.post(`/notes/book/${bookId}`, { content: 'The keeper of the lighthouse' });
  await calls.put(`/collections/${crypto.randomUUID()}`, {
    name: 'Lighthouses',
    description: null,
    color: null,
    icon: null,
    bookIds: [bookId],
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
});

const dialog = () => reader.page.getByRole('dialog', { name: 'Search' });
const box = () => dialog().getByRole('combobox');

test('[GS-01] [F-29] “Opens with Ctrl/Cmd+K, or with the / key when the user is not typing in a field. Closes with Escape”', async () => {
  const { page } = reader;
  for (const key of ['Control+k', '/']) {
    await page.keyboard.press(key);
    await expect(box()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog()).toHaveCount(0);
  }
  await page.keyboard.press('Control+k');
  await box().fill('old words');
  await page.keyboard.press('Escape');
  await expect(dialog()).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(box()).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(dialog()).toHaveCount(0);
});

test('[GS-02] “Filter chips for Books, Notes and Collections, all on by default … No results found - Try adjusting your search terms or filters”', async () => {
  const { page } = reader;
  await page.keyboard.press('Control+k');
  for (const name of ['Books', 'Notes', 'Collections'])
    await expect(dialog().getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true');
  await box().fill('zzzzqqqq');
  await expect(
    dialog().getByText('No results found - Try adjusting your search terms or filters.').first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog()).toHaveCount(0);
});

test('[GS-03] “Global search needs at least 2 characters”: exact phrase in the title first', async () => {
  const { page } = reader;
  await page.keyboard.press('Control+k');
  await box().fill('l');
  await expect(dialog().getByRole('option')).toHaveCount(0);
  await box().fill('Lighthouse Stories');
  await expect(dialog().getByRole('option').first()).toContainText('Lighthouse Stories');
  await page.keyboard.press('Escape');
  await expect(dialog()).toHaveCount(0);
});

test('[GS-04] “Clicking a book result goes to /read/{id}”', async () => {
  const { page } = reader;
  await page.keyboard.press('Control+k');
  await box().fill('Lighthouse Stories');
  await dialog()
    .getByRole('option', { name: /Lighthouse Stories/ })
    .first()
    .click();
  await page.waitForURL(`**/read/${bookId}`);
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await box().fill('Lighthouses');
  await dialog().getByRole('group', { name: 'Collections' }).getByRole('option').first().click();
  await page.waitForURL('**/library**');
  await expect(page.getByRole('tab', { name: /^Collections/ })).toHaveAttribute('aria-selected', 'true');
});

test('[GS-05] beyond: the text inside books, each hit opening the passage', async () => {
  const { page } = reader;
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await box().fill('"the window chapter, line 33"');
  await dialog().getByRole('group', { name: 'Inside your books' }).getByRole('option').first().click();
  await untilOpen(page);
  await expect(chapterFrame(page).getByText(sentence(1, 33))).toBeInViewport();
});

test('[ME-01] the mentor answers about the reader’s own notes, each claim citing book and passage, which opens in the reader', async () => {
  const { page } = reader;
  await page.goto('/mentor');
  await page.getByRole('main').getByRole('textbox').first().fill('Where do I read of the keeper?');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/The keeper of the lighthouse/).first()).toBeVisible();
  await page
    .getByRole('main')
    .locator(`a[href*="/read/"]`)
    .or(page.getByRole('button', { name: /Lighthouse Stories/ }))
    .first()
    .click();
  await page.waitForURL('**/read/**');
});
