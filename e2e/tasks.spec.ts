import { makeEpub } from './support/books.ts';
import { countingClicks } from './support/clicks.ts';
import { openBook } from './support/openBook.ts';
import { chapterFrame, paragraphOnScreen, withBars } from './support/reader.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('[U-30] font and margin take three clicks, beside a visible page that changes at once', async ({
    page,
    context,
    request,
  }) => {
    await openBook(page, context, request, await makeEpub());
    const { click, count } = countingClicks();
    const paragraph = await paragraphOnScreen(page);
    const shown = () =>
      paragraph.evaluate((element) => ({
        font: getComputedStyle(element).fontFamily,
        width: element.getBoundingClientRect().width,
      }));
    const before = await shown();

    // The book opens with its bars; on a slow machine they may have left.
    await expect(async () => {
      await page.mouse.move(150, 300);
      await page.mouse.move(180, 330);
      await click(page.getByRole('button', { name: 'Appearance', exact: true }), { timeout: 5_000 });
    }).toPass();
    const sheet = page.getByRole('dialog', { name: 'Appearance' });
    await click(sheet.getByRole('radio', { name: /^OpenDyslexic/ }));
    await expect.poll(async () => (await shown()).font).toContain('OpenDyslexic');
    // The end of the track is the widest margin.
    const track = sheet.locator('[data-orientation]', { has: page.getByRole('slider', { name: 'Margins' }) });
    const { width = 0 } = (await track.first().boundingBox()) ?? {};
    await click(track.first(), { position: { x: width - 4, y: 22 } });
    await expect.poll(async () => (await shown()).width).toBeLessThan(before.width);
    expect(count()).toBe(3);

    const { y = 0 } = (await sheet.boundingBox()) ?? {};
    expect(y).toBeGreaterThanOrEqual(844 / 2);
    await expect(sheet.getByText('Line height')).toHaveCount(0);
    await sheet.getByRole('button', { name: 'More' }).click();
    await expect(sheet.getByText('Line height')).toBeVisible();
  });
});

test('[U-04] a session is timed, ended and seen with its day by two clicks', async ({
  page,
  context,
  request,
}) => {
  await openBook(page, context, request, await makeEpub());
  const { click, count } = countingClicks();
  await withBars(page, (options) =>
    click(page.getByRole('button', { name: 'Start reading session', exact: true }), options),
  );
  await chapterFrame(page).locator('body').press('ArrowRight');
  await expect(page.getByText(/^Page 2 of \d+$/).first()).toBeAttached();
  await withBars(page, (options) => click(page.getByRole('button', { name: 'Stop', exact: true }), options));

  const summary = page.getByRole('region', { name: 'Reading session ended.' });
  await expect(summary.getByRole('heading', { name: 'Less than a minute · 1 page' })).toBeVisible();
  await expect(summary.getByRole('progressbar', { name: 'Reading today' })).toBeVisible();
  expect(count()).toBe(2);
  await summary.getByLabel('A line about this session').fill('One page, and tea.');
  await summary.getByRole('button', { name: 'Save' }).click();
  await expect(summary).toHaveCount(0);
});
