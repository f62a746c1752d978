/** What a reader deletes or overwrites comes back: the bin in the settings, and the versions beside a text. */
import type { Page } from '@playwright/test';
import { upload } from './support/account.ts';
import { axeFindings } from './support/axe.ts';
import { makeEpub } from './support/books.ts';
import { notesArrive, notesOf, openNotes, saveButton, writeNote } from './support/notes.ts';
import { unsentWrites, untilPrefetched, untilRemotesKept } from './support/offline.ts';
import { expect, test } from './support/test.ts';

const binPage = '/settings?page=bin';
const entries = (page: Page) => page.getByRole('main').getByRole('listitem');
const inDialog = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });
const deleteNote = async (page: Page) => {
  await page.getByRole('article').first().getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText('It stays in the bin for 90 days.');
  await inDialog(page, 'Delete').click();
};

test.describe('online', () => {
  // Only offline tests need the service worker; here it would slow down every page.
  test.use({ serviceWorkers: 'block' });

  test('[N-07] a deleted note is in the bin, and comes back to its place; deleted for good, it is gone', {
    tag: '@every-run',
  }, async ({ page, context, request }) => {
    const account = await openNotes(page, context, request);
    await writeNote(page, 'The whale is white.');
    await notesArrive(request, account, 'The whale is white.');
    await deleteNote(page);
    await notesArrive(request, account);

    await page.goto(binPage);
    await expect(entries(page)).toContainText(['The whale is white.']);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: /^Restore/ }).click();
    await expect(page.getByText('The bin is empty')).toBeVisible();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByRole('article')).toContainText('The whale is white.');
    await notesArrive(request, account, 'The whale is white.');

    await deleteNote(page);
    await notesArrive(request, account);
    await page.goto(binPage);
    await page.getByRole('button', { name: /for good$/ }).click();
    await expect(page.getByRole('dialog')).toContainText('This cannot be undone.');
    await inDialog(page, 'Delete for good').click();
    await expect(page.getByText('The bin is empty')).toBeVisible();
    await expect.poll(() => unsentWrites(page)).toBe(0);
    await page.reload();
    await expect(page.getByText('The bin is empty')).toBeVisible();
    expect(await notesOf(request, account.token)).toEqual([]);
  });

  test('[N-07] an edited note shows what it said before, by words, and says it again', async ({
    page,
    context,
    request,
  }) => {
    const account = await openNotes(page, context, request);
    await writeNote(page, 'The whale is white.');
    await notesArrive(request, account, 'The whale is white.');
    const note = page.getByRole('article').first();
    await note.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Note', { exact: true }).fill('The whale is grey.');
    await saveButton(page).click();
    await notesArrive(request, account, 'The whale is grey.');

    await note.getByRole('button', { name: 'Earlier versions' }).click();
    const sheet = page.getByRole('dialog', { name: 'Earlier versions' });
    await expect(sheet.getByRole('insertion')).toHaveText('white');
    await expect(sheet.getByRole('deletion')).toHaveText('grey');
    expect(await axeFindings(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Use this version' }).click();
    await expect(note).toContainText('The whale is white.');
    await notesArrive(request, account, 'The whale is white.');
  });

  test('[N-07] a note whose book was deleted brings the book back, with all that hung on it', async ({
    page,
    context,
    request,
  }) => {
    const account = await openNotes(page, context, request);
    const headers = { authorization: `Bearer ${account.token}` };
    const book = await upload(request, account.token, await makeEpub('The Return'));
    const write = async (content: string) =>
      (await request.post(`/v1/notes/book/${book.id}`, { headers, data: { content } })).json();
    const first = await write('Deleted before the book.');
    await write('Deleted with the book.');
    await request.delete(`/v1/notes/${first.id}`, { headers });
    await page.goto(`/books/${book.id}`);
    await page.getByRole('button', { name: 'More about The Return' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await inDialog(page, 'Delete').click();
    await notesArrive(request, account);

    await page.goto(binPage);
    await expect(entries(page)).toContainText(['The Return', 'Deleted before the book.']);
    await expect(entries(page).first()).toContainText('Notes: 1');
    await page.getByRole('button', { name: 'Restore “Deleted before the book.”' }).click();
    await expect(page.getByRole('dialog')).toContainText('“The Return” comes back with it');
    await inDialog(page, 'Restore both').click();
    await expect(page.getByText('The bin is empty')).toBeVisible();
    await notesArrive(request, account, 'Deleted before the book.', 'Deleted with the book.');
    await page.goto(`/books/${book.id}`);
    await expect(page.getByRole('heading', { name: 'The Return' }).first()).toBeVisible();
    await expect(page.getByRole('article', { name: 'The Return' })).toContainText('Deleted before the book.');
  });
});

test('[N-07] without a network a note comes back at once, and to the server later', async ({
  page,
  context,
  request,
}) => {
  const account = await openNotes(page, context, request);
  await writeNote(page, 'Back in the tunnel.');
  await notesArrive(request, account, 'Back in the tunnel.');
  await deleteNote(page);
  await notesArrive(request, account);
  await page.goto(binPage);
  await expect(entries(page)).toHaveCount(1);
  await untilRemotesKept(page);
  await untilPrefetched(page);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: /^Restore/ }).click();
  await expect(page.getByText('The bin is empty')).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('article')).toContainText('Back in the tunnel.');
  expect(await notesOf(request, account.token)).toEqual([]);
  await context.setOffline(false);
  await notesArrive(request, account, 'Back in the tunnel.');
});
