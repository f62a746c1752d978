import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../tools/lib/processes/server.mjs';
import { newAccount, register, signIn, signInAsNew } from './support/account.ts';
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

const calibredb = '/usr/bin/calibredb';

test('a calibre library that is uploaded as a zip becomes books with their details', async ({ page }) => {
  test.skip(!existsSync(calibredb), 'There is no calibre.');
  const work = mkdtempSync(join(tmpdir(), 'lectern-zip-'));
  try {
    const library = join(work, 'Calibre Library');
    const run = (...args: string[]) =>
      execFileSync(calibredb, [...args, '--with-library', library], { env: { ...process.env, HOME: work } });
    run('add', await makeEpub('Lamps'), await makeEpub('Harbors'));
    run('add_custom_column', 'read', 'Read', 'bool');
    run('add_custom_column', 'shelf', 'Shelf', 'text');
    run('set_custom', 'read', '1', 'true');
    run('set_metadata', '1', '--field', 'title:Of calibre');
    const zip = join(work, 'Calibre.zip');
    writeFileSync(zip, await zipOf(library));
    await signInAsNew(page);
    await page.goto('/upload');
    const section = page.getByRole('region', { name: 'A calibre library' });
    await section.getByLabel('Choose a Zip').and(page.locator('input')).setInputFiles(zip);
    const row = section.getByRole('listitem').filter({ hasText: 'Done' });
    await expect(row).toContainText('2 files added', { timeout: 60_000 });
    await expect(row).toContainText('Lectern has no place for these fields: #shelf');
    await page.getByRole('link', { name: 'Library', exact: true }).click();
    await expect(page.getByRole('link', { name: /Of calibre.*Completed/ })).toBeVisible();
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
});

async function zipOf(folder: string): Promise<Buffer> {
  const { default: JSZip } = await import('jszip');
  const zip = new JSZip();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    zip.file(path.slice(join(folder, '..').length + 1), readFileSync(path));
  }
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
}
