/** Content documents: fonts, SVG and MathML. */
import type { Page } from '@playwright/test';
import { type Box, facesOf, inkOf, isGreen, isRed, shareOf } from '../support/epub/drawn.ts';
import { expectShown } from '../support/epub/screen.ts';
import { chapterFrame } from '../support/reader.ts';
import { steadyBox } from '../support/steady.ts';
import { expect } from '../support/test.ts';
import { epubTest } from './epubTest.ts';

/** Waits until the text is drawn with this face alone, which is in the book. */
const expectFace = (page: Page, selector: string, face: string) =>
  expect.poll(() => facesOf(page, selector), 'The face that was used').toEqual([face]);

for (const [name, selector, face] of [
  ['cnt-css-fonts_ot', '.font-opentype', 'FRANKYTOYSRUS'],
  ['cnt-css-fonts_tt', '.font-truetype', 'Lobster-Regular'],
  ['cnt-css-fonts_woff', '.font-woff', 'Pacifico-Regular'],
  ['cnt-css-fonts_woff2', '.font-woff2', 'Macondo-Regular'],
  ['ocf-font_obfuscation', '.font-truetype', 'Lobster-Regular'],
] as const)
  epubTest(name, ({ page }) => expectFace(page, selector, face), { sample: name === 'ocf-font_obfuscation' });

epubTest('ocf-font_obfuscation_bis', async ({ page }) => {
  await expectShown(page, /^Test passes if the following text is not rendered/);
  await page.waitForLoadState('networkidle');
  expect(await facesOf(page, '.font-truetype'), 'The face that was used').not.toContain('Lobster-Regular');
});

epubTest('cnt-mathml-support', async ({ page }) => {
  const boxes = () =>
    chapterFrame(page)
      .locator('math')
      .evaluate((math) =>
        ['mi', 'mn'].map((selector) => {
          const box = math.querySelector(selector)?.getBoundingClientRect();
          return { middle: (box?.y ?? 0) + (box?.height ?? 0) / 2, height: box?.height ?? 0 };
        }),
      );
  await expect(async () => {
    const [base, power] = await boxes();
    expect(power?.middle, 'The power is raised').toBeLessThan((base?.middle ?? 0) - 2);
    expect(power?.height, 'The power is small').toBeLessThan(base?.height ?? 0);
  }).toPass();
  // Its letters, from left to right, and the brackets around the sum, which are no letters of the file.
  const [x, a, b, power] = await chapterFrame(page)
    .locator('math')
    .evaluate((math) =>
      [...math.querySelectorAll('mi, mn')].map((each) => {
        const { x: left, y, width, height } = each.getBoundingClientRect();
        return { x: left, y, width, height };
      }),
    );
  const frame = await steadyBox(page.locator('iframe >> visible=true').first());
  for (const [from, to, what] of [
    [x, a, 'The equals sign and an opening bracket'],
    [a, b, 'A plus sign'],
    [b, power, 'A closing bracket'],
  ] as const) {
    if (!from || !to) throw new Error('The equation has no four letters.');
    const between = {
      ...from,
      x: frame.x + from.x + from.width,
      y: frame.y + from.y - 2,
      height: from.height + 6,
    };
    const ink = await inkOf(page, { ...between, width: to.x - from.x - from.width });
    expect(ink, what).toBeGreaterThan(0.02);
  }
});

const boxOf = async (page: Page, selector: string): Promise<Box> =>
  (await chapterFrame(page).locator(selector).first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

/** Waits until the share of the image with such a color is within the bounds. */
const expectShare = (page: Page, selector: string, matches: typeof isRed, [least, most]: [number, number]) =>
  expect(async () => {
    const share = await shareOf(page, await boxOf(page, selector), matches);
    expect(share, 'The share of the color').toBeGreaterThan(least);
    expect(share, 'The share of the color').toBeLessThanOrEqual(most);
  }).toPass();

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
