/** A PDF in a real browser: what depends on pdf.js itself. */
import type { Locator, Page } from '@playwright/test';
import { upload } from './support/account.ts';
import { makeEpub, realBook, sentence } from './support/books.ts';
import { chooseInMore, openBook, signInWithBook } from './support/openBook.ts';
import { makePdf } from './support/pdfFiles.ts';
import { changeAppearance, chapterFrame, choose, placeShown, untilOpen } from './support/reader.ts';
import { steady, steadyBox } from './support/steady.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

const pageLabel = /^Page \d+ of \d+$/;
const place = (page: Page) => page.getByText(pageLabel).first();

test('[RD-02, RD-03] a PDF is zoomed, rotated, laid out, searched, highlighted across zoom and reload, and shows its outline and thumbnails', {
  tag: '@every-run',
}, async ({ page, context, request }) => {
  test.setTimeout(300_000);
  const paper = realBook('pdf', 'tracemonkey.pdf');
  const whole = realBook('pdf', 'freeculture.pdf');
  if (!paper || !whole) {
    console.log('PDF tests need ../shared/books, which does not exist.');
    return;
  }
  const { account, book: article } = await signInWithBook(page, context, request, paper);
  const book = await upload(request, account.token, whole);
  await page.goto(`/read/${article.id}`);
  const line = page.locator('.textLayer span', { hasText: 'Dynamic languages such as' }).first();
  await expect(line).toBeAttached();
  const mark = page.locator('.lectern-marks [data-ink="blue"]').first();

  await test.step('words are highlighted', async () => {
    const box = await steadyBox(line);
    await page.mouse.move(box.x + 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 4, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Blue' }).click();
    await expect(mark).toBeAttached();
  });

  /** Distance of the highlight from the words, in multiples of their height. */
  const apart = async () => {
    const [words, ink] = [await line.boundingBox(), await mark.boundingBox()];
    return words && ink ? Math.abs(words.y + words.height / 2 - (ink.y + ink.height / 2)) / words.height : 9;
  };

  await test.step('the highlight stays on its words at another zoom, rotation and after a reload', async () => {
    await expect.poll(apart).toBeLessThan(0.5);
    await changeAppearance(page, async () => {
      await page.getByRole('button', { name: 'Zoom in' }).click();
      await page.getByRole('button', { name: 'Zoom in' }).click();
    });
    await expect.poll(apart).toBeLessThan(0.5);
    await page.reload();
    await expect(mark).toBeAttached();
    await expect.poll(apart).toBeLessThan(0.5);
    await changeAppearance(page, () => page.getByRole('button', { name: 'Rotate', exact: true }).click());
    await expect(page.locator('.page').first()).toBeVisible();
    await expect(mark).toBeAttached();
    await changeAppearance(page, () => page.getByRole('button', { name: 'Reset' }).click());
  });

  await test.step('pages are shown one by one, and in pairs', async () => {
    await changeAppearance(page, async () => {
      await choose(page, 'Single');
      await choose(page, 'Page');
    });
    await expect(page.locator('.pdfViewer .page')).toHaveCount(1);
    await page.keyboard.press('ArrowRight');
    await expect(place(page)).toHaveText('Page 2 of 14');
    await changeAppearance(page, () => choose(page, 'Two'));
    await expect(page.locator('.pdfViewer .page')).toHaveCount(2);
    await page.keyboard.press('ArrowRight');
    await expect(place(page)).toHaveText('Page 4 of 14');
    await changeAppearance(page, () => page.getByRole('button', { name: 'Reset' }).click());
  });

  await test.step('a book is searched, every match is marked, and its outline and thumbnails open a page', async () => {
    await page.goto(`/read/${book.id}`);
    await expect(page.locator('.page canvas').first()).toBeVisible();
    await page.keyboard.press('Control+f');
    const panel = page.getByRole('complementary', { name: 'About this book' });
    await panel.getByRole('searchbox').fill('Steamboat Willie');
    await expect(panel.getByText(/^\d+ of \d+ matches$/)).toBeVisible();
    await expect(page.locator('.textLayer .highlight').first()).toBeVisible();
    await panel.getByRole('list', { name: 'Search results' }).getByRole('button').first().click();
    await expect(page.locator('.textLayer .highlight').first()).toBeInViewport();
    await panel.getByRole('tab', { name: 'Contents' }).click();
    await panel.getByRole('button', { name: /Transformers/ }).click();
    await expect(place(page)).toHaveText(/^Page 1\d\d of 352$/);
    await panel.getByRole('tab', { name: 'Pages' }).click();
    // Only thumbnails near the current page exist, and they follow it.
    const next = (await steady(page, () => placeShown(page))).page + 1;
    await expect.poll(() => panel.locator('canvas').count()).toBeLessThan(40);
    await panel.getByRole('button', { name: `Page ${next}`, exact: true }).click();
    await expect(place(page)).toHaveText(`Page ${next} of 352`);
  });
});

test('[P-02] the file of a PDF is requested once: with its manifest, not by the code that shows it', async ({
  page,
  context,
  request,
}) => {
  const file = makePdf('once', [{ words: [{ text: 'One page', x: 72, y: 700, height: 16 }] }]);
  const { book } = await signInWithBook(page, context, request, file);
  const requests: string[] = [];
  page.on('request', (sent) => {
    const { pathname } = new URL(sent.url());
    const isWhole = sent.headers().range === undefined;
    if (isWhole && pathname.startsWith(`/v1/books/${book.id}/file/`)) requests.push(pathname);
  });
  await page.goto(`/read/${book.id}`);
  await expect(page.locator('.page canvas').first()).toBeVisible();
  expect(requests).toHaveLength(1);
});

test('[P-01] a PDF is opened by its cover in the library, while its code and styles are loaded ahead', async ({
  page,
  context,
  request,
}) => {
  const file = makePdf('by-cover', [{ words: [{ text: 'One page', x: 72, y: 700, height: 16 }] }]);
  const { book } = await signInWithBook(page, context, request, file);
  await page.goto('/library');
  const cover = page.getByRole('main').locator(`a[href$="/read/${book.id}"]`).last();
  await cover.hover();
  // The code of the reader has been loaded by the pointer on the cover.
  await page.waitForFunction(() =>
    [...document.styleSheets].some(({ href }) => href?.includes('/mf-reader/')),
  );
  await cover.click();
  await expect(page.locator('.page canvas').first()).toBeVisible();
});

test('the page of a match is the current page, also when the search continues right after a resize', async ({
  page,
  context,
  request,
}) => {
  const file = makePdf(
    'harbors',
    Array.from({ length: 12 }, (_, index) => {
      const text = index === 8 || index === 10 ? 'harbor lights' : `words of page ${index + 1}`;
      return { words: [{ text, x: 72, y: 700, height: 16 }] };
    }),
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  await openBook(page, context, request, file);
  await expect(page.locator('.page canvas').first()).toBeVisible();
  await page.keyboard.press('Control+f');
  const panel = page.getByRole('complementary', { name: 'About this book' });
  await panel.getByRole('searchbox').fill('harbor');
  await expect(place(page)).toHaveText('Page 9 of 12');
  // The whole book has been searched.
  await expect(panel.getByText('1 of 2 matches', { exact: true })).toBeVisible();
  const next = await panel.getByRole('button', { name: 'Next match' }).elementHandle();
  if (!next) throw new Error('There is no button for the next match.');
  await next.evaluate((button) => {
    const pages = document.querySelector('.lectern-pdf');
    if (!(button instanceof HTMLElement) || !pages) return;
    const width = pages.clientWidth;
    const observer = new ResizeObserver(() => {
      if (pages.clientWidth === width) return;
      observer.disconnect();
      requestAnimationFrame(() => button.click());
    });
    observer.observe(pages);
  });
  await page.setViewportSize({ width: 1340, height: 900 });
  await expect(page.locator('.page[data-page-number="11"] .highlight.selected')).toBeInViewport();
  await expect(place(page)).toHaveText('Page 11 of 12');
});

test('[RD-03] with reduced motion, a PDF whose pages differ in size opens at the place that was left, and keeps it when the window is resized', async ({
  page,
  context,
  request,
}) => {
  // Sizes of pages that were not seen yet are estimated from the first one.
  const file = makePdf(
    'sizes-of-pages',
    Array.from({ length: 60 }, (_, index) => ({
      size: index === 0 ? [612, 918] : [495, 743],
      words: [{ text: `words of page ${index + 1}`, x: 72, y: 700, height: 16 }],
    })),
  );
  await page.setViewportSize({ width: 1280, height: 800 });
  const { account, book } = await signInWithBook(page, context, request, file);
  const left = await request.put(`/v1/books/${book.id}/progress`, {
    headers: { authorization: `Bearer ${account.token}` },
    data: {
      current_page: 40,
      total_pages: 60,
      percentage: 66,
      updated_at: new Date().toISOString(),
      position: { page: 40 },
    },
  });
  expect(left.status()).toBe(200);
  await page.goto(`/read/${book.id}`);
  const sheet = page.locator('.page[data-page-number="40"]');
  await expect(sheet.locator('.textLayer')).toContainText('words of page 40');
  for (const height of [800, 700, 900]) {
    await page.setViewportSize({ width: 1280, height });
    const { y } = await steadyBox(sheet);
    expect(Math.abs(y), `in a window of 1280 × ${height}`).toBeLessThan(100);
  }
  await page.reload();
  await expect(sheet.locator('.textLayer')).toContainText('words of page 40');
  expect(Math.abs((await steadyBox(sheet)).y)).toBeLessThan(100);
  await expect(place(page)).toHaveText('Page 40 of 60');
});

test('[U-29] the bars cover neither the first nor the last line of scrolled pages, of a PDF as text and of a scrolled book', async ({
  page,
  context,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const lines = ['first', 'second'].map((name) => ({
    words: [780, 660, 540, 420, 300, 180, 60].map((y) => ({
      text: `The ${name} page says ${y}, in a sentence that is long enough to be read.`,
      x: 60,
      y,
      height: 12,
    })),
  }));
  const { account, book: paper } = await signInWithBook(page, context, request, makePdf('lines', lines));
  const novel = await upload(request, account.token, await makeEpub());
  const lineIs = (line: Locator) =>
    expect
      .poll(async () => {
        await page.mouse.move(150, 300);
        await page.mouse.move(180, 330);
        const boxes = [page.locator('[data-reader-bar]'), line, page.locator('footer[data-bar]')];
        const [top, text, bottom] = await Promise.all(boxes.map((box) => box.boundingBox()));
        if (!top || !text || !bottom) return 'not there';
        if (text.y < top.y + top.height) return 'below the top bar';
        return text.y + text.height > bottom.y ? 'below the bottom bar' : 'free';
      })
      .toBe('free');
  const bothAreFree = async (first: Locator, last: Locator) => {
    await lineIs(first);
    await page.keyboard.press('Control+End');
    await lineIs(last);
  };

  await page.goto(`/read/${paper.id}`);
  const printed = page.locator('.textLayer span');
  await bothAreFree(
    printed.filter({ hasText: 'first page says 780' }),
    printed.filter({ hasText: 'second page says 60' }),
  );
  await chooseInMore(page, 'Read as text');
  const written = page.locator('.lectern-text p');
  await page.keyboard.press('Control+Home');
  await bothAreFree(
    written.filter({ hasText: 'first page says 780' }),
    written.filter({ hasText: 'second page says 60' }),
  );
  await page.goto(`/read/${novel.id}`);
  await untilOpen(page);
  await changeAppearance(page, () => choose(page, 'Scroll'));
  await bothAreFree(
    chapterFrame(page).getByRole('heading', { name: 'The Lamp' }),
    chapterFrame(page).getByText(sentence(2, 40)),
  );
});
