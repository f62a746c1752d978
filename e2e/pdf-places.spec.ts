/** PDFs: selections that leave the text, words over line and page breaks, underlines. */
import { openBook } from './support/openBook.ts';
import { makePdf, type PdfPageParts } from './support/pdfFiles.ts';
import { withBars } from './support/reader.ts';
import { steadyBox } from './support/steady.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

test('[R-11] a word over a line or page break is found in the book', async ({ page, context, request }) => {
  const lines = (texts: readonly string[]): PdfPageParts => ({
    words: texts.map((text, index) => ({ text, x: 72, y: 700 - index * 24, height: 16 })),
  });
  const file = makePdf('broken-words', [
    lines(['the self-', 'evident truth', 'opened for the wander-']),
    lines(['ing merchants of the north.']),
  ]);
  await openBook(page, context, request, file);
  await expect(page.locator('.page[data-page-number="2"] .endOfContent')).toBeAttached();
  for (const words of ['self-evident truth', 'wandering merchants']) {
    await page.keyboard.press('Control+f');
    await page.getByRole('searchbox', { name: 'Search in this book' }).fill(words);
    await expect(page.locator('.textLayer .highlight').first()).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

test('[N-03] a selection that ends on the bar takes words of the pages only', async ({
  page,
  context,
  request,
}) => {
  const sheet = (name: string): PdfPageParts => ({
    words: Array.from({ length: 20 }, (_, at) => ({
      text: `${name} ${at + 1}`,
      x: 72,
      y: 720 - at * 32,
      height: 16,
    })),
  });
  await openBook(page, context, request, makePdf('three-pages', ['first', 'second', 'third'].map(sheet)));
  const line = page.locator('.textLayer span', { hasText: 'first 3' }).first();
  await expect(line).toBeVisible();
  const bar = page.getByRole('button', { name: 'Next page' });
  await withBars(page, async (options) => {
    await expect(bar).toBeVisible(options);
    const [from, to] = [await steadyBox(line), await steadyBox(bar)];
    await page.mouse.move(from.x + 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + 60, from.y + 120, { steps: 5 });
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 10 });
    await page.mouse.up();
  });
  await expect(page.getByRole('button', { name: 'Blue' })).toBeVisible();
  const selected = await page.evaluate(() => document.getSelection()?.toString() ?? '');
  expect(selected).toMatch(/^first 3\s+first 4/);
  expect(selected.replace(/(first|second|third) \d+/g, '').trim()).toBe('');
});

test('[R-11] an underline on a turned page is at the foot of its words', async ({
  page,
  context,
  request,
}) => {
  const words = [{ text: 'anchor', x: 300, y: 420, height: 16 }];
  const file = makePdf(
    'turned',
    ([90, 180, 270, 0] as const).map((rotate) => ({ words, rotate })),
  );
  const { book, account } = await openBook(page, context, request, file);
  for (const number of [1, 3, 4])
    await request.post(`/v1/books/${book.id}/highlights`, {
      headers: { authorization: `Bearer ${account.token}` },
      data: {
        id: crypto.randomUUID(),
        text: 'anchor',
        color: 'blue',
        style: 'underline',
        position: { page: number, rects: [[300, 416, 350, 436]] },
      },
    });
  await page.reload();
  const sides = { 1: 'left', 3: 'right', 4: 'bottom' };
  for (const [number, side] of Object.entries(sides)) {
    const sheet = page.locator(`.page[data-page-number="${number}"]`);
    await sheet.scrollIntoViewIfNeeded();
    const widths = () =>
      sheet.locator('[data-style="underline"]').evaluate((mark) => {
        const style = getComputedStyle(mark);
        return (['left', 'top', 'right', 'bottom'] as const).filter(
          (one) => Number.parseFloat(style.getPropertyValue(`border-${one}-width`)) > 0,
        );
      });
    await expect.poll(widths, side).toEqual([side]);
  }
});
