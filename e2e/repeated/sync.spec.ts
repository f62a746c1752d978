/**
 * Failures that the outage tests (e2e/outage) cover as well, here one at a time and without a proxy, so that they are
 * easier to analyze. `npm run acceptance` runs them.
 */
import type { Page } from '@playwright/test';
import { startServer } from '../../tools/lib/processes/server.mjs';
import { newAccount, signUp, withConsent } from '../support/account.ts';
import { fromServer } from '../support/answers.ts';
import { notesAddress, notesArrive, notesOf, openNotes, saveButton, writeNote } from '../support/notes.ts';
import { untilRemotesKept } from '../support/offline.ts';
import { expect, test } from '../support/test.ts';

const syncNow = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Sync Now' }).first().click();
};

test('[OF-04] a note is on the server once even if its answer was lost after it was applied', async ({
  page,
  context,
  request,
}) => {
  const account = await openNotes(page, context, request);
  let lost = 0;
  await page.route(notesAddress, async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort('connectionreset');
  });
  await writeNote(page, 'Applied, never answered.');
  await expect.poll(() => lost).toBe(1);
  await notesArrive(request, account, 'Applied, never answered.');
  await expect(page.locator('[data-sync]').first()).toHaveAccessibleName('All changes synced', {
    timeout: 40_000,
  });
  expect(await notesOf(request, account.token)).toEqual(['Applied, never answered.']);
});

test('[OF-03] a note is on the server once even if the server failed, then was too busy', async ({
  page,
  context,
  request,
}) => {
  const account = await openNotes(page, context, request);
  const answers = [
    { status: 500, headers: fromServer, json: { status: 500, error: 'broken', code: 'server_error' } },
    {
      status: 429,
      headers: { ...fromServer, 'retry-after': '1' },
      json: { status: 429, error: 'later', code: 'too_many_requests' },
    },
  ];
  await page.route(notesAddress, async (route) => {
    const next = route.request().method() === 'POST' ? answers.shift() : undefined;
    if (next) await route.fulfill(next);
    else await route.continue();
  });
  await writeNote(page, 'Third time lucky.');
  await expect(async () => {
    if (answers.length > 0) await syncNow(page);
    expect(answers).toHaveLength(0);
  }).toPass({ timeout: 30_000 });
  await syncNow(page).catch(() => {});
  await notesArrive(request, account, 'Third time lucky.');
});

test('[OF-04] a note is on the server once even if its tab was closed while it was sent', async ({
  page,
  context,
  request,
}) => {
  const account = await openNotes(page, context, request);
  let held = 0;
  await page.route(notesAddress, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    held += 1;
    // The server has it; the tab never gets the answer.
    await route.fetch().catch(() => {});
  });
  await writeNote(page, 'Sent by a tab that died.');
  await expect.poll(() => held).toBeGreaterThan(0);
  const other = await context.newPage();
  await page.close();
  await other.goto('/notes');
  await expect(other.getByText('Sent by a tab that died.').first()).toBeVisible();
  await expect(other.locator('[data-sync]').first()).toHaveAccessibleName('All changes synced', {
    timeout: 40_000,
  });
  await notesArrive(request, account, 'Sent by a tab that died.');
});

test('[OF-04] a clock that is set back by a year neither changes the order nor delays a change', async ({
  page,
  context,
  request,
}) => {
  const account = await openNotes(page, context, request);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await writeNote(page, 'Before.');
  await page.clock.setSystemTime(Date.now() - 365 * 86_400_000);
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  await page.getByLabel('Note', { exact: true }).fill('Before, and after.');
  await saveButton(page).click();
  await expect(page.getByText('Before, and after.').first()).toBeVisible();
  await context.setOffline(false);
  await notesArrive(request, account, 'Before, and after.');
});

test('[OF-04] a note is on the server once even if the server is killed while it is sent', async ({
  page,
  context,
  request,
}) => {
  const server = await startServer({ LECTERN_LOG: 'silent' });
  try {
    await withConsent(context);
    const account = newAccount();
    await signUp(page, account, server.url);
    await page.goto(`${server.url}/notes`);
    await expect(page.getByText('No notes yet')).toBeVisible();
    const gone = page
      .waitForRequest((one) => one.method() === 'POST' && notesAddress.test(one.url()))
      .then(() => server.kill());
    await writeNote(page, 'Through a power cut.');
    await gone;
    await server.restart();
    const token = (
      await (
        await request.post(`${server.url}/v1/auth/login`, {
          data: { email: account.email, password: account.password },
        })
      ).json()
    ).token;
    await expect
      .poll(() => notesOf(request, token, server.url), { timeout: 60_000 })
      .toEqual(['Through a power cut.']);
    await expect(page.getByText('Through a power cut.').first()).toBeVisible();
  } finally {
    await server.stop();
  }
});

test('[OF-04] a note written offline is shown at once, and on the server when the network is back', async ({
  page,
  request,
  context,
}) => {
  const account = await openNotes(page, context, request);
  await untilRemotesKept(page);
  await context.setOffline(true);
  await writeNote(page, 'Written in a tunnel.');
  await context.setOffline(false);
  await notesArrive(request, account, 'Written in a tunnel.');
});
