/** Visual regression test of every page of the shell and of the published remotes. */
import type { RemoteRegistry } from '@lectern/shared-contracts/contract/remotes.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { withConsent } from '../support/account.ts';
import { expect, test } from '../support/test.ts';
import type { Pictured } from './reader.ts';

const url = process.env.LECTERN_URL ?? '';

/** The shell's own pages, and those of the remotes; a signed-in reader is redirected away from a visitor's pages. */
async function pathsOf(): Promise<string[]> {
  const ask = async (path: string) => (await fetch(url + path)).json();
  const { paths }: { paths: string[] } = await ask('/shell.json');
  const { remotes }: RemoteRegistry = await ask('/remotes.json');
  const ofRemotes = Object.values(remotes).flatMap(({ current }) => current.description.pages ?? []);
  const own = paths.filter((path) => !['/', '/login', '/signup'].includes(path));
  return [...own, ...ofRemotes.map(({ path }) => path)];
}

const reader: Pictured = JSON.parse(process.env.LECTERN_PICTURES_READER ?? '{}');
const sizes = { wide: [1440, 900], tablet: [820, 1180], phone: [390, 844] } as const;
const views = (['light', 'dark'] as const).flatMap((theme) =>
  (['en', 'ar'] as const).flatMap((language) =>
    (Object.keys(sizes) as (keyof typeof sizes)[]).map((size) => ({ theme, language, size })),
  ),
);

test.use({ serviceWorkers: 'block' });

for (const path of await pathsOf()) {
  for (const { theme, language, size } of views) {
    test(`${path} ${size} ${theme} ${language}`, async ({ page, context }) => {
      const [width, height] = sizes[size];
      await page.setViewportSize({ width, height });
      await withConsent(context);
      const stored: Record<string, string> = {
        [storageKeys.token]: reader.token,
        [storageKeys.user]: JSON.stringify(reader.user),
        [storageKeys.theme]: theme,
        [storageKeys.language]: language,
      };
      await page.addInitScript((entries) => {
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
      }, stored);
      await page.goto(url + path.replaceAll(/:\w+/g, reader.bookId));
      // By element, because a dialog that introduces a page hides the rest from roles.
      await expect(page.locator('main, iframe').first()).toBeVisible();
      const name = `${path === '/' ? 'start' : path.slice(1).replaceAll(/[/:]+/g, '-')}-${size}-${theme}-${language}`;
      await expect(page).toHaveScreenshot(`${name}.png`);
    });
  }
}
