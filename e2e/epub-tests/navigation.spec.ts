/** The table of contents. */
import { expectShown, openContents } from '../support/epub/screen.ts';
import { chapterFrame } from '../support/reader.ts';
import { expect } from '../support/test.ts';
import { epubTest } from './epubTest.ts';

epubTest('nav-access', async ({ page }) => {
  const contents = await openContents(page);
  await expect(contents.getByText('Test passes if you can see this link')).toBeVisible();
});

epubTest('nav-activation', async ({ page }) => {
  const contents = await openContents(page);
  await contents.getByText('Click to access 2nd content document').click();
  await expectShown(page, /^Test passes if the navigation link leads here/);
});

for (const name of ['nav-non-text_img', 'nav-non-text_img_title'])
  epubTest(
    name,
    async ({ page }) => {
      const contents = await openContents(page);
      await expect(contents.getByText('Start page')).toBeVisible();
      await expect(contents.getByText('Description of the Abbey of Sénanque')).toBeVisible();
    },
    { sample: name === 'nav-non-text_img' },
  );

for (const name of ['nav-spine_in-spine', 'nav-spine_not-in-spine'])
  epubTest(name, async ({ page }) => {
    const contents = await openContents(page);
    for (const which of ['first', 'second'])
      await expect(contents.getByText(`Test passes if you can see two links (${which} link)`)).toBeVisible();
  });

for (const kind of ['css', 'html'])
  epubTest(
    `nav-spine_in-spine-hidden-toc-${kind}`,
    async ({ page }) => {
      const contents = await openContents(page);
      await expect(contents.getByText('The first link')).toBeVisible();
      await expect(contents.getByText('The second link')).toBeVisible();
      await page.keyboard.press('Escape');
      // The navigation document is the first page.
      await expectShown(page, /^This is the navigation document rendered in the spine/);
      await expect(chapterFrame(page).getByText('The first link')).toBeVisible();
      await expect(chapterFrame(page).getByText('The second link')).toBeHidden();
    },
    { sample: kind === 'html' },
  );

epubTest('nav-spine_in-spine-no-list-style', async ({ page }) => {
  const contents = await openContents(page);
  const second = contents.getByText('the second link', { exact: true });
  await expect(second).toBeVisible();
  const markers = await contents.locator('li').evaluateAll((items) =>
    items.map((item) => {
      const { display, listStyleType } = getComputedStyle(item);
      return display === 'list-item' ? listStyleType : 'none';
    }),
  );
  expect(new Set(markers), 'The numbering of the entries').toEqual(new Set(['none']));
});
