/** Reflowable chapters: flow, and the CSS that EPUB has with a prefix. */
import { epubTest, expectShown, styleOf, turn } from '../support/epubTests.ts';
import { chapterFrame } from '../support/reader.ts';
import { expect } from '../support/test.ts';

epubTest(
  'lay-pkg-flow-scrolled-doc',
  async ({ page }) => {
    const root = chapterFrame(page).locator('html');
    const sizes = () =>
      root.evaluate(({ scrollHeight, clientHeight, scrollWidth }) => ({
        scrollHeight,
        clientHeight,
        scrollWidth,
      }));
    expect(await styleOf(page, 'body', 'column-width')).toBe('auto');
    // The first chapter is short.
    await turn(page);
    await expect(async () => {
      const { scrollHeight, clientHeight, scrollWidth } = await sizes();
      expect(scrollHeight).toBeGreaterThan(clientHeight);
      expect(scrollWidth).toBeLessThanOrEqual(820);
    }).toPass({ timeout: 20_000 });
    const before = await root.evaluate(({ scrollTop }) => scrollTop);
    await turn(page);
    await expect.poll(() => root.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(before);
  },
  { sample: true, viewport: { width: 820, height: 600 } },
);

/** What each property is on the element, once the chapter is shown. */
const properties: Readonly<
  Record<string, readonly (readonly [selector: string, name: string, value: string])[]>
> = {
  'css-epub-hyphens': [['[style*="hyphens: none"], [style*="hyphens:none"]', 'hyphens', 'none']],
  'css-epub-text-align-last': [
    ['[style*="text-align-last: right"]', 'text-align-last', 'right'],
    ['[style*="text-align-last: center"]', 'text-align-last', 'center'],
  ],
  'css-epub-text-combine-horizontal': [
    ['.epub-text-combine-horizontal-all', 'text-combine-upright', 'all'],
    ['.epub-text-combine-horizontal', 'text-combine-upright', 'all'],
    ['.epub-text-combine-none', 'text-combine-upright', 'none'],
  ],
  'css-epub-text-emphasis': [
    ['.emphasis-filled-dot', 'text-emphasis-style', 'dot'],
    ['.emphasis-filled-sesame', 'text-emphasis-style', 'sesame'],
  ],
};
for (const [name, expected] of Object.entries(properties))
  epubTest(
    name,
    async ({ page }) => {
      for (const [selector, property, value] of expected)
        expect(await styleOf(page, selector, property), selector).toBe(value);
    },
    { sample: name === 'css-epub-text-align-last' },
  );

epubTest(
  'css-epub-text-transform',
  async ({ page }) => expect(await styleOf(page, 'p[style]', 'text-transform')).toBe('full-width'),
  { fails: 'Chromium does not know the value full-width.' },
);

epubTest(
  'lay-pkg-flow-scrolled-continuous',
  async ({ page }) => {
    await expect(chapterFrame(page).locator('body')).toContainText('scrolled-continuous');
    const headings = chapterFrame(page).locator('h1, h2');
    expect(await headings.count()).toBeGreaterThanOrEqual(4);
  },
  { fails: 'Chapters are scrolled one by one.' },
);

epubTest('pkg-lang_but_not_content', async ({ page }) => {
  expect(
    await chapterFrame(page)
      .locator('p')
      .first()
      .evaluate((p) => p.closest('[lang]')?.getAttribute('lang') ?? ''),
  ).toBe('');
});

epubTest(
  'pkg-spine-duplicate-item-rendering',
  async ({ page }) => {
    await expectShown(page, /^Test passes/);
    for (const place of ['2 of 4', '3 of 4', '4 of 4']) {
      await page.keyboard.press('PageDown');
      await expectShown(page, /^This document occurs three times/);
      await expect(page.locator('footer output')).toHaveText(`Page ${place}`);
    }
  },
  { sample: true },
);

epubTest('pkg-spine-duplicate-item-ui', async ({ page }) => {
  for (let turned = 0; turned < 2; turned++) await page.keyboard.press('PageDown');
  await expect(page.locator('footer output')).toHaveText('Page 3 of 4');
});
