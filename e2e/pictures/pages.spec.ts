/** Visual regression test of every page of the shell and of the published remotes. */
import { readFileSync } from 'node:fs';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { withConsent } from '../support/account.ts';
import { expect, test } from '../support/test.ts';

/** Written by tools/testing/pictures.mjs: the pages and the reader. */
interface Plan {
  url: string;
  token: string;
  user: object;
  bookId: string;
  paths: readonly string[];
}

const plan: Plan = JSON.parse(readFileSync(process.env.LECTERN_PICTURES_PLAN ?? '', 'utf8'));
const sizes = { wide: [1440, 900], tablet: [820, 1180], phone: [390, 844] } as const;
const views = (['light', 'dark'] as const).flatMap((theme) =>
  (['en', 'ar'] as const).flatMap((language) =>
    (Object.keys(sizes) as (keyof typeof sizes)[]).map((size) => ({ theme, language, size })),
  ),
);

test.use({ serviceWorkers: 'block' });

for (const path of plan.paths) {
  for (const { theme, language, size } of views) {
    test(`${path} ${size} ${theme} ${language}`, async ({ page, context }) => {
      const [width, height] = sizes[size];
      await page.setViewportSize({ width, height });
      await withConsent(context);
      const stored: Record<string, string> = {
        [storageKeys.token]: plan.token,
        [storageKeys.user]: JSON.stringify(plan.user),
        [storageKeys.theme]: theme,
        [storageKeys.language]: language,
      };
      await page.addInitScript((entries) => {
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
      }, stored);
      await page.goto(plan.url + path.replaceAll(/:\w+/g, plan.bookId));
      // By element, because a dialog that introduces a page hides the rest from roles.
      await expect(page.locator('main, iframe').first()).toBeVisible();
      const name = `${path === '/' ? 'start' : path.slice(1).replaceAll(/[/:]+/g, '-')}-${size}-${theme}-${language}`;
      await expect(page).toHaveScreenshot(`${name}.png`);
    });
  }
}
