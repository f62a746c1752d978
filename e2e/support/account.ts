/** Accounts for journeys, each test its own, so that they run side by side on one server. */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  expect,
  type Page,
} from '@playwright/test';
import { noonTimeZone } from './timezone.ts';

export interface Account {
  name: string;
  email: string;
  password: string;
}

export const newAccount = (): Account => ({
  name: 'Reader of Lines',
  email: `reader-${crypto.randomUUID()}@example.org`,
  password: `pass-${crypto.randomUUID()}`,
});

/** Registers over HTTP, for tests that are about something else. */
export async function register(
  request: APIRequestContext,
  account = newAccount(),
): Promise<Account & { token: string }> {
  const answer = await request.post('/v1/auth/register', { data: { ...account, time_zone: noonTimeZone } });
  expect(answer.status()).toBe(201);
  return { ...account, token: (await answer.json()).token };
}

/** @param origin of another server than the one that all tests share */
export async function upload(
  request: APIRequestContext,
  token: string,
  file: string,
  origin = '',
): Promise<Book> {
  const answer = await request.post(`${origin}/v1/books`, {
    headers: { authorization: `Bearer ${token}` },
    multipart: {
      file: { name: basename(file), mimeType: 'application/octet-stream', buffer: readFileSync(file) },
    },
    timeout: 60_000,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

/** The consent is given before the page looks, so that the banner does not stand in the way. */
export async function withConsent(context: BrowserContext): Promise<BrowserContext> {
  const consent = {
    essential: true,
    analytics: false,
    marketing: false,
    timestamp: '2026-01-01T00:00:00.000Z',
    version: '1.0',
  };
  await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    storageKeys.cookieConsent,
    JSON.stringify(consent),
  ] as const);
  return context;
}

/** A new browser, as another device is. */
export const newDevice = async (browser: Browser): Promise<Page> =>
  (await withConsent(await browser.newContext())).newPage();

/** @param origin of another server than the one that all tests share */
export async function signIn(page: Page, account: Account, origin = ''): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email Address').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/dashboard');
}

export async function signUp(page: Page, account: Account, origin = ''): Promise<void> {
  await page.goto(`${origin}/signup`);
  await page.getByLabel('Full Name').fill(account.name);
  await page.getByLabel('Email Address').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByLabel('Confirm Password').fill(account.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL('**/dashboard');
}

/**
 * Signed in before the first page opens, as in a browser that was here before; for tests that are not about signing in.
 */
export async function alreadySignedIn(
  page: Page,
  request: APIRequestContext,
): Promise<Account & { token: string }> {
  const account = newAccount();
  const answer = await request.post('/v1/auth/register', { data: { ...account, time_zone: noonTimeZone } });
  expect(answer.status()).toBe(201);
  const { token, user } = await answer.json();
  await page.addInitScript(
    (entries) => {
      for (const [key, value] of entries)
        if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
    },
    [
      [storageKeys.token, token],
      [storageKeys.user, JSON.stringify(user)],
    ] as const,
  );
  return { ...account, token };
}

/** The Rewards page introduces itself at a reader's first visit. */
export const skipIntroduction = (page: Page): Promise<void> =>
  page.getByRole('dialog', { name: 'Welcome to your rewards' }).getByRole('button', { name: 'Skip' }).click();
