/** Content documents: fonts, SVG, MathML, and the prefixed CSS properties of EPUB. */
import type { Page } from '@playwright/test';
import { type Box, expectShown, isGreen, isRed, shareOf, styleOf } from '../support/epubScreen.ts';
import { epubTest, turn } from '../support/epubTests.ts';
import { chapterFrame } from '../support/reader.ts';
import { expect } from '../support/test.ts';

/** Whether text is drawn in a font of the book: the file is loaded, and is the first choice. */
const drawnInOwnFont = (page: Page, selector: string): Promise<boolean> =>
  chapterFrame(page)
    .locator(selector)
    .first()
    .evaluate((element) => {
      const family = getComputedStyle(element).fontFamily.split(',')[0]?.replace(/["']/g, '').trim();
      return [...element.ownerDocument.fonts].some(
        (font) => font.status === 'loaded' && font.family.replace(/["']/g, '') === family,
      );
    });

for (const [name, selector] of [
  ['cnt-css-fonts_ot', '.font-opentype'],
  ['cnt-css-fonts_tt', '.font-truetype'],
  ['cnt-css-fonts_woff', '.font-woff'],
  ['cnt-css-fonts_woff2', '.font-woff2'],
  ['ocf-font_obfuscation', '.font-truetype'],
] as const)
  epubTest(name, async ({ page }) => expect.poll(() => drawnInOwnFont(page, selector)).toBe(true), {
    sample: name === 'ocf-font_obfuscation',
  });

epubTest('ocf-font_obfuscation_bis', async ({ page }) => {
  await expectShown(page, /^Test passes if the following text is not rendered/);
  await page.waitForLoadState('networkidle');
  expect(await drawnInOwnFont(page, '.font-truetype')).toBe(false);
});

epubTest('cnt-mathml-support', async ({ page }) => {
  const [base, power] = await Promise.all(
    ['mi', 'msup > mn'].map((selector) => chapterFrame(page).locator(selector).first().boundingBox()),
  );
  // Raised and smaller.
  expect((power?.y ?? 0) + (power?.height ?? 0) / 2).toBeLessThan((base?.y ?? 0) + (base?.height ?? 0) / 2);
});

const boxOf = async (page: Page, selector: string): Promise<Box> =>
  (await chapterFrame(page).locator(selector).first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

/** Waits until the share of the image with such a color is within the bounds. */
const expectShare = (page: Page, selector: string, matches: typeof isRed, [least, most]: [number, number]) =>
  expect(async () => {
    const share = await shareOf(page, await boxOf(page, selector), matches);
    expect(share).toBeGreaterThan(least);
    expect(share).toBeLessThanOrEqual(most);
  }).toPass({ timeout: 20_000 });

epubTest('cnt-svg-support', ({ page }) => expectShare(page, 'svg', isRed, [0.1, 1]));
epubTest('cnt-svg-embedded', ({ page }) => expectShare(page, 'svg', isRed, [0.1, 1]));
epubTest('pub-cmt-svg', ({ page }) => expectShare(page, 'img', isRed, [0.1, 1]), { sample: true });
// A pattern of stars covers part of the heart, and a plain color covers all of it.
epubTest('cnt-svg-css-inclusion', ({ page }) => expectShare(page, 'svg', isGreen, [0.03, 0.28]));
epubTest('cnt-svg-css', ({ page }) => expectShare(page, 'svg', isGreen, [0.03, 0.28]));
epubTest('cnt-svg-css-reference', ({ page }) => expectShare(page, 'img', isGreen, [0.3, 1]));

epubTest('cnt-xhtml-support', async ({ page }) => {
  await expectShown(page, /^Test passes if you see this/);
});

/** Computed values of each property in the displayed chapter; each list begins on a new page. */
const properties: Readonly<
  Record<string, readonly (readonly (readonly [selector: string, name: string, value: string])[])[]>
> = {
  'css-epub-hyphens': [
    [
      ['[style*="hyphens: none"], [style*="hyphens:none"]', 'hyphens', 'none'],
      ['[style*="hyphens: manual"], [style*="hyphens:manual"]', 'hyphens', 'manual'],
    ],
  ],
  'css-epub-line-break': [
    ['auto', 'loose', 'normal', 'strict'].map((value) => [`.wrapbox.${value}`, 'line-break', value] as const),
  ],
  'css-epub-text-align-last': [
    [
      ['[style*="text-align-last: right"]', 'text-align-last', 'right'],
      ['[style*="text-align-last: center"]', 'text-align-last', 'center'],
    ],
  ],
  'css-epub-text-combine-horizontal': [
    [
      ['.epub-text-combine-horizontal-all', 'text-combine-upright', 'all'],
      ['.epub-text-combine-horizontal', 'text-combine-upright', 'all'],
      ['.epub-text-combine-none', 'text-combine-upright', 'none'],
    ],
  ],
  'css-epub-text-emphasis': [
    [
      ['.emphasis-filled-dot', 'text-emphasis-style', 'dot'],
      ['.emphasis-filled-sesame', 'text-emphasis-style', 'sesame'],
    ],
  ],
  'css-epub-text-orientation': [
    [],
    [
      ['.text-orientation-mixed', 'text-orientation', 'mixed'],
      ['.text-orientation-upright', 'text-orientation', 'upright'],
      ['.text-orientation-sideways', 'text-orientation', 'sideways'],
      ['.text-orientation-sideways-right', 'text-orientation', 'sideways'],
      ['.text-orientation-mixed', 'writing-mode', 'vertical-rl'],
    ],
  ],
  'css-epub-text-underline-position': [
    [['.underline', 'text-underline-position', 'auto']],
    [['.underline', 'text-underline-position', 'under']],
    [['.underline', 'text-underline-position', 'left']],
    [],
    [['.underline', 'text-underline-position', 'right']],
  ],
  'css-epub-word-break': [
    [
      ['[style*="word-break: normal"]', 'word-break', 'normal'],
      ['[style*="word-break: keep-all"]', 'word-break', 'keep-all'],
      ['[style*="word-break: break-all"]', 'word-break', 'break-all'],
    ],
  ],
  'css-epub-writing-mode': [
    [['[style*="horizontal-tb"]', 'writing-mode', 'horizontal-tb']],
    [['p', 'writing-mode', 'vertical-rl']],
    [['p', 'writing-mode', 'vertical-lr']],
  ],
};
for (const [name, pages] of Object.entries(properties))
  epubTest(
    name,
    async ({ page }) => {
      for (const [index, expected] of pages.entries()) {
        if (index > 0) {
          await page.keyboard.press('End');
          await turn(page);
        }
        for (const [selector, property, value] of expected)
          await expect.poll(() => styleOf(page, selector, property), selector).toContain(value);
      }
    },
    { sample: name === 'css-epub-text-align-last' },
  );

epubTest('css-epub-text-transform', async ({ page }) => {
  // As wide as the Japanese text above them.
  await expect(chapterFrame(page).locator('p[style]')).toContainText('１２３４５６ａｂｃｄｅｆ');
});
