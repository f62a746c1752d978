/** The content of a book: images, audio and video, fallbacks, links, errors, footnotes. */
import { expectPicture, expectShown, expectWhole } from '../support/epubScreen.ts';
import { epubTest, refusedTest, turn } from '../support/epubTests.ts';
import { chapterFrame } from '../support/reader.ts';
import { expect } from '../support/test.ts';

for (const kind of ['mp3', 'mp4', 'opus'])
  epubTest(
    `pub-cmt-${kind}`,
    async ({ page }) => {
      const chapter = chapterFrame(page);
      // Our own controls.
      await chapter.getByRole('button', { name: 'Play', exact: true }).click();
      await expect(chapter.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
      const media = chapter.locator('audio, video').first();
      await expect
        .poll(() => media.evaluate((element: HTMLMediaElement) => element.currentTime))
        .toBeGreaterThan(0);
    },
    { sample: kind === 'mp3' },
  );

const pictures = ['avif', 'gif', 'jpeg', 'png', 'webp'].map((kind) => `pub-cmt-${kind}`);
for (const name of [
  ...pictures,
  'pub-foreign_image',
  'pub-data-urls_browsing-context',
  'pub-data-urls_top-level-content',
])
  epubTest(name, ({ page }) => expectPicture(page), {
    sample: name === 'pub-foreign_image' || name === 'pub-data-urls_top-level-content',
  });

epubTest('pub-cmt-jxl', ({ page }) => expectPicture(page), {
  fails: 'Chromium does not know JPEG XL.',
});

for (const [name, address] of [
  ['pub-external-links', 'https://www.w3.org/TR/epub-rs-33/#sec-epub-rs-external-links'],
  ['pub-external-links_consent', 'mailto:public-epub-wg@w3.org'],
] as const)
  epubTest(
    name,
    async ({ page }) => {
      await chapterFrame(page).locator('a').click();
      const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
      await expect(question.getByText(address)).toBeVisible();
      await question.getByRole('button', { name: 'Stay here' }).click();
      await expectShown(page, /^Test passes if/);
    },
    { sample: name === 'pub-external-links' },
  );

epubTest('pub-file-urls', async ({ page }) => {
  await expectShown(page, /^Test passes if none of the local resources are loaded/);
  await expect(chapterFrame(page).locator('[src^="file:"]')).toHaveCount(0);
});

refusedTest('pub-foreign_bad-fallback', async (answer) => {
  expect(await answer.json()).toMatchObject({ code: 'epub_no_chapters' });
});

for (const name of ['pub-foreign_json-spine', 'pub-foreign_xml-spine', 'pub-foreign_xml-suffix-spine'])
  epubTest(name, async ({ page }) => {
    await expectShown(page, /^Test passes if you see this text/);
  });

epubTest('pub-xml-external-id', async ({ page }) => {
  await expectShown(page, /^Test passes unless a failure statement follows this paragraph\.( &xxe;)?$/);
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

epubTest('pub-xml-non-validating_comment', async ({ page }) => {
  await expectShown(page, /^Test passes if the invalid navigation document is not included/);
  await turn(page);
  await expectShown(page, /^Hello/);
});

epubTest(
  'pss-support',
  async ({ page }) => {
    await expect(chapterFrame(page).locator('aside')).toBeAttached();
    await chapterFrame(page).locator('a').click();
    const note = page.getByRole('dialog', { name: 'Note of the book' });
    await expect(
      note.locator('iframe').contentFrame().getByText('meant to appear as a footnote'),
    ).toBeVisible();
    expectWhole(page, [(await note.boundingBox()) ?? { x: -9, y: 0, width: 0, height: 0 }]);
    // The way back.
    await page.keyboard.press('Escape');
    await expect(note).toHaveCount(0);
  },
  { sample: true },
);

epubTest('pss-support_ignore-title', async ({ page }) => {
  await expectShown(page, /^This Reading System supports structural semantics/);
  await turn(page);
  await expectShown(page, /^In that case, the test passes if no footnote appears/);
  await chapterFrame(page).locator('a').click();
  await expectShown(page, /./);
  await expect(page.getByRole('dialog', { name: 'Note of the book' })).toHaveCount(0);
});
