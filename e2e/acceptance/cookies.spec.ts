/** Section 2, the cookie banner; section 3, the consent record. */
import { expect, test, visitor } from './support.ts';

test.use({ serviceWorkers: 'block' });
test.describe.configure({ mode: 'default' });

const banner = 'Essential only';

test('[CK-01] “Appears 2 seconds after load if no consent is stored. Buttons: Essential only, Accept all cookies, Customize cookies; a link to the privacy policy”', async ({
  browser,
}) => {
  const page = await visitor(browser, false);
  await page.clock.install();
  await page.goto('/contact');
  await page.clock.runFor(1_500);
  await expect(page.getByRole('button', { name: banner })).toHaveCount(0);
  await page.clock.runFor(1_000);
  const region = page.getByRole('region', { name: /cookies/i });
  for (const name of [banner, 'Accept all cookies', 'Customize cookies'])
    await expect(region.getByRole('button', { name })).toBeVisible();
  await expect(region.getByRole('link', { name: /privacy policy/i })).toBeVisible();
  await page.context().close();
});

test('[CK-02] “The preferences panel has essential (always on), analytics and marketing toggles, with Cancel and Save preferences”', async ({
  browser,
}) => {
  const page = await visitor(browser, false);
  await page.goto('/contact');
  await page.getByRole('button', { name: 'Customize cookies' }).click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('switch', { name: /essential/i })).toBeChecked();
  await expect(panel.getByRole('switch', { name: /essential/i })).toBeDisabled();
  for (const name of [/analytics/i, /marketing/i])
    await expect(panel.getByRole('switch', { name })).not.toBeChecked();
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: banner })).toBeVisible();
  await page.getByRole('button', { name: 'Customize cookies' }).click();
  await panel.getByRole('switch', { name: /analytics/i }).click();
  await panel.getByRole('button', { name: 'Save preferences' }).click();
  const record = await page.evaluate(() =>
    JSON.parse(localStorage.getItem('lectern.cookie_consent') ?? 'null'),
  );
  expect(record).toMatchObject({ essential: true, analytics: true, marketing: false });
  await page.context().close();
});
