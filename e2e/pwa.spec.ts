/** The installed app: files opened with it, new versions of the app, and of a remote while offline. */
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { shellDist } from '../tools/lib/paths.mjs';
import { startServer } from '../tools/lib/processes/server.mjs';
import { copyOfPublished } from '../tools/lib/testing/published.mjs';
import { alreadySignedIn, newAccount, signUp, upload, withConsent } from './support/account.ts';
import { makeEpub } from './support/books.ts';
import { fixture, fixtureFolder } from './support/fixtures.ts';
import { keptRemotes, untilRemotesKept } from './support/offline.ts';
import { placeShown, untilOpen } from './support/reader.ts';
import { expect, test } from './support/test.ts';

test('[LY-12] [W-04] an upload that finishes while the app is in another tab is told by a browser notification', async ({
  page,
  context,
  request,
}) => {
  await withConsent(context);
  await alreadySignedIn(page, request);
  await page.addInitScript(() => {
    const shown: string[] = [];
    class Recorded {
      static permission = 'granted';
      constructor(_title: string, { body }: NotificationOptions) {
        shown.push(body ?? '');
      }
      close() {}
    }
    Object.assign(globalThis, { Notification: Recorded, shownNotifications: shown });
  });
  await page.goto('/upload');
  const input = page.getByLabel('Choose Files');
  await expect(input).toBeAttached();
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }));
  await input.setInputFiles(await makeEpub('Told from Afar'));
  const shown = () =>
    page.evaluate(() => (globalThis as unknown as { shownNotifications: string[] }).shownNotifications);
  await expect.poll(shown, { timeout: 60_000 }).toEqual(['“Told from Afar” is in your library.']);
});

test.describe('[PW-03] a file from outside becomes a book', () => {
  test('shared with the app', async ({ page, context, request }) => {
    await withConsent(context);
    await alreadySignedIn(page, request);
    await page.goto('/library');
    await page.evaluate(() => navigator.serviceWorker.ready);
    // Like the operating system does: a form post to the address in the manifest.
    await page.evaluate(() => {
      const form = Object.assign(document.createElement('form'), {
        action: '/share-target',
        method: 'post',
        enctype: 'multipart/form-data',
        id: 'share',
      });
      form.append(Object.assign(document.createElement('input'), { type: 'file', name: 'books' }));
      document.body.append(form);
    });
    await page.locator('#share input').setInputFiles(await makeEpub('Shared with Lectern'));
    await page.locator('#share').evaluate((form: HTMLFormElement) => form.submit());
    await page.waitForURL('**/upload');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('Shared with Lectern').first()).toBeVisible({ timeout: 40_000 });
  });

  test('[S-07] posted by a page of another site: the reader is asked, and nothing is sent if they decline', async ({
    page,
    context,
    request,
    baseURL,
  }) => {
    await withConsent(context);
    const { token } = await alreadySignedIn(page, request);
    await page.goto('/library');
    await page.evaluate(() => navigator.serviceWorker.ready);
    const uploads: string[] = [];
    page.on('request', (one) => {
      if (one.method() === 'POST' && /\/v1\/(uploads|books)/.test(one.url())) uploads.push(one.url());
    });
    await page.route('http://elsewhere.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form id="share" action="${baseURL}/share-target" method="post" enctype="multipart/form-data"><input type="file" name="books"></form>`,
      }),
    );
    await page.goto('http://elsewhere.example/');
    await page.locator('#share input').setInputFiles(await makeEpub('Sent by a Stranger'));
    await page.locator('#share').evaluate((form: HTMLFormElement) => form.submit());
    await page.waitForURL('**/upload');
    const asked = page.getByRole('dialog', { name: /^Add “.*\.epub” to your library\?$/ });
    await expect(asked).toBeVisible();
    await asked.getByRole('button', { name: 'Do not add' }).click();
    await expect(asked).toHaveCount(0);
    expect(uploads).toEqual([]);
    // The files are deleted after the question has closed.
    const stored = () =>
      page.evaluate(async () => (await (await caches.open('lectern-shared')).keys()).length);
    await expect.poll(stored).toBe(0);
    const books = await request.get('/v1/books', { headers: { authorization: `Bearer ${token}` } });
    expect((await books.json()).total).toBe(0);
  });

  test('opened with the app from the desktop', async ({ page, context, request }) => {
    await withConsent(context);
    await alreadySignedIn(page, request);
    const file = await makeEpub('Opened from the Desktop');
    // Chromium passes files to an installed app like this; a page that is not installed gets none.
    await page.addInitScript(
      ([name, content]) => {
        const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0));
        const handle = { getFile: async () => new File([bytes], name) };
        Object.defineProperty(window, 'launchQueue', {
          value: { setConsumer: (take: (of: object) => void) => take({ files: [handle] }) },
        });
      },
      [basename(file), readFileSync(file).toString('base64')] as const,
    );
    await page.goto('/upload');
    await expect(page.getByText('Opened from the Desktop').first()).toBeVisible({ timeout: 40_000 });
  });
});

const question = (page: Page) => page.getByText('New content available! Click OK to refresh and update.');

test('[PW-02] a new version asks first, never while the reader is typing; position and unsaved note survive it', async ({
  page,
  context,
  request,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-shell-'));
  cpSync(shellDist, folder, { recursive: true });
  for (const packed of ['sw.js.br', 'sw.js.gz']) rmSync(join(folder, packed), { force: true });
  const server = await startServer({ LECTERN_PUBLIC_DIR: folder, LECTERN_LOG: 'silent' });
  const look = () =>
    page.evaluate(async () => {
      await (await navigator.serviceWorker.ready).update();
    });
  const waits = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null);
  const publish = async () => {
    appendFileSync(join(folder, 'sw.js'), '\n// A new version.\n');
    await look();
    await expect.poll(waits, { timeout: 20_000 }).toBe(true);
  };
  const takeIt = async () => {
    await expect(question(page)).toBeVisible();
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'OK', exact: true }).click();
    await loaded;
  };
  try {
    await withConsent(context);
    const account = newAccount();
    await signUp(page, account, server.url);
    const { token } = await (
      await request.post(`${server.url}/v1/auth/login`, {
        data: { email: account.email, password: account.password },
      })
    ).json();
    const book = await upload(request, token, await makeEpub(), server.url);

    await test.step('while reading: the page does not change', async () => {
      await page.goto(`${server.url}/read/${book.id}`);
      await untilOpen(page);
      await untilController(page);
      const { page: first } = await placeShown(page);
      await page.keyboard.press('ArrowRight');
      await expect.poll(async () => (await placeShown(page)).page).toBeGreaterThan(first);
      const before = await placeShown(page);
      await publish();
      await takeIt();
      await untilOpen(page);
      await expect.poll(() => placeShown(page)).toEqual(before);
    });

    await test.step('while writing: not before the field loses focus, and the text is restored', async () => {
      await page.goto(`${server.url}/notes`);
      await page
        .getByRole('button', { name: /^Write a note$/ })
        .first()
        .click();
      const field = page.getByLabel('Note', { exact: true });
      await field.pressSequentially('In the middle of ');
      await publish();
      await field.pressSequentially('a sentence');
      await expect(question(page)).toHaveCount(0);
      await field.blur();
      await takeIt();
      await expect(field).toHaveValue('In the middle of a sentence');
      await field.fill('In the middle of a sentence, and its end.');
      await page.getByRole('button', { name: /^Save/ }).first().click();
      await expect(page.getByText('In the middle of a sentence, and its end.').first()).toBeVisible();
      await page.reload();
      await expect(page.getByText('In the middle of a sentence, and its end.').first()).toBeVisible();
      await expect(field).toHaveCount(0);
    });
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Only a page that has had a worker before is told about an update. */
const untilController = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

test('[PW-01] a remote deployed while a browser is offline: the browser starts with the complete old version, later with the complete new one', async ({
  page,
  context,
}) => {
  const published = copyOfPublished();
  const server = await startServer({ LECTERN_REMOTES_DIR: published.folder, LECTERN_LOG: 'silent' });
  const build = mkdtempSync(join(tmpdir(), 'lectern-build-'));
  cpSync(fixtureFolder('good'), build, { recursive: true });
  const another = fixture('good', 'mf-library');
  const old = page.getByText('No books in your library yet');
  const anew = page.getByRole('heading', { name: 'A good fixture' });
  try {
    await withConsent(context);
    await signUp(page, newAccount(), server.url);
    await page.goto(`${server.url}/library`);
    await expect(old).toBeVisible();
    await untilRemotesKept(page);

    await context.setOffline(true);
    await published.deploy(another, build);
    await page.reload();
    await expect(old).toBeVisible();

    const gone = 'mf-mentor';
    const registry = JSON.parse(readFileSync(join(published.folder, 'remotes.json'), 'utf8'));
    delete registry.remotes[gone];
    writeFileSync(join(published.folder, 'remotes.json'), JSON.stringify(registry));
    await context.setOffline(false);
    // Another page than the library: the new version is fetched completely in the background.
    await page.goto(`${server.url}/settings`);
    await expect
      .poll(async () => (await keptRemotes(page)).filter((name) => /library|mentor/.test(name)), {
        timeout: 30_000,
      })
      .toEqual([`mf-library@${another.version}`]);

    await context.setOffline(true);
    await page.goto(`${server.url}/library`);
    await expect(anew).toBeVisible();
    await expect(old).toHaveCount(0);
  } finally {
    await server.stop();
    published.remove();
    rmSync(build, { recursive: true, force: true });
  }
});
