/** The content of a book: images, audio and video, fallbacks, links, errors, footnotes. */
import { expectPicture, expectShown, expectWhole } from '../support/epub/screen.ts';
import { expectSound, recordSound } from '../support/epub/sound.ts';
import { testFile } from '../support/epub/testBooks.ts';
import { chapterFrame } from '../support/reader.ts';
import { expect } from '../support/test.ts';
import { epubTest, refusedTest, turn } from './epubTest.ts';

for (const kind of ['mp3', 'mp4', 'opus'])
  epubTest(
    `pub-cmt-${kind}`,
    async ({ page }) => {
      // The browser's own controls, which are not part of the page.
      const media = chapterFrame(page).locator('audio[controls], video[controls]');
      await media.evaluate(recordSound);
      await media.press(' ');
      await expectSound(page, { from: 0.01 });
    },
    { sample: kind === 'mp3' },
  );

/** The picture in a data URL of a chapter. */
const inDataUrl = (name: string) =>
  Buffer.from(
    /base64,([^"]+)"/.exec(testFile(name, 'EPUB/content_001.xhtml').toString('utf8'))?.[1] ?? '',
    'base64',
  );

for (const [name, original] of [
  ...['avif', 'gif', 'jpeg', 'png', 'webp'].map((kind) => {
    const file = `EPUB/img/001.${kind === 'jpeg' ? 'jpg' : kind}`;
    return [`pub-cmt-${kind}`, () => testFile(`pub-cmt-${kind}`, file)] as const;
  }),
  ['pub-foreign_image', () => testFile('pub-foreign_image', 'EPUB/Snowflake.png')] as const,
  ['pub-data-urls_browsing-context', () => inDataUrl('pub-data-urls_browsing-context')] as const,
  // A drawing that the tests do not render themselves.
  ['pub-data-urls_top-level-content', () => null] as const,
])
  epubTest(name, ({ page }) => expectPicture(page, original()), {
    sample: name === 'pub-foreign_image' || name === 'pub-data-urls_top-level-content',
  });

epubTest('pub-cmt-jxl', ({ page }) => expectPicture(page, null), {
  fails: 'Chromium does not know JPEG XL.',
});

for (const [name, address] of [
  ['pub-external-links', 'https://www.w3.org/TR/epub-rs-33/#sec-epub-rs-external-links'],
  ['pub-external-links_consent', 'mailto:public-epub-wg@w3.org'],
] as const)
  epubTest(
    name,
    async ({ page }) => {
      const opened: string[] = [];
      const context = page.context();
      // The internet is not asked; what matters is where the browser goes.
      await context.route('https://www.w3.org/**', (route) => route.fulfill({ body: 'elsewhere' }));
      context.on('page', (other) => opened.push(other.url()));
      const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
      const ask = async () => {
        await chapterFrame(page).locator('a').click();
        await expect(question.getByText(address), 'The question names the address').toBeVisible();
      };
      await ask();
      await question.getByRole('button', { name: 'Stay here' }).click();
      await expectShown(page, /^Test passes if/);
      expect(opened, 'Nothing is opened without consent').toEqual([]);
      await ask();
      const open = question
        .getByRole('link')
        .or(question.getByRole('button', { name: /^Open/ }))
        .first();
      if (address.startsWith('mailto:')) {
        // Programs for mail belong to the system: the press itself must be possible.
        await expect(open).toBeEnabled();
        await page.keyboard.press('Escape');
      } else {
        const [other] = await Promise.all([context.waitForEvent('page'), open.click()]);
        await expect(other, 'The address that is opened').toHaveURL(address);
        await other.close();
      }
      await expectShown(page, /^Test passes if/);
      await context.unroute('https://www.w3.org/**');
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
