/** PDFs: selections that leave the text, words over line and page breaks, underlines. */
import type { Page } from '@playwright/test';
import { openBook } from './support/openBook.ts';
import { makePdf, type PdfPageParts } from './support/pdfFiles.ts';
import { steadyBox } from './support/steady.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

const linesOf = (page: number): PdfPageParts => ({
  words: Array.from({ length: 30 }, (_, line) => ({
    text: `Line ${line + 1} of page ${page} with plain words.`,
    x: 72,
    y: 720 - line * 20,
    height: 14,
  })),
});
const lineOf = (page: Page, name: string) => page.locator('.textLayer span', { hasText: name }).last();
const selected = (page: Page) => page.evaluate(() => document.getSelection()?.toString() ?? '');

test('[N-03] a selection that ends on a bar, above or below, has the words up to the end of its page', async ({
  page,
  context,
  request,
}) => {
  const { account, book } = await openBook(page, context, request, makePdf('bars', [1, 2, 3].map(linesOf)));
  const from = await steadyBox(lineOf(page, 'Line 3 of page 1 '));
  const footer = page.locator('footer');
  for (const end of ['below', 'above'] as const) {
    await test.step(`it ends ${end}`, async () => {
      // The bars appear with the pointer.
      await page.mouse.move(from.x + 300, from.y + 200);
      await page.mouse.move(from.x + 320, from.y + 210);
      await expect(footer).toHaveCSS('opacity', '1');
      const bar = await steadyBox(
        end === 'below' ? footer.locator('output') : page.locator('header').first(),
      );
      await page.mouse.move(from.x + 1, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(from.x + 40, from.y + from.height / 2, { steps: 4 });
      await page.mouse.move(bar.x + bar.width / 2, bar.y + bar.height / 2, { steps: 12 });
      await page.mouse.up();
      await expect(page.getByRole('button', { name: 'Blue' })).toBeVisible();
      const text = await selected(page);
      expect(text).not.toContain('Page 1 of 3');
      expect(text).not.toContain('of page 2');
      expect(text).toContain(end === 'below' ? 'Line 5 of page 1' : 'Line 1 of page 1');
      if (end === 'below') await page.getByRole('button', { name: 'Blue' }).click();
      else await page.mouse.click(from.x + 300, from.y + 250);
    });
  }
  await expect
    .poll(async () => {
      const answer = await request.get(`/v1/books/${book.id}/highlights`, {
        headers: { authorization: `Bearer ${account.token}` },
      });
      return (await answer.json()).items.map(({ text, position }: { text: string; position: object }) => [
        text.startsWith('Line 3 of page 1'),
        text.includes('of page 2'),
        'continued' in position,
      ]);
    })
    .toEqual([[true, false, false]]);
});

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
