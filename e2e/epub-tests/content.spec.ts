/** What stands in the pages of a book: sound and film, fallbacks, addresses, errors; contents; names. */
import { epubTest, expectShown } from '../support/epubTests.ts';
import { chapterFrame, pressInBar } from '../support/reader.ts';
import { expect } from '../support/test.ts';

for (const kind of ['mp3', 'mp4', 'opus'])
  epubTest(
    `pub-cmt-${kind}`,
    async ({ page }) => {
      const media = chapterFrame(page).locator('audio, video').first();
      await expect(media).toHaveAttribute('controls');
      const problem = await media.evaluate(async (element: HTMLMediaElement) => {
        element.muted = true;
        return element.play().then(
          () => '',
          (error: Error) => `${error.name}: ${element.error?.message ?? error.message}`,
        );
      });
      expect(problem).toBe('');
      await expect
        .poll(() => media.evaluate((element: HTMLMediaElement) => element.currentTime))
        .toBeGreaterThan(0);
    },
    { sample: kind === 'mp3' },
  );

/** The first picture of the chapter is there. */
const expectPicture = async (page: Parameters<typeof chapterFrame>[0]) =>
  expect
    .poll(() =>
      chapterFrame(page)
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
    )
    .toBe(true);

epubTest('pub-foreign_image', ({ page }) => expectPicture(page), { sample: true });
epubTest('ocf-url_link-leaking-relative', ({ page }) => expectPicture(page), { sample: true });
epubTest('pub-data-urls_top-level-content', ({ page }) => expectPicture(page), { sample: true });

epubTest('pkg-manifest-unlisted-resource', async ({ page }) => {
  await expect(chapterFrame(page).locator('img')).not.toHaveAttribute('src');
});

epubTest('scr-support-fallback', async ({ page }) => {
  await expectShown(page, /followed through the scripted content fallback/);
});

for (const name of ['pub-xml-names', 'pub-xml-non-validating_unclosed'])
  epubTest(
    name,
    async ({ page }) => {
      await expectShown(page, /^Test passes if the reading system reports an error/);
      await expect(page.getByText('This chapter has errors in its file.')).toBeVisible();
    },
    { sample: name === 'pub-xml-non-validating_unclosed' },
  );

for (const name of ['nav-non-text_img', 'nav-non-text_img_title'])
  epubTest(
    name,
    async ({ page }) => {
      await pressInBar(page, 'Contents, bookmarks and notes');
      await page.getByRole('tab', { name: 'Contents' }).click();
      const panel = page.getByRole('tabpanel');
      await expect(panel.getByText('Start page')).toBeVisible();
      await expect(panel.getByText('Description of the Abbey of Sénanque')).toBeVisible();
    },
    { sample: name === 'nav-non-text_img' },
  );

for (const name of [
  'pkg-dir_rtl-root-ltr',
  'pkg-dir_rtl-root-unset',
  'pkg-dir_unset-root-rtl',
  'pkg-dir_creator-rtl',
])
  epubTest(
    name,
    async ({ page, book }) => {
      await page.goto('/library');
      const words = name === 'pkg-dir_creator-rtl' ? book.author : book.title;
      const texts = page.getByRole('main').getByText(words, { exact: true }).filter({ visible: true });
      await expect(texts.first()).toBeVisible();
      // On an element whose direction is that of its text.
      const directions = await texts.evaluateAll((elements) =>
        elements.map((element) => getComputedStyle(element).direction),
      );
      expect(new Set(directions)).toEqual(new Set(['rtl']));
    },
    { sample: name === 'pkg-dir_rtl-root-ltr' },
  );
