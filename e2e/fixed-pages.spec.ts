/** Pages of a fixed-layout EPUB in a real browser: their sizes, the bars, and zoom by mouse. */
import type { Page } from '@playwright/test';
import { makeBook } from './support/books.ts';
import { openBook } from './support/openBook.ts';
import { pressInBar, untilOpen, withBars } from './support/reader.ts';
import { steady } from './support/steady.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

/** @param properties of its first page */
const fixedBook = (properties?: string) =>
  makeBook({
    title: 'Four plates',
    metadata: '<meta property="rendition:layout">pre-paginated</meta>',
    spine: [1, 2, 3, 4].map((number) => ({
      path: `plate${number}.xhtml`,
      title: `Plate ${number}`,
      ...(properties && number === 1 ? { properties } : {}),
      content: `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Plate ${number}</title><meta name="viewport" content="width=1200, height=800"/></head><body><h1>Plate ${number}</h1></body></html>`,
    })),
  });

/** Titles and boxes of the pages on the screen, from left to right. */
const shown = (page: Page) =>
  steady(page, () =>
    page.locator('iframe >> visible=true').evaluateAll((frames) =>
      frames
        .map((frame) => {
          const { left, top, bottom, width } = frame.getBoundingClientRect();
          const title = (frame as HTMLIFrameElement).contentDocument?.querySelector('h1')?.textContent ?? '';
          return { title, left, top, bottom, width: Math.round(width) };
        })
        .sort((a, b) => a.left - b.left),
    ),
  );
const titles = async (page: Page) => (await shown(page)).map(({ title }) => title);
const turn = async (page: Page, to: string[]) => {
  await page.keyboard.press('PageDown');
  await expect.poll(() => titles(page)).toEqual(to);
};

test('[E-18] the first and last page are as large as those of the spreads, and no bar covers them', {
  tag: '@every-run',
}, async ({ page, context, request }) => {
  await openBook(page, context, request, await fixedBook());
  const [first] = await shown(page);
  await turn(page, ['Plate 2', 'Plate 3']);
  const spread = await shown(page);
  await turn(page, ['Plate 4']);
  const [last] = await shown(page);
  expect([first, ...spread, last].map((each) => each?.width)).toEqual(Array(4).fill(first?.width));
  // In the middle.
  expect((last?.left ?? 0) + (last?.width ?? 0) / 2).toBeCloseTo(640, 0);
  await withBars(page, async () => {
    await expect(page.locator('footer')).toHaveCSS('opacity', '1');
    const header = await page.locator('header').first().boundingBox();
    const footer = await page.locator('footer').boundingBox();
    expect(last?.top).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0) - 1);
    expect(last?.bottom).toBeLessThanOrEqual((footer?.y ?? 0) + 1);
  });
});

test('[E-02] a page that is alone on its side of a spread fills the window when that is turned upright', async ({
  page,
  context,
  request,
}) => {
  await openBook(page, context, request, await fixedBook('page-spread-left'));
  const side = (await shown(page))[0];
  expect((side?.left ?? 0) + (side?.width ?? 0)).toBeLessThanOrEqual(641);
  await page.setViewportSize({ width: 720, height: 1_280 });
  await expect.poll(async () => (await shown(page))[0]?.width).toBeGreaterThan(700);
});

test('[E-18] Ctrl and the wheel enlarge a fixed page around the pointer; it scrolls, then turns, and stays enlarged', async ({
  page,
  context,
  request,
}) => {
  await openBook(page, context, request, await fixedBook());
  await turn(page, ['Plate 2', 'Plate 3']);
  const [before] = await shown(page);
  const width = before?.width ?? 0;
  const pointer = { x: 400, y: 350 };
  await page.mouse.move(pointer.x, pointer.y);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  await expect.poll(async () => (await shown(page))[0]?.width).toBeGreaterThan(width * 2.5);
  const [large] = await shown(page);
  const part = (box: typeof large) => (pointer.x - (box?.left ?? 0)) / (box?.width ?? 1);
  expect(part(large)).toBeCloseTo(part(before), 1);
  await pressInBar(page, 'Appearance');
  await expect(page.getByRole('group', { name: 'Zoom' }).locator('output')).toHaveText('272%');
  await page.keyboard.press('Escape');
  // It is stored when the wheel has rested.
  const stored = () => page.evaluate(() => JSON.stringify(localStorage).includes('zoom'));
  await expect.poll(stored).toBe(true);
  await page.reload();
  await untilOpen(page);
  await expect.poll(async () => (await shown(page))[0]?.width).toBe(large?.width);
  await page.mouse.move(pointer.x, pointer.y);
  const top = async () => (await shown(page))[0]?.top ?? 0;
  const start = await top();
  await page.mouse.wheel(0, 100);
  await expect.poll(top).toBeLessThan(start);
  expect(await titles(page)).toEqual(['Plate 2', 'Plate 3']);
  // To the end of the page, and past it.
  await page.mouse.wheel(0, 5_000);
  await expect(async () => {
    await page.mouse.wheel(0, 100);
    expect(await titles(page)).toEqual(['Plate 4']);
  }).toPass();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, 900);
  await page.keyboard.up('Control');
  await expect.poll(async () => (await shown(page))[0]?.width).toBe(width);
});
