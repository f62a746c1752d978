import type { Page } from '@playwright/test';
import { alreadySignedIn, upload, withConsent } from './support/account.ts';
import { makeEpub } from './support/books.ts';
import { steady } from './support/steady.ts';
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

interface Size {
  width: number;
  height: number;
}

/** What sticks out of the page at its end, as the reader would have to scroll sideways for it. */
async function sticksOut(page: Page, path: string, sizes: readonly Size[]): Promise<string[]> {
  await page.setViewportSize(sizes[0] as Size);
  await page.goto(path);
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const found: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    const { scrollWidth, clientWidth } = await steady(page, () =>
      page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        clientWidth: document.documentElement.clientWidth,
      })),
    );
    if (scrollWidth > clientWidth) found.push(`${path}: ${scrollWidth} in ${clientWidth}`);
  }
  return found;
}

/** Pixels of the browser's own letters: 16, unless the reader has asked for others. */
async function lettersOf(page: Page, pixels: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels } });
}

/** The first size is the one that a page is opened in. */
for (const [what, sizes, letters = 16] of [
  [
    '320 px wide, zoomed to 200 % in a window of 1280 × 800, and 2560 px wide',
    [
      { width: 320, height: 640 },
      { width: 640, height: 400 },
      { width: 2560, height: 1200 },
    ],
  ],
  ['with letters of 200 % in a window of 1280 × 800', [{ width: 1280, height: 800 }], 32],
] as const) {
  test(`nothing is lost ${what}`, async ({ page, request, context }) => {
    await lettersOf(page, letters);
    await withConsent(context);
    const found: string[] = [];
    for (const path of open) found.push(...(await sticksOut(page, path, sizes)));
    const { token } = await alreadySignedIn(page, request);
    await upload(request, token, await makeEpub());
    for (const path of own) found.push(...(await sticksOut(page, path, sizes)));
    expect(found).toEqual([]);
  });
}
