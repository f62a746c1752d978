import type { CDPSession, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { type Account, newAccount, register, withConsent } from './support/account.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

/** Passkeys are bound to a host name, so these tests use the name of the same server. */
const origin = (process.env.LECTERN_URL ?? '').replace('127.0.0.1', 'localhost');

async function typePassword(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

/** An authenticator as in a phone: it stores passkeys and has verified its owner. */
async function phone(page: Page): Promise<{ cdp: CDPSession; touch(enabled: boolean): Promise<void> }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    cdp,
    touch: async (enabled) => {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
  };
}

test.describe('ways to sign in', () => {
  test('a passkey is added and named in the settings, used to sign in by the button and by autofill, and removed', async ({
    page,
    context,
    request,
  }) => {
    await withConsent(context);
    const account = await register(request, newAccount());
    const { touch } = await phone(page);
    await touch(false);
    await page.goto(`${origin}/login`);
    await typePassword(page, account);
    await page.waitForURL('**/dashboard');

    await touch(true);
    await page.goto(`${origin}/settings?page=sign-in`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Phone of mine');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Phone of mine')).toBeVisible();

    // By the button, in a browser without autofill: the authenticator would accept an autofill request as well.
    await touch(false);
    await signOut(page);
    await page.addInitScript(() => {
      if (location.hash === '#without-autofill')
        PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    });
    await page.goto(`${origin}/login#without-autofill`);
    await touch(true);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/dashboard');

    // By autofill: accepting it signs in without typing.
    await signOut(page);
    await page.goto(`${origin}/login`);
    await page.waitForURL('**/dashboard');

    await page.goto(`${origin}/settings?page=sign-in`);
    await page.getByRole('button', { name: 'Rename Phone of mine' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Old phone');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Remove Old phone' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText('Your passkey is removed.')).toBeVisible();
    await expect(page.getByText('Old phone')).toBeHidden();
  });

  test('[S-16] a code from an authenticator app is set up, required after the password, and replaced by a recovery code', async ({
    page,
    context,
    request,
  }) => {
    await withConsent(context);
    const account = await register(request, newAccount());
    await page.goto('/login');
    await typePassword(page, account);
    await page.waitForURL('**/dashboard');
    await page.goto('/settings?page=sign-in');
    await page.getByRole('button', { name: 'Set up an app' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('img', { name: 'QR code of the key below' })).toBeVisible();
    const key = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
    const totp = new TOTP({ secret: Secret.fromBase32(key) });
    await dialog.getByLabel('Code from your app').fill(totp.generate());
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
    await expect(codes.locator('code')).toHaveCount(10);
    const recovery = (await codes.locator('code').first().textContent()) ?? '';
    await codes.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page.getByText('Recovery codes left: 10')).toBeVisible();

    await signOut(page);
    await page.goto('/login');
    await typePassword(page, account);
    const field = page.getByLabel('Code from your app');
    await expect(field).toBeFocused();
    await field.fill('000000');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByText('This code is wrong or was already used.')).toBeVisible();
    await field.fill(recovery);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('**/dashboard');
  });

  test('[S-06] a new password is rated while it is typed, and an easily guessed one is rejected', async ({
    page,
  }) => {
    await page.goto('/signup');
    const { name, email } = newAccount();
    await page.getByLabel('Full Name').fill(name);
    await page.getByLabel('Email Address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('password1');
    await page.getByLabel('Confirm Password').fill('password1');
    await expect(page.getByRole('meter', { name: 'Strength of the password' })).toHaveAttribute(
      'aria-valuetext',
      'Too easy to guess',
    );
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('alert').getByText('one of the most common passwords')).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill('four quiet lamps by the river');
    await expect(page.getByText('This password is hard to guess.')).toBeVisible();
  });
});
