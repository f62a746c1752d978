import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

const buttons = ['Get Started Free', 'Sign In', 'Create Free Account'];

test.describe('the start page before any script has run', () => {
  test.use({ javaScriptEnabled: false });

  test('[RT-01] describes the product, in its colors, and its links work', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const name of buttons) await expect(page.getByRole('link', { name }).first()).toBeVisible();
    await expect(page).toHaveTitle('Your books, kept and read · Lectern');
    const button = page.getByRole('link', { name: 'Get Started Free' });
    await expect(button).toHaveCSS('background-color', 'rgb(122, 31, 43)');
    await button.click();
    await expect(page).toHaveURL(/\/signup$/);
  });
});

test('the app replaces the start page without a layout shift, and under the strict policy', async ({
  page,
}) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text());
  });
  await page.addInitScript(() => {
    const seen = { shifts: 0, without: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        seen.shifts += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    // Every frame: after the first one with a heading, each one has it.
    let there = false;
    const look = () => {
      const heading = document.querySelector('h1') !== null;
      if (there && !heading) seen.without += 1;
      there ||= heading;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const answer = await page.goto('/');
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self'");
  // The app has started when the prerendered page is gone.
  await expect(page.locator('.prerendered')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const seen = await page.evaluate(
    () => (window as unknown as { seen: { shifts: number; without: number } }).seen,
  );
  // Rounded to three decimals, as it is reported.
  expect(Math.round(seen.shifts * 1000)).toBe(0);
  expect(seen.without).toBe(0);
  expect(refused).toEqual([]);
});

test('an unavailable language falls back to English', async ({ request }) => {
  const answer = await request.get('/', { headers: { 'accept-language': 'tlh, eo;q=0.5' } });
  expect(answer.headers().vary).toContain('Accept-Language');
  expect(await answer.text()).toContain('Get Started Free');
});
