/** Media overlays. */
import type { Page } from '@playwright/test';
import { isAbout, isDark, shareOf } from '../support/epub/drawn.ts';
import { expectSomewhere, listen } from '../support/epub/screen.ts';
import { expectSound, skipTo, sound, spoken, stoppedAt } from '../support/epub/sound.ts';
import { chapterFrame } from '../support/reader.ts';
import { expect } from '../support/test.ts';
import { epubTest, notApplicable, turn } from './epubTest.ts';

/** The chapter with the overlay follows a page that describes the expected sound. */
async function listenToNext(page: Page): Promise<void> {
  await turn(page);
  await expect(page.locator('footer output')).not.toHaveText(/^Page 1 /);
  await listen(page);
}

const nextSentence = (page: Page) => page.getByRole('button', { name: 'Next sentence' }).click();

/** Playback has reached the end of the book. */
const expectOver = (page: Page) => expect(page.getByRole('group', { name: 'Reading aloud' })).toHaveCount(0);

for (const name of [
  'mol-support_xhtml',
  'mol-support_xhtml-fxl',
  'mol-timing-synchronization',
  'mol-timing-synchronization_svg',
  'mol-timing-synchronization_svg-fxl',
])
  epubTest(
    name,
    async ({ page }) => {
      await listenToNext(page);
      // From the beginning of the first clip.
      await expectSound(page, { from: 29.2, to: 40 });
    },
    { sample: name === 'mol-support_xhtml' },
  );

epubTest('mol-audio', async ({ page }) => {
  await listenToNext(page);
  await expectSound(page, { from: 29.2, to: 40 });
  await skipTo(page, 43.8);
  await expectOver(page);
  // At the end of the clip, not of the file.
  expect(Math.abs((await stoppedAt(page)) - 44.783)).toBeLessThan(0.5);
});

epubTest('mol-audio-no-clipend', async ({ page }) => {
  await listenToNext(page);
  await expectSound(page, { from: 29.2, to: 40 });
  await nextSentence(page);
  await expectSound(page, { from: 44.7, to: 50 });
  await skipTo(page, 'end');
  await expectOver(page);
});

epubTest('mol-audio-no-clipbegin', async ({ page }) => {
  await listenToNext(page);
  await expectSound(page, { from: 0, to: 20 });
});

epubTest('mol-audio-exceeding-clipend', async ({ page }) => {
  await listenToNext(page);
  for (const from of [29.2, 44.7, 50.4]) {
    await expectSound(page, { from, to: from + 8, file: /mobydick_1/ });
    if (from < 50) await nextSentence(page);
  }
  await skipTo(page, 'end');
  await expectSound(page, { from: 0, to: 15, file: /mobydick_2/ });
});

for (const kind of ['', '-fxl'])
  epubTest(`mol-timing-synchronization_multiple_audio${kind}`, async ({ page }) => {
    await listenToNext(page);
    await expectSound(page, { from: 29.2, to: 40, file: /mobydick_1/ });
    for (let times = 0; times < 2; times++) await nextSentence(page);
    await expectSound(page, { from: 50.4, to: 60, file: /mobydick_1/ });
    await skipTo(page, 87.5);
    await expectSound(page, { from: 0, to: 15, file: /mobydick_2/ });
  });

epubTest('mol-timing-synchronization_fxl', async ({ page }) => {
  await listenToNext(page);
  await expectSound(page, { from: 29.2, to: 40 });
  await skipTo(page, 44.3);
  // The second page is played and shown.
  await expectSound(page, { from: 44.7, to: 50 });
  await expectSomewhere(page, /Second page/);
});

epubTest('mol-css', async ({ page }) => {
  await listenToNext(page);
  await expectSound(page, { from: 29.2, to: 60 });
  const chapter = chapterFrame(page);
  await expect(async () => {
    const active = await chapter.locator('.active-item').first().boundingBox({ timeout: 500 });
    const rest = await chapter.locator('#c01s0008').boundingBox({ timeout: 500 });
    if (!active || !rest) throw new Error('Nothing is read.');
    const green = await shareOf(page, active, isAbout(13, 146, 95));
    expect(green, 'The share of the green background').toBeGreaterThan(0.3);
    expect(await shareOf(page, rest, isAbout(158, 158, 158, 24)), 'The share of gray').toBeGreaterThan(0.01);
    expect(await shareOf(page, rest, isDark), 'The share of dark letters').toBe(0);
  }).toPass({ intervals: [30] });
});

epubTest('mol-navigation', async ({ page }) => {
  await listen(page);
  await expectSound(page, { from: 0, file: /ch1/ });
  // Another chapter is opened during playback.
  await page.keyboard.press('End');
  await page.getByRole('button', { name: 'Pause' }).focus();
  await turn(page);
  await expectSound(page, { from: 0, to: 6, file: /ch2/ });
});

for (const kind of ['', '-fxl'])
  epubTest(
    `mol-support_xhtml-load${kind}`,
    async ({ page }) => {
      await turn(page);
      await turn(page);
      await expectSomewhere(page, /insular city of the Manhattoes/);
      await listen(page);
      // In the middle of the overlay that both pages share.
      await expectSound(page, { from: 106.4, to: 116 });
    },
    // One page at a time: of two, the first is read first.
    { viewport: { width: 820, height: 1_180 } },
  );

for (const kind of ['', '-fxl'])
  epubTest(
    `mol-support_xhtml-load-next${kind}`,
    async ({ page }) => {
      await listenToNext(page);
      await expectSound(page, { from: 29.2, to: 106.4 });
      // To the last sentence of the page, and beyond its end.
      await expect(async () => {
        await nextSentence(page);
        expect((await sound(page)).second).toBeGreaterThan(97.4);
      }).toPass({ intervals: [60] });
      await skipTo(page, 106);
      await expectSomewhere(page, /insular city of the Manhattoes/);
      await expectSound(page, { from: 106.4, to: 116 });
    },
    { sample: kind === '' },
  );

/** The last text passed to the speech synthesis. */
const lastSpoken = async (page: Page) => (await spoken(page)).at(-1) ?? '';

epubTest('mol-tts_single', async ({ page }) => {
  await listenToNext(page);
  await expect.poll(() => lastSpoken(page)).toMatch(/^Call me Ishmael.*It is a way I have of driving off/s);
});

epubTest(
  'mol-tts_multi',
  async ({ page }) => {
    await listenToNext(page);
    await expect.poll(() => lastSpoken(page)).toMatch(/^Call me Ishmael.*the watery part of the world\.$/s);
    await nextSentence(page);
    await expect.poll(() => lastSpoken(page)).toMatch(/^It is a way I have of driving off/);
  },
  { sample: true },
);

notApplicable('mol-ignore', 'It is for reading systems that do not support media overlays.');
