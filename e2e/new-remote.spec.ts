import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Page } from '@playwright/test';
import { startServer } from '../tools/lib/processes/server.mjs';
import { copyOfRemotes, followWritingARemote } from '../tools/lib/testing/followWritingARemote.mjs';
import { signInAsNew, withConsent } from './support/account.ts';
import { untilRemotesKept } from './support/offline.ts';
import { paragraphOnScreen, untilOpen } from './support/reader.ts';
import { expect, test } from './support/test.ts';

// Custom headers of the tests would cause a preflight request on another origin, unlike a normal page load.
test.use({ extraHTTPHeaders: {} });

/** A new reader whose library has the guide. */
async function signUpWithGuide(page: Page, url: string) {
  await withConsent(page.context());
  const { token } = await signInAsNew(page, url);
  const headers = { authorization: `Bearer ${token}` };
  const added = await page.request.post(`${url}/v1/guide`, { headers });
  return { headers, book: (await added.json()) as Book };
}

test('[MF-01, T-03, T-09, T-14] a remote written outside the repository, following the documentation literally, adds a page, a navigation entry, a widget, a command, data of its own, a tab of a book, an export format and an action for selected words to a Lectern that is not rebuilt', async ({
  page,
  context,
  browser,
}) => {
  const { folder: remotes, remove } = copyOfRemotes();
  const server = await startServer({ LECTERN_REMOTES_DIR: remotes, LECTERN_ALLOW_OVERRIDES: '1' });
  const main = page.getByRole('main');
  const rowSent = () =>
    page.waitForResponse(
      (answer) =>
        answer.request().method() === 'PUT' && answer.url().includes('/v1/parts/mf-lending/rows/loans/'),
    );
  const lend = async (name: string) => {
    await main.getByLabel('Lent to').fill(name);
    await main.getByRole('button', { name: 'Lend', exact: true }).click();
    await expect(main.getByText(`Lent to ${name}`)).toBeVisible();
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
          await expect(draft.getByText('All your books are at home.')).toBeVisible({ timeout: 60_000 });
        },
      });
      await desk.close();
      expect(said).toContain('Tests:       1 passed');
      expect(said).toContain('package.json\nAGENTS.md\nvendor');
      expect(said).toMatch(/mf-lending {2}0\.1\.0-/);
    });
    const { book, headers } = await signUpWithGuide(page, server.url);

    await test.step('the navigation opens its page', async () => {
      await page.goto(`${server.url}/settings`);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Lending' }).click();
      await expect(main.getByRole('heading', { name: 'Lending' })).toBeVisible();
      await expect(page).toHaveTitle('Lending · Lectern');
    });

    await test.step('its tab of a book writes a row, which reaches the server', async () => {
      await page.goto(`${server.url}/books/${book.id}`);
      await main.getByRole('tab', { name: 'Lending' }).click();
      const sent = rowSent();
      await lend('Emily');
      expect((await sent).ok()).toBe(true);
    });

    await test.step('the search has its command', async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('open lending');
      await page.getByRole('option', { name: /Open Lending/ }).click();
      await expect(main.getByText(`${book.title}: with Emily`)).toBeVisible();
    });

    await test.step('the dashboard has its widget', async () => {
      await page.goto(`${server.url}/dashboard`);
      await expect(main.getByText('Entries: 1')).toBeVisible();
    });

    await test.step('notes are exported in its format', async () => {
      await page.request.post(`${server.url}/v1/notes`, {
        headers,
        data: { content: 'Ask Emily about it.' },
      });
      await page.goto(`${server.url}/notes`);
      await main.getByRole('button', { name: 'Export' }).click();
      const saved = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'Letter' }).click();
      expect((await saved).suggestedFilename()).toBe('letter.txt');
    });

    await test.step('selected words are copied by its action', async () => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
      await page.goto(`${server.url}/read/${book.id}`);
      await untilOpen(page);
      await (await paragraphOnScreen(page)).dblclick({ position: { x: 30, y: 12 } });
      await page.locator('[data-selected-words]').getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Copy for a friend' }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^“.+”$/);
    });

    await test.step('offline its tab shows its rows, and accepts another', async () => {
      await page.goto(`${server.url}/books/${book.id}`);
      await main.getByRole('tab', { name: 'Lending' }).click();
      await untilRemotesKept(page);
      await context.setOffline(true);
      await page.reload();
      await main.getByRole('tab', { name: 'Lending' }).click();
      await expect(main.getByText('Lent to Emily')).toBeVisible();
      await lend('Henry');
    });

    await test.step('the row is shown on its page after a reload, and sent from there', async () => {
      await page.goto(`${server.url}/lending`);
      await expect(main.getByText(`${book.title}: with Henry`)).toBeVisible();
      const sent = rowSent();
      await context.setOffline(false);
      expect((await sent).ok()).toBe(true);
    });
  } finally {
    await server.stop();
    remove();
  }
});
