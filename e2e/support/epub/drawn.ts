/** What is drawn: pixels, the faces of letters, the lines of a text. */
import type { Locator, Page } from '@playwright/test';
import { chapterFrame } from '../reader.ts';
import { retried } from '../steady.ts';
import { expect } from '../test.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A color of a screenshot, each channel 0..255. */
export interface Color {
  red: number;
  green: number;
  blue: number;
}

export const isRed = ({ red, green, blue }: Color): boolean => red > 180 && green < 90 && blue < 90;
export const isGreen = ({ red, green, blue }: Color): boolean => green > red + 30 && green > blue + 30;
export const isBlue = ({ red, green, blue }: Color): boolean => blue > red + 80 && blue > green + 80;
export const isDark = ({ red, green, blue }: Color): boolean => red < 110 && green < 110 && blue < 110;
/** Whether a color is about this one. */
export const isAbout =
  (red: number, green: number, blue: number, tolerance = 12) =>
  (color: Color): boolean =>
    Math.abs(color.red - red) <= tolerance &&
    Math.abs(color.green - green) <= tolerance &&
    Math.abs(color.blue - blue) <= tolerance;

interface Pixels {
  width: number;
  height: number;
  at(x: number, y: number): Color;
}

function clipOf(page: Page, box: Box): Box {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const [x, y] = [Math.max(0, Math.round(box.x)), Math.max(0, Math.round(box.y))];
  return {
    x,
    y,
    width: Math.max(1, Math.min(width - x, Math.round(box.width))),
    height: Math.max(1, Math.min(height - y, Math.round(box.height))),
  };
}

/** The part of the screen in a box. */
export async function pixelsOf(page: Page, box: Box): Promise<Pixels> {
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(await page.screenshot({ clip: clipOf(page, box) }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    at: (x, y) => {
      const place = (y * info.width + x) * 3;
      return { red: data[place] ?? 0, green: data[place + 1] ?? 0, blue: data[place + 2] ?? 0 };
    },
  };
}

/** How many pixels of each row have such colors. */
export const rowsOf = (pixels: Pixels, matches: (color: Color) => boolean): number[] =>
  Array.from({ length: pixels.height }, (_, y) => {
    let found = 0;
    for (let x = 0; x < pixels.width; x++) if (matches(pixels.at(x, y))) found++;
    return found;
  });

/** How many pixels of each column have such colors. */
export const columnsOf = (pixels: Pixels, matches: (color: Color) => boolean): number[] =>
  Array.from({ length: pixels.width }, (_, x) => {
    let found = 0;
    for (let y = 0; y < pixels.height; y++) if (matches(pixels.at(x, y))) found++;
    return found;
  });

/** Share of a box on the screen, 0..1, that has such colors. */
export async function shareOf(page: Page, box: Box, matches: (color: Color) => boolean): Promise<number> {
  const pixels = await pixelsOf(page, box);
  const found = rowsOf(pixels, matches).reduce((sum, row) => sum + row, 0);
  return found / (pixels.width * pixels.height);
}

/** Share of a box, 0..1, that differs from its most frequent color: letters on paper. */
export async function inkOf(page: Page, box: Box): Promise<number> {
  const pixels = await pixelsOf(page, box);
  const counts = new Map<string, number>();
  for (let y = 0; y < pixels.height; y++)
    for (let x = 0; x < pixels.width; x++) {
      const { red, green, blue } = pixels.at(x, y);
      const key = [red, green, blue].map((each) => each >> 5).join();
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return 1 - Math.max(...counts.values()) / (pixels.width * pixels.height);
}

/** The names of the fonts with which the browser drew the text of the elements. */
export async function facesOf(page: Page, selector: string): Promise<string[]> {
  const elements = chapterFrame(page).locator(selector);
  await elements.evaluateAll((all) => {
    for (const each of all) each.setAttribute('data-judged', '');
  });
  const session = await page.context().newCDPSession(page);
  try {
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const { nodes } = await session.send('DOM.getFlattenedDocument', { depth: -1, pierce: true });
    const marked = nodes.filter(({ attributes }) => attributes?.includes('data-judged'));
    const answers = await Promise.all(
      marked.map(({ nodeId }) => session.send('CSS.getPlatformFontsForNode', { nodeId })),
    );
    const fonts = answers.flatMap((answer) => answer.fonts);
    return [...new Set(fonts.map((font) => `${font.postScriptName}${font.isCustomFont ? '' : ' (system)'}`))];
  } finally {
    await session.detach();
  }
}

/** A line of a text: its letters, and their boxes within the chapter. */
export interface Line {
  text: string;
  boxes: Box[];
}

/** The lines of each of the elements, as they are broken on the screen. */
export const linesOf = (page: Page, selector: string): Promise<Line[][]> =>
  retried(() =>
    chapterFrame(page)
      .locator(selector)
      .evaluateAll((elements) =>
        elements.map((element) => {
          const isVertical = getComputedStyle(element).writingMode.startsWith('vertical');
          const lines: { text: string; boxes: { x: number; y: number; width: number; height: number }[] }[] =
            [];
          const range = element.ownerDocument.createRange();
          const walker = element.ownerDocument.createTreeWalker(element, 4);
          let across = 0;
          for (let node = walker.nextNode(); node; node = walker.nextNode())
            for (const [index, letter] of [...(node.textContent ?? '')].entries()) {
              range.setStart(node, index);
              range.setEnd(node, index + 1);
              const box = [...range.getClientRects()].at(-1);
              const line = lines.at(-1);
              if (!box || (isVertical ? box.height : box.width) === 0) {
                if (line) line.text += letter;
                continue;
              }
              const { x, y, width, height } = box;
              const side = isVertical ? x : y;
              if (!line || Math.abs(side - across) > 14) lines.push({ text: '', boxes: [] });
              lines.at(-1)?.boxes.push({ x, y, width, height });
              const last = lines.at(-1);
              if (last) last.text += letter;
              across = side;
            }
          return lines;
        }),
      ),
  );

/** Asserts that the screen shows an element otherwise when a property of it is taken away. */
export async function expectDrawnBy(element: Locator, property: string, without: string): Promise<void> {
  const shot = () => element.screenshot({ animations: 'disabled' });
  const before = await shot();
  await element.evaluate(
    (each: HTMLElement, [name = '', value = '']) => each.style.setProperty(name, value, 'important'),
    [property, without],
  );
  const after = await shot();
  await element.evaluate((each: HTMLElement, name) => each.style.removeProperty(name), property);
  expect(before.equals(after), `The screen is the same without ${property}`).toBe(false);
}

/** Asserts that a box of the screen shows this picture. */
export async function expectLike(page: Page, box: Box, original: Buffer): Promise<void> {
  const { default: sharp } = await import('sharp');
  const small = (image: Buffer) =>
    sharp(image)
      .flatten({ background: '#fff' })
      .resize(12, 12, { fit: 'fill' })
      .removeAlpha()
      .raw()
      .toBuffer();
  const [wanted, seen] = await Promise.all([
    small(original),
    page.screenshot({ clip: clipOf(page, box) }).then(small),
  ]);
  const apart = wanted.reduce((sum, value, at) => sum + Math.abs(value - (seen[at] ?? 0)), 0) / wanted.length;
  expect(apart, 'The screen differs from the picture of the book').toBeLessThan(16);
}
