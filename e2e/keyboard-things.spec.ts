/** Daily tasks by keyboard only. Signing up and the main task are in keyboard.spec.ts. */
import { newAccount, newDevice, register, signIn, skipIntroduction, upload } from './support/account.ts';
import { makeEpub, sentence } from './support/books.ts';
import { enterOn, tabTo } from './support/keyboard.ts';
import { unsentWrites } from './support/offline.ts';
import { chapterFrame, placeShown, untilOpen } from './support/reader.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });
// One reader for all of them: each test does something different with the same book.
test.describe.configure({ mode: 'default' });

let page: import('@playwright/test').Page;
let bookId = '';
const account = newAccount();
const title = 'The House by Lamplight';

test.beforeAll(async ({ browser }) => {
  page = await newDevice(browser);
  const { request } = page.context();
  const { token } = await register(request, account);
  bookId = (await upload(request, token, await makeEpub(title, 'Ann Example'))).id;
  await signIn(page, account);
});
test.afterAll(() => page.context().close());

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const openBook = async () => {
  await page.goto(`/read/${bookId}`);
  await untilOpen(page);
};
/** An item of the open menu. */
const chooseItem = async (name: string) => {
  const item = page.getByRole('menuitem', { name, exact: true });
  await expect(item).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(item).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
};

test('finds text in all books by keyboard and opens the book there', async () => {
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('"the road chapter, line 20"');
  const hit = page.getByRole('group', { name: 'Inside your books' }).getByRole('option').first();
  await expect(hit).toBeVisible();
  await expect(async () => {
    if ((await hit.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
    await expect(hit).toHaveAttribute('aria-selected', 'true', { timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
  await untilOpen(page);
  await expect(chapterFrame(page).getByText(sentence(2, 20))).toBeInViewport();
});

test('opens a chapter from the table of contents by keyboard', async () => {
  await openBook();
  const before = (await placeShown(page)).page;
  await enterOn(page, button('Contents, bookmarks and notes'));
  await enterOn(page, page.getByRole('button', { name: /The Window/ }));
  await expect.poll(async () => (await placeShown(page)).page).toBeGreaterThan(before);
});

test('bookmarks a page by keyboard and returns to it', async () => {
  await openBook();
  // Wherever the previous tests have left it.
  await page.keyboard.press('Control+Home');
  await expect.poll(async () => (await placeShown(page)).page).toBe(1);
  const before = (await placeShown(page)).page;
  await page.keyboard.press('End');
  await expect.poll(async () => (await placeShown(page)).page).toBeGreaterThan(before);
  const { page: marked } = await placeShown(page);
  await enterOn(page, button('Bookmark this page'));
  await expect(button('Remove bookmark')).toBeAttached();
  await page.keyboard.press('Control+Home');
  await expect.poll(async () => (await placeShown(page)).page).toBeLessThan(marked);
  await enterOn(page, button('Contents, bookmarks and notes'));
  await tabTo(page, page.getByRole('tab', { selected: true }));
  await page.keyboard.press('ArrowRight');
  await enterOn(page, page.getByRole('list', { name: 'Bookmarks' }).getByRole('button').first());
  await expect.poll(async () => (await placeShown(page)).page).toBe(marked);
});

test('[L-01] selects a sentence of the current page by keyboard', async () => {
  await openBook();
  const before = (await placeShown(page)).page;
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await placeShown(page)).page).toBe(before + 1);
  await page.keyboard.press('m');
  const selectedAt = () =>
    chapterFrame(page)
      .locator('body')
      .evaluate((body) => {
        const selection = body.ownerDocument.getSelection();
        if (!selection || selection.isCollapsed) return null;
        const first = selection.getRangeAt(0).getClientRects()[0];
        return first ? first.left : null;
      });
  const width = page.viewportSize()?.width ?? 0;
  await expect.poll(selectedAt).toBeGreaterThanOrEqual(0);
  expect(await selectedAt()).toBeLessThan(width);
  await page.keyboard.press('Escape');
});

test('changes the appearance of the text by keyboard', async () => {
  await openBook();
  await enterOn(page, button('Appearance'));
  await enterOn(page, button('Larger text'));
  await tabTo(page, page.getByRole('radio', { checked: true, name: /Like the app|Light/ }));
  const sepia = page.getByRole('radio', { name: 'Sepia' });
  await expect(async () => {
    if (!(await sepia.isChecked())) await page.keyboard.press('ArrowRight');
    await expect(sepia).toBeChecked({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Appearance' })).toHaveCount(0);
});

test('times a reading session by keyboard: start, pause, resume, stop', async () => {
  await page.goto('/library');
  await enterOn(page, button(`More about ${title}`));
  await chooseItem('Start Reading Session');
  await expect(page.getByRole('timer')).toBeVisible();
  for (const name of ['Pause', 'Resume', 'Stop']) await enterOn(page, button(name));
  await expect(page.getByRole('timer')).toHaveCount(0);
  await expect(page.locator(':focus')).toHaveCount(1);
});

test('adds a book to a new collection by keyboard', async () => {
  await page.goto('/library');
  await enterOn(page, button(`More about ${title}`));
  await chooseItem('Add to Collection');
  await tabTo(page, page.getByLabel('New collection'));
  await page.keyboard.type('Evenings');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto('/collections');
  await expect(page.getByRole('main').getByText('Evenings').first()).toBeVisible();
});

test('writes a note and finds it again by keyboard', async () => {
  await page.goto('/notes');
  await enterOn(page, button(/^Write a note$/));
  await tabTo(page, page.getByLabel('Note', { exact: true }));
  await page.keyboard.type('A note by ten fingers');
  await enterOn(page, button('Save'));
  await expect(page.getByText('A note by ten fingers').first()).toBeVisible();
});

test('asks the mentor and opens its source by keyboard', async () => {
  await page.goto('/mentor');
  await tabTo(page, page.getByRole('textbox', { name: 'Ask about your books' }));
  await page.keyboard.type('the lamp chapter');
  await page.keyboard.press('Enter');
  await enterOn(page, page.getByRole('main').getByRole('link', { name: new RegExp(title) }));
  await page.waitForURL(`**/read/${bookId}**`);
});

test('sets a goal by keyboard', async () => {
  await page.goto('/gamification');
  await skipIntroduction(page);
  await enterOn(page, button('New goal'));
  await tabTo(page, page.getByRole('dialog').getByLabel('Name'));
  await page.keyboard.type('An hour a week');
  await enterOn(page, button('Set goal'));
  await expect(page.getByRole('main').getByText('An hour a week').first()).toBeVisible();
});

test('signs out by keyboard', async () => {
  await page.goto('/dashboard');
  // With unsent writes it asks first.
  await expect.poll(() => unsentWrites(page)).toBe(0);
  await enterOn(page, button(/^Your account/));
  await chooseItem('Sign Out');
  await page.waitForURL((url) => url.pathname === '/');
});
