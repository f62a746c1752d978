/** Waits until the layout is stable: fonts and sizes follow a change some frames later. */
import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Pauses between two looks, in milliseconds. Playwright's own grow to a second, and most conditions hold after some
 * frames.
 */
export const pollIntervals = [20, 50, 100, 200];

/** Reads a value again if that fails: an element or frame may be replaced while it is read. */
export async function retried<T>(read: () => Promise<T>): Promise<T> {
  const values: T[] = [];
  await expect(async () => {
    values.push(await read());
  }).toPass({ timeout: 20_000, intervals: pollIntervals });
  return values.at(-1) as T;
}

/** Reads a value until it is the same before and after two frames. */
export async function steady<T>(page: Page, read: () => Promise<T>): Promise<T> {
  const values: T[] = [];
  await expect(async () => {
    const before = await read();
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    const after = await read();
    expect<unknown>(after).toEqual(before);
    values.push(after);
  }).toPass({ intervals: pollIntervals });
  return values.at(-1) as T;
}

/** The box of an element, once it is visible and stable. */
export const steadyBox = (
  element: Locator,
): Promise<NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>> =>
  steady(element.page(), async () => {
    const box = await element.boundingBox();
    if (!box) throw new Error('The element is not visible.');
    return box;
  });
