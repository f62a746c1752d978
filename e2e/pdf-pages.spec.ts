/** The pages of PDFs: what remains of those that were left, loading, forms, presentations, labels and layers. */
import { readFileSync, statSync } from 'node:fs';
import type { CDPSession } from '@playwright/test';
import { makeXfaPdf } from '../server/test/support/pdf.ts';
import { openBook, signInWithBook } from './support/openBook.ts';
import { makePdf, pdfOf, pdfStream, savePdf } from './support/pdfFiles.ts';
import { pressInBar } from './support/reader.ts';
import { steadyBox } from './support/steady.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

/**
 * How many objects of a class are alive after garbage collection, whether in the document or not.
 * @param isCounted a predicate for such an object, as source code
 */
async function countAlive(devtools: CDPSession, className: string, isCounted: string): Promise<number> {
  // The collection of queryObjects alone leaves elements that are reachable from nowhere, for many seconds.
  await devtools.send('HeapProfiler.collectGarbage');
  const { result: prototype } = await devtools.send('Runtime.evaluate', {
    expression: `${className}.prototype`,
  });
  const { objects } = await devtools.send('Runtime.queryObjects', {
    prototypeObjectId: prototype.objectId as string,
  });
  const { result } = await devtools.send('Runtime.callFunctionOn', {
    objectId: objects.objectId as string,
    functionDeclaration: `function () { return this.filter(${isCounted}).length; }`,
    returnByValue: true,
  });
  await devtools.send('Runtime.releaseObject', { objectId: objects.objectId as string });
  return result.value;
}

test('[P-06] pages out of view keep no canvas, text or links, and thumbnails out of view no image', async ({
  page,
  context,
  request,
}) => {
  const total = 24;
  const withoutVisit = 160;
  const link =
    '<< /Type /Annot /Subtype /Link /Rect [72 600 200 620] /Border [0 0 0] /A << /S /URI /URI (https://example.org/) >> >>';
  const file = makePdf(
    'many-pages',
    Array.from({ length: total + withoutVisit }, (_, index) => ({
      words: [{ text: `word-of-page-${index + 1}`, x: 72, y: 700, height: 16 }],
      annotations: [link],
    })),
  );
  await openBook(page, context, request, file);
  for (let number = 1; number <= total; number++) {
    await expect(page.locator(`.page[data-page-number="${number}"] .textLayer .endOfContent`)).toBeAttached();
    if (number < total) await page.keyboard.press('PageDown');
  }
  const devtools = await page.context().newCDPSession(page);
  // The viewer keeps ten pages, and draws one ahead.
  const kept = 12;
  const alive: [what: string, prototype: string, isCounted: string][] = [
    ['canvases', 'HTMLCanvasElement', '(one) => one.width * one.height > 10_000'],
    [
      'words',
      'HTMLSpanElement',
      '(one) => /^word-of-page-/.test(one.textContent) && one.childElementCount === 0',
    ],
    ['text layers', 'HTMLDivElement', '(one) => one.classList.contains("textLayer")'],
    ['links', 'HTMLAnchorElement', '(one) => one.href.includes("example.org")'],
  ];
  // Rendering of a page that was left is released only when it has ended.
  for (const [what, prototype, isCounted] of alive)
    await expect
      .poll(() => countAlive(devtools, prototype, isCounted), { message: what })
      .toBeLessThanOrEqual(kept);

  await pressInBar(page, 'Contents, bookmarks and notes');
  await page.getByRole('tab', { name: 'Pages' }).click();
  const thumbnail = (number: number) => page.getByRole('button', { name: `Page ${number}`, exact: true });
  for (const number of [60, 100, 140, 180]) {
    await expect(async () => {
      await thumbnail(total).or(page.locator('[data-index] button').last()).last().scrollIntoViewIfNeeded();
      await page.mouse.move(1300, 500);
      await page.mouse.wheel(0, 1_500);
      expect(await page.locator(`[data-index] button[aria-label="Page ${number}"]`).count()).toBe(1);
    }).toPass({ intervals: [50] });
  }
  // Visible ones and some around them, besides the pages.
  await expect
    .poll(() => countAlive(devtools, 'HTMLCanvasElement', '(one) => one.width * one.height > 10_000'))
    .toBeLessThan(kept + 40);
});

test('a PDF above 8 MB is loaded in ranges: its first page is shown before a third of the file was loaded', async ({
  page,
  context,
  request,
}) => {
  // Comments, which draw nothing, make each later page a quarter of a megabyte.
  const filling = `% ${'x'.repeat(100)}\n`.repeat(2_500);
  const file = makePdf('large', [
    { words: [{ text: 'The first page', x: 72, y: 700, height: 16 }] },
    ...Array.from({ length: 60 }, () => ({ drawing: filling })),
  ]);
  const { size } = statSync(file);
  expect(size).toBeGreaterThan(8 * 1024 * 1024);
  const { book } = await signInWithBook(page, context, request, file);
  let bytes = 0;
  page.on('response', async (response) => {
    if (response.headers()['content-type']?.startsWith('application/pdf'))
      bytes += Number(response.headers()['content-length'] ?? 0) * (response.status() === 206 ? 1 : 0);
  });
  await page.goto(`/read/${book.id}`);
  await expect(page.locator('.page[data-page-number="1"] .textLayer')).toContainText('The first page');
  await expect.poll(() => bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(size / 3);
});

test('text that was written on a page is drawn once, and nothing of the page is above the end of the book', async ({
  page,
  context,
  request,
}) => {
  const note =
    '<< /Type /Annot /Subtype /FreeText /Rect [150 350 450 450] /Contents (Well said) /DA (/Helv 12 Tf 0 g) /F 4 >>';
  const field =
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /F 4 /Rect [150 500 450 530] /DA (/F1 10 Tf 0 g) >>';
  await openBook(page, context, request, makePdf('written-on', [{ annotations: [note, field] }]));
  // Its words are for screen readers: the page shows them as the file draws them.
  await expect(page.locator('.freeTextAnnotation .annotationTextContent')).toHaveCSS('opacity', '0');
  const { x, y, width, height } = await steadyBox(page.locator('.textWidgetAnnotation'));
  await page.keyboard.press('Control+End');
  await expect(async () => {
    await page.keyboard.press('PageDown');
    await expect(page.getByRole('region', { name: 'The end' })).toBeVisible({ timeout: 500 });
  }).toPass();
  const isCovered = () =>
    page.evaluate(
      ([left, top]) => document.elementFromPoint(left, top)?.closest('.annotationLayer') === null,
      [x + width / 2, y + height / 2] as const,
    );
  await expect.poll(isCovered).toBe(true);
});

test('[P-05] an XFA form shows the pages and text of the form', async ({ page, context, request }) => {
  const file = savePdf('xfa', makeXfaPdf(['Name of the applicant', 'Signature on the second page']));
  await openBook(page, context, request, file);
  await expect(page.locator('.xfaLayer').first()).toContainText('Name of the applicant');
  await expect(page.locator('footer output')).toHaveText('Page 1 of 2');
});

test('[P-05] a PDF with a damaged XFA form shows its pages', async ({ page, context, request }) => {
  const file = savePdf('damaged-xfa', makeXfaPdf([], { damaged: true }));
  await openBook(page, context, request, file);
  await expect(page.locator('.textLayer').first()).toContainText('Please wait...');
});

test('a presentation shows the book page by page in full screen, and leaves the book as it was', async ({
  page,
  context,
  request,
}) => {
  const file = makePdf(
    'slides',
    [1, 2, 3].map((number) => ({ words: [{ text: `Slide ${number}`, x: 72, y: 700, height: 40 }] })),
  );
  await openBook(page, context, request, file);
  const container = page.locator('.lectern-pdf');
  await expect(container).toHaveAttribute('data-layout', 'continuous');
  // The menu fades out, and is closed after full screen has begun.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await pressInBar(page, 'More');
  await page.getByRole('menuitem', { name: 'Presentation' }).click();
  await expect(container).toHaveAttribute('data-layout', 'single');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await expect(page.getByRole('menu')).toHaveCount(0);
  // With the focus on a button of the bars, they would cover the page, and Space would press it.
  await expect(container).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.page:visible')).toHaveCount(1);
  await expect(page.locator('.page[data-page-number="2"]')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.locator('.page[data-page-number="3"]')).toBeVisible();
  await expect(page.locator('[data-reader-bar]').first()).toHaveCSS('opacity', '0');
  await page.evaluate(() => document.exitFullscreen());
  await expect(container).toHaveAttribute('data-layout', 'continuous');
  await expect(page.locator('footer output')).toHaveText('Page 3 of 3');
});

/** Three pages labeled i, ii and 1, with an attachment, a layer that fills half of each page, and a bold heading. */
function fileWithParts(): string {
  const content = pdfStream('/OC /Wires BDC 0 g 0 0 612 400 re f EMC');
  const sheet =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 6 0 R /Resources << /Properties << /Wires 7 0 R >> >> >>';
  return savePdf(
    'parts',
    pdfOf([
      '<< /Type /Catalog /Pages 2 0 R /PageLabels << /Nums [0 << /S /r >> 2 << /S /D >>] >> /Names << /EmbeddedFiles << /Names [(a) 8 0 R] >> >> /OCProperties << /OCGs [7 0 R] /D << /Order [7 0 R] /ON [7 0 R] >> >> /Outlines 10 0 R >>',
      '<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3 >>',
      sheet,
      sheet,
      sheet,
      content,
      '<< /Type /OCG /Name (Wires) >>',
      '<< /Type /Filespec /F (../folder/measures.csv) /UF (../folder/measures.csv) /EF << /F 9 0 R >> >>',
      pdfStream('length,width'),
      '<< /Type /Outlines /First 11 0 R /Last 11 0 R /Count 1 >>',
      '<< /Title (Plans) /Parent 10 0 R /Dest [4 0 R /Fit] /F 2 /C [0.8 0 0] >>',
    ]),
  );
}

test('pages are found by their labels; attachments are saved, layers switched, and outline entries styled as in the file', async ({
  page,
  context,
  request,
}) => {
  await openBook(page, context, request, fileWithParts());
  const place = page.locator('footer output');
  await expect(place).toHaveText('Page 1 of 3');

  const goTo = async (label: string) => {
    await pressInBar(page, 'Page 1 of 3. Go to page');
    await page.getByRole('textbox', { name: 'Go to page' }).fill(label);
    await page.keyboard.press('Enter');
  };
  await goTo('xii');
  await expect(page.getByText('There is no such page.')).toBeVisible();
  await page.keyboard.press('Escape');
  await goTo('ii');
  await expect(place).toHaveText('Page 2 of 3');

  await pressInBar(page, 'Contents, bookmarks and notes');
  const heading = page
    .getByRole('button', { name: /^Plans/ })
    .locator('span')
    .first();
  await expect(heading).toHaveCSS('font-weight', '700');
  await expect(heading).toHaveCSS('border-inline-start-color', 'rgb(204, 0, 0)');

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download measures.csv' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('measures.csv');
  expect(readFileSync(await saved.path(), 'utf8')).toBe('length,width');

  const darkness = () =>
    page
      .locator('.page[data-page-number="2"] canvas')
      .first()
      .evaluate((element) => {
        const { width, height } = element as HTMLCanvasElement;
        // Emptied, since the page is drawn again.
        if (width === 0 || height === 0) return null;
        const copy = new OffscreenCanvas(width, height).getContext('2d');
        copy?.drawImage(element as HTMLCanvasElement, 0, 0);
        return copy?.getImageData(width / 2, height - 20, 1, 1).data[0];
      });
  await expect.poll(darkness).toBe(0);
  await page.getByRole('switch', { name: 'Wires' }).click();
  await expect.poll(darkness).toBe(255);
});
