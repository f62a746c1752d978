/** Accounts for end-to-end tests, one for each test, so that tests can run in parallel on one server. */

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

/** An account with what a browser stores of its sign-in. */
export interface SignedIn extends Account {
  token: string;
  user: unknown;
}

export const newAccount = (): Account => ({
  name: 'Reader of Lines',
  email: `reader-${crypto.randomUUID()}@example.org`,
  password: `pass-${crypto.randomUUID()}`,
});

/**
 * Registers over HTTP, for tests about something else.
 * @param origin of another server than the shared one
 */
export async function register(
  request: APIRequestContext,
  account = newAccount(),
  origin = '',
): Promise<SignedIn> {
  const data = { ...account, time_zone: noonTimeZone };
  const answer = await request.post(`${origin}/v1/auth/register`, { data });
  expect(answer.status()).toBe(201);
  const { token, user } = await answer.json();
  return { ...account, token, user };
}

/** @param origin of another server than the shared one */
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
    // The server reads the book in a process of the lowest priority.
    timeout: 120_000,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

/** Stores the consent before the page reads it, so that no banner is shown. */
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

/** A new browser context, like another device. */
export const newDevice = async (browser: Browser): Promise<Page> =>
  (await withConsent(await browser.newContext())).newPage();

const sharedOrigin = process.env.LECTERN_URL ?? 'http://127.0.0.1:8080';

/**
 * Signs in over HTTP without opening a page, so that the next document of this browser opens signed in; for tests about
 * something else.
 * @param origin of another server than the shared one
 */
export async function signIn(page: Page, account: Account, origin = ''): Promise<void> {
  const context = page.context();
  const { email, password } = account;
  const answer = await context.request.post(`${origin}/v1/auth/login`, { data: { email, password } });
  expect(answer.status()).toBe(200);
  const { token, user } = await answer.json();
  await startSignedInOnce(page, { token, user }, origin || sharedOrigin);
}

/** An init script for the next document only: later sign-outs and other tokens stay as they are. */
async function startSignedInOnce(
  page: Page,
  signedIn: Pick<SignedIn, 'token' | 'user'>,
  origin: string,
): Promise<void> {
  const script = await page.context().addInitScript(
    ({ at, entries }) => {
      if (location.origin !== at) return;
      for (const [key, value] of entries) localStorage.setItem(key, value);
    },
    { at: origin, entries: storedBy(signedIn) },
  );
  page.once('domcontentloaded', () => script.dispose().catch(() => undefined));
}

/**
 * Registers over HTTP; the next document of this browser opens signed in.
 * @param origin of another server than the shared one
 */
export async function signInAsNew(page: Page, origin = ''): Promise<SignedIn> {
  const account = await register(page.context().request, newAccount(), origin);
  await startSignedInOnce(page, account, origin || sharedOrigin);
  return account;
}

/**
 * Signs in through the form, and waits for the dashboard.
 * @param origin of another server than the shared one
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

const storedBy = ({ token, user }: Pick<SignedIn, 'token' | 'user'>) =>
  [
    [storageKeys.token, token],
    [storageKeys.user, JSON.stringify(user)],
  ] as const;

/** Opens pages signed in, like a browser with an earlier sign-in. */
const startSignedIn = (page: Page, signedIn: SignedIn): Promise<unknown> =>
  page.addInitScript((entries) => {
    for (const [key, value] of entries)
      if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
  }, storedBy(signedIn));

/** Signs in with a new account before the first page opens; for tests about something else. */
export async function alreadySignedIn(page: Page, request: APIRequestContext): Promise<SignedIn> {
  const account = await register(request);
  await startSignedIn(page, account);
  return account;
}

/** A shared reader is replaced after five minutes: an access token expires after fifteen. */
const sharedForMs = 5 * 60_000;
const shared = new Map<string, { madeAt: number; reader: Promise<SignedIn & { bookId: string }> }>();

/**
 * Signs in a reader shared by the tests of this worker, for tests that do not change the reader's data.
 * @param file a book of the reader; without one the library is empty
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
      const reader = await register(request);
      return { ...reader, bookId: file ? (await upload(request, reader.token, file)).id : '' };
    };
    kept = { madeAt: Date.now(), reader: make() };
    shared.set(key, kept);
  }
  const reader = await kept.reader;
  await startSignedIn(page, reader);
  return reader;
}

/** Closes the dialog that introduces the Rewards page at a reader's first visit. */
export const skipIntroduction = (page: Page): Promise<void> =>
  page.getByRole('dialog', { name: 'Welcome to your rewards' }).getByRole('button', { name: 'Skip' }).click();
