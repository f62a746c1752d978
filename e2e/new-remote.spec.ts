import { deployNewRemote } from '../tools/lib/newRemoteE2e.mjs';
import { startServer } from '../tools/lib/server.mjs';
import { newAccount, signUp, withConsent } from './support/account.ts';
import { untilRemotesKept } from './support/offline.ts';
import { expect, test } from './support/test.ts';

test('[MF-01, T-03, T-09] a remote made by a command brings a page, a navigation entry, a widget, a command, a queued write and an offline read, and nothing else is built', async ({
  page,
  context,
}) => {
  const { remotes, tests, remove } = await deployNewRemote('mf-lending');
  expect(tests).toContain('Tests:       1 passed');
  const server = await startServer({ LECTERN_REMOTES_DIR: remotes });
  const main = page.getByRole('main');
  const add = async (content: string) => {
    await page.getByLabel('New entry').fill(content);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(main.getByText(content)).toBeVisible();
  };
  try {
    await withConsent(context);
    await signUp(page, newAccount(), server.url);

    await test.step('the navigation leads to its page', async () => {
      await page.goto(`${server.url}/settings`);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Lending' }).click();
      await expect(main.getByRole('heading', { name: 'Lending' })).toBeVisible();
      await expect(page).toHaveTitle('Lending · Lectern');
    });

    await test.step('its write reaches the server', async () => {
      const sent = page.waitForResponse(
        (answer) => answer.request().method() === 'POST' && /\/notes$/.test(answer.url()),
      );
      await add('Walden, to Emily');
      expect((await sent).status()).toBe(201);
    });

    await test.step('the search has its command', async () => {
      await page.goto(`${server.url}/settings`);
      await expect(main.getByRole('heading').first()).toBeVisible();
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('open lending');
      await page.getByRole('option', { name: /Open Lending/ }).click();
      await expect(main.getByText('Walden, to Emily')).toBeVisible();
    });

    await test.step('the dashboard has its widget', async () => {
      await page.goto(`${server.url}/onboarding`);
      const added = page.waitForResponse('**/guide');
      await page.getByRole('button', { name: 'Add the guide' }).click();
      await added;
      await page.goto(`${server.url}/dashboard`);
      await expect(main.getByText('Entries: 1')).toBeVisible();
    });

    await test.step('without a network its page has what was read, and takes another write', async () => {
      await untilRemotesKept(page);
      await context.setOffline(true);
      await page.goto(`${server.url}/lending`);
      await expect(main.getByText('Walden, to Emily')).toBeVisible();
      await add('Moby-Dick, to Henry');
    });

    await test.step('the write is shown on another page after a reload, and sent from there', async () => {
      await page.goto(`${server.url}/notes`);
      await expect(main.getByText('Moby-Dick, to Henry')).toBeVisible();
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
