import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import type { Page } from '@playwright/test';
import { alreadySignedIn, upload, withConsent } from './support/account.ts';
import { axeFindings } from './support/axe.ts';
import { makeEpub } from './support/books.ts';
import { goWithin, readerPages, untilSettled, visitorPages } from './support/pages.ts';
import { steady } from './support/steady.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

const desk = { width: 1280, height: 800 };

test('axe finds violations, also in a frame', async ({ page }) => {
  await page.goto('/legal/privacy-policy');
  await page.setContent(
    '<html lang="en"><title>A page</title><main><h1>A page</h1><img src="a.png"><p style="color:#aaa">pale</p><iframe title="A frame" srcdoc="<img src=b.png>"></iframe></main>',
  );
  await expect(page.frameLocator('iframe').locator('img')).toBeAttached();
  const found = await axeFindings(page);
  expect(found).toContainEqual(expect.stringMatching(/^color-contrast: p$/));
  expect(found).toContainEqual(expect.stringMatching(/^image-alt: .*iframe img/));
});

for (const [who, paths] of [
  ['visitor', visitorPages],
  // Two halves, which run in parallel.
  ['reader (first half)', readerPages.slice(0, 8)],
  ['reader (second half)', [...readerPages.slice(8), '/admin']],
] as const)
  test(`[RT-04] every page of a ${who} opens without an error, fits windows of 320 to 2560 px, and axe finds nothing in the light and the dark`, {
    tag: who === 'visitor' ? '@every-run' : [],
  }, async ({ page, request, context }) => {
    await withConsent(context);
    if (who !== 'visitor') {
      const { token } = await alreadySignedIn(page, request);
      await upload(request, token, await makeEpub());
    }
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    for (const path of paths) {
      await page.setViewportSize(desk);
      await page.emulateMedia({ colorScheme: 'light' });
      if (path === paths[0]) await look(page, path);
      else {
        await goWithin(page, path);
        await judge(page, path);
      }
      expect(new URL(page.url()).pathname).toBe(path);
      await expect(page.getByText(/^Error loading/), path).toHaveCount(0);
      await inTheDark(page, path);
      expect(await sticksOut(page), path).toEqual([]);
    }
    expect(errors).toEqual([]);
  });

/** Contrast again: in dark mode only colors differ from what axe has checked. */
async function inTheDark(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  // Color transitions have finished.
  await expect
    .poll(() =>
      page.evaluate(() => document.getAnimations().filter((one) => one instanceof CSSTransition).length),
    )
    .toBe(0);
  await judge(page, `${path} in the dark`, ['color-contrast']);
}

/** Pages that scroll sideways: on a small phone, at 200 % zoom on a desktop, on a large screen. */
async function sticksOut(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const size of [
    { width: 320, height: 640 },
    { width: 640, height: 400 },
    { width: 2560, height: 1200 },
  ]) {
    await page.setViewportSize(size);
    const { scrollWidth, clientWidth } = await steady(page, () =>
      page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        clientWidth: document.documentElement.clientWidth,
      })),
    );
    if (scrollWidth > clientWidth) found.push(`${scrollWidth} in ${clientWidth}`);
  }
  return found;
}

/** At phone width in dark mode, where the library pages differ most from the desktop. */
for (const [colorScheme, viewport] of [
  ['light', { width: 1280, height: 720 }],
  ['dark', { width: 390, height: 844 }],
] as const) {
  test.describe(`axe, ${colorScheme}, ${viewport.width} px`, () => {
    test.use({ colorScheme, viewport });

    test('axe finds no violations in the dialogs and states of the library', async ({
      page,
      request,
      context,
    }) => {
      await withConsent(context);
      const { token } = await alreadySignedIn(page, request);
      const book = await upload(request, token, await makeEpub());
      await look(page, `/books/${book.id}`);
      await page.getByRole('button', { name: 'Edit Details' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await judge(page, 'edit details');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      // On the desktop these are judged above.
      for (const path of viewport.width < desk.width ? ['/collections', '/notes'] : []) {
        await goWithin(page, path);
        await judge(page, path);
      }
      await goWithin(page, '/library');
      for (const name of ['Reading', 'Statistics', 'Collections', 'Notes', 'Library']) {
        const tab = page.getByRole('tab', { name: new RegExp(`^${name}`) });
        await tab.click();
        await expect(tab).toHaveAttribute('aria-selected', 'true');
        await untilSettled(page);
        await judge(page, `library, ${name}`);
      }
      await page
        .getByRole('button', { name: /^More about/ })
        .first()
        .click();
      await expect(page.getByRole('menu')).toBeVisible();
      await judge(page, 'the menu of a book');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
      await page.getByRole('button', { name: 'Filters' }).click();
      await expect(page.getByLabel('Author', { exact: true })).toBeVisible();
      await judge(page, 'filters');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Choose several' }).click();
      await expect(page.getByRole('toolbar')).toBeVisible();
      await judge(page, 'choosing several');
      await page.getByRole('button', { name: 'List', exact: true }).click();
      await judge(page, 'choosing several in the list');
      await goWithin(page, '/upload');
      await judge(page, '/upload');
      await page.getByRole('button', { name: 'From Goodreads or StoryGraph' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await judge(page, 'import');
    });
  });
}

test.describe('axe, from right to left', () => {
  test.use({ colorScheme: 'dark' });

  test('axe finds no violations in Arabic', async ({ page, request, context }) => {
    await withConsent(context);
    await context.addInitScript(([key]) => localStorage.setItem(key, 'ar'), [storageKeys.language] as const);
    await look(page, '/');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    const { token } = await alreadySignedIn(page, request);
    await upload(request, token, await makeEpub());
    for (const path of ['/library', '/settings']) await look(page, path);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  });
});

async function look(page: Page, path: string, rules: readonly string[] = []): Promise<void> {
  await page.goto(path);
  await untilSettled(page);
  await judge(page, path, rules);
}

async function judge(page: Page, path: string, rules: readonly string[] = []): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  expect(await axeFindings(page, rules), path).toEqual([]);
}
