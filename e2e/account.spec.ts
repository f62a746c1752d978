import { newAccount, register, signIn, signInByForm, signUp } from './support/account.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

test.describe('accounts', () => {
  test('[RT-01, LG-01, LG-02] a visitor finds the landing page, creates an account and is on the dashboard', async ({
    page,
  }) => {
    const account = newAccount();
    await page.goto('/');
    for (const name of ['Get Started Free', 'Sign In', 'Create Free Account']) {
      await expect(page.getByRole('link', { name }).first()).toBeVisible();
    }
    await page.getByRole('link', { name: 'Get Started Free' }).first().click();
    await expect(page.getByRole('heading', { name: 'Join thousands of book lovers' })).toBeVisible();
    await signUp(page, account);
    await expect(page.getByText(account.name.split(' ')[0] ?? '').first()).toBeVisible();
    await page.goto('/');
    await page.waitForURL('**/dashboard');
  });

  test('[RT-05] a visitor who opens a protected page signs in and gets to that page', async ({
    page,
    request,
  }) => {
    const account = await register(request);
    await page.goto('/notes');
    await page.waitForURL('**/login**');
    await page.getByLabel('Email Address').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/notes');
  });

  test('[AA-15] only a path of this origin is followed after the sign-in', async ({ page, request }) => {
    const account = await register(request);
    await page.goto('/login?next=//evil.example/');
    await page.getByLabel('Email Address').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/dashboard');
    expect(new URL(page.url()).host).toBe(new URL(process.env.LECTERN_URL ?? '').host);
  });

  test('[RT-07] an unknown path leads to the dashboard, or to the landing page for a visitor', async ({
    page,
    request,
  }) => {
    await page.goto('/no/such/place');
    await expect(page).toHaveURL(/\/$/);
    // An open page would notice the sign-in, and navigate by itself.
    await page.goto('about:blank');
    await signIn(page, await register(request));
    await page.goto('/no/such/place');
    await page.waitForURL('**/dashboard');
  });

  test('[RT-02] a signed-in reader need not sign in again, also after a reload', async ({
    page,
    request,
  }) => {
    await signInByForm(page, await register(request));
    await page.goto('/login');
    await page.waitForURL('**/dashboard');
    await page.reload();
    await expect(page).toHaveURL(/dashboard$/);
  });
});
