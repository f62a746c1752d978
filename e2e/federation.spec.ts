import type { Page } from '@playwright/test';
import {
  alreadySignedIn,
  register,
  signIn,
  skipIntroduction,
  upload,
  withConsent,
} from './support/account.ts';
import { fromServer } from './support/answers.ts';
import { makeEpub } from './support/books.ts';
import { untilOpen } from './support/reader.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });
// Requests that are pending when a test ends are ignored.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

const remoteFiles = (name: string) => new RegExp(`/remotes/${name}/.*\\.(js|json)$`);

test.describe('remotes', () => {
  test('[MF-01] are found in the registry, each at an address with its version, and loaded only when needed', {
    tag: '@every-run',
  }, async ({ page, request }) => {
    const registry = await (await request.get('/remotes.json')).json();
    expect(Object.keys(registry.remotes).sort()).toEqual([
      'mf-gamification',
      'mf-library',
      'mf-mentor',
      'mf-reader',
      'mf-search',
    ]);
    const remotesOf = (one: Page) => {
      const names = new Set<string>();
      one.on('request', (asked) => {
        const name = /\/remotes\/(mf-[a-z]+)\//.exec(asked.url())?.[1];
        if (name) names.add(name);
      });
      return names;
    };
    const forVisitors = remotesOf(page);
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Get Started Free' }).first()).toBeVisible();
    expect([...forVisitors]).toEqual([]);
    await signIn(page, await register(request));
    // A new tab, as the first one may still load.
    const notes = await page.context().newPage();
    const forNotes = remotesOf(notes);
    await notes.goto('/notes');
    await expect(notes.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expect.poll(() => [...forNotes]).toContain('mf-library');
    expect([...forNotes]).not.toContain('mf-reader');
    for (const { current } of Object.values(registry.remotes) as {
      current: { base: string; description: { version: string } };
    }[]) {
      expect(current.base).toContain(current.description.version);
    }
  });

  test('[LY-07] Try Again is disabled after three attempts', async ({ page, request }) => {
    await signIn(page, await register(request));
    await page.route(remoteFiles('mf-library'), (route) => route.fulfill({ status: 404, body: 'no' }));
    await page.goto('/library');
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await expect(page.getByText('Error loading Library. Please refresh.')).toBeVisible();
      await page.getByRole('button', { name: 'Try Again' }).click();
    }
    await expect(page.getByText('Max retries reached')).toBeVisible();
    await page
      .getByRole('link', { name: 'Go to Dashboard' })
      .or(page.getByRole('button', { name: 'Go to Dashboard' }))
      .click();
    await page.waitForURL('**/dashboard');
  });

  test('[MF-02] a remote for another contract is rejected before any of its code is loaded', async ({
    page,
    request,
  }) => {
    // Before the sign-in: the dashboard that follows also has a widget of the library.
    await page.route('**/remotes.json', async (route) => {
      const registry = await (await route.fetch()).json();
      registry.remotes['mf-library'].current.description.contract = '99.0';
      await route.fulfill({ headers: fromServer, json: registry });
    });
    const asked: string[] = [];
    page.on('request', (each) => asked.push(each.url()));
    await signIn(page, await register(request));
    await page.goto('/library');
    await expect(page.getByText('Error loading Library. Please refresh.')).toBeVisible();
    expect(asked.filter((url) => remoteFiles('mf-library').test(url))).toEqual([]);
    await page.goto('/gamification');
    await skipIntroduction(page);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  });
});

test('the entry requests every script of the shell that an open book needs, except the texts of its language', async ({
  page,
  context,
  request,
}) => {
  const ofShell = /^\/[^/]+\.js$/;
  const asked: string[] = [];
  page.on('request', (one) => {
    const { pathname } = new URL(one.url());
    if (ofShell.test(pathname)) asked.push(pathname);
  });
  const start = Promise.withResolvers<void>();
  await context.route(/\/start\.[0-9a-f]+\.js$/, async (route) => {
    await start.promise;
    await route.continue();
  });
  await withConsent(context);
  const account = await alreadySignedIn(page, request);
  const { id } = await upload(request, account.token, await makeEpub('A Book That Opens'));
  // The entry requests it last: its response comes after all of the entry's requests.
  const signedIn = page.waitForResponse(/\/signed-in\.[0-9a-f]+\.js$/);
  await page.goto(`/read/${id}`, { waitUntil: 'commit' });
  await signedIn;
  const early = new Set(asked);
  start.resolve();
  await untilOpen(page);
  expect(asked.filter((file) => !early.has(file))).toHaveLength(1);
});
