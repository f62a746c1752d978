/** The pages of the app, for tests that open all of them. */
import { expect, type Page } from '@playwright/test';
import { pollIntervals } from './steady.ts';

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
  '/imports',
  '/profile',
  '/settings',
  '/settings/data-export',
  '/help',
  '/about',
];

/** Waits until the page has loaded completely. */
export async function untilSettled(page: Page): Promise<void> {
  // All in one evaluation: between two, one page may have gone and the next not have come.
  const look = () =>
    page.evaluate(() => {
      const seen = (selector: string) =>
        [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).length;
      return {
        // Not a heading of the frame, which appears before the page.
        isHeaded: seen('h1') > 0,
        // Nor a prerendered page, whose buttons do nothing until the app has started.
        waits: seen('.prerendered > *') + document.querySelectorAll('[aria-busy="true"]').length,
      };
    });
  await expect.poll(look, { intervals: pollIntervals }).toEqual({ isHeaded: true, waits: 0 });
}

/**
 * Navigates inside the app like a link, and waits until these elements are gone or replaced. Only what the page needs
 * is loaded.
 */
export async function leave(page: Page, path: string, elements: string): Promise<void> {
  await page.evaluate(
    ([to, selector]) => {
      for (const element of document.querySelectorAll<HTMLElement>(selector)) element.dataset.left = '';
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    },
    [path, elements] as const,
  );
  await expect(page.locator('[data-left]')).toHaveCount(0);
}

/** Navigates inside the app, and waits until the page has loaded completely. */
export async function goWithin(page: Page, path: string): Promise<void> {
  // The introductory dialog adds a history entry of its own.
  if (new URL(page.url()).pathname === '/gamification') await page.goto(path);
  else await leave(page, path, 'h1');
  return untilSettled(page);
}
