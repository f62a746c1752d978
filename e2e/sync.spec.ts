/**
 * Writes while a sign-in expires, and in two tabs and devices: with real Web Locks, tabs and service worker. Failures
 * of server and network are tested in e2e/outage, random combinations in e2e/sync.
 */
import type { Page } from '@playwright/test';
import { newDevice, signIn, signInByForm } from './support/account.ts';
import { fromServer } from './support/answers.ts';
import { allStoredData } from './support/browserData.ts';
import {
  notesAddress,
  notesArrive,
  notesOf,
  openNotes,
  saveButton,
  startNote,
  writeNote,
} from './support/notes.ts';
import { untilRemotesKept } from './support/offline.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

test.describe('what a reader writes reaches the server once', () => {
  test('[OF-07] even if the sign-in expires in between: it waits, is sent after the next sign-in, and that is reported', async ({
    page,
    context,
    request,
  }) => {
    const account = await openNotes(page, context, request);
    const refused = {
      status: 401,
      headers: fromServer,
      json: { status: 401, error: 'no', code: 'token_rejected' },
    };
    await page.route(notesAddress, (route) =>
      route.request().method() === 'POST' ? route.fulfill(refused) : route.continue(),
    );
    await page.route('**/v1/auth/refresh', (route) => route.fulfill(refused));
    await startNote(page, 'Written as the door closed.');
    await saveButton(page).click();
    await page.waitForURL('**/login**');
    await expect(page.getByText('Unsent changes are kept here, encrypted', { exact: false })).toBeVisible();
    expect(await allStoredData(page)).not.toContain('Written as the door closed');
    expect(await notesOf(request, account.token)).toEqual([]);
    await page.unrouteAll();
    await signInByForm(page, account);
    await expect(page.getByText('1 note(s) synced successfully after login!').first()).toBeVisible({
      timeout: 20_000,
    });
    await notesArrive(request, account, 'Written as the door closed.');
  });

  test.describe('with a service worker', () => {
    test.use({ serviceWorkers: 'allow' });

    test('[OF-04] from two tabs that go online at the same moment', async ({ page, context, request }) => {
      const account = await openNotes(page, context, request);
      await untilRemotesKept(page);
      const other = await context.newPage();
      await other.goto('/notes');
      await expect(other.getByText('No notes yet')).toBeVisible();
      await context.setOffline(true);
      await writeNote(page, 'From the left.');
      await writeNote(other, 'From the right.');
      await expect(page.getByText('From the right.').first()).toBeVisible();
      // Those that were answered: one that leaves before the network is back everywhere fails, and is repeated.
      const sent: string[] = [];
      for (const tab of [page, other])
        tab.on('response', (answer) => {
          const one = answer.request();
          if (one.method() === 'POST' && notesAddress.test(one.url()))
            sent.push(one.headers()['idempotency-key'] ?? '');
        });
      await context.setOffline(false);
      await notesArrive(request, account, 'From the left.', 'From the right.');
      expect(new Set(sent).size).toBe(sent.length);
    });
  });
});

test('two devices write the same note: both texts are kept, and both devices show them', {
  tag: '@every-run',
}, async ({ page, context, request, browser }) => {
  const account = await openNotes(page, context, request);
  await writeNote(page, 'First thought.');
  await notesArrive(request, account, 'First thought.');
  const other = await newDevice(browser);
  await signIn(other, account);
  await other.goto('/notes');
  await expect(other.getByText('First thought.').first()).toBeVisible();
  const edit = async (on: Page, words: string): Promise<void> => {
    await on.getByRole('button', { name: 'Edit', exact: true }).first().click();
    await on.getByLabel('Note', { exact: true }).fill(words);
    await saveButton(on).click();
    await expect(on.getByText(words).first()).toBeVisible();
  };
  await context.setOffline(true);
  await edit(page, 'On the train.');
  await edit(other, 'At the desk.');
  await notesArrive(request, account, 'At the desk.');
  await context.setOffline(false);
  await notesArrive(request, account, 'At the desk.', 'On the train.');
  for (const device of [page, other]) {
    await device.reload();
    await expect(device.getByText('At the desk.').first()).toBeVisible();
    await expect(device.getByText('On the train.').first()).toBeVisible();
    await expect(device.getByText('You changed this on two devices.').first()).toBeVisible();
  }
  await other.context().close();
});
