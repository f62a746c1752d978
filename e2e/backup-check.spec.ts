import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../tools/lib/processes/server.mjs';
import { newAccount, register, signIn } from './support/account.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

test('a backup is tested in Administration, the reader sees what it has, and what an export lacks', async ({
  page,
  request,
}) => {
  // A separate server, with backups, on which this is the first account.
  const backups = mkdtempSync(join(tmpdir(), 'lectern-backups-'));
  const settings = { LECTERN_LOG: 'error', LECTERN_REGISTRATION: 'open', LECTERN_BACKUP_DIR: backups };
  const server = await startServer(settings);
  try {
    const account = await register(request, newAccount(), server.url);
    const write = async (content: string) => {
      const headers = { authorization: `Bearer ${account.token}` };
      expect((await request.post(`${server.url}/v1/notes`, { headers, data: { content } })).status()).toBe(
        201,
      );
    };
    await write('Three words here');
    // The newest one: that of the night was made at the start.
    const newest = join(backups, 'lectern-2999-01-01T02-00-00-000Z');
    execFileSync(process.execPath, ['server/src/cli.ts', 'backup', newest], {
      env: { ...process.env, ...settings, DATA_DIR: server.dataDir },
    });
    await signIn(page, account, server.url);

    await page.goto(`${server.url}/admin`);
    const figure = page.getByText('Last test restore').locator('..');
    // That of the first backup, which began with the server.
    await expect(figure).toContainText('now', { timeout: 60_000 });
    await page.getByRole('button', { name: 'Test the backup' }).click();
    await expect(figure).toContainText('Under way');
    await expect(figure).not.toContainText('Under way', { timeout: 60_000 });
    await page.goto(`${server.url}/settings/data-export`);
    await expect(
      page.getByText(/^Checked on .*: 3 words of yours and 0 marks are in the backup\.$/),
    ).toBeVisible();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export My Data' }).click();
    const file = await (await download).path();
    const choose = () => page.getByLabel('Choose an export').and(page.locator('input')).setInputFiles(file);
    await choose();
    await expect(page.getByText(/has everything you have today\.$/)).toBeVisible();
    await write('Written after the export');
    await choose();
    await expect(page.getByText(/What came or changed later is not in it\.$/)).toBeVisible();
    await expect(page.getByRole('row', { name: /^Notes 1 1/ })).toContainText('Written after the export');
  } finally {
    await server.stop();
    rmSync(backups, { recursive: true, force: true });
  }
});
