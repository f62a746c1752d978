/** The visible state of the reader: pages and their boxes, styles, colors, sound. */
import type { Locator, Page } from '@playwright/test';
import { chapterFrame, pressInBar } from '../reader.ts';
import { retried, steadyBox } from '../steady.ts';
import { expect } from '../test.ts';
import { type Box, expectLike, inkOf } from './drawn.ts';

/** A frame may be removed while it is inspected. */
const briefly = { timeout: 1_000 };

/**
 * Runs in a chapter. Its visible text, and where the beginning of a part of it is on the screen.
 * A closed document has no text.
 */
function readVisible(body: Element, pattern: { source: string; flags: string } | null) {
  const document = body.ownerDocument;
  const letters: string[] = [];
  const places: [node: Node, offset: number][] = [];
  const walker = document.createTreeWalker(body, 4);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    for (const [offset, letter] of [...(node.textContent ?? '')].entries()) {
      const isSpace = letter.trim() === '';
      if (isSpace && (letters.at(-1) ?? ' ') === ' ') continue;
      letters.push(isSpace ? ' ' : letter);
      places.push([node, offset]);
    }
  }
  const text = letters.join('').trim();
  const found = pattern && new RegExp(pattern.source, pattern.flags).exec(text);
  const start = found && places[found.index];
  const frame = document.defaultView?.frameElement as HTMLIFrameElement | null;
  if (!start || !frame) return { text, words: null };
  const range = document.createRange();
  range.setStart(...start);
  // The first word or two: a line may end after them.
  range.setEnd(start[0], Math.min(start[1] + 6, start[0].textContent?.length ?? 0));
  const [box] = range.getClientRects();
  const outer = frame.getBoundingClientRect();
  const scale = outer.width / (frame.offsetWidth || 1);
  if (!box) return { text, words: null };
  const words = {
    x: outer.x + box.x * scale,
    y: outer.y + box.y * scale,
    width: box.width * scale,
    height: box.height * scale,
  };
  return { text, words };
}

/** The visible pages or chapters, from left to right. */
export async function shown(page: Page): Promise<{ text: string; box: Box; frame: Locator }[]> {
  const frames = await page.locator('iframe >> visible=true').all();
  const found = await Promise.all(
    frames.map(async (frame) => ({
      frame,
      box: (await frame.boundingBox(briefly)) ?? { x: 0, y: 0, width: 0, height: 0 },
      text: (await frame.contentFrame().locator('body').evaluate(readVisible, null, briefly)).text,
    })),
  );
  return found.sort((a, b) => a.box.x - b.box.x);
}

/**
 * Waits until these pages are visible, from left to right; each is identified by some of its text, which must be drawn
 * in the window.
 */
export async function expectShown(page: Page, ...words: RegExp[]): Promise<Box[]> {
  let boxes: Box[] = [];
  await expect(async () => {
    const pages = await shown(page);
    expect(
      pages.map(({ text }) => text.slice(0, 400)),
      'The pages that are shown',
    ).toEqual(words.map((each) => expect.stringMatching(each)));
    for (const [index, { frame }] of pages.entries()) await expectDrawn(page, frame, words[index] ?? /./);
    boxes = pages.map(({ box }) => box);
  }).toPass({ intervals: [50, 100, 200, 400] });
  return boxes;
}

async function expectDrawn(page: Page, frame: Locator, { source, flags }: RegExp): Promise<void> {
  const { words } = await frame
    .contentFrame()
    .locator('body')
    .evaluate(readVisible, { source, flags }, briefly);
  expect(words, 'The words have a place on the screen').not.toBeNull();
  if (!words) return;
  expectWhole(page, [words]);
  expect(await inkOf(page, words), 'The words are drawn').toBeGreaterThan(0.02);
}

/** Waits until a text is on one of the visible pages. */
export const expectSomewhere = (page: Page, words: RegExp): Promise<void> =>
  expect(async () => {
    const texts = (await shown(page)).map(({ text }) => text);
    expect(texts.join('\n')).toMatch(words);
  }).toPass({ intervals: [50, 100, 200] });

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

/** A computed property of all elements in the visible chapter that match, each value once. */
export const styleOf = (page: Page, selector: string, property: string): Promise<string[]> =>
  retried(() =>
    chapterFrame(page)
      .locator(selector)
      .evaluateAll(
        (elements, name) => [
          ...new Set(elements.map((element) => getComputedStyle(element).getPropertyValue(name))),
        ],
        property,
      ),
  );

/** Waits until an image of the chapter is drawn, complete and like the file in the book. */
export async function expectPicture(page: Page, original: Buffer | null, selector = 'img'): Promise<void> {
  const picture = chapterFrame(page).locator(selector).first();
  await expect
    .poll(
      () =>
        picture
          .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0, undefined, briefly)
          .catch(() => false),
      'The image is decoded',
    )
    .toBe(true);
  // The page is laid out again when the image has loaded.
  const box = await steadyBox(picture);
  expect(box.width).toBeGreaterThan(4);
  expectWhole(page, [box]);
  if (original) await expectLike(page, box, original);
  else expect(await inkOf(page, box), 'The image is not one color').toBeGreaterThan(0.02);
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
