/** Notes as an example of a write, for tests about other things: created on the page, checked on the server. */
import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test';
import { type Account, register, signIn, withConsent } from './account.ts';
import { pollIntervals } from './steady.ts';

/** The URL of the list of notes, which also creates them. */
export const notesAddress = /\/v1\/notes$/;

/** @param origin of another server than the shared one */
export async function notesOf(request: APIRequestContext, token: string, origin = ''): Promise<string[]> {
  const answer = await request.get(`${origin}/v1/notes`, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()).items.map((note: { content: string }) => note.content).sort();
}

/** Waits until exactly these notes are on the server. */
export const notesArrive = (
  request: APIRequestContext,
  account: { token: string },
  ...texts: string[]
): Promise<void> =>
  expect
    .poll(() => notesOf(request, account.token), { timeout: 40_000, intervals: pollIntervals })
    .toEqual(texts.sort());

/** A new reader on the Notes page. */
export async function openNotes(
  page: Page,
  context: BrowserContext,
  request: APIRequestContext,
): Promise<Account & { token: string }> {
  await withConsent(context);
  const account = await register(request);
  await signIn(page, account);
  await page.goto('/notes');
  await expect(page.getByText('No notes yet')).toBeVisible();
  return account;
}

/** Opens the form of a note, and fills it in. */
export async function startNote(page: Page, text: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Write a note$/ })
    .first()
    .click();
  await page.getByLabel('Note', { exact: true }).fill(text);
}

export const saveButton = (page: Page) => page.getByRole('button', { name: /^Save/ }).first();

export async function writeNote(page: Page, text: string): Promise<void> {
  await startNote(page, text);
  await saveButton(page).click();
  await expect(page.getByText(text).first()).toBeVisible();
}

/** Blocks writes until `page.unrouteAll()`. */
export const holdNotesBack = (page: Page): Promise<unknown> =>
  page.route(notesAddress, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );

export async function chooseSignOut(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Your account/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
}
