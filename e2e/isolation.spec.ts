/**
 * If one remote fails, the shell and the other remotes keep working, in a real browser: every failure for one remote
 * only, since all of them use the same loader and boundary.
 * LECTERN_WHOLE_MATRIX=1 tests every failure for each of them. e2e/fixture-remotes/README.md has a table of failures.
 */
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { signedInAsShared } from './support/account.ts';
import { fromServer } from './support/answers.ts';
import { makeEpub } from './support/books.ts';
import { changeRegistry, type FixtureName, useFixture } from './support/fixtures.ts';
import { chapterFrame } from './support/reader.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });
// Requests that are pending when a test ends are ignored.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

interface Target {
  remote: string;
  /** Its name in the failure message. */
  name: string;
  /** Signs in, and returns the path of its page. */
  path(page: Page, request: APIRequestContext): Promise<string>;
  /** Visible when it works. */
  works(page: Page): Locator;
  /** The failures to test with it; by default all that no other remote tests. */
  failures?: readonly string[];
}

/** The page of a reader without books. */
const at = (path: string) => async (page: Page, request: APIRequestContext) => {
  await signedInAsShared(page, request);
  return path;
};

/** A reader is shared by the tests, with a book that is created once. */
const smallBook = makeEpub();

/** The Rewards page, or the welcome dialog that a new reader sees over it. */
const rewards = (page: Page): Locator =>
  page
    .getByRole('heading', { name: 'Rewards', exact: true })
    .or(page.getByRole('dialog', { name: 'Welcome to your rewards' }))
    .first();

const targets: Target[] = [
  {
    remote: 'mf-library',
    name: 'Library',
    path: at('/library'),
    works: (page) => page.getByText('No books in your library yet'),
  },
  {
    remote: 'mf-reader',
    name: 'Reader',
    path: async (page, request) => `/read/${(await signedInAsShared(page, request, await smallBook)).bookId}`,
    works: (page) => chapterFrame(page).locator('p').first(),
    failures: ['its script throws when it is loaded'],
  },
  {
    remote: 'mf-gamification',
    name: 'Rewards',
    path: at('/gamification'),
    works: (page) => rewards(page),
    failures: ['its component throws'],
  },
  {
    remote: 'mf-mentor',
    name: 'Mentor',
    path: at('/mentor'),
    works: (page) => page.getByRole('main').getByRole('textbox').first(),
    failures: ['its files answer 500'],
  },
];

/** The message below the title of an error, by remote. */
const ownMessage: Record<string, string> = {
  'mf-library': "We're having trouble loading your library right now.",
  'mf-reader': 'There was an issue loading the book reader.',
};
const otherwise = 'Something unexpected happened.';
const updated = 'It looks like the app was updated. Please refresh the page.';
const crashed = 'Oops! Something went wrong';

type Heal = () => Promise<unknown>;

interface Failure {
  what: string;
  /** The requirements and attacks that it tests, besides MF-03. */
  ids: string;
  cause(page: Page, remote: string): Promise<Heal>;
  title?: string;
  message?: string;
}

const filesOf = (remote: string) => new RegExp(`/remotes/${remote}/.*\\.(js|json)$`);
const registry = '**/remotes.json';

/** Replaces each response for these addresses, until it is healed. */
const answered =
  (
    which: (remote: string) => RegExp | string,
    answer: Parameters<import('@playwright/test').Route['fulfill']>[0],
  ) =>
  async (page: Page, remote: string): Promise<Heal> => {
    let healed = false;
    await page.route(which(remote), (route) => (healed ? route.fallback() : route.fulfill(answer)));
    return async () => {
      healed = true;
    };
  };
const html = {
  status: 200,
  contentType: 'text/html',
  body: '<!doctype html><title>Sign in to this network</title>',
};
const fixture = (name: FixtureName) => (page: Page, remote: string) => useFixture(page, name, remote);

const failures: Failure[] = [
  {
    what: 'there is no registry',
    ids: 'RT-10, MF-03',
    cause: answered(() => registry, { status: 404, headers: fromServer }),
  },
  { what: 'the registry is HTML', ids: 'RT-10, MF-03', cause: answered(() => registry, html) },
  {
    what: 'its files are not there',
    ids: 'RT-10, MF-03',
    cause: answered(filesOf, { status: 404, body: 'no' }),
  },
  {
    what: 'its files answer 500',
    ids: 'RT-10, MF-03',
    cause: answered(filesOf, { status: 500, body: 'no' }),
  },
  { what: 'its files are HTML', ids: 'RT-10, MF-03', cause: answered(filesOf, html) },
  {
    what: 'it was built for another contract',
    ids: 'RT-10, MF-02',
    message: updated,
    cause: (page, remote) =>
      changeRegistry(page, ({ remotes }) => {
        const entry = remotes[remote];
        if (entry) entry.current.description.contract = '0.9';
      }),
  },
  {
    what: 'its page is missing after a redeploy',
    ids: 'RT-10, MF-03',
    cause: answered((remote) => new RegExp(`/remotes/${remote}/.*/__federation_expose_.*\\.js$`), {
      status: 404,
      body: 'no',
    }),
  },
  { what: 'its script throws when it is loaded', ids: 'RT-10, MF-03', cause: fixture('throws-on-start') },
  {
    what: 'its module throws after its export',
    ids: 'T-12, MF-03',
    cause: fixture('throws-after-export'),
  },
  { what: 'its component throws', ids: 'MF-03', title: crashed, cause: fixture('throws-while-rendering') },
  { what: 'it renders for ever', ids: 'MF-03', title: crashed, cause: fixture('renders-for-ever') },
];

const wholeMatrix = process.env.LECTERN_WHOLE_MATRIX === '1';

/** These failures, or all of them for the whole matrix. */
const triedFor = (...names: Failure['what'][]): Failure[] =>
  wholeMatrix ? failures : failures.filter(({ what }) => names.includes(what));

const testedElsewhere = new Set(targets.flatMap((target) => target.failures ?? []));

/** From the failing page to a working one, and back to where it still fails. */
async function frameAndAnotherWork(page: Page, failure: Failure): Promise<void> {
  await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toBeVisible();
  // Without any registry no remote can be found; the shell's own pages still work.
  const other = /registry/.test(failure.what) ? 'Dashboard' : 'Mentor AI';
  await page.getByRole('navigation').getByRole('link', { name: other, exact: true }).first().click();
  await expect(page).toHaveTitle(`${other} · Lectern`);
  if (other === 'Mentor AI') await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
}

for (const target of targets) {
  const tried =
    target.failures ?? failures.map(({ what }) => what).filter((what) => !testedElsewhere.has(what));
  for (const failure of triedFor(...tried)) {
    test(`[${failure.ids}] ${target.remote}: when ${failure.what}, its page shows an error, the shell and the others keep working, and Try Again works once it is healed`, {
      tag: target.remote === 'mf-gamification' ? '@every-run' : [],
    }, async ({ page, request }) => {
      const path = await target.path(page, request);
      const heal = await failure.cause(page, target.remote);
      await page.goto(path);
      await expect(
        page.getByText(failure.title ?? `Error loading ${target.name}. Please refresh.`),
      ).toBeVisible();
      await expect(page.getByText(failure.message ?? ownMessage[target.remote] ?? otherwise)).toBeVisible();
      if (target.remote === 'mf-library') await frameAndAnotherWork(page, failure);
      await heal();
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expect(target.works(page)).toBeVisible();
    });
  }

  if (target.failures && !wholeMatrix) continue;
  test(`[MF-03] ${target.remote}: while it takes half a minute, a message says so, and then it is shown`, async ({
    page,
    request,
  }) => {
    const path = await target.path(page, request);
    let release: () => void = () => undefined;
    const released = new Promise<void>((done) => {
      release = done;
    });
    await page.route(filesOf(target.remote), async (route) => {
      await released;
      await route.continue();
    });
    await page.clock.install();
    // Not until it has loaded completely, which it will not.
    await page.goto(path, { waitUntil: 'commit' });
    // The timer starts when the placeholder is rendered.
    await expect(page.locator('.prerendered')).toHaveCount(0);
    await expect(page.getByRole('main').locator('[aria-busy="true"]').first()).toBeAttached();
    await page.clock.runFor(30_000);
    await expect(
      page.getByText('This is taking longer than usual. Everything else keeps working.'),
    ).toBeVisible();
    release();
    await page.clock.resume();
    await expect(target.works(page)).toBeVisible();
  });
}

test.describe('the search', () => {
  for (const failure of triedFor('there is no registry', 'its files are not there', 'its component throws')) {
    test(`[MF-03] mf-search: when ${failure.what}, a message says so, and the search opens once it is healed`, async ({
      page,
      request,
    }) => {
      await signedInAsShared(page, request);
      const heal = await failure.cause(page, 'mf-search');
      await page.goto('/about');
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      await page.keyboard.press('Control+k');
      await expect(
        page.getByText(failure.title ?? 'Error loading Search. Please refresh.', { exact: false }).first(),
      ).toBeVisible();
      await heal();
      await page.keyboard.press('Control+k');
      await expect(
        page
          .getByRole('dialog')
          .getByRole('combobox')
          .or(page.getByRole('dialog').getByRole('searchbox'))
          .first(),
      ).toBeVisible();
    });
  }
});

test.describe('a widget on the dashboard', () => {
  for (const failure of triedFor(
    'its files are HTML',
    'it was built for another contract',
    'it renders for ever',
  )) {
    test(`[MF-03] is shown as a small error card when ${failure.what}, and Try Again restores it`, async ({
      page,
      request,
    }) => {
      await signedInAsShared(page, request, await smallBook);
      const heal = await failure.cause(page, 'mf-gamification');
      await page.goto('/dashboard');
      const card = page.getByText('Your streak cannot be shown right now.');
      await expect(card).toBeVisible();
      await expect(page.getByText('A Small Book of Lines').first()).toBeVisible();
      await heal();
      await page.getByRole('status').filter({ has: card }).getByRole('button', { name: 'Try Again' }).click();
      await expect(card).toHaveCount(0);
      await expect(
        page
          .getByRole('main')
          .getByText(/streak/i)
          .first(),
      ).toBeVisible();
    });
  }
});

// To a page without any part of a remote: there the fixture would leak again.
for (const { remote, path } of targets.filter(({ remote }) => ['mf-library', 'mf-mentor'].includes(remote))) {
  test(`[MF-03] ${remote}: its global styles are removed with it`, async ({ page, request }) => {
    const address = await path(page, request);
    const remove = await useFixture(page, 'leaks-styles', remote);
    await page.goto(address);
    const colour = () =>
      page
        .getByRole('link', { name: 'Dashboard' })
        .first()
        .evaluate((it) => getComputedStyle(it).color);
    await expect(page.getByRole('heading', { name: 'A fixture that leaks' })).toBeVisible();
    await expect.poll(colour).toBe('rgb(255, 0, 0)');
    await page.getByRole('link', { name: 'About Lectern' }).click();
    await page.waitForURL('**/about');
    await expect.poll(colour).not.toBe('rgb(255, 0, 0)');
    await remove();
  });
}

test('a good remote in place of another works', async ({ page, request }) => {
  const { name } = await signedInAsShared(page, request);
  await useFixture(page, 'good', 'mf-library');
  await page.goto('/library');
  await expect(page.getByText(`Read by ${name}`)).toBeVisible();
  await page.getByRole('button', { name: 'Pressed 0 times' }).click();
  await expect(page.getByRole('button', { name: 'Pressed 1 times' })).toBeVisible();
});
