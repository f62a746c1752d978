import type { Page } from '@playwright/test';
import { makeBook, makeEpub, sentence } from './support/books.ts';
import { openBook } from './support/openBook.ts';
import { makePdf } from './support/pdfFiles.ts';
import {
  changeAppearance,
  chapterFrame,
  painted,
  paragraphOnScreen,
  pressInBar,
  untilOpen,
} from './support/reader.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

test('[RD-03, RD-04] [U-53] highlights are drawn again in another font size and after a reload, edited, deleted and brought back; pages are bookmarked; text is found', {
  tag: '@every-run',
}, async ({ page, context, request }) => {
  await openBook(page, context, request, await makeEpub());
  const panel = page.getByRole('complementary', { name: 'About this book' });

  const paragraph = await paragraphOnScreen(page);
  const marked = ((await paragraph.textContent()) ?? '').trim();
  await paragraph.click({ clickCount: 3 });
  await page.getByRole('button', { name: 'Green' }).click();
  await expect.poll(() => painted(page, 'green')).toEqual([marked]);

  await changeAppearance(page, async () => {
    for (let i = 0; i < 5; i++) await page.getByRole('button', { name: 'Larger text' }).click();
  });
  await expect.poll(() => painted(page, 'green')).toEqual([marked]);
  await page.reload();
  await untilOpen(page);
  await expect.poll(() => painted(page, 'green')).toEqual([marked]);

  await chapterFrame(page).getByText(marked).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Slowly, yes.');
  await page.getByRole('button', { name: 'Purple' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => painted(page, 'purple')).toEqual([marked]);
  await expect.poll(() => painted(page, 'green')).toEqual([]);

  await pressInBar(page, 'Bookmark this page');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+f');
  await panel.getByRole('searchbox').fill('window chapter, line 17');
  await panel.getByRole('list', { name: 'Search results' }).getByRole('button').first().click();
  await expect(chapterFrame(page).getByText('window chapter, line 17 ')).toBeInViewport();
  await panel.getByRole('tab', { name: 'Bookmarks' }).click();
  await panel.getByRole('list', { name: 'Bookmarks' }).getByRole('button').first().click();
  await expect(chapterFrame(page).getByText(marked)).toBeInViewport();
  await panel.getByRole('tab', { name: 'Highlights & notes' }).click();
  await expect(panel.getByText('Slowly, yes.')).toBeVisible();
  await panel.getByRole('button', { name: 'Delete highlight' }).click();
  await expect.poll(() => painted(page, 'purple')).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => painted(page, 'purple')).toEqual([marked]);
});

/** Boxes of all text on the screen that the toolbar of the selection overlaps. */
const coveredText = (page: Page): Promise<string[]> =>
  page.getByRole('dialog', { name: 'Selected words' }).evaluate((toolbar) => {
    const cover = toolbar.getBoundingClientRect();
    const covered: string[] = [];
    const look = (root: Element, left: number, top: number, width: number) => {
      const texts = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const range = root.ownerDocument.createRange();
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if ((text.textContent ?? '').trim() === '') continue;
        range.selectNodeContents(text);
        const overlaps = [...range.getClientRects()].some(
          (box) =>
            // The other screens of a chapter are beside its frame.
            box.left < width &&
            box.right > 0 &&
            left + box.right > cover.left &&
            left + box.left < cover.right &&
            top + box.bottom > cover.top &&
            top + box.top < cover.bottom,
        );
        if (overlaps) covered.push(text.textContent ?? '');
      }
    };
    for (const frame of document.querySelectorAll('iframe')) {
      const { left, top } = frame.getBoundingClientRect();
      if (frame.contentDocument && frame.checkVisibility({ visibilityProperty: true }))
        look(frame.contentDocument.body, left, top, frame.clientWidth);
    }
    for (const layer of document.querySelectorAll('.textLayer')) look(layer, 0, 0, window.innerWidth);
    return covered;
  });

const arabic = (n: number) => `السطر ${n} من كتاب صغير يُقرأ ببطء، صفحة بعد صفحة، حتى نهاية المساء.`;
const lines = Array.from({ length: 40 }, (_, n) => n + 1);
for (const [name, file, tenth] of [
  ['an EPUB', () => makeEpub(), sentence(0, 10)],
  [
    'an EPUB from right to left',
    () =>
      makeBook({
        title: 'Arabic',
        language: 'ar',
        direction: 'rtl',
        spine: [
          { path: 'a.xhtml', title: 'A', body: lines.map((n) => `<p dir="rtl">${arabic(n)}</p>`).join('') },
        ],
      }),
    arabic(10),
  ],
  [
    'a PDF',
    async () =>
      makePdf('lines.pdf', [
        { words: lines.map((n) => ({ text: sentence(0, n), x: 72, y: 720 - 16 * n, height: 10 })) },
      ]),
    sentence(0, 10),
  ],
] as const)
  test(`[L-04] the toolbar of a selection covers no text of ${name} in a wide window`, async ({
    page,
    context,
    request,
  }) => {
    await page.setViewportSize({ width: 1_440, height: 900 });
    await openBook(page, context, request, await file());
    await (name === 'a PDF' ? page : chapterFrame(page)).getByText(tenth).click({ clickCount: 3 });
    await expect(page.getByRole('dialog', { name: 'Selected words' })).toBeInViewport({ ratio: 1 });
    expect(await coveredText(page)).toEqual([]);
  });
