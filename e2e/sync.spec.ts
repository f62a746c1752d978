/**
 * The faults that matter most to what a reader writes, in a real browser against the real server. All of them, mixed at
 * random, are in e2e/sync; here are the real Web Locks, tabs and service worker.
 */
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { startServer } from '../tools/lib/server.mjs';
import {
  type Account,
  newAccount,
  newDevice,
  register,
  signIn,
  signInByForm,
  signUp,
  withConsent,
} from './support/account.ts';
import { fromServer } from './support/answers.ts';
import { allThatIsKept } from './support/browserData.ts';
import { untilRemotesKept } from './support/offline.ts';
import { expect, test } from './support/test.ts';

async function write(page: Page, text: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Write a note$/ })
    .first()
    .click();
  await page.getByLabel('Note', { exact: true }).fill(text);
  await page.getByRole('button', { name: /^Save/ }).first().click();
  await expect(page.getByText(text).first()).toBeVisible();
}

async function notesOf(request: APIRequestContext, token: string, origin = ''): Promise<string[]> {
  const answer = await request.get(`${origin}/v1/notes`, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()).items.map((note: { content: string }) => note.content).sort();
}

async function onNotes(page: Page, context: BrowserContext, request: APIRequestContext) {
  await withConsent(context);
  const account = await register(request);
  await signIn(page, account);
  await page.goto('/notes');
  await expect(page.getByText('No notes yet')).toBeVisible();
  return account;
}

async function chooseSignOut(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Your account/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
}

async function signOut(page: Page): Promise<void> {
  await chooseSignOut(page);
  await page.waitForURL((url) => url.pathname === '/' || url.pathname === '/login');
}

const posts = /\/v1\/notes$/;
const arrives = (request: APIRequestContext, account: { token: string }, ...texts: string[]) =>
  expect.poll(() => notesOf(request, account.token), { timeout: 40_000 }).toEqual(texts.sort());

const syncNow = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Sync Now' }).first().click();
};

test.describe('what a reader writes comes to the server once', () => {
  test('[OF-04] though its answer was lost after it was applied', async ({ page, context, request }) => {
    const account = await onNotes(page, context, request);
    let lost = 0;
    await page.route(posts, async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      await route.abort('connectionreset');
    });
    await write(page, 'Applied, never answered.');
    await expect.poll(() => lost).toBe(1);
    await arrives(request, account, 'Applied, never answered.');
    await expect(page.locator('[data-sync]').first()).toHaveAccessibleName('All changes synced', {
      timeout: 40_000,
    });
    expect(await notesOf(request, account.token)).toEqual(['Applied, never answered.']);
  });

  test('[OF-03] though the server failed, then was too busy', async ({ page, context, request }) => {
    const account = await onNotes(page, context, request);
    const answers = [
      { status: 500, headers: fromServer, json: { status: 500, error: 'broken', code: 'server_error' } },
      {
        status: 429,
        headers: { ...fromServer, 'retry-after': '1' },
        json: { status: 429, error: 'later', code: 'too_many_requests' },
      },
    ];
    await page.route(posts, async (route) => {
      const next = route.request().method() === 'POST' ? answers.shift() : undefined;
      if (next) await route.fulfill(next);
      else await route.continue();
    });
    await write(page, 'Third time lucky.');
    await expect(async () => {
      if (answers.length > 0) await syncNow(page);
      expect(answers).toHaveLength(0);
    }).toPass({ timeout: 30_000 });
    await syncNow(page).catch(() => {});
    await arrives(request, account, 'Third time lucky.');
  });

  test('[OF-07] though the sign-in ended in the middle: it waits, goes after the next one, and that is said', async ({
    page,
    context,
    request,
  }) => {
    const account = await onNotes(page, context, request);
    const refused = {
      status: 401,
      headers: fromServer,
      json: { status: 401, error: 'no', code: 'token_rejected' },
    };
    await page.route(posts, (route) =>
      route.request().method() === 'POST' ? route.fulfill(refused) : route.continue(),
    );
    await page.route('**/v1/auth/refresh', (route) => route.fulfill(refused));
    await page
      .getByRole('button', { name: /^Write a note$/ })
      .first()
      .click();
    await page.getByLabel('Note', { exact: true }).fill('Written as the door closed.');
    await page.getByRole('button', { name: /^Save/ }).first().click();
    await page.waitForURL('**/login**');
    await expect(page.getByText('Unsent changes are kept here, encrypted', { exact: false })).toBeVisible();
    expect(await allThatIsKept(page)).not.toContain('Written as the door closed');
    expect(await notesOf(request, account.token)).toEqual([]);
    await page.unrouteAll();
    await signInByForm(page, account);
    await expect(page.getByText('1 note(s) synced successfully after login!').first()).toBeVisible({
      timeout: 20_000,
    });
    await arrives(request, account, 'Written as the door closed.');
  });

  test('[OF-04] though its tab was closed while it was on its way', async ({ page, context, request }) => {
    const account = await onNotes(page, context, request);
    let held = 0;
    await page.route(posts, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      held += 1;
      // The server has it; the tab will never hear of it.
      await route.fetch().catch(() => {});
    });
    await write(page, 'Sent by a tab that died.');
    await expect.poll(() => held).toBeGreaterThan(0);
    const other = await context.newPage();
    await page.close();
    await other.goto('/notes');
    await expect(other.getByText('Sent by a tab that died.').first()).toBeVisible();
    await expect(other.locator('[data-sync]').first()).toHaveAccessibleName('All changes synced', {
      timeout: 40_000,
    });
    await arrives(request, account, 'Sent by a tab that died.');
  });

  test('[OF-04] from two tabs that come back at the same moment', async ({ page, context, request }) => {
    const account = await onNotes(page, context, request);
    await untilRemotesKept(page);
    const other = await context.newPage();
    await other.goto('/notes');
    await expect(other.getByText('No notes yet')).toBeVisible();
    await context.setOffline(true);
    await write(page, 'From the left.');
    await write(other, 'From the right.');
    await expect(page.getByText('From the right.').first()).toBeVisible();
    const sent: string[] = [];
    for (const tab of [page, other])
      tab.on('request', (one) => {
        if (one.method() === 'POST' && posts.test(one.url()))
          sent.push(one.headers()['idempotency-key'] ?? '');
      });
    await context.setOffline(false);
    await arrives(request, account, 'From the left.', 'From the right.');
    expect(new Set(sent).size).toBe(sent.length);
  });
});

test('[OF-04] a clock that is turned back by a year neither changes the order nor makes a change wait', async ({
  page,
  context,
  request,
}) => {
  const account = await onNotes(page, context, request);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await write(page, 'Before.');
  await page.clock.setSystemTime(Date.now() - 365 * 86_400_000);
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  await page.getByLabel('Note', { exact: true }).fill('Before, and after.');
  await page.getByRole('button', { name: /^Save/ }).first().click();
  await expect(page.getByText('Before, and after.').first()).toBeVisible();
  await context.setOffline(false);
  await arrives(request, account, 'Before, and after.');
});

test('two devices write the same note: both texts are kept, and both see them', async ({
  page,
  context,
  request,
  browser,
}) => {
  const account = await onNotes(page, context, request);
  await write(page, 'First thought.');
  await arrives(request, account, 'First thought.');
  const other = await newDevice(browser);
  await signIn(other, account);
  await other.goto('/notes');
  await expect(other.getByText('First thought.').first()).toBeVisible();
  const edit = async (on: Page, words: string): Promise<void> => {
    await on.getByRole('button', { name: 'Edit', exact: true }).first().click();
    await on.getByLabel('Note', { exact: true }).fill(words);
    await on.getByRole('button', { name: /^Save/ }).first().click();
    await expect(on.getByText(words).first()).toBeVisible();
  };
  await context.setOffline(true);
  await edit(page, 'On the train.');
  await edit(other, 'At the desk.');
  await arrives(request, account, 'At the desk.');
  await context.setOffline(false);
  await arrives(request, account, 'At the desk.', 'On the train.');
  for (const device of [page, other]) {
    await device.reload();
    await expect(device.getByText('At the desk.').first()).toBeVisible();
    await expect(device.getByText('On the train.').first()).toBeVisible();
    await expect(device.getByText('You changed this on two devices.').first()).toBeVisible();
  }
  await other.context().close();
});

test('[AE-09] another reader on the same browser sees and sends nothing of the first, whose writes wait', async ({
  page,
  context,
  request,
}) => {
  const first = await onNotes(page, context, request);
  const second: Account & { token: string } = await register(request);
  // What the first writes does not get through.
  await page.route(posts, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await write(page, 'Mine alone.');
  await chooseSignOut(page);
  await page.getByRole('button', { name: 'Keep for my next sign-in' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.unrouteAll();
  await signInByForm(page, second);
  await page.goto('/notes');
  await expect(page.getByText('No notes yet')).toBeVisible();
  await expect(page.getByText('Mine alone.')).toHaveCount(0);
  await write(page, 'Of the second.');
  await arrives(request, second, 'Of the second.');
  expect(await notesOf(request, first.token)).toEqual([]);
  await page.goto('/dashboard');
  await signOut(page);
  await signInByForm(page, first);
  await arrives(request, first, 'Mine alone.');
});

test('[OF-04] the server is killed while a note is on its way; the note is there once', async ({
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
      .waitForRequest((one) => one.method() === 'POST' && posts.test(one.url()))
      .then(() => server.kill());
    await write(page, 'Through a power cut.');
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
