/** The visible state of the reader: pages and their boxes, styles, colors, sound. */
import type { Locator, Page } from '@playwright/test';
import { chapterFrame, pressInBar } from './reader.ts';
import { retried, steadyBox } from './steady.ts';
import { expect } from './test.ts';

/** A frame may be removed while it is inspected. */
const briefly = { timeout: 1_000 };

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The visible pages or chapters, from left to right. */
export async function shown(page: Page): Promise<{ text: string; box: Box; frame: Locator }[]> {
  const frames = await page.locator('iframe >> visible=true').all();
  const found = await Promise.all(
    frames.map(async (frame) => ({
      frame,
      box: (await frame.boundingBox(briefly)) ?? { x: 0, y: 0, width: 0, height: 0 },
      text: ((await frame.contentFrame().locator('body').textContent(briefly)) ?? '')
        .replace(/\s+/g, ' ')
        .trim(),
    })),
  );
  return found.sort((a, b) => a.box.x - b.box.x);
}

/** Waits until these pages are visible, from left to right; each is identified by some of its text. */
export async function expectShown(page: Page, ...words: RegExp[]): Promise<Box[]> {
  let boxes: Box[] = [];
  await expect(async () => {
    const pages = await shown(page);
    expect(pages.map(({ text }) => text.slice(0, 400))).toEqual(
      words.map((each) => expect.stringMatching(each)),
    );
    boxes = pages.map(({ box }) => box);
  }).toPass({ timeout: 20_000, intervals: [50, 100, 200, 400] });
  return boxes;
}

/** Waits until a text is on one of the visible pages. */
export const expectSomewhere = (page: Page, words: RegExp): Promise<void> =>
  expect(async () => {
    const texts = (await shown(page)).map(({ text }) => text);
    expect(texts.join('\n')).toMatch(words);
  }).toPass({ timeout: 20_000, intervals: [50, 100, 200] });

/** Asserts that none of these boxes is cut off. */
export function expectWhole(page: Page, boxes: readonly Box[]): void {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  for (const box of boxes) {
    expect(box.x).toBeGreaterThanOrEqual(-1);
    expect(box.y).toBeGreaterThanOrEqual(-1);
    expect(box.x + box.width).toBeLessThanOrEqual(width + 1);
    expect(box.y + box.height).toBeLessThanOrEqual(height + 1);
  }
}

/** A computed property of an element in the visible chapter. */
export const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
  retried(() =>
    chapterFrame(page)
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property),
  );

/** A color of a screenshot, each channel 0..255. */
export interface Color {
  red: number;
  green: number;
  blue: number;
}

/** Share of a box on the screen, 0..1, that has such colors. */
export async function shareOf(page: Page, box: Box, matches: (color: Color) => boolean): Promise<number> {
  const { default: sharp } = await import('sharp');
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const [x, y] = [Math.max(0, Math.round(box.x)), Math.max(0, Math.round(box.y))];
  const clip = {
    x,
    y,
    width: Math.max(1, Math.min(width - x, Math.round(box.width))),
    height: Math.max(1, Math.min(height - y, Math.round(box.height))),
  };
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let found = 0;
  for (let at = 0; at + 2 < data.length; at += 3)
    if (matches({ red: data[at] ?? 0, green: data[at + 1] ?? 0, blue: data[at + 2] ?? 0 })) found++;
  return found / (info.width * info.height);
}

export const isRed = ({ red, green, blue }: Color): boolean => red > 180 && green < 90 && blue < 90;
export const isGreen = ({ red, green, blue }: Color): boolean => green > red + 30 && green > blue + 30;

/** Waits until the first image of the chapter is loaded and visible. */
export async function expectPicture(page: Page): Promise<void> {
  const picture = chapterFrame(page).locator('img').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true);
  // The page is laid out again when the image has loaded.
  const box = await steadyBox(picture);
  expect(box.width).toBeGreaterThan(4);
  expectWhole(page, [box]);
}

/** Opens the table of contents. */
export async function openContents(page: Page): Promise<Locator> {
  await pressInBar(page, 'Contents, bookmarks and notes');
  await page.getByRole('tab', { name: 'Contents' }).click();
  return page.getByRole('tabpanel');
}

/** Starts reading aloud from the menu. */
export async function listen(page: Page): Promise<void> {
  await pressInBar(page, 'More');
  await page.getByRole('menuitem', { name: 'Read aloud' }).click();
}

/** The current sound: its time in seconds, or -1 for none, and its file name. */
export const sound = (page: Page): Promise<{ second: number; file: string }> =>
  page.evaluate(() => {
    const { heard } = window as unknown as { heard: HTMLMediaElement[] };
    const last = heard.at(-1);
    if (!last || last.paused) return { second: -1, file: '' };
    return { second: last.currentTime, file: last.currentSrc.split('/').at(-1) ?? '' };
  });

/** Waits until a part of a sound file is played. */
export async function expectSound(
  page: Page,
  { from, to = Number.POSITIVE_INFINITY, file = /./ }: { from: number; to?: number; file?: RegExp },
): Promise<void> {
  await expect(async () => {
    const now = await sound(page);
    expect(now.file).toMatch(file);
    expect(now.second).toBeGreaterThanOrEqual(from);
    expect(now.second).toBeLessThan(to);
  }).toPass({ timeout: 20_000, intervals: [50] });
}

/** Seeks the current sound, instead of waiting. */
export const skipTo = (page: Page, second: number | 'end'): Promise<void> =>
  page.evaluate((to) => {
    const { heard } = window as unknown as { heard: HTMLMediaElement[] };
    const last = heard.at(-1);
    if (last) last.currentTime = to === 'end' ? last.duration - 0.5 : to;
  }, second);

/** The texts passed to the speech synthesis. */
export const spoken = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { spoken: string[] }).spoken);
