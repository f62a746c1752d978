import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyOfPublished } from '../tools/lib/published.mjs';
import { startServer } from '../tools/lib/server.mjs';
import { newAccount, signUp } from './support/account.ts';
import { fixture, fixtureFolder } from './support/fixtures.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });

test('[MF-01] a remote is deployed and rolled back while the server runs and a tab is open; nothing else is touched', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const published = copyOfPublished();
  const server = await startServer({ LECTERN_REMOTES_DIR: published.folder });
  // A build of its own: publishing writes its description into it.
  const build = mkdtempSync(join(tmpdir(), 'lectern-build-'));
  cpSync(fixtureFolder('good'), build, { recursive: true });
  const another = fixture('good', 'mf-library');
  const library = (of = page) => of.getByText('No books in your library yet');
  const good = (of = page) => of.getByRole('heading', { name: 'A good fixture' });
  try {
    await signUp(page, newAccount(), server.url);
    await page.goto(`${server.url}/library`);
    await expect(library()).toBeVisible();
    const before = await published.registry();

    await test.step('for everybody: new pages have it, the open one keeps what it runs', async () => {
      await published.deploy(another, build);
      const tab = await page.context().newPage();
      await tab.goto(`${server.url}/library`);
      await expect(good(tab)).toBeVisible();
      await tab.close();
      await page.getByRole('navigation').getByRole('link', { name: 'Mentor AI' }).first().click();
      await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible();
      await page.getByRole('navigation').getByRole('link', { name: 'Library' }).first().click();
      await expect(library()).toBeVisible();
    });

    await test.step('and back', async () => {
      await published.rollback('mf-library');
      await page.reload();
      await expect(library()).toBeVisible();
    });

    await test.step('for all of a share of the readers, then for none, then for everybody', async () => {
      await published.rollback('mf-library');
      await published.rollback('mf-library');
      await published.deploy(another, build, 1);
      await page.reload();
      await expect(good()).toBeVisible();
      await published.rollback('mf-library');
      await page.reload();
      await expect(library()).toBeVisible();
      await published.deploy(another, build, 1);
      await published.promote('mf-library');
      await page.reload();
      await expect(good()).toBeVisible();
    });

    const { 'mf-library': _, ...others } = (await published.registry()).remotes;
    const { 'mf-library': __, ...othersBefore } = before.remotes;
    expect(others).toEqual(othersBefore);
  } finally {
    await server.stop();
    published.remove();
    rmSync(build, { recursive: true, force: true });
  }
});
