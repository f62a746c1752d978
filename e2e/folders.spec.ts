import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../tools/lib/processes/server.mjs';
import { newAccount, register, signIn } from './support/account.ts';
import { makeEpub } from './support/books.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });

test('books of a folder come by themselves; what is no book is reported, and what is gone is asked about', async ({
  page,
  request,
}) => {
  // A separate server, since the operator's command writes into its data folder.
  const folder = mkdtempSync(join(tmpdir(), 'lectern-folder-'));
  for (const title of ['Lamps', 'Harbors'])
    copyFileSync(await makeEpub(title), join(folder, `${title}.epub`));
  writeFileSync(join(folder, 'list.csv'), 'Lamps, Harbors');
  const server = await startServer({ LECTERN_LOG: 'error', LECTERN_REGISTRATION: 'open' });
  try {
    const account = await register(request, newAccount(), server.url);
    const env = { ...process.env, DATA_DIR: server.dataDir };
    execFileSync(process.execPath, ['server/src/cli.ts', 'folder', 'add', account.email, folder], { env });
    await signIn(page, account, server.url);
    await page.goto(`${server.url}/upload`);
    const folders = page.getByRole('region', { name: 'Folders' });
    const row = folders.getByRole('listitem').first();
    await expect(row).toContainText('2 files added · 1 skipped', { timeout: 60_000 });
    await row.getByRole('button', { name: 'Show the report' }).click();
    await expect(row.getByText('list.csv')).toBeVisible();
    const download = page.waitForEvent('download');
    await row.getByRole('button', { name: 'Download as CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^lectern-folder-.*\.csv$/);

    rmSync(join(folder, 'Lamps.epub'));
    await expect(row).toContainText('1 file is no longer in the folder. Its book is still in your library.', {
      timeout: 60_000,
    });
    await row.getByRole('button', { name: 'Move them to the bin' }).click();
    await expect(page.getByText('The books are in the bin.')).toBeVisible();
    await page.goto(`${server.url}/library`);
    await expect(page.getByText('Harbors').first()).toBeVisible();
    await expect(page.getByText('Lamps')).toHaveCount(0);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
