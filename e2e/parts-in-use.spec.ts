import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { startServer } from '../tools/lib/processes/server.mjs';
import { newAccount, signUp } from './support/account.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });

test('load times and failures of remotes are reported by readers who allow it, and shown to the administrator', async ({
  page,
  browser,
}) => {
  // A separate server, on which this is the first account and nobody else loads anything.
  const server = await startServer({});
  const visit = async (analytics: boolean) => {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [
      storageKeys.cookieConsent,
      JSON.stringify({
        essential: true,
        analytics,
        marketing: false,
        timestamp: '2026-01-01T00:00:00.000Z',
        version: '1.0',
      }),
    ] as const);
    const tab = await context.newPage();
    await tab.route(/\/remotes\/mf-mentor\/.*\.js$/, (route) => route.fulfill({ status: 503, body: 'no' }));
    await signUp(tab, newAccount(), server.url);
    await tab.goto(`${server.url}/library`);
    await expect(tab.getByText('No books in your library yet')).toBeVisible();
    await tab.goto(`${server.url}/mentor`);
    await expect(tab.getByText('Error loading Mentor. Please refresh.')).toBeVisible();
    // Reports are sent when the page is left; the context stays open until they have arrived.
    await tab.goto('about:blank');
    return context;
  };
  const parts = page.getByRole('table', { name: 'Load times and failures of each part, by version' });
  const row = (name: string) => parts.getByRole('row').filter({ hasText: name });
  try {
    await signUp(page, newAccount(), server.url);
    const refusing = await visit(false);
    await page.goto(`${server.url}/admin`);
    await expect(page.getByText('No visits with analytics allowed in the last seven days.')).toBeVisible();
    const allowing = await visit(true);
    // Nobody waits for the reports, one of each page, so they may arrive a moment later.
    await expect(async () => {
      await page.reload();
      await expect(row('mf-mentor')).toContainText('MentorPage, entry', { timeout: 3_000 });
      await expect(row('mf-library')).toContainText('None', { timeout: 3_000 });
      await expect(row('mf-library')).toContainText(/\d ms/, { timeout: 3_000 });
    }).toPass({ timeout: 20_000 });
    await refusing.close();
    await allowing.close();
  } finally {
    await server.stop();
  }
});
