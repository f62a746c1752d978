/** Section 2, the route table. */
import { register, upload } from '../support/account.ts';
import { makeEpub } from '../support/books.ts';
import { untilOpen } from '../support/reader.ts';
import { expect, pathOf, sharedReader, test, visitor } from './support.ts';

test.use({ serviceWorkers: 'block' });
test.describe.configure({ mode: 'default' });

let bookId = '';
const reader = sharedReader(async ({ request, token, calls }) => {
  bookId = (await upload(request, token, await makeEpub('The Route Book'))).id;
  await calls.post(`/notes/book/${bookId}`, { content: 'A note to be found again' });
});

test('[RT-01] “Landing page. An authenticated user is redirected to /dashboard”, with Get Started Free, Sign In and Create Free Account', async ({
  browser,
}) => {
  const page = await visitor(browser);
  await page.goto('/');
  for (const name of ['Get Started Free', 'Sign In', 'Create Free Account'])
    await expect(page.getByRole('link', { name }).first()).toBeVisible();
  await page.context().close();
  await reader.page.goto('/');
  await reader.page.waitForURL('**/dashboard');
});

test('[RT-02] /signup and /login: “Sign in or create account. Redirects to /dashboard if already signed in”', async ({
  browser,
}) => {
  const page = await visitor(browser);
  await page.goto('/signup');
  await expect(page.getByRole('heading', { name: 'Join thousands of book lovers' })).toBeVisible();
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await page.context().close();
  for (const path of ['/login', '/signup']) {
    await reader.page.goto(path);
    await reader.page.waitForURL('**/dashboard');
  }
});

test('[RT-03] /contact, /legal/privacy-policy and /legal/terms-of-service: “visitor and user”', async ({
  browser,
}) => {
  const outside = await visitor(browser);
  for (const page of [outside, reader.page])
    for (const path of ['/contact', '/legal/privacy-policy', '/legal/terms-of-service']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(pathOf(page)).toBe(path);
    }
  await outside.context().close();
});

test('[RT-05] “Protected routes send an unauthenticated user to /login”, and back after the sign-in', async ({
  browser,
}) => {
  const page = await visitor(browser);
  const account = await register(page.request);
  await page.goto('/collections');
  await page.waitForURL(/\/login/);
  await page.getByLabel('Email Address').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/collections');
  await page.context().close();
});

test('[RT-06] “A verifying-authentication screen is shown while the sign-in state loads”', async ({
  browser,
}) => {
  const page = await visitor(browser);
  const expired = `e30.${Buffer.from(JSON.stringify({ exp: 1, sub: 'x' })).toString('base64url')}.x`;
  await page.addInitScript((token) => {
    localStorage.setItem('lectern.token', token);
    localStorage.setItem(
      'lectern.user',
      JSON.stringify({ id: 'x', name: 'X', email: 'x@example.org', roles: [] }),
    );
  }, expired);
  await page.route('**/auth/refresh', () => undefined);
  await page.goto('/library', { waitUntil: 'commit' });
  await expect(page.getByText(/verifying|checking|signing you in/i).first()).toBeVisible();
  await page.context().close();
});

test('[RT-07] “any unknown path: redirects to /dashboard if signed in, else to /”', async ({ browser }) => {
  const page = await visitor(browser);
  await page.goto('/no/such/page');
  await expect.poll(() => pathOf(page)).toBe('/');
  await page.context().close();
  await reader.page.goto('/no/such/page');
  await reader.page.waitForURL('**/dashboard');
});

test('[RT-08] /read/{id}: “the side navigation, header, footer, bottom bar and quick-action menu are hidden”', async () => {
  const { page } = reader;
  await page.goto(`/read/${bookId}`);
  await untilOpen(page);
  for (const name of ['Upload Books', 'Dashboard', 'Privacy Policy', 'Rewards'])
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toHaveCount(0);
  await page.setViewportSize({ width: 700, height: 800 });
  await expect(page.getByRole('link', { name: 'Guide', exact: true })).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('[RT-09] [GS-04] “/library can receive navigation state”: a note that was searched for is highlighted in its tab', async () => {
  const { page } = reader;
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('to be found again');
  await page
    .getByRole('option', { name: /to be found again/ })
    .first()
    .click();
  await page.waitForURL(/\/library/);
  await expect(page.getByRole('tab', { name: /Notes/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('main').getByText('A note to be found again').first()).toBeInViewport();
});

test('[RT-10] [LY-08] “Each lazily loaded page shows a page-specific failure message if it cannot load”', async () => {
  const { page } = reader;
  await page.route('**/remotes/mf-{library,reader}/**', (route) => route.abort());
  for (const [path, name, message] of [
    ['/library', 'Library', "We're having trouble loading your library right now."],
    ['/upload', 'Upload', 'The upload feature is temporarily unavailable.'],
    ['/notes', 'Notes', "We can't load your notes at the moment."],
    [`/read/${bookId}`, 'Reader', 'There was an issue loading the book reader.'],
    ['/collections', 'Collections', null],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(`Error loading ${name}. Please refresh.`)).toBeVisible();
    if (message) await expect(page.getByText(message)).toBeVisible();
  }
  await page.getByRole('link', { name: 'Mentor AI' }).click();
  await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('[RT-04] each route of a user opens with its title, at its own address', async () => {
  const { page } = reader;
  const paths =
    '/dashboard /library /collections /mentor /notes /gamification /onboarding /upload /profile /settings /settings/data-export /help /about';
  for (const path of [...paths.split(' '), `/read/${bookId}`]) {
    await page.goto(path);
    // By tag: a dialog that introduces the page hides the heading from the accessibility tree.
    await expect(page.locator('main h1').first(), path).toBeAttached();
    expect(pathOf(page)).toBe(path);
    await expect(page.getByText(/^Error loading/)).toHaveCount(0);
  }
});
