/** Reflowable chapters: pages, scrolling, alignment. */
import type { Page } from '@playwright/test';
import { expectShown, styleOf } from '../support/epub/screen.ts';
import { chapterFrame } from '../support/reader.ts';
import { expect } from '../support/test.ts';
import { epubTest, notApplicable, turn } from './epubTest.ts';

const sizes = (page: Page) =>
  chapterFrame(page)
    .locator('html')
    .evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth, scrollTop }) => ({
      scrollHeight,
      clientHeight,
      scrollWidth,
      clientWidth,
      scrollTop,
    }));

/** The chapter is paginated. */
async function expectPaginated(page: Page): Promise<void> {
  await expect(async () => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = await sizes(page);
    expect(scrollHeight).toBeLessThanOrEqual(clientHeight + 1);
    expect(scrollWidth).toBeGreaterThan(clientWidth);
  }).toPass();
}

for (const name of ['lay-fxl-layout-default', 'lay-pp-layout-default'])
  epubTest(
    name,
    async ({ page }) => {
      await expectShown(page, /^This test passes if this page renders as a reflowable/);
      await expectPaginated(page);
    },
    { viewport: { width: 390, height: 500 } },
  );

epubTest(
  'lay-pkg-flow-paginated',
  async ({ page }) => {
    await expectShown(page, /^Paginated Flow/);
    await page.keyboard.press('End');
    await turn(page);
    await expectShown(page, /^Chapter 1/);
    await expectPaginated(page);
  },
  { viewport: { width: 390, height: 600 } },
);

epubTest(
  'lay-pkg-flow-scrolled-doc',
  async ({ page }) => {
    expect(await styleOf(page, 'body', 'column-width'), 'The column-width').toEqual(['auto']);
    // The first chapter is short.
    await turn(page);
    await expect(async () => {
      const { scrollHeight, clientHeight, scrollWidth } = await sizes(page);
      expect(scrollHeight).toBeGreaterThan(clientHeight);
      expect(scrollWidth).toBeLessThanOrEqual(820);
    }).toPass();
    const before = await sizes(page);
    await turn(page);
    await expect.poll(async () => (await sizes(page)).scrollTop).toBeGreaterThan(before.scrollTop);
  },
  { sample: true, viewport: { width: 820, height: 600 } },
);

epubTest(
  'lay-pkg-flow-scrolled-continuous',
  async ({ page }) => {
    // The wheel alone scrolls through all chapters, and two are visible where they meet.
    await expect(page.getByText('Continuously-Scrolled Flow')).toHaveCount(0);
    const seen = new Set<string>();
    let together = 0;
    await page.mouse.move(400, 300);
    await expect(async () => {
      await page.mouse.wheel(0, 400);
      // In one evaluation: chapters that are scrolled away are removed.
      const texts = await page.locator('iframe').evaluateAll((frames) =>
        frames.flatMap((frame) => {
          const { height, top, bottom } = frame.getBoundingClientRect();
          const { contentDocument } = frame as HTMLIFrameElement;
          if (height === 0 || top >= 600 || bottom <= 0 || !contentDocument?.body) return [];
          return [contentDocument.body.textContent.trim().slice(0, 20)];
        }),
      );
      for (const text of texts) seen.add(text);
      if (texts.length > 1) together++;
      expect(seen.size).toBe(4);
      expect(together).toBeGreaterThan(0);
    }).toPass({ intervals: [60] });
  },
  { sample: true, viewport: { width: 820, height: 600 } },
);

epubTest(
  'lay-reflow-align-x-center',
  async ({ page }) => {
    await expectShown(page, /^rendition:align-x-center.*the following page appears centered/);
    await page.keyboard.press('End');
    await turn(page);
    await expectShown(page, /if this page appears centered/);
    const box = await chapterFrame(page)
      .locator('body')
      .evaluate((body) => {
        const range = body.ownerDocument.createRange();
        range.selectNodeContents(body);
        const { left, right } = range.getBoundingClientRect();
        return { left, right, width: body.ownerDocument.documentElement.clientWidth };
      });
    expect(Math.abs(box.left - (box.width - box.right))).toBeLessThan(60);
  },
  { viewport: { width: 1_440, height: 900 } },
);

for (const name of ['fxl-layout-duplication', 'lay-pp-layout-duplication'])
  notApplicable(name, 'It is a test of EPUBCheck, not of reading systems.');
