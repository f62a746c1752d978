/** Section 2, the layout shell and messages; section 8, error screens. */
import { upload } from '../support/account.ts';
import { fromServer } from '../support/answers.ts';
import { makeEpub } from '../support/books.ts';
import { useFixture } from '../support/fixtures.ts';
import { expect, newReader, sharedReader, test, visitor } from './support.ts';

test.use({ serviceWorkers: 'block' });
test.describe.configure({ mode: 'default' });

let bookId = '';
const reader = sharedReader(async ({ request, token }) => {
  bookId = (await upload(request, token, await makeEpub('A Book with a Name'))).id;
});
const wide = { width: 1280, height: 800 };
test.afterEach(() => reader.page.setViewportSize(wide));

test('[LY-01] “Collapsible left navigation rail: Dashboard, Library, Collections, Mentor AI, Notes, Rewards, Onboarding, Upload Books, Logout”', async () => {
  const { page } = reader;
  await page.goto('/dashboard');
  const rail = page.getByRole('navigation').filter({ has: page.getByRole('link', { name: 'Upload Books' }) });
  for (const name of 'Dashboard,Library,Collections,Mentor AI,Notes,Rewards,Onboarding,Upload Books'.split(
    ',',
  ))
    await expect(rail.getByRole('link', { name: new RegExp(`^${name}`) }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible();
  const link = rail.getByRole('link', { name: /^Library/ });
  const before = (await link.boundingBox())?.width ?? 0;
  await page.getByRole('button', { name: /collapse/i }).click();
  await expect.poll(async () => (await link.boundingBox())?.width ?? 0).toBeLessThan(before / 2);
  await page.getByRole('button', { name: /expand/i }).click();
});

test('[LY-02] [F-08] “Header: title, breadcrumbs, search box, light/dark toggle, notifications button, user menu”, at every width', async () => {
  const { page } = reader;
  await page.goto(`/books/${bookId}`);
  const header = page.getByRole('banner');
  const crumbs = header.getByRole('navigation', { name: 'Breadcrumbs' });
  for (const width of [1280, 820, 768, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(crumbs, `at ${width} px`).toBeVisible();
    await expect(crumbs.getByText('A Book with a Name'), `at ${width} px`).toBeVisible();
    await expect(header.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  }
  await page.setViewportSize(wide);
  await expect(header.getByRole('button', { name: /^Search/ }).first()).toBeVisible();
  await expect(header.getByRole('button', { name: /dark|light/i }).first()).toBeVisible();
  await header
    .getByRole('button', { name: /account|menu/i })
    .last()
    .click();
  for (const name of ['Profile', 'Settings', 'Help', 'Restart Guided Tour', 'Tutorial', 'Sign Out'])
    await expect(page.getByRole('menuitem', { name, exact: true })).toBeVisible();
  await expect(page.getByText(reader.email)).toBeVisible();
  await page.keyboard.press('Escape');
});

test('[LY-03] [F-04] the footer: Legal, Support, About; “Cookie Preferences (clears the stored consent and reloads the page)”; no page scrolls sideways', async ({
  browser,
}) => {
  const { page } = reader;
  await page.goto('/about');
  const footer = page.getByRole('contentinfo');
  for (const name of ['Privacy Policy', 'Terms of Service', 'Contact Us', 'Help Center', 'Export My Data'])
    await expect(footer.getByRole('link', { name })).toBeVisible();
  for (const width of [769, 800, 820, 867, 900]) {
    await page.setViewportSize({ width, height: 900 });
    const over = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(over, `${width} px`).toBe(0);
  }
  const outside = await visitor(browser, false);
  await outside.goto('/contact');
  await outside.getByRole('button', { name: 'Essential only' }).click();
  const consent = () => outside.evaluate(() => localStorage.getItem('lectern.cookie_consent'));
  expect(await consent()).not.toBeNull();
  const loaded = outside.waitForEvent('load');
  await outside.getByRole('button', { name: 'Cookie Preferences' }).click();
  await loaded;
  expect(await consent()).toBeNull();
  await outside.context().close();
});

test('[LY-04] “At 768 px width or narrower a bottom bar appears with Home, Library, Mentor, Notes, Guide. A floating quick menu offers Notes, Collections, Upload and Logout”', async () => {
  const { page } = reader;
  const bar = (name: string) => page.getByRole('link', { name, exact: true });
  await page.goto('/dashboard');
  await page.setViewportSize({ width: 769, height: 800 });
  await expect(bar('Guide')).toHaveCount(0);
  await page.setViewportSize({ width: 768, height: 800 });
  for (const name of ['Home', 'Library', 'Mentor', 'Notes', 'Guide'])
    await expect(bar(name).first()).toBeVisible();
  await page.getByRole('button', { name: 'Quick menu' }).click();
  for (const name of [/^Notes/, /^Collections/, /^Upload/, /^Logout/])
    await expect(page.getByRole('menuitem', { name })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('[LY-06] “A dismissible install prompt (Install / Not now) appears when installing is possible”', async () => {
  const { page } = reader;
  await page.goto('/dashboard');
  await page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })));
  await page.getByRole('link', { name: 'Collections' }).first().click();
  await expect(page.getByRole('button', { name: 'Install', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByRole('button', { name: 'Install', exact: true })).toHaveCount(0);
});

test('[LY-07] “Try Again (disabled after 3 retries, text Max retries reached), Go to Dashboard and Report Issue”', async () => {
  const { page } = reader;
  await useFixture(page, 'throws-while-rendering', 'mf-library');
  await page.goto('/library');
  for (let tries = 0; tries < 3; tries += 1) await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('button', { name: 'Max retries reached' })).toBeDisabled();
  await page.getByRole('button', { name: 'Report Issue' }).click();
  await expect(page.getByText(/^Thank/)).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await page.waitForURL('**/dashboard');
});

test('[LY-08] “network: Check your internet connection and try again”; “update: It looks like the app was updated”', async () => {
  const { page } = reader;
  const messageAt = async (answer: object | null, message: string) => {
    await page.route('**/remotes.json', async (route) => {
      if (answer === null) return route.abort();
      const registry = await (await route.fetch()).json();
      Object.assign(registry.remotes['mf-mentor'].current.description, answer);
      return route.fulfill({ headers: fromServer, json: registry });
    });
    await page.goto('/mentor');
    await expect(page.getByText(message)).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  };
  await messageAt({ contract: '0.9' }, 'It looks like the app was updated. Please refresh the page.');
  await page.context().setOffline(true);
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Error loading Mentor').first()).toBeVisible();
  await page.context().setOffline(false);
});

test('[LY-10] “Restart Guided Tour, Tutorial” in the user menu', async () => {
  const { page } = reader;
  const choose = async (name: string) => {
    await page.goto('/dashboard');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /account|menu/i })
      .last()
      .click();
    await page.getByRole('menuitem', { name }).click();
  };
  for (let times = 0; times < 2; times += 1) {
    await choose('Restart Guided Tour');
    await expect(page.getByText('Welcome to your library')).toBeVisible();
  }
  await choose('Tutorial');
  await page.waitForURL('**/onboarding');
});

test('[LY-11] “Theme: light or dark, defaults to the system preference, saved locally. A stored theme value is accepted only if light or dark”', async ({
  browser,
}) => {
  const page = await visitor(browser);
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/login');
  await expect.poll(scheme).toContain('dark');
  await page.evaluate(() => localStorage.setItem('lectern.theme', 'light'));
  await page.reload();
  await expect.poll(scheme).toContain('light');
  await page.evaluate(() => localStorage.setItem('lectern.theme', 'blue'));
  await page.reload();
  await expect.poll(scheme).toContain('dark');
  await page.context().close();
});

test('[LY-05] “A floating search button sits at the bottom left. A skip-to-main-content link exists”', async () => {
  const { page } = reader;
  await page.goto('/dashboard');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading').first()).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: /skip to main content/i });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(main).toBeFocused();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(async () => {
      const start = (await main.boundingBox())?.x ?? 0;
      const places = await page
        .getByRole('button', { name: /^Search/ })
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
      const isBottomLeft = ({ left, bottom }: DOMRect) => left - start < 100 && bottom > 600;
      expect(places.some(isBottomLeft), `${width} px`).toBe(true);
    }).toPass({ timeout: 20_000 });
  }
});

test('[LY-09] “Oops! Something went wrong. Please try refreshing the page, with a Refresh Page button”', async ({
  browser,
}) => {
  const page = await visitor(browser);
  // A dependency of every page fails while the app renders.
  await page.addInitScript(() => {
    window.matchMedia = () => {
      throw new Error('This browser is broken.');
    };
  });
  await page.goto('/login');
  await expect(page.getByText('Oops! Something went wrong. Please try refreshing the page')).toBeVisible();
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Refresh Page' }).click();
  await loaded;
  await page.context().close();
});

test('[LY-12] “The snackbar auto-hides by default after 4 seconds. A browser notification closes after 5 seconds”', async ({
  browser,
}) => {
  const { page } = await newReader(browser);
  await page.clock.install();
  await page.addInitScript(() => {
    const log: string[] = [];
    class Recorded extends EventTarget {
      static permission = 'granted';
      constructor(_title: string, { body }: NotificationOptions) {
        super();
        log.push(`shown: ${body}`);
      }
      close() {
        log.push('closed');
      }
    }
    Object.assign(window, { log, Notification: Recorded });
    const isAway = () => Object.hasOwn(window, 'away');
    Object.defineProperty(document, 'visibilityState', { get: () => (isAway() ? 'hidden' : 'visible') });
  });
  await page.goto('/profile');
  await page.getByLabel('Full Name').fill('Another Name');
  await page.evaluate(() => Object.assign(window, { away: true }));
  await page.getByRole('button', { name: /^Save/ }).first().click();
  const message = page.getByText('Your profile is saved.').first();
  await expect(message).toBeVisible();
  const log = () => page.evaluate(() => (window as unknown as { log: string[] }).log);
  expect(await log()).toEqual(['shown: Your profile is saved.']);
  await page.clock.runFor(4_100);
  await expect(message).toHaveCount(0);
  await page.clock.runFor(1_000);
  expect(await log()).toEqual(['shown: Your profile is saved.', 'closed']);
  await page.context().close();
});

test('[CK-03] [WV-01] “essential, analytics, marketing, timestamp, version 1.0”; web vitals are measured and sent with consent to analytics alone', async ({
  browser,
}) => {
  for (const analytics of [false, true]) {
    const page = await visitor(browser, false);
    const vitals: { name: string; value: number; rating: string }[] = [];
    await page.route('**/vitals', (route) => {
      vitals.push(...route.request().postDataJSON().metrics);
      return route.fulfill({ status: 204, headers: fromServer });
    });
    await page.goto('/contact');
    await page.getByRole('button', { name: 'Customize cookies' }).click();
    await expect(page.getByRole('switch', { name: /essential/i })).toBeDisabled();
    if (analytics) await page.getByRole('switch', { name: /analytics/i }).click();
    await page.getByRole('button', { name: 'Save preferences' }).click();
    const stored = await page.evaluate(() => localStorage.getItem('lectern.cookie_consent'));
    const record = JSON.parse(stored ?? '{}');
    expect(record).toEqual({
      essential: true,
      analytics,
      marketing: false,
      timestamp: expect.any(String),
      version: '1.0',
    });
    expect(Number.isNaN(Date.parse(record.timestamp))).toBe(false);
    await page.goto('/contact');
    await page.getByRole('heading', { level: 1 }).click();
    // Measurements are sent when the page is hidden.
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    if (!analytics) {
      expect(vitals).toEqual([]);
      expect(await page.evaluate(() => [Object.keys(localStorage), document.cookie])).toEqual([
        ['lectern.cookie_consent'],
        '',
      ]);
    } else {
      const limits: Record<string, [number, number]> = {
        CLS: [0.1, 0.25],
        FID: [100, 300],
        FCP: [1_800, 3_000],
        LCP: [2_500, 4_000],
        TTFB: [800, 1_800],
      };
      await expect
        .poll(() => vitals.map(({ name }) => name))
        .toEqual(expect.arrayContaining(['FCP', 'TTFB']));
      for (const { name, value, rating } of vitals.filter((one) => one.name in limits)) {
        const [good, poor] = limits[name] ?? [0, 0];
        expect(rating, `${name} ${value}`).toBe(
          value <= good ? 'good' : value <= poor ? 'needs-improvement' : 'poor',
        );
      }
    }
    await page.context().close();
  }
});
