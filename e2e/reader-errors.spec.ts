/** Errors when a book cannot be shown, and how to continue. */
import { readFileSync } from 'node:fs';
import { fromServer } from './support/answers.ts';
import { makeEpub, realBook, sentence } from './support/books.ts';
import { openBook, signInWithBook } from './support/openBook.ts';
import { chapterFrame, untilOpen } from './support/reader.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

test('a missing chapter is explained, and shown after Try Again', async ({ page, context, request }) => {
  await page.route('**/content/**/c2.xhtml', (route) => route.fulfill({ status: 404, headers: fromServer }));
  await openBook(page, context, request, await makeEpub());
  await page.keyboard.press('Control+End');
  await expect(
    page.getByText('Part of the book is missing. Your place, highlights and notes are safe.'),
  ).toBeVisible();
  await page.unroute('**/content/**/c2.xhtml');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await untilOpen(page);
  await page.keyboard.press('Control+End');
  await expect(chapterFrame(page).getByText(sentence(2, 40))).toBeInViewport();
});

test('a book whose server fails, and one whose server never answers, are explained and open after Try Again', async ({
  page,
  context,
  request,
}) => {
  const chapters = '**/content/**/*.xhtml';
  await page.clock.install();
  await page.route(chapters, (route) => route.fulfill({ status: 500, headers: fromServer }));
  const { book } = await signInWithBook(page, context, request, await makeEpub());
  await page.goto(`/read/${book.id}`);
  await expect(page.getByText('There was an issue loading the book reader.')).toBeVisible();
  await expect(page.getByText('Check your internet connection and try again.')).toBeVisible();
  await page.unroute(chapters);
  let silent = true;
  await page.route(chapters, (route) => (silent ? undefined : route.continue()));
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Opening the book…')).toBeAttached();
  await page.clock.fastForward(8_000);
  await expect(page.getByText(/^Still loading\./)).toBeVisible();
  silent = false;
  await page.getByRole('button', { name: 'Try Again' }).click();
  await untilOpen(page);
});

test('a PDF whose connection is lost in the middle is explained, and continues there after Try Again', async ({
  page,
  context,
  request,
}) => {
  const whole = realBook('pdf', 'freeculture.pdf');
  if (!whole) {
    console.log('This test needs ../shared/books, which does not exist.');
    return;
  }
  const { book } = await signInWithBook(page, context, request, whole);
  // The file arrives in chunks until the connection is lost.
  const file = readFileSync(whole);
  let lost = false;
  await page.route('**/file/**', (route) => {
    if (lost) return route.abort('connectionreset');
    const [, from, to] = /bytes=(\d+)-(\d*)/.exec(route.request().headers().range ?? '') ?? [];
    const start = Number(from ?? 0);
    const end = from === undefined ? 65_535 : Math.min(file.length - 1, to ? Number(to) : file.length - 1);
    return route.fulfill({
      status: from === undefined ? 200 : 206,
      headers: {
        'accept-ranges': 'bytes',
        'content-type': 'application/pdf',
        'content-length': String(from === undefined ? file.length : end - start + 1),
        'content-range': `bytes ${start}-${end}/${file.length}`,
      },
      body: file.subarray(start, end + 1),
    });
  });
  await page.goto(`/read/${book.id}`);
  await expect(page.locator('.page canvas').first()).toBeVisible();
  await expect(page.locator('footer output')).toHaveText('Page 1 of 352');
  await page.keyboard.press('Control+f');
  const panel = page.getByRole('complementary', { name: 'About this book' });
  await panel.getByRole('tab', { name: 'Contents' }).click();
  const entry = panel.getByRole('button', { name: /Transformers/ });
  // The outline has been read from the file.
  await expect(entry).toBeVisible();
  lost = true;
  await entry.click();
  await expect(page.getByText('Check your internet connection and try again.')).toBeVisible({
    timeout: 20_000,
  });
  lost = false;
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.locator('footer output')).toHaveText(/^Page 1\d\d of 352$/, { timeout: 20_000 });
  await expect(page.locator('.page canvas').first()).toBeVisible();
});

test('a book that crashed its tab while it opened asks before it does so again, and its other chapters can be read', async ({
  page,
  context,
  request,
}) => {
  const { book } = await signInWithBook(page, context, request, await makeEpub());
  const first = '**/content/**/c0.xhtml';
  const isLoading = page.waitForRequest(first);
  await page.route(first, () => {});
  await page.goto(`/read/${book.id}`, { waitUntil: 'commit' });
  await isLoading;
  await expect(page.getByText('Opening the book…')).toBeAttached();
  const crashed = page.waitForEvent('crash');
  const devtools = await context.newCDPSession(page);
  devtools.send('Page.crash').catch(() => {});
  await crashed;
  await page.close();

  const next = await context.newPage();
  await next.clock.install({ time: Date.now() + 60_000 });
  await next.goto(`/read/${book.id}`);
  const question = next.getByRole('alert').filter({ hasText: 'This book didn’t open last time.' });
  await expect(question).toBeVisible();
  await next.getByRole('button', { name: 'The Window' }).click();
  await expect(chapterFrame(next).getByText(sentence(1, 1))).toBeInViewport();
  // The stored place is the same as before, since nothing was read.
  await next.reload();
  await expect(question).toBeVisible();
  await next.getByRole('button', { name: 'Open anyway' }).click();
  await untilOpen(next);
});
