import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smokeTest } from '../tools/lib/deploy/smoke.mjs';
import { startServer } from '../tools/lib/processes/server.mjs';
import { copyOfPublished } from '../tools/lib/testing/published.mjs';
import { runTool } from '../tools/lib/testing/runTool.mjs';
import { signInAsNew } from './support/account.ts';
import { fixture, fixtureFolder } from './support/fixtures.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });

test('[MF-01] a remote is deployed and rolled back while the server runs and a tab is open; nothing else changes', {
  tag: '@every-run',
}, async ({ page }) => {
  const published = copyOfPublished();
  const server = await startServer({ LECTERN_REMOTES_DIR: published.folder });
  // A copy of the build: publishing writes its description into it.
  const build = mkdtempSync(join(tmpdir(), 'lectern-build-'));
  cpSync(fixtureFolder('good'), build, { recursive: true });
  const another = fixture('good', 'mf-library');
  const library = (of = page) => of.getByText('No books in your library yet');
  const good = (of = page) => of.getByRole('heading', { name: 'A good fixture' });
  try {
    await signInAsNew(page, server.url);
    await page.goto(`${server.url}/library`);
    await expect(library()).toBeVisible();
    const before = await published.registry();

    await test.step('for all readers: new pages use it, the open one keeps its version', async () => {
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

    await test.step('rolled back', async () => {
      await published.rollback('mf-library');
      await page.reload();
      await expect(library()).toBeVisible();
    });

    await test.step('for a share of the readers, then for none, then for all', async () => {
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

test('[T-01] an open tab recovers from a crashing version with Try Again after a rollback', async ({
  page,
}) => {
  const published = copyOfPublished();
  const server = await startServer({ LECTERN_REMOTES_DIR: published.folder });
  const place = mkdtempSync(join(tmpdir(), 'lectern-build-'));
  const deploy = async (name: 'good' | 'throws-while-rendering') => {
    const build = join(place, name);
    cpSync(fixtureFolder(name), build, { recursive: true });
    await published.deploy(fixture(name, 'mf-library'), build);
  };
  try {
    await deploy('good');
    await deploy('throws-while-rendering');
    await signInAsNew(page, server.url);
    await page.goto(`${server.url}/library`);
    await expect(page.getByText("We're having trouble loading your library right now.")).toBeVisible();
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await published.rollback('mf-library');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: 'A good fixture' })).toBeVisible();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  } finally {
    await server.stop();
    published.remove();
    rmSync(place, { recursive: true, force: true });
  }
});

test('[MF-01] a team deploys its remote from the command line to some readers, to more, to all, and rolls back', async () => {
  const published = copyOfPublished();
  const server = await startServer({ LECTERN_REMOTES_DIR: published.folder });
  const build = mkdtempSync(join(tmpdir(), 'lectern-build-'));
  const deploy = async (...args: string[]) => {
    const { code, said } = await runTool('tools/deploy.mjs', args, {
      LECTERN_REMOTES_DIR: published.folder,
    });
    return {
      code,
      said:
        said
          .split('\n')
          .filter((line) => line.startsWith('mf-search'))
          .join('') || said,
    };
  };
  const served = async () => (await (await fetch(`${server.url}/remotes.json`)).json()).remotes['mf-search'];
  try {
    const now = (await published.registry()).remotes['mf-search']?.current.description.version ?? '';
    cpSync(join(published.folder, 'mf-search', now), build, { recursive: true });
    const old = await published.deployAgain('mf-search', build, '0.0.9');

    const some = await deploy('mf-search', '--canary', '10');
    expect(some, some.said).toMatchObject({ code: 0 });
    expect(some.said).toContain(`10 % have ${now}`);
    expect((await served()).canary.share).toBe(0.1);
    expect((await deploy('mf-search', '--promote', '50')).said).toContain(`50 % have ${now}`);
    expect((await deploy('mf-search', '--promote')).said).toContain(`mf-search  ${now}  (before: ${old})`);
    expect((await served()).current.description.version).toBe(now);
    const back = await deploy('mf-search', '--rollback', '--why', 'a blank page');
    expect(back.said).toContain(`mf-search  ${old}`);
    expect(back.said).not.toContain('before:');
    expect((await served()).current.description.version).toBe(old);
    expect((await deploy('--list')).said).toContain(`mf-search  ${old}`);
    // A truncated registry is reported, served from its copy, and repaired.
    const file = join(published.folder, 'remotes.json');
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, 999));
    expect((await deploy('--list')).said).toContain(`mf-search  ${old}`);
    expect((await served()).current.description.version).toBe(old);
    expect((await deploy('--repair')).said).toContain('restored from its last good copy');
    expect((await served()).current.description.version).toBe(old);
    expect(await deploy('--verify')).toMatchObject({ code: 0 });
    expect(await deploy('mf-nobody')).toMatchObject({
      code: 1,
      said: expect.stringContaining('Name one remote: mf-gamification'),
    });
  } finally {
    await server.stop();
    published.remove();
    rmSync(build, { recursive: true, force: true });
  }
});

// What throws after its export shows the same message as what throws on start (isolation.spec.ts).
for (const broken of ['throws-on-start', 'throws-while-rendering', 'throws-with-books'] as const) {
  test(`[MF-01, T-02, T-12] a build that ${broken.replaceAll('-', ' ')} is rejected by the smoke test before any reader gets it`, async ({
    baseURL,
  }) => {
    const description = { ...fixture(broken, 'mf-search'), exposes: ['SearchOverlay'] };
    const candidate = { base: `/remotes/mf-search/${description.version}/`, description };
    const published = copyOfPublished();
    try {
      const registry = await published.registry();
      const problem = await smokeTest({ base: baseURL, candidate, build: fixtureFolder(broken), registry });
      expect(problem).toContain('mf-search does not show what it should:\n  SearchOverlay at /dashboard: ');
    } finally {
      published.remove();
    }
  });
}
