/** The pages of the app, for walks through all of them. */
import { expect, type Page } from '@playwright/test';

export const visitorPages = [
  '/',
  '/login',
  '/signup',
  '/contact',
  '/legal/privacy-policy',
  '/legal/terms-of-service',
];

export const readerPages = [
  '/dashboard',
  '/library',
  '/collections',
  '/mentor',
  '/notes',
  '/words',
  '/gamification',
  '/onboarding',
  '/upload',
  '/profile',
  '/settings',
  '/settings/data-export',
  '/help',
  '/about',
];

/** The page itself is there, and waits for nothing. */
export async function untilSettled(page: Page): Promise<void> {
  // All of it in one look: between two, one page may have gone and the next not come.
  const look = () =>
    page.evaluate(() => {
      const seen = (selector: string) =>
        [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).length;
      return {
        // Not a heading of the frame, which is there before the page is.
        isHeaded: seen('h1') > 0,
        // Nor what was drawn at build, whose buttons do nothing until the app is here.
        waits: seen('.prerendered > *') + document.querySelectorAll('[aria-busy="true"]').length,
      };
    });
  await expect.poll(look).toEqual({ isHeaded: true, waits: 0 });
}

/** Leads to another page as a link of the app does: nothing is loaded but what that page needs. */
export async function goWithin(page: Page, path: string): Promise<void> {
  // The dialogue in which it introduces itself takes the first step in the history for itself.
  if (new URL(page.url()).pathname === '/gamification') {
    await page.goto(path);
    return untilSettled(page);
  }
  await page.evaluate((to) => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset.left = '';
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page.locator('h1[data-left]')).toHaveCount(0);
  return untilSettled(page);
}
