import type { Page } from '@playwright/test';
import { alreadySignedIn, upload, withConsent } from './support/account.ts';
import { makeEpub } from './support/books.ts';
import { expect, test } from './support/test.ts';

// What a service worker keeps is for the journeys offline; here each page would pay for it.
test.use({ serviceWorkers: 'block' });

const open = ['/', '/login', '/signup', '/contact', '/legal/privacy-policy', '/legal/terms-of-service'];
const own = [
  '/dashboard',
  '/library',
  '/collections',
  '/mentor',
  '/notes',
  '/gamification',
  '/onboarding',
  '/upload',
  '/profile',
  '/settings',
  '/settings/data-export',
  '/help',
  '/about',
];

/** What sticks out of the page at its end, as the reader would have to scroll sideways for it. */
async function sticksOut(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  return page.evaluate((where) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`${where}: ${scrollWidth} in ${clientWidth}`] : [];
  }, path);
}

/** Pixels of the browser's own letters: 16, unless the reader has asked for others. */
async function lettersOf(page: Page, pixels: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels } });
}

for (const [what, viewport, letters = 16] of [
  ['320 px wide', { width: 320, height: 640 }],
  ['with letters of 200 % in a window of 1280 × 800', { width: 1280, height: 800 }, 32],
  ['zoomed to 200 % in a window of 1280 × 800', { width: 640, height: 400 }],
  ['2560 px wide', { width: 2560, height: 1200 }],
] as const) {
  test(`nothing is lost ${what}`, async ({ page, request, context }) => {
    await page.setViewportSize(viewport);
    await lettersOf(page, letters);
    await withConsent(context);
    const found: string[] = [];
    for (const path of open) found.push(...(await sticksOut(page, path)));
    const { token } = await alreadySignedIn(page, request);
    await upload(request, token, await makeEpub());
    for (const path of own) found.push(...(await sticksOut(page, path)));
    expect(found).toEqual([]);
  });
}
