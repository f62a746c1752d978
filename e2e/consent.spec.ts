import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import type { Page } from '@playwright/test';
import { alreadySignedIn } from './support/account.ts';
import { steadyBox } from './support/steady.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

/** Records the requests of a page. */
function watch(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  return sent;
}

test('[CK-03] nothing of a rejected category is stored or sent', async ({ page, context }) => {
  const sent = watch(page);
  await test.step('A visitor who has not answered, and then rejects, is not measured', async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Essential only' }).click();
    await expect(page.getByRole('button', { name: 'Essential only' })).toHaveCount(0);
    for (const path of ['/login', '/contact', '/legal/privacy-policy', '/']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    expect(sent.filter((one) => one.startsWith('POST'))).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    const stored = await page.evaluate(() => ({
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
      answer: JSON.parse(localStorage.getItem('lectern.cookie_consent') ?? 'null'),
    }));
    expect(stored.local).toEqual([storageKeys.cookieConsent]);
    expect(stored.session).toEqual([]);
    expect(stored.answer).toMatchObject({
      essential: true,
      analytics: false,
      marketing: false,
      version: '1.0',
    });
    expect(Object.keys(stored.answer).sort()).toEqual([
      'analytics',
      'essential',
      'marketing',
      'timestamp',
      'version',
    ]);
  });
});

test('[L-07] the cookie banner covers neither the end of a page nor a dialog', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/signup');
  const question = page.getByRole('region', { name: 'Cookies' });
  await expect(question).toBeVisible();
  // The page gets its space for the banner once the banner is measured.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const last = await steadyBox(page.getByRole('button', { name: 'Cookie Preferences' }));
    const box = await steadyBox(question);
    expect(last.y + last.height).toBeLessThan(box.y);
  }).toPass({ timeout: 20_000 });
  await alreadySignedIn(page, request);
  await page.goto('/settings?page=sign-in');
  await expect(page.getByText('Cookies, in short')).toBeVisible();
  await page.getByRole('button', { name: 'Set up an app' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click({ trial: true });
});

test('[L-07] a message and the cookie banner do not cover each other', async ({ page, request }) => {
  await alreadySignedIn(page, request);
  await page.goto('/profile');
  const question = page.getByRole('region', { name: 'Cookies' });
  await expect(question).toBeVisible();
  await page.getByLabel('Full Name').fill('Another Name');
  await page.getByRole('button', { name: /^Save/ }).first().click();
  const message = page.getByRole('region', { name: 'Messages' }).getByRole('status');
  // It stays while it has the focus.
  await message.getByRole('button', { name: 'Close' }).focus();
  for (const width of [390, 820, 1440])
    for (const direction of ['ltr', 'rtl']) {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction);
      const [above, below] = [await steadyBox(message), await steadyBox(question)];
      expect(above.y + above.height, `${width} px, ${direction}`).toBeLessThan(below.y);
      expect(above.y).toBeGreaterThan(0);
    }
  for (const name of ['Essential only', 'Accept all cookies', 'Customize cookies'])
    await question.getByRole('button', { name }).click({ trial: true });
  await message.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Essential only' }).click();
});
