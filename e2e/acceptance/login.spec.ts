/** Section 2, the login screen; sections 4, 5, 6 and 8, authentication. */
import type { Page } from '@playwright/test';
import { startServer } from '../../tools/lib/processes/server.mjs';
import { newAccount, register, signUp } from '../support/account.ts';
import { fromServer } from '../support/answers.ts';
import { callsOf, expect, newReader, pathOf, test, visitor } from './support.ts';

test.use({ serviceWorkers: 'block' });
test.describe.configure({ mode: 'default' });

let page: Page;
test.beforeAll(async ({ browser }) => {
  page = await visitor(browser);
});
test.afterAll(() => page.context().close());
test.afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

const field = (label: string) => page.getByLabel(label, { exact: true });

async function fill(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(label).fill(value);
}

test('[LG-01] “sign-in (title Welcome Back) and create account (Join thousands of book lovers)”', async () => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await page.goto('/signup');
  await expect(page.getByRole('heading', { name: 'Join thousands of book lovers' })).toBeVisible();
});

test('[LG-02] “Full Name (register only), Email Address, Password, Confirm Password (register only)”', async () => {
  await page.goto('/login');
  await expect(field('Email Address')).toHaveAttribute('type', 'email');
  await expect(field('Password')).toBeVisible();
  for (const name of ['Full Name', 'Confirm Password']) await expect(field(name)).toHaveCount(0);
  await page.goto('/signup');
  for (const name of ['Full Name', 'Email Address', 'Password', 'Confirm Password'])
    await expect(field(name)).toBeVisible();
});

test('[LG-03] “The toggle button switches mode and clears errors and the passwords. The footer links to terms, privacy and contact. The form is disabled while submitting”', async () => {
  await page.goto('/signup');
  await fill({
    'Full Name': ' ',
    'Email Address': 'a@example.org',
    Password: 'secret',
    'Confirm Password': 'secret',
  });
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Name required')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in', exact: false }).last().click();
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await expect(page.getByText('Name required')).toHaveCount(0);
  await expect(field('Password')).toHaveValue('');
  for (const path of ['/legal/terms-of-service', '/legal/privacy-policy', '/contact'])
    await expect(page.locator(`a[href="${path}"]`).first()).toBeVisible();
  await page.route('**/auth/login', () => undefined);
  await fill({ 'Email Address': 'a@example.org', Password: 'a long password' });
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(field('Email Address')).toBeDisabled();
});

test('[LG-04] “Registration checks, in this order: Name required; Passwords do not match; Password must be at least 8 characters”', async () => {
  await page.goto('/signup');
  const submit = () => page.getByRole('button', { name: 'Create Account' }).click();
  await fill({
    'Full Name': '  ',
    'Email Address': 'a@example.org',
    Password: 'one',
    'Confirm Password': 'two',
  });
  await submit();
  await expect(page.getByRole('alert').filter({ hasText: 'Name required' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Passwords do not match' })).toHaveCount(0);
  await expect(field('Full Name')).toBeFocused();
  await fill({ 'Full Name': 'Ada' });
  await submit();
  await expect(page.getByRole('alert')).toHaveText('Passwords do not match');
  await expect(field('Confirm Password')).toBeFocused();
  await fill({ 'Confirm Password': 'one' });
  await submit();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Password must be at least 8 characters' }),
  ).toBeVisible();
});

test('[LG-05] “Network error. Please check your connection”, the server’s own text, “Request failed (status)”', async () => {
  const shows = async (
    answer: Parameters<import('@playwright/test').Route['fulfill']>[0] | null,
    text: string,
  ) => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.route('**/auth/login', (route) => (answer ? route.fulfill(answer) : route.abort()));
    await page.goto('/login');
    await fill({ 'Email Address': 'a@example.org', Password: 'a long password' });
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText(text)).toBeVisible();
  };
  await shows(null, 'Network error. Please check your connection.');
  await shows({ status: 400, headers: fromServer, json: { error: 'By error.' } }, 'By error.');
  await shows({ status: 400, headers: fromServer, json: { message: 'By message.' } }, 'By message.');
  await shows({ status: 418, headers: fromServer, json: {} }, 'Request failed (418)');
});

test('[LG-07] “A stored token that cannot be decoded is removed with the stored user and the page reloads”', async ({
  browser,
}) => {
  const own = await visitor(browser);
  await own.goto('/about');
  await own.evaluate(() => {
    localStorage.setItem('lectern.token', 'garbage');
    localStorage.setItem(
      'lectern.user',
      JSON.stringify({ id: 'x', name: 'X', email: 'x@example.org', roles: [] }),
    );
  });
  await own.goto('/library');
  await own.waitForURL(/\/login/);
  await expect
    .poll(() =>
      own.evaluate(() => [localStorage.getItem('lectern.token'), localStorage.getItem('lectern.user')]),
    )
    .toEqual([null, null]);
  await own.context().close();
});

test('[LG-08] “Requests carry an Authorization Bearer header when a token exists, plus app-version and environment headers”', async ({
  browser,
}) => {
  const { page: own, token } = await newReader(browser);
  const [sent] = await Promise.all([own.waitForRequest(/\/v1\/books/), own.goto('/library')]);
  const headers = await sent.allHeaders();
  expect(headers.authorization).toMatch(/^Bearer \S+/);
  expect(headers['x-app-version']).toBeTruthy();
  expect(headers['x-app-environment']).toBeTruthy();
  expect(headers.cookie ?? '').not.toContain(token);
  const kept = () =>
    own.evaluate(() => localStorage.getItem('lectern.token') ?? sessionStorage.getItem('lectern.token'));
  expect(await kept()).toBeTruthy();
  await own.context().close();
});

test('[LG-09] “A user carries a roles list, and the navigation rail accepts an isAdmin flag”', async ({
  browser,
  request,
}) => {
  const { token } = await register(request);
  const profile = await callsOf(request, token).get('/auth/profile');
  expect(Array.isArray(profile.body.roles)).toBe(true);
  const server = await startServer({ LECTERN_LOG: 'silent' });
  try {
    const own = await visitor(browser);
    await signUp(own, newAccount(), server.url);
    await expect(own.getByRole('link', { name: /Admin/ }).first()).toBeVisible();
    expect(pathOf(own)).toBe('/dashboard');
    await own.context().close();
  } finally {
    await server.stop();
  }
});

test('[LG-06] [F-06] “On a rejected token the client tries one refresh and retries the request once, else clears the session”', async ({
  browser,
}) => {
  const { page: own } = await newReader(browser);
  await own.goto('/dashboard');
  await expect(own.getByRole('main').getByRole('heading').first()).toBeVisible();
  const refused = {
    status: 401,
    headers: fromServer,
    json: { error: 'No.', code: 'unauthenticated', status: 401 },
  };
  let mayRefresh = true;
  const [refreshes, profiles]: [string[], number[]] = [[], []];
  await own.route('**/v1/auth/refresh', (route) => {
    refreshes.push(route.request().url());
    return mayRefresh ? route.continue() : route.fulfill(refused);
  });
  await own.route('**/v1/auth/profile', (route) => {
    profiles.push(refreshes.length);
    return profiles.length === 1 || !mayRefresh ? route.fulfill(refused) : route.continue();
  });
  await test.step('gets a new token and repeats the request', async () => {
    await own.getByRole('button', { name: /account/i }).click();
    await own.getByRole('menuitem', { name: 'Profile' }).click();
    await expect(own.getByLabel('Full Name')).toBeVisible();
    await expect.poll(() => profiles).toEqual([0, 1]);
    expect(refreshes).toHaveLength(1);
  });
  await test.step('gets no new token: the session is cleared', async () => {
    mayRefresh = false;
    refreshes.length = 0;
    await own.reload();
    await own.waitForURL(/\/login/);
    await expect(own.getByText('Your session has expired. Please log in again.')).toBeVisible();
    expect(refreshes).toHaveLength(1);
    expect(await own.evaluate(() => localStorage.getItem('lectern.token'))).toBeNull();
  });
  await own.context().close();
});
