/** The focused element is visible: no bar, floating button or message covers it. */
import type { Page } from '@playwright/test';
import { alreadySignedIn, upload, withConsent } from './support/account.ts';
import { makeEpub } from './support/books.ts';
import { untilSettled } from './support/pages.ts';
import { steadyBox } from './support/steady.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

/** Whether the focus has left the page; else the focused element, if another element covers its center. */
const look = (page: Page): Promise<{ left: boolean; covered: string | null }> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return { left: true, covered: null };
    // A hidden input is represented by its label.
    const seen = focused.closest('label') ?? focused;
    const { left, top, width, height } = seen.getBoundingClientRect();
    const [x, y] = [left + width / 2, Math.min(Math.max(top + height / 2, top + 4), window.innerHeight - 2)];
    const there = document.elementFromPoint(x, y);
    // Outside the window, in a row that scrolls sideways, it is not covered.
    const isSeen = there === null || seen.contains(there) || there.contains(seen);
    const nameOf = (one: Element | null) =>
      one === null
        ? 'nothing'
        : `<${one.tagName.toLowerCase()}> ${one.ariaLabel ?? one.textContent}`.slice(0, 60);
    const covered = isSeen ? null : `${nameOf(focused)} at ${Math.round(y)}: ${nameOf(there)}`;
    return { left: false, covered };
  });

for (const [width, height] of [
  [390, 700],
  [1280, 700],
] as const)
  test(`[X-12] [L-02] at ${width} px nothing covers the focused element`, async ({
    page,
    request,
    context,
  }) => {
    await page.setViewportSize({ width, height });
    await withConsent(context);
    const { token } = await alreadySignedIn(page, request);
    for (const title of ['One', 'Two', 'Three', 'Four']) await upload(request, token, await makeEpub(title));
    const found: string[] = [];
    for (const path of ['/mentor', '/library', '/notes', '/settings']) {
      await page.goto(path);
      await untilSettled(page);
      let stops = 0;
      for (; stops < 70; stops += 1) {
        await page.keyboard.press('Tab');
        const { left, covered } = await look(page);
        // After the last one the focus leaves the page, and returns to the first.
        if (left) break;
        if (covered === null) continue;
        // Waits for scrolling into view.
        await expect
          .poll(async () => (await look(page)).covered, { timeout: 10_000 })
          .toBeNull()
          .catch(() => found.push(`${path}: ${covered}`));
      }
      expect(stops, path).toBeGreaterThan(10);
    }
    expect(found).toEqual([]);
  });

test('[L-02] at 390 px floating buttons have a background, and hide while the page scrolls down', async ({
  page,
  request,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await withConsent(context);
  const { token } = await alreadySignedIn(page, request);
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five'])
    await upload(request, token, await makeEpub(title));
  await page.goto('/library');
  await untilSettled(page);
  await expect(page.getByRole('list', { name: 'Your books' }).getByRole('article')).toHaveCount(5);
  const buttons = [
    page.getByRole('button', { name: 'Search', exact: true }).last(),
    page.getByRole('link', { name: 'Upload Books' }).last(),
    page.getByRole('button', { name: 'Quick menu' }),
  ];
  const ground = page.locator('[data-floating-row]');
  for (const button of buttons) {
    await expect(button).toBeVisible();
    const [box, below] = [await steadyBox(button), await steadyBox(ground)];
    // The last 56 px of the background hide the content below.
    expect(box.y).toBeGreaterThanOrEqual(below.y + below.height - 56);
    expect(box.y + box.height).toBeLessThanOrEqual(below.y + below.height);
  }
  const opacity = () => ground.evaluate((one) => getComputedStyle(one).opacity);
  await expect.poll(opacity).toBe('1');
  await page.mouse.move(200, 300);
  await page.mouse.wheel(0, 300);
  await expect.poll(opacity).toBe('0');
  await page.mouse.wheel(0, -100);
  await expect.poll(opacity).toBe('1');
  // At its end the page has space for them.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const end = await steadyBox(page.getByRole('contentinfo'));
    const row = await steadyBox(ground);
    expect(end.y + end.height).toBeLessThanOrEqual(row.y + row.height - 56 + 1);
  }).toPass({ timeout: 20_000 });
});
