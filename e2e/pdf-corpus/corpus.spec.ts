/**
 * The first page and three others of every PDF in a folder, as the reader shows them, compared with poppler's rendering
 * and text (npm run pdf-corpus).
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Page } from '@playwright/test';
import { alreadySignedIn, upload } from '../support/account.ts';
import { expect, test } from '../support/test.ts';
import { compareDrawings, compareTexts, whyNoComparison } from './compare.ts';
import { drawnByPoppler, readByPoppler } from './poppler.ts';

// Code that a trace injects into every frame would violate the policy there.
test.use({ trace: 'off', screenshot: 'off', serviceWorkers: 'block' });

/** The share of a page that may differ; more for files where one of the two renders something different on purpose. */
const mostDifference = 0.04;
const allowed: Readonly<Record<string, number>> = {
  // Form fields are HTML elements over the canvas here.
  'form_two_pages.pdf': 0.2,
  'js-buttons.pdf': 0.2,
  'evaljs.pdf': 0.3,
};
/** Milliseconds in which a page must be drawn. */
const drawn = 30_000;

const files = (process.env.LECTERN_PDF_FOLDERS?.split('\n') ?? [])
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((path) => path.toLowerCase().endsWith('.pdf'))
  .sort();

/** The first and the last page, and two between. */
const pagesOf = (total: number) => [...new Set([1, Math.ceil(total / 3), Math.ceil((2 * total) / 3), total])];

for (const file of files)
  test(join(basename(dirname(file)), basename(file)), async ({ page, request }, { outputPath }) => {
    test.setTimeout(600_000);
    const { token } = await alreadySignedIn(page, request);
    const book = await upload(request, token, file).catch(() => null);
    if (book?.format !== 'pdf' || book.page_count === 0)
      return test.skip(true, 'it is refused, no PDF, or asks for a password');
    const most = allowed[basename(file)] ?? mostDifference;
    let [worst, order] = [0, 1];
    for (const number of pagesOf(book.page_count)) {
      await request.put(`/v1/books/${book.id}/progress`, {
        headers: { authorization: `Bearer ${token}` },
        data: {
          current_page: number,
          total_pages: book.page_count,
          percentage: 1,
          updated_at: new Date().toISOString(),
          position: { page: number },
        },
      });
      const theirs = await drawnByPoppler(file, number);
      if (!theirs) {
        console.log(`  poppler did not draw page ${number}`);
        continue;
      }
      const ours = await shownPage(page, book, number);
      const { difference, picture } = await compareDrawings(ours.picture, theirs);
      worst = Math.max(worst, difference);
      if (difference > most) writeFileSync(outputPath(`${number}.png`), await picture());
      const texts = await readByPoppler(file, number);
      const why = whyNoComparison(ours.text, texts);
      if (why) console.log(`  page ${number}: ${why}`);
      else if (texts.length > 0)
        order = Math.min(order, Math.max(...texts.map((text) => compareTexts(ours.text, text))));
    }
    const percent = (part: number) => `${(part * 100).toFixed(1)} %`;
    console.log(`  ${basename(file)}: drawing ${percent(worst)}, words in order ${percent(order)}`);
    expect(worst, 'the share of a page that differs').toBeLessThanOrEqual(most);
  });

/** Picture and text of a page in the reader. */
async function shownPage(page: Page, book: Book, number: number): Promise<{ picture: Buffer; text: string }> {
  await page.goto(`/read/${book.id}`);
  // The canvas is visible while it is drawn; the viewer marks the page until it is complete.
  const sheet = page.locator(`.page[data-page-number="${number}"][data-loaded="true"]:not(.loadingIcon)`);
  const canvas = sheet.locator('canvas').first();
  await expect(canvas, `page ${number}`).toBeVisible({ timeout: drawn });
  await sheet
    .locator('.endOfContent')
    .waitFor({ state: 'attached', timeout: 5_000 })
    .catch(() => {});
  const address = await canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL('image/png'));
  const words = sheet.locator('.textLayer');
  // Lines are separate elements: in textContent, their words would run into one another.
  const text = (await words.count()) > 0 ? await words.first().innerText() : '';
  return { picture: Buffer.from(address.split(',')[1] ?? '', 'base64'), text };
}
