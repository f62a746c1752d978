/** Scripts and remote resources: a book runs no scripts, and loads nothing from outside. */
import { expectShown } from '../support/epub/screen.ts';
import { chapterFrame } from '../support/reader.ts';
import { expect } from '../support/test.ts';
import { epubTest, notApplicable } from './epubTest.ts';

for (const name of [
  'scr-readingsystem-features',
  'scr-readingsystem-support',
  'scr-readingsystem-support_iframe',
  'scr-readingsystem-support_iframe_svg',
  'scr-readingsystem-support_svg',
  'scr-support',
  'scr-support_iframe',
  'scr-support_svg',
])
  epubTest(
    name,
    async ({ page }) => {
      await expectShown(page, /./);
      await expect(chapterFrame(page).locator('script, iframe')).toHaveCount(0);
      await expect(
        chapterFrame(page)
          .getByText(/test passes/i)
          .filter({ visible: true }),
      ).toHaveCount(0);
    },
    { scripting: true },
  );

epubTest(
  'scr-support-fallback',
  async ({ page }) => {
    await expectShown(page, /followed through the scripted content fallback/);
  },
  { sample: true },
);

epubTest('scr-storage-delete', async ({ page }) => {
  await expectShown(page, /does not support scripting, hence this test succeeds/);
});

epubTest(
  'sec-untrusted-consent_network',
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).host));
    await page.reload();
    await expectShown(page, /^Test passes if none of the following resources are loaded/);
    await page.waitForLoadState('networkidle');
    expect(new Set(asked.filter((host) => host !== ''))).toEqual(new Set([new URL(page.url()).host]));
  },
  { sample: true },
);

epubTest('sec-untrusted-consent_scripting', async ({ page }) => {
  await expect(chapterFrame(page).getByText('No script has been executed.')).toBeVisible();
  await expect(chapterFrame(page).locator('script, iframe')).toHaveCount(0);
});

for (const name of [
  'scr-not-support_ccscript-modify-host',
  'scr-not-support_ccscript-modify-size',
  'scr-support_origin',
  'scr-support_origin_unique',
  'scr-support_scrolled-continuous',
  'scr-support_scrolled-doc',
])
  notApplicable(name, 'It asks what the scripts of a reading system that runs them may do.');
