/** PDFs: selections that leave the text, words over line and page breaks, underlines. */
import { openBook } from './support/openBook.ts';
import { makePdf, type PdfPageParts } from './support/pdfFiles.ts';
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
