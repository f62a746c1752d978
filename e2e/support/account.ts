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

const sharedOrigin = process.env.LECTERN_URL ?? 'http://127.0.0.1:8080';

/**
 * Signs in over HTTP, so that the next page opens signed in; for tests that are not about signing in. It opens no page.
 * @param origin of another server than the one that all tests share
 */
export async function signIn(page: Page, account: Account, origin = ''): Promise<void> {
  const context = page.context();
  const { email, password } = account;
  const answer = await context.request.post(`${origin}/v1/auth/login`, { data: { email, password } });
  expect(answer.status()).toBe(200);
  const { token, user } = await answer.json();
  const { cookies } = await context.storageState();
  const localStorage = [
    { name: storageKeys.token, value: String(token) },
    { name: storageKeys.user, value: JSON.stringify(user) },
  ];
  await context.setStorageState({ cookies, origins: [{ origin: origin || sharedOrigin, localStorage }] });
}

/**
 * Signs in as a reader does, and is on the dashboard then.
 * @param origin of another server than the one that all tests share
 */
export async function signInByForm(page: Page, account: Account, origin = ''): Promise<void> {
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

/** A reader as the browser stores them: what `startSignedIn` needs. */
export interface SignedIn extends Account {
  token: string;
  user: unknown;
}

async function registerSignedIn(request: APIRequestContext): Promise<SignedIn> {
  const account = newAccount();
  const answer = await request.post('/v1/auth/register', { data: { ...account, time_zone: noonTimeZone } });
  expect(answer.status()).toBe(201);
  const { token, user } = await answer.json();
  return { ...account, token, user };
}

/** The page opens signed in, as in a browser that was here before. */
const startSignedIn = (page: Page, { token, user }: SignedIn): Promise<unknown> =>
  page.addInitScript(
    (entries) => {
      for (const [key, value] of entries)
        if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
    },
    [
      [storageKeys.token, token],
      [storageKeys.user, JSON.stringify(user)],
    ] as const,
  );

/** Signed in before the first page opens, by an account of its own; for tests that are not about signing in. */
export async function alreadySignedIn(page: Page, request: APIRequestContext): Promise<SignedIn> {
  const account = await registerSignedIn(request);
  await startSignedIn(page, account);
  return account;
}

/** A shared reader is made anew after five minutes: an access token is good for fifteen. */
const sharedForMs = 5 * 60_000;
const shared = new Map<string, { madeAt: number; reader: Promise<SignedIn & { bookId: string }> }>();

/**
 * Signed in as a reader whom the tests of this worker share, for tests that change nothing of the reader's.
 * @param file a book that the reader has; without one the library is empty
 */
export async function signedInAsShared(
  page: Page,
  request: APIRequestContext,
  file?: string,
): Promise<SignedIn & { bookId: string }> {
  const key = file ?? '';
  let kept = shared.get(key);
  if (!kept || Date.now() - kept.madeAt > sharedForMs) {
    const make = async () => {
      const reader = await registerSignedIn(request);
      return { ...reader, bookId: file ? (await upload(request, reader.token, file)).id : '' };
    };
    kept = { madeAt: Date.now(), reader: make() };
    shared.set(key, kept);
  }
  const reader = await kept.reader;
  await startSignedIn(page, reader);
  return reader;
}

/** The Rewards page introduces itself at a reader's first visit. */
export const skipIntroduction = (page: Page): Promise<void> =>
  page.getByRole('dialog', { name: 'Welcome to your rewards' }).getByRole('button', { name: 'Skip' }).click();
