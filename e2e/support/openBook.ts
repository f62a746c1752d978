import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { type Account, register, type SignedIn, signIn, upload, withConsent } from './account.ts';
import { makeEpub } from './books.ts';
import { pressInBar, untilOpen } from './reader.ts';

interface ReaderWithBook {
  account: Account & { token: string };
  book: Book;
}

/** Registers a new reader, uploads this file, and signs in. */
export async function signInWithBook(
  page: Page,
  context: BrowserContext,
  request: APIRequestContext,
  file: string,
): Promise<ReaderWithBook> {
  await withConsent(context);
  const account = await register(request);
  const book = await upload(request, account.token, file);
  await signIn(page, account);
  return { account, book };
}

/** Registers a new reader, uploads a small book of each title, and signs in. */
export async function signInWithTitles(
  page: Page,
  context: BrowserContext,
  request: APIRequestContext,
  titles: readonly string[],
): Promise<SignedIn> {
  await withConsent(context);
  const account = await register(request);
  for (const title of titles) await upload(request, account.token, await makeEpub(title));
  await signIn(page, account);
  return account;
}

/** Uploads this file as a new reader, and opens it. */
export async function openBook(
  page: Page,
  context: BrowserContext,
  request: APIRequestContext,
  file: string,
): Promise<ReaderWithBook> {
  const { account, book } = await signInWithBook(page, context, request, file);
  await page.goto(`/read/${book.id}`);
  await untilOpen(page);
  return { account, book };
}

/** Chooses an item of the reader's More menu. */
export async function chooseInMore(page: Page, item: string | RegExp): Promise<void> {
  await pressInBar(page, 'More');
  await page.getByRole('menuitem', { name: item }).click();
}
