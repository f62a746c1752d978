import type { BrowserContext, Page } from '@playwright/test';
import { newAccount, withConsent } from './support/account.ts';
import { makeEpub } from './support/books.ts';
import { tabTo } from './support/keyboard.ts';
import { painted, untilOpen } from './support/reader.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

/** Opens the start page with its scripts held, or only some of them. @returns lets them load */
async function openPrerendered(
  page: Page,
  context: BrowserContext,
  scripts = '**/*.js',
): Promise<() => void> {
  await withConsent(context);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(scripts, async (route) => {
    if (!route.request().url().includes('early-theme')) await held;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('.prerendered')).toBeVisible();
  return release;
}

test.describe('when the app replaces the prerendered page', () => {
  test('the focus stays on its link', async ({ page, context }) => {
    const release = await openPrerendered(page, context);
    const link = page.getByRole('link', { name: /^Get Started Free$/ }).first();
    await tabTo(page, link);
    release();
    await expect(page.locator('.prerendered')).toHaveCount(0);
    await expect(link).toBeFocused();
  });

  test('a link that is pressed at that moment is followed', async ({ page, context }) => {
    const release = await openPrerendered(page, context);
    await page
      .getByRole('link', { name: /^Get Started Free$/ })
      .first()
      .hover();
    await page.mouse.down();
    release();
    await expect(page.locator('.prerendered')).toHaveCount(0);
    await page.mouse.up();
    await expect(page.getByRole('heading', { name: 'Join thousands of book lovers' })).toBeVisible();
  });

  test('a button that was pressed before the app ran acts', async ({ page, context }) => {
    const release = await openPrerendered(page, context, '**/start.*.js');
    await page.getByRole('button', { name: 'Switch to dark theme' }).click();
    release();
    await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
  });
});

test('the main task by keyboard only: sign up, open a book, turn a page, highlight a sentence with a note', {
  tag: '@every-run',
}, async ({ page, context }) => {
  await withConsent(context);
  const account = newAccount();
  const file = await makeEpub('The House by Lamplight', 'Ann Example');

  await page.goto('/');
  await tabTo(page, page.getByRole('link', { name: /^Get Started Free$/ }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Full Name', { exact: true }));
  await page.keyboard.type(account.name);
  await tabTo(page, page.getByLabel('Email Address', { exact: true }));
  await page.keyboard.type(account.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(account.password);
  await tabTo(page, page.getByLabel('Confirm Password', { exact: true }));
  await page.keyboard.type(account.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');

  await tabTo(page, page.getByRole('link', { name: /^Upload Books/ }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/upload');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    tabTo(page, page.getByRole('button', { name: /^Choose Files/ })).then(() => page.keyboard.press('Enter')),
  ]);
  await chooser.setFiles(file);
  await expect(page.getByRole('link', { name: /^Read/ }).first()).toBeVisible({ timeout: 120_000 });
  await tabTo(page, page.getByRole('link', { name: /^Read/ }));
  await page.keyboard.press('Enter');
  await untilOpen(page);

  const place = page.getByText(/^Page \d+ of \d+$/).first();
  const stood = (await place.textContent()) ?? '';
  await page.keyboard.press('ArrowRight');
  await expect(place).not.toHaveText(stood);
  await page.keyboard.press('ArrowLeft');
  await expect(place).toHaveText(stood);

  await page.keyboard.press('m');
  await expect(page.getByRole('dialog', { name: 'Selected words' })).toBeVisible();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: /^Add note$/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('Read with ten fingers.');
  await tabTo(page, page.getByRole('button', { name: /^Done$/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Highlight' })).toHaveCount(0);
  await expect.poll(() => painted(page, 'yellow')).not.toEqual([]);
});
