/** PDFs in text mode, and printing. */
import { openBook } from './support/openBook.ts';
import { makePdf } from './support/pdfFiles.ts';
import { pressInBar } from './support/reader.ts';
import { steady, steadyBox } from './support/steady.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

const animals =
  'ant bear crane dove eagle fox goat hare ibis jay kite lynx mole newt owl pig quail rook seal toad urchin vole wolf yak'.split(
    ' ',
  );

const sentence = (page: number, column: number, line: number) =>
  `The ${animals[(line + page * 7) % animals.length]} of ${page}-${column}-${line} ends here.`;

/** A page in two columns with a heading, whose sentences begin with different words than those of the next page. */
const twoColumns = (page: number) => ({
  words: [
    { text: `Chapter ${page}`, x: 72, y: 730, height: 24 },
    ...[72, 320].flatMap((x, column) =>
      Array.from({ length: 24 }, (_, line) => ({
        text: sentence(page, column + 1, line + 1),
        x,
        y: 690 - line * 24,
        height: 11,
      })),
    ),
  ],
});

test('a paper in two columns is shown as text; highlights and position match those of its pages', async ({
  page,
  context,
  request,
}) => {
  const { account, book } = await openBook(
    page,
    context,
    request,
    makePdf('columns', [1, 2, 3].map(twoColumns)),
  );
  await expect(page.locator('.page[data-page-number="1"] canvas')).toBeVisible();
  await pressInBar(page, 'More');
  await page.getByRole('menuitem', { name: 'Read as text' }).click();

  const first = page.getByRole('region', { name: 'Page 1', exact: true });
  await expect(first.getByRole('heading')).toHaveText('Chapter 1');
  await expect
    .poll(async () => (await first.locator('p').allTextContents()).join(' '))
    .toMatch(/of 1-1-24 ends here\. The \w+ of 1-2-1 ends/);

  // A word that is highlighted in the text is highlighted on the page, where it is printed.
  await first
    .locator('p')
    .first()
    .dblclick({ position: { x: 12, y: 10 } });
  await page.getByRole('button', { name: 'Blue' }).click();
  const stored = async () => {
    const answer = await request.get(`/v1/books/${book.id}/highlights`, {
      headers: { authorization: `Bearer ${account.token}` },
    });
    return (await answer.json()).items[0];
  };
  await expect.poll(async () => (await stored())?.text).toBe('The');
  const [x1, y1, x2, y2] = (await stored()).position.rects[0];
  expect(x1).toBeGreaterThanOrEqual(71);
  expect(x2).toBeLessThan(100);
  expect(y1).toBeLessThan(690);
  expect(y2).toBeGreaterThan(690);

  // The position of the line with these words, as a fraction of the window; null if it is not visible.
  const placeOf = (words: string, scrollTo: number | null) =>
    page.evaluate(
      ({ wanted, offset }) => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          if (!node.textContent?.includes(wanted) || !node.parentElement?.closest('.lectern-text')) continue;
          const range = document.createRange();
          range.selectNodeContents(node);
          const view = document.querySelector('.lectern-text');
          if (offset !== null)
            view?.scrollBy({ top: range.getBoundingClientRect().top - offset, behavior: 'instant' });
          return range.getBoundingClientRect().top / innerHeight;
        }
        return null;
      },
      { wanted: words, offset: scrollTo },
    );
  let isSaved = false;
  page.on('response', (response) => {
    if (response.url().endsWith('/progress') && response.ok()) isSaved = true;
  });
  await page.mouse.wheel(0, 1);
  await expect.poll(() => placeOf('of 2-2-10', 20)).not.toBeNull();
  await expect.poll(() => isSaved).toBe(true);
  await page.reload();
  const isBack = async () => {
    const place = await placeOf('of 2-2-10', null);
    return place !== null && place > -0.1 && place < 0.3;
  };
  await expect.poll(isBack).toBe(true);
  await page.getByRole('button', { name: 'Page 1', exact: true }).click();
  const printed = page.locator('.page[data-page-number="1"]');
  await expect(printed.locator('.lectern-marks [data-ink="blue"]')).toBeVisible();
  const word = printed.locator('.textLayer span', { hasText: 'of 1-1-1 ends' }).first();
  // Read together, since the pages scroll to this place.
  await expect(async () => {
    const [mark, line] = [
      await printed.locator('.lectern-marks [data-ink="blue"]').boundingBox(),
      await word.boundingBox(),
    ];
    expect(Math.abs((mark?.x ?? -9) - (line?.x ?? 0))).toBeLessThan(3);
    expect(Math.abs((mark?.y ?? -9) - (line?.y ?? 0))).toBeLessThan(6);
  }).toPass();

  // Printed with the highlight: the paper shows only the pages.
  await page.evaluate(() => {
    window.print = () => {
      const sheets = [...document.querySelectorAll<HTMLImageElement>('.lectern-print img')];
      document.body.dataset.printed = sheets.map(({ naturalWidth }) => naturalWidth > 1_000).join();
    };
  });
  await pressInBar(page, 'More');
  await page.getByRole('menuitem', { name: 'Print' }).click();
  const dialog = page.getByRole('dialog', { name: 'Print' });
  await expect(dialog.getByRole('switch', { name: 'With my highlights' })).toBeChecked();
  await dialog.getByRole('textbox', { name: 'Pages' }).fill('4');
  await dialog.getByRole('button', { name: 'Print' }).click();
  await expect(dialog.getByText('There is no such page.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Pages' }).fill('1, 3');
  await dialog.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'true,true');
  await expect(page.locator('.lectern-print')).toHaveCount(0);
});

test('[P-05] letters with separate accent glyphs, as in TeX output, are composed in search and text', async ({
  page,
  context,
  request,
}) => {
  const accented = '(Gr\\250) 445 (u\\337e an D\\250) 445 (urer)';
  const file = makePdf('accents', [
    { words: twoColumns(1).words, drawing: `BT /F1 11 Tf 72 90 Td [${accented}] TJ ET` },
    twoColumns(2),
  ]);
  await openBook(page, context, request, file);
  const words = page.locator('.page[data-page-number="1"] .textLayer');
  await expect(words).toContainText('Grüße an Dürer');
  // The letter begins where it is printed, at the end of the preceding text.
  const [before, letter] = [
    await steadyBox(words.locator('span', { hasText: /^Gr$/ })),
    await steadyBox(words.locator('span', { hasText: /^üße an D$/ })),
  ];
  expect(Math.abs(before.x + before.width - letter.x)).toBeLessThan(2);

  await page.keyboard.press('Control+f');
  await page.getByRole('searchbox', { name: 'Search in this book' }).fill('grüße an dürer');
  await expect(words.locator('.highlight').last()).toBeVisible();
  await expect
    .poll(async () => (await words.locator('.highlight').allTextContents()).join(''))
    .toBe('Grüße an Dürer');
  await page.keyboard.press('Escape');

  await pressInBar(page, 'More');
  await page.getByRole('menuitem', { name: 'Read as text' }).click();
  await expect(page.getByRole('region', { name: 'Page 1', exact: true })).toContainText('Grüße an Dürer');
});

test('a PDF without text has no text mode, and the menu says why', async ({ page, context, request }) => {
  const scan = makePdf('scan', [
    { drawing: '0.5 g 50 50 500 700 re f' },
    { drawing: '0.5 g 50 50 500 700 re f' },
  ]);
  await openBook(page, context, request, scan);
  await expect(page.locator('.page canvas').first()).toBeVisible();
  await pressInBar(page, 'More');
  const item = page.getByRole('menuitem', { name: 'Read as text' });
  await expect(item).toContainText('Its pages are pictures without words.');
  await expect(item).toBeDisabled();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a double tap fits a column of a paper, and the next screens continue down it, then in the next column', async ({
    page,
    context,
    request,
  }) => {
    // The lines of the second column are links, as in a list of references.
    const pages = [1, 2].map((page) => ({
      ...twoColumns(page),
      annotations: Array.from(
        { length: 24 },
        (_, line) =>
          `<< /Type /Annot /Subtype /Link /Rect [320 ${687 - line * 24} 480 ${699 - line * 24}] /Border [0 0 0] /A << /S /URI /URI (https://example.org/${line}) >> >>`,
      ),
    }));
    await openBook(page, context, request, makePdf('by-column', pages));
    const line = (name: string) => page.locator('.textLayer span', { hasText: `of ${name} ends` });
    const isSeen = (name: string) =>
      line(name).evaluateAll((lines) =>
        lines.some((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        }),
      );
    await expect(line('1-1-12')).toBeVisible();
    const { width: widthBefore } = await steadyBox(line('1-1-12'));
    await line('1-1-12').evaluate((element) => {
      // In the middle half of the window, since its sides turn pages.
      const clientX = 0.3 * innerWidth;
      const clientY = element.getBoundingClientRect().top + 4;
      const where = { clientX, clientY, bubbles: true, pointerType: 'touch' };
      for (let taps = 0; taps < 2; taps++) element.dispatchEvent(new PointerEvent('click', where));
    });
    await expect
      .poll(async () => (await line('1-1-12').boundingBox())?.width)
      .toBeGreaterThan(2 * widthBefore);

    const scrolled = () =>
      page.locator('.lectern-pdf').evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
    const readTo = async (last: string) => {
      for (let screens = 0; screens < 6 && !(await isSeen(last)); screens++) {
        const before = await scrolled();
        await page.keyboard.press('PageDown');
        // Another screen is turned to only after this one is shown.
        await expect.poll(scrolled).not.toEqual(before);
        await steady(page, scrolled);
      }
      await expect.poll(() => isSeen(last), last).toBe(true);
    };
    await readTo('1-1-24');
    expect(await isSeen('1-2-24')).toBe(false);
    await page.keyboard.press('PageDown');
    await expect.poll(() => isSeen('1-2-1')).toBe(true);
    await readTo('1-2-24');
    await page.keyboard.press('PageDown');
    await expect.poll(() => isSeen('2-1-1')).toBe(true);
    await page.keyboard.press('PageUp');
    await expect.poll(() => isSeen('1-2-24')).toBe(true);
  });
});
