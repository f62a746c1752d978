/** Notes, the write that journeys about other things are told by: made on the page, looked for on the server. */
import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test';
import { type Account, register, signIn, withConsent } from './account.ts';

/** Requests of the list of notes, and those that make one. */
export const notesAddress = /\/v1\/notes$/;

/** @param origin of another server than the one that all tests share */
export async function notesOf(request: APIRequestContext, token: string, origin = ''): Promise<string[]> {
  const answer = await request.get(`${origin}/v1/notes`, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()).items.map((note: { content: string }) => note.content).sort();
}

/** These notes, and no others, are on the server in the end. */
export const notesArrive = (
  request: APIRequestContext,
  account: { token: string },
  ...texts: string[]
): Promise<void> =>
  expect.poll(() => notesOf(request, account.token), { timeout: 40_000 }).toEqual(texts.sort());

/** A new reader on the page of notes. */
export async function onNotes(
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

/** What is written does not get through, until `page.unrouteAll()`. */
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
