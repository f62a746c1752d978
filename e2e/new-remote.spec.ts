import { deployNewRemote } from '../tools/lib/newRemoteE2e.mjs';
import { startServer } from '../tools/lib/server.mjs';
import { newAccount, signUp } from './support/account.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });

test('[MF-01] a new remote is made by a command and deployed: its page is there, and nothing else was built', async ({
  page,
}) => {
  const { remotes, tests, remove } = await deployNewRemote('mf-lending');
  expect(tests).toContain('Tests:       1 passed');
  const server = await startServer({ LECTERN_REMOTES_DIR: remotes });
  try {
    const account = newAccount();
    await signUp(page, account, server.url);
    await page.goto(`${server.url}/lending`);
    await expect(page.getByRole('main').getByRole('heading', { name: 'Lending' })).toBeVisible();
    await expect(page.getByText(`A page for ${account.name}.`)).toBeVisible();
    await page.goto(`${server.url}/about`);
    await expect(page.getByRole('rowheader', { name: 'mf-lending' })).toBeVisible();
    await page.goto(`${server.url}/library`);
    await expect(page.getByText('No books in your library yet')).toBeVisible();
  } finally {
    await server.stop();
    remove();
  }
});
