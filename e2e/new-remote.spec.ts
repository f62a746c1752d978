import type { Page } from '@playwright/test';
import { startServer } from '../tools/lib/processes/server.mjs';
import { copyOfRemotes, followWritingARemote } from '../tools/lib/testing/followWritingARemote.mjs';
import { signInAsNew, withConsent } from './support/account.ts';
import { untilRemotesKept } from './support/offline.ts';
import { expect, test } from './support/test.ts';

// Custom headers of the tests would cause a preflight request on another origin, unlike a normal page load.
test.use({ extraHTTPHeaders: {} });

async function signUpWithGuide(page: Page, url: string) {
  await withConsent(page.context());
  await signInAsNew(page, url);
  await page.goto(`${url}/onboarding`);
  const added = page.waitForResponse('**/guide');
  await page.getByRole('button', { name: 'Add the guide' }).click();
  await added;
}

test('[MF-01, T-03, T-09, T-14] a remote written outside the repository, following the documentation literally, adds a page, a navigation entry, a widget, a command, a queued write and an offline read to a Lectern that is not rebuilt', async ({
  page,
  context,
  browser,
}) => {
  const { folder: remotes, remove } = copyOfRemotes();
  const server = await startServer({ LECTERN_REMOTES_DIR: remotes, LECTERN_ALLOW_OVERRIDES: '1' });
  const main = page.getByRole('main');
  const lend = async (name: string) => {
    await page.getByLabel('Lent to').fill(name);
    await page.getByRole('button', { name: 'Lend', exact: true }).click();
    await expect(main.getByText(`: with ${name}`)).toBeVisible();
  };
  try {
    await test.step('from an empty folder to production', async () => {
      const desk = await browser.newContext({ serviceWorkers: 'block' });
      const draft = await desk.newPage();
      const said = await followWritingARemote({
        url: server.url,
        remotes,
        async onDev(override) {
          await signUpWithGuide(draft, server.url);
          await draft.goto(`${server.url}/lending?override=${override}`);
          await expect(draft.getByText('From this machine: mf-lending')).toBeVisible();
          await expect(draft.getByLabel('New entry')).toBeVisible();
        },
        async onWritten() {
          // It is built again first.
          await expect(draft.getByLabel('Lent to')).toBeVisible({ timeout: 60_000 });
        },
      });
      await desk.close();
      expect(said).toContain('Tests:       1 passed');
      expect(said).toMatch(/mf-lending {2}0\.1\.0-/);
    });
    await signUpWithGuide(page, server.url);

    await test.step('the navigation opens its page', async () => {
      await page.goto(`${server.url}/settings`);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Lending' }).click();
      await expect(main.getByRole('heading', { name: 'Lending' })).toBeVisible();
      await expect(page).toHaveTitle('Lending · Lectern');
    });

    await test.step('its write reaches the server', async () => {
      const sent = page.waitForResponse(
        (answer) => answer.request().method() === 'POST' && /\/notes$/.test(answer.url()),
      );
      await lend('Emily');
      expect((await sent).status()).toBe(201);
    });

    await test.step('the search has its command', async () => {
      await page.goto(`${server.url}/settings`);
      await expect(main.getByRole('heading').first()).toBeVisible();
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('open lending');
      await page.getByRole('option', { name: /Open Lending/ }).click();
      await expect(main.getByText(': with Emily')).toBeVisible();
    });

    await test.step('the dashboard has its widget', async () => {
      await page.goto(`${server.url}/dashboard`);
      await expect(main.getByText('Entries: 1')).toBeVisible();
    });

    await test.step('offline its page shows cached data, and accepts another write', async () => {
      await untilRemotesKept(page);
      await context.setOffline(true);
      await page.goto(`${server.url}/lending`);
      await expect(main.getByText(': with Emily')).toBeVisible();
      await lend('Henry');
    });

    await test.step('the write is shown on another page after a reload, and sent from there', async () => {
      await page.goto(`${server.url}/notes`);
      await expect(main.getByText('Henry')).toBeVisible();
      const sent = page.waitForResponse(
        (answer) => answer.request().method() === 'POST' && /\/notes$/.test(answer.url()),
      );
      await context.setOffline(false);
      expect((await sent).status()).toBe(201);
    });
  } finally {
    await server.stop();
    remove();
  }
});
