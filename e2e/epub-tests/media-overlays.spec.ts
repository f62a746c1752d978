/** Books that read themselves aloud. */
import type { Page } from '@playwright/test';
import { epubTest, turn } from '../support/epubTests.ts';
import { chapterFrame, pressInBar } from '../support/reader.ts';
import { expect } from '../support/test.ts';

/** Starts reading aloud, as a reader does. */
async function listen(page: Page): Promise<void> {
  await pressInBar(page, 'More');
  await page.getByRole('menuitem', { name: 'Read aloud' }).click();
}

/** Second of the sound that is heard; -1 for none. */
const second = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { heard } = window as unknown as { heard: HTMLMediaElement[] };
    const last = heard.at(-1);
    return last && !last.paused ? last.currentTime : -1;
  });

/** The chapter with the overlay follows a page that says what must be heard. */
async function openSpokenChapter(page: Page): Promise<void> {
  await turn(page);
  await listen(page);
}

for (const [name, from] of [
  ['mol-support_xhtml', 29.2],
  ['mol-audio', 29.2],
  ['mol-audio-no-clipend', 29.2],
  ['mol-audio-no-clipbegin', 0],
  ['mol-audio-exceeding-clipend', 0],
  ['mol-support_xhtml-fxl', 0],
  ['mol-support_xhtml-load', 0],
  ['mol-timing-synchronization', 0],
  ['mol-timing-synchronization_fxl', 0],
  ['mol-timing-synchronization_multiple_audio', 0],
  ['mol-timing-synchronization_svg', 0],
] as const)
  epubTest(
    name,
    async ({ page }) => {
      await openSpokenChapter(page);
      await expect.poll(() => second(page)).toBeGreaterThan(from);
    },
    { sample: name === 'mol-support_xhtml' },
  );

epubTest('mol-css', async ({ page }) => {
  await openSpokenChapter(page);
  await expect(chapterFrame(page).locator('.active-item, .-epub-media-overlay-active').first()).toBeVisible();
});

epubTest('mol-navigation', async ({ page }) => {
  await listen(page);
  await expect.poll(() => second(page)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Next sentence' }).click();
  await expect.poll(() => second(page)).toBeGreaterThan(1.2);
});

epubTest('mol-support_xhtml-load-next', async ({ page }) => {
  await openSpokenChapter(page);
  await expect.poll(() => second(page)).toBeGreaterThan(0);
  const words = () => chapterFrame(page).locator('body').textContent();
  const first = await words();
  await expect(async () => {
    await page.getByRole('button', { name: 'Next sentence' }).click();
    expect(await words()).not.toBe(first);
  }).toPass({ timeout: 20_000, intervals: [300] });
  await expect.poll(() => second(page)).toBeGreaterThan(0);
});
