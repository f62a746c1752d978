/** Fixed-layout pages: spreads, sides, sizes, and reflowable chapters between them. */
import type { Page } from '@playwright/test';
import { expectShown, expectWhole, shown } from '../support/epub/screen.ts';
import { chapterFrame } from '../support/reader.ts';
import { steady } from '../support/steady.ts';
import { expect } from '../support/test.ts';
import { epubTest, turn } from './epubTest.ts';

const landscape = { width: 1_440, height: 900 };
const portrait = { width: 820, height: 1_180 };
const middle = landscape.width / 2;

/** Waits until these pages fit the window, which was resized. */
const untilWhole = (page: Page, ...words: RegExp[]): Promise<void> =>
  expect(async () => expectWhole(page, await expectShown(page, ...words))).toPass();

for (const kind of ['fxl', 'pp']) {
  epubTest(
    `lay-${kind}-spread-none`,
    async ({ page }) => {
      expectWhole(page, await expectShown(page, /^Page 1/));
      await turn(page);
      expectWhole(page, await expectShown(page, /^Page 2/));
    },
    { sample: kind === 'fxl', viewport: landscape },
  );

  epubTest(
    `lay-${kind}-page-spread-right`,
    async ({ page }) => {
      const [first] = await expectShown(page, /^Page 1/);
      expect(first?.x).toBeGreaterThanOrEqual(middle - 1);
      await turn(page);
      expectWhole(page, await expectShown(page, /^Page 2/, /^Page 3/));
    },
    { sample: kind === 'fxl', viewport: landscape },
  );
}

for (const kind of ['fxl', 'pp']) {
  epubTest(
    `lay-${kind}-page-spread-left`,
    async ({ page }) => {
      await expectShown(page, /^Page 1/);
      await turn(page);
      const [left] = await expectShown(page, /^Page 2/, /^Page 3/);
      expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(middle + 1);
    },
    { viewport: landscape },
  );

  epubTest(
    `lay-${kind}-page-spread-combined`,
    async ({ page }) => {
      await expectShown(page, /^Page 1/);
      await turn(page);
      const [left, right] = await expectShown(page, /^Page 2/, /^Page 3/);
      expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(middle + 1);
      expect(right?.x).toBeGreaterThanOrEqual(middle - 1);
      await turn(page);
      await expectShown(page, /^Page 4/);
    },
    { viewport: landscape },
  );
}

epubTest(
  'fxl-page-spread-center',
  async ({ page }) => {
    const [center] = await expectShown(page, /^Page 1/);
    expect((center?.x ?? 0) + (center?.width ?? 0) / 2).toBeCloseTo(middle, 0);
    await turn(page);
    await expectShown(page, /^Page 2/, /^Page 3/);
  },
  { viewport: landscape },
);

epubTest(
  'lay-fxl-spread-landscape',
  async ({ page }) => {
    expectWhole(page, await expectShown(page, /^Page 1/, /^Page 2/));
    await page.setViewportSize(portrait);
    await untilWhole(page, /^Page 1/);
  },
  { sample: true, viewport: landscape },
);

epubTest(
  'lay-fxl-spread-both',
  async ({ page }) => {
    expectWhole(page, await expectShown(page, /^Page 1/, /^Page 2/));
    await page.setViewportSize(landscape);
    await untilWhole(page, /^Page 1/, /^Page 2/);
  },
  { sample: true, viewport: portrait },
);

epubTest(
  'fxl-page-spread-break',
  async ({ page }) => {
    const [left] = await expectShown(page, /should appear on the left/, /^Page 2/);
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(middle + 1);
    await turn(page);
    await expect(async () => expect(await shown(page)).toHaveLength(2)).toPass();
  },
  { viewport: landscape },
);

/** The reflowable chapter on the screen can be read to its end. */
async function expectReflowable(page: Page, last: RegExp): Promise<void> {
  const paragraph = chapterFrame(page).getByText(last).last();
  await expect(async () => {
    await page.keyboard.press('End');
    const box = await paragraph.boundingBox({ timeout: 1_000 });
    // Its last part: it may have begun on the page before.
    const end = await paragraph.evaluate((element) => {
      const last = [...element.getClientRects()].at(-1);
      return { left: (last?.left ?? 0) - element.getBoundingClientRect().left, width: last?.width ?? 0 };
    });
    const left = (box?.x ?? -Infinity) + end.left;
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left + end.width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  }).toPass();
}

for (const name of [
  'fxl-spine-overrides_behave-as-global',
  'fxl-spine-overrides_duplicate',
  'lay-pp-spine-overrides_behave-as-global',
  'lay-pp-spine-overrides_image-only-pp',
  'lay-pp-spine-overrides_image-spine-pp',
]) {
  epubTest(
    name,
    async ({ page }) => {
      const boxes = async () => (await shown(page)).map(({ box }) => box);
      const fixed = await steady(page, async () => {
        const now = await boxes();
        expect(now).toHaveLength(1);
        return now;
      });
      expectWhole(page, fixed);
      await turn(page);
      await expectShown(page, /^This text is long/);
      await expectReflowable(page, /\w/);
      await page.keyboard.press('Home');
      await page.keyboard.press('PageUp');
      await expect(async () => expect(await boxes()).toEqual(fixed)).toPass();
    },
    { sample: name === 'fxl-spine-overrides_behave-as-global', viewport: { width: 1_000, height: 700 } },
  );
}

for (const kind of ['fxl', 'lay-pp'])
  epubTest(
    `${kind}-spine-overrides_behave-as-global-bis`,
    async ({ page }) => {
      await expectShown(page, /^Test passes if this (section )?and the third/);
      await page.keyboard.press('End');
      await turn(page);
      expectWhole(page, await expectShown(page, /^This page should be/));
      await turn(page);
      await expectShown(page, /^This text is long/);
    },
    { sample: kind === 'fxl', viewport: { width: 390, height: 844 } },
  );

epubTest(
  'lay-page-layout-both',
  async ({ page }) => {
    expectWhole(page, await expectShown(page, /^Page 1/));
    await turn(page);
    await expectShown(page, /^Page 2/);
    await page.keyboard.press('End');
    await turn(page);
    expectWhole(page, await expectShown(page, /^Page 3/, /^Page 4/));
  },
  { viewport: landscape },
);

epubTest(
  'lay-page-layout-both-spread',
  async ({ page }) => {
    await expectShown(page, /^Page 1/);
    await turn(page);
    await expectShown(page, /^Page 2/);
    const text = await chapterFrame(page)
      .getByText(/^Page 2/)
      .boundingBox();
    expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual(middle);
    await page.keyboard.press('End');
    await turn(page);
    await expectShown(page, /^Page 3/);
    await turn(page);
    await expectShown(page, /^Page 4/);
    await turn(page);
    const [fifth] = await expectShown(page, /^Page 5/);
    expect((fifth?.x ?? 0) + (fifth?.width ?? 0)).toBeLessThanOrEqual(middle + 1);
  },
  { viewport: landscape },
);

epubTest(
  'lay-rendition-flow-pre-pag',
  async ({ page }) => {
    await expectShown(page, /^rendition:flow/);
    await page.keyboard.press('End');
    await turn(page);
    expectWhole(page, await expectShown(page, /^This page should appear/));
    await turn(page);
    expectWhole(page, await expectShown(page, /^This page should appear/));
    await turn(page);
    await expectShown(page, /previous two pages/);
  },
  { viewport: portrait },
);
