/** Fixed-layout pages: each in its own size, with nothing shown outside it, in order. */
import type { Page } from '@playwright/test';
import { type Box, inkOf, isRed, shareOf } from '../support/epub/drawn.ts';
import { expectShown, expectWhole, shown } from '../support/epub/screen.ts';
import { chapterFrame } from '../support/reader.ts';
import { expect } from '../support/test.ts';
import { epubTest, turn } from './epubTest.ts';

const landscape = { width: 1_440, height: 900 };
const portrait = { width: 820, height: 1_180 };

const red = (page: Page, box: Box | undefined) =>
  shareOf(page, box ?? { x: 0, y: 0, width: 1, height: 1 }, isRed);
const ratio = (box: Box | undefined) => (box ? box.width / box.height : 0);

/** The page on the screen, identified by its size. */
async function pageOf(page: Page, width: number, height: number): Promise<Box> {
  let found: Box | undefined;
  await expect(async () => {
    const pages = await shown(page);
    expect(pages).toHaveLength(1);
    found = pages[0]?.box;
    expect(ratio(found)).toBeCloseTo(width / height, 1);
  }).toPass({ intervals: [50, 100, 200] });
  const box = found as Box;
  expectWhole(page, [box]);
  return box;
}

for (const kind of ['fxl', 'pp']) {
  epubTest(
    `lay-${kind}-xhtml-icb`,
    async ({ page }) => {
      await expectShown(page, /grid pattern/);
      expect(await red(page, await pageOf(page, 900, 600))).toBeLessThan(0.005);
    },
    { sample: kind === 'pp', viewport: portrait },
  );

  for (const name of ['icb_invalid_meta', 'icb_repeated-in-meta'])
    epubTest(
      `lay-${kind}-xhtml-${name}`,
      async ({ page }) => {
        for (const place of [1, 2]) {
          await expectShown(page, /grid pattern/);
          await expect(page.locator('footer output')).toHaveText(`Page ${place} of 2`);
          expect(await red(page, await pageOf(page, 900, 600))).toBeLessThan(0.005);
          if (place === 1) await turn(page);
        }
      },
      { viewport: portrait },
    );

  epubTest(
    `lay-${kind}-xhtml-icb_multi`,
    async ({ page }) => {
      expect(await red(page, await pageOf(page, 900, 600))).toBeLessThan(0.005);
      await turn(page);
      // The solid background is now visible beside the pattern: 100 of 1,400 pixels.
      const share = await red(page, await pageOf(page, 1_400, 600));
      expect(share).toBeGreaterThan(0.04);
      expect(share).toBeLessThan(0.1);
    },
    { viewport: portrait },
  );

  for (const name of ['icb_multi_declarations', 'icb_units'])
    epubTest(
      `lay-${kind}-xhtml-${name}`,
      async ({ page }) => {
        const first = await pageOf(page, 1_000, 600);
        const share = await red(page, first);
        await turn(page);
        await expect(page.locator('footer output')).toHaveText('Page 2 of 2');
        expect(await pageOf(page, 1_000, 600)).toEqual(first);
        expect(await red(page, first)).toBeCloseTo(share, 2);
      },
      { viewport: portrait },
    );

  epubTest(
    `lay-${kind}-svg-icb_multi`,
    async ({ page }) => {
      await expectShown(page, /solid \(red\) rectangle on the next page/);
      await turn(page);
      expect(await red(page, await pageOf(page, 900, 600))).toBeGreaterThan(0.98);
      await turn(page);
      const share = await red(page, await pageOf(page, 1_200, 600));
      expect(share).toBeGreaterThan(0.7);
      expect(share).toBeLessThan(0.78);
    },
    { viewport: portrait },
  );

  for (const name of ['layout-pre-paginated', 'layout-pre-paginated-spreads'])
    epubTest(
      `lay-${kind}-${name}`,
      async ({ page }) => {
        expectWhole(page, await expectShown(page, /Page 1\./));
        await turn(page);
        const [left, right] = await expectShown(page, /Page 2\./, /Page 3\./);
        expectWhole(page, [left as Box, right as Box]);
        // No gap at the fold.
        expect((left?.x ?? 0) + (left?.width ?? 0)).toBeCloseTo(right?.x ?? 0, 0);
        await turn(page);
        expectWhole(page, await expectShown(page, /Page 4\./));
      },
      { sample: name === 'layout-pre-paginated' && kind === 'pp', viewport: landscape },
    );
}

for (const name of ['lay-fxl-orientation-default', 'lay-fxl-spread-auto', 'lay-fxl-spread-default'])
  epubTest(
    name,
    async ({ page }) => {
      expectWhole(page, await expectShown(page, /Page 1\./));
      await page.setViewportSize(portrait);
      for (const number of [2, 3, 4]) {
        await turn(page);
        // The page is laid out again after the window was resized.
        await expect(async () =>
          expectWhole(page, await expectShown(page, new RegExp(`Page ${number}\\.`))),
        ).toPass();
      }
    },
    { viewport: landscape },
  );

epubTest(
  'lay-fxl-orientation-landscape',
  async ({ page }) => {
    const hint = page.getByText('This book is made for a screen that is wider than high.');
    // A screen that can be turned.
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
    expectWhole(page, await expectShown(page, /Page 1\./));
    await expect(hint, 'The hint on a screen that is wider than high').toHaveCount(0);
    await page.setViewportSize(portrait);
    await expect(hint, 'The hint on a screen that is higher than wide').toBeVisible();
    await session.detach();
  },
  { viewport: landscape },
);

epubTest(
  'lay-fxl-xhtml-icb_device_sizes',
  async ({ page }) => {
    const [box] = await expectShown(page, /grid pattern/);
    // The screen without the bars.
    const stage = await page.getByRole('region', { name: 'Page of the book' }).boundingBox();
    expect(stage?.width).toBe(portrait.width);
    expect(box).toEqual(stage);
  },
  { viewport: portrait },
);

/** The width of the page on the screen, with the zoom of the browser. */
const widthOnScreen = (page: Page): Promise<number> =>
  page.locator('iframe >> visible=true').evaluateAll((frames) => {
    const zoom = window.visualViewport?.scale ?? 1;
    return Math.max(...frames.map((frame) => frame.getBoundingClientRect().width)) * zoom;
  });

/** Ctrl and the wheel over the page, which is also what a trackpad sends for a pinch. */
async function zoomBy(page: Page, pixels: number): Promise<void> {
  const { width, height } = page.viewportSize() ?? portrait;
  await page.mouse.move(width / 2, height / 2);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, pixels);
  await page.keyboard.up('Control');
}

epubTest(
  'lay-viewport-meta-prop',
  async ({ page }) => {
    const [first] = await expectShown(page, /^viewport meta delarations This test passes/);
    for (const number of [1, 2, 3, 4]) {
      if (number > 1) await turn(page);
      const boxes = await expectShown(page, number === 1 ? /^viewport/ : new RegExp(`Page ${number}\\.`));
      expect(boxes, 'Size and scale are those of the first page').toEqual([first]);
    }
    for (const number of [4, 3, 2, 1]) {
      await zoomBy(page, -300);
      const larger = expect.poll(() => widthOnScreen(page), `Page ${number} can be enlarged`);
      await larger.toBeGreaterThan((first?.width ?? 0) * 1.4);
      await zoomBy(page, 900);
      const back = expect.poll(() => widthOnScreen(page), `Page ${number} can be made smaller`);
      await back.toBeCloseTo(first?.width ?? 0, 0);
      await page.keyboard.press('PageUp');
    }
  },
  { viewport: portrait },
);

/** Pages that are images, each complete and in its own aspect ratio. */
const pictures = (page: Page) =>
  page.locator('iframe >> visible=true').evaluateAll((frames) =>
    frames.map((frame) => {
      const box = frame.getBoundingClientRect();
      const inside = (frame as HTMLIFrameElement).contentDocument;
      const picture = inside?.querySelector('img');
      const drawing = inside?.querySelector('svg image');
      const own = picture ? picture.naturalWidth / picture.naturalHeight : null;
      const shape = drawing ? drawing.getBoundingClientRect() : null;
      return {
        file: picture?.src ?? drawing?.getAttribute('href') ?? drawing?.getAttribute('xlink:href') ?? '',
        ratio: box.width / box.height,
        own: own ?? (shape ? shape.width / shape.height : null),
        height: box.height,
      };
    }),
  );

for (const kind of ['embedded-images', 'embedded-images-svg', 'images-in-spine', 'images-mixed'])
  epubTest(
    `lay-pp-${kind}`,
    async ({ page }) => {
      const seen: string[] = [];
      for (let turned = 0; turned < 6; turned++) {
        await expect(async () => {
          const pages = await pictures(page);
          expect(pages.length).toBeGreaterThan(0);
          for (const each of pages) {
            expect(each.own).toBeGreaterThan(0);
            expect(Math.abs(each.ratio / (each.own ?? 1) - 1)).toBeLessThan(0.05);
          }
          expect(pages.some(({ file }) => !seen.includes(file))).toBe(true);
        }).toPass({ intervals: [100, 200] });
        expectWhole(
          page,
          (await shown(page)).map(({ box }) => box),
        );
        for (const { file } of await pictures(page)) seen.push(file);
        if (new Set(seen).size === 9) break;
        await turn(page);
      }
      const letters = seen.map((file) => /([A-Z]|Title)\.(?:png|jpg)/.exec(file)?.[1] ?? file);
      expect(new Set(letters)).toEqual(new Set(['Title', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']));
    },
    { viewport: landscape },
  );

for (const kind of ['embedded-images', 'embedded-images-svg', 'images-in-spine', 'images-mixed'])
  epubTest(
    `lay-roll-${kind}`,
    async ({ page }) => {
      // One page below the other, without a gap, each as wide as the strip; the wheel scrolls through all of them.
      const seen = new Set<string>();
      await page.mouse.move(400, 300);
      await expect(async () => {
        const boxes: Box[] = [];
        for (const { box, frame } of await shown(page)) {
          if (box.y >= 600 || box.y + box.height <= 0) continue;
          boxes.push(box);
          const markup = await frame.contentFrame().locator('body').innerHTML();
          const letter = /([A-Z]|Title)\.(?:png|jpg)/.exec(markup)?.[1] ?? '';
          if (seen.has(letter)) continue;
          // Only a picture that is drawn is seen.
          const top = Math.max(0, box.y);
          const inWindow = { ...box, y: top, height: Math.min(600, box.y + box.height) - top };
          if ((await inkOf(page, inWindow)) > 0.02) seen.add(letter);
        }
        boxes.sort((a, b) => a.y - b.y);
        for (const [index, box] of boxes.slice(1).entries()) {
          const above = boxes[index] as Box;
          expect(Math.abs(above.y + above.height - box.y)).toBeLessThan(2);
          expect(Math.abs(above.width - box.width)).toBeLessThan(2);
        }
        await page.mouse.wheel(0, 500);
        expect([...seen].sort()).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'Title']);
      }).toPass({ timeout: 60_000, intervals: [80] });
    },
    { viewport: { width: 820, height: 600 } },
  );

epubTest(
  'lay-pp-spine-overrides_image-only-reflow',
  async ({ page }) => {
    await expectShown(page, /^Test passes if this section and the third/);
    await page.keyboard.press('End');
    await turn(page);
    await pageOf(page, 1_000, 600);
    await expect(chapterFrame(page).locator('img')).toBeVisible();
    await turn(page);
    await expectShown(page, /^This text is long/);
  },
  { viewport: { width: 1_000, height: 700 } },
);

epubTest(
  'lay-pp-spine-overrides_image-spine-reflow',
  async ({ page }) => {
    await expectShown(page, /^Test passes if this section and the third/);
    await page.keyboard.press('End');
    await turn(page);
    await expect(chapterFrame(page).locator('img')).toBeVisible();
    expectWhole(
      page,
      (await shown(page)).map(({ box }) => box),
    );
    await turn(page);
    await expectShown(page, /^This text is long/);
  },
  { viewport: { width: 1_000, height: 700 } },
);
