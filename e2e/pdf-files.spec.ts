/** PDFs that need input: form fields, a password. */
import { register, signIn, upload, withConsent } from './support/account.ts';
import { realBook } from './support/books.ts';
import { holdingProxy } from './support/holdingProxy.ts';
import { untilRemotesKept } from './support/offline.ts';
import { openBook, signInWithBook } from './support/openBook.ts';
import { makePdf } from './support/pdfFiles.ts';
import { pressInBar } from './support/reader.ts';
import { steady } from './support/steady.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });

test.describe('a PDF', () => {
  test('with a form is filled in, and keeps the values after a reload and on another device', async ({
    page,
    context,
    request,
    browser,
  }) => {
    const form = realBook('pdf', 'form_two_pages.pdf');
    if (!form) {
      console.log('This test needs ../shared/books, which does not exist.');
      return;
    }
    const { account, book } = await openBook(page, context, request, form);
    const field = page.locator('.annotationLayer').getByRole('textbox').first();
    await field.fill('Ada Lovelace');
    await expect(page.getByText('What you fill in is kept on all your devices.')).toBeVisible();
    await page.reload();
    await expect(field).toHaveValue('Ada Lovelace');
    // Until it has been sent, the value is kept in this browser only.
    const stored = async () => {
      const answer = await request.get(`/v1/books/${book.id}/form`, {
        headers: { authorization: `Bearer ${account.token}` },
      });
      return Object.values((await answer.json()).values);
    };
    await expect.poll(stored).toContain('Ada Lovelace');
    const other = await (await browser.newContext()).newPage();
    await withConsent(other.context());
    await signIn(other, account);
    await other.goto(`/read/${book.id}`);
    const onOther = other.locator('.annotationLayer').getByRole('textbox').first();
    await expect(onOther).toHaveValue('Ada Lovelace');
    // [Y-07] A field that is reset elsewhere gets back its value of the file in books that are open.
    const id = await field.getAttribute('data-element-id');
    await request.put(`/v1/books/${book.id}/form`, {
      headers: { authorization: `Bearer ${account.token}` },
      data: { values: { [id ?? '']: null }, updated_at: new Date().toISOString() },
    });
    await expect(field).toHaveValue('');
    await expect(onOther).toHaveValue('');
    await other.context().close();
  });

  test('[RD-02] that is locked asks for its password', async ({ page, context, request }) => {
    const locked = realBook('pdf', 'pr6531_1.pdf');
    if (!locked) {
      console.log('This test needs ../shared/books, which does not exist.');
      return;
    }
    const { account, book } = await signInWithBook(page, context, request, locked);
    await page.goto(`/read/${book.id}`);
    await page.getByLabel('Password').fill('not this one');
    await page.getByRole('button', { name: 'Open' }).click();
    await expect(page.getByText('That password does not open it.')).toBeVisible();
    await page.getByLabel('Password').fill('asdfasdf');
    await page.getByRole('button', { name: 'Open' }).click();
    await expect(page.locator('.page canvas').first()).toBeVisible();
    // [P-05] The server cannot open it: its pages and cover are sent by a reader who has opened it.
    await expect
      .poll(async () => {
        const answer = await request.get(`/v1/books/${book.id}`, {
          headers: { authorization: `Bearer ${account.token}` },
        });
        const { page_count, cover_source } = await answer.json();
        return { hasPages: page_count > 0, cover_source };
      })
      .toEqual({ hasPages: true, cover_source: 'file' });
  });

  test('gets a new file: the highlight is moved to its text, and the one whose text is gone is listed as such', async ({
    page,
    context,
    request,
  }) => {
    const line = (text: string, x: number, y: number) => ({ text, x, y, height: 14 });
    const first = makePdf('whales', [
      { words: [line('The white whale swims.', 72, 700), line('Gone tomorrow.', 72, 600)] },
    ]);
    const second = makePdf('whales-2', [
      { words: [line('A preface.', 72, 700)] },
      { words: [line('The white whale swims.', 140, 400)] },
    ]);
    const { account, book } = await signInWithBook(page, context, request, first);
    for (const text of ['white whale', 'Gone tomorrow.'])
      await request.post(`/v1/books/${book.id}/highlights`, {
        headers: { authorization: `Bearer ${account.token}` },
        data: {
          text,
          color: 'yellow',
          page: 1,
          position: { page: 1, rects: [[72, 690, 200, 712]], quote: { exact: text } },
        },
      });
    await page.goto(`/books/${book.id}`);
    await page.getByRole('button', { name: `More about ${book.title}` }).click();
    await page.getByRole('menuitem', { name: 'Replace the File…' }).click();
    await page.getByLabel('Choose a File').setInputFiles(second);
    // The page of the book, which is left, has such a link as well.
    await page.waitForURL('**/upload');
    await page.getByRole('link', { name: 'Read', exact: true }).click();
    await pressInBar(page, 'Contents, bookmarks and notes');
    await page.getByRole('tab', { name: 'Highlights & notes' }).click();
    const notes = page.getByRole('list', { name: 'Highlights & notes' });
    await expect(notes).toContainText('Not found in the book');
    await notes.getByRole('button', { name: /white whale/ }).click();
    const shown = page.locator('.page[data-page-number="2"]');
    // In one reading, since the page scrolls to the highlight.
    const [mark, words] = await steady(page, async () => {
      const boxes = await Promise.all([
        shown.locator('[data-ink="yellow"]').boundingBox(),
        shown.locator('.textLayer span', { hasText: 'white whale' }).boundingBox(),
      ]);
      if (!boxes[0] || !boxes[1]) throw new Error('Neither the highlight nor its words are on the page.');
      return [boxes[0], boxes[1]] as const;
    });
    // Within the line, starting at its second word.
    expect(mark.y + mark.height / 2).toBeGreaterThan(words.y);
    expect(mark.y + mark.height / 2).toBeLessThan(words.y + words.height);
    expect(mark.x - words.x).toBeGreaterThan(words.width * 0.1);
    expect(mark.width).toBeGreaterThan(words.width * 0.35);
    expect(mark.width).toBeLessThan(words.width * 0.65);
  });
});

test('a PDF that downloads slowly shows its pages before the download is complete', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  // Comments, which draw nothing, make each page a tenth of a megabyte.
  const filling = `% ${'x'.repeat(100)}\n`.repeat(1_000);
  const file = makePdf(
    'slow',
    ['The first page', ...Array.from({ length: 18 }, () => ''), 'The last page'].map((text) => ({
      words: [{ text, x: 72, y: 700, height: 16 }],
      drawing: filling,
    })),
  );
  await withConsent(context);
  const account = await register(request);
  const book = await upload(request, account.token, file);
  const proxy = await holdingProxy(baseURL ?? '', 300_000);
  try {
    await signIn(page, account, proxy.url);
    await page.goto(`${proxy.url}/read/${book.id}`);
    await expect(page.locator('.page[data-page-number="1"] .textLayer')).toContainText('The first page');
    await page.keyboard.press('End');
    await expect(page.locator('.page[data-page-number="20"] .textLayer')).toContainText('The last page');
  } finally {
    proxy.close();
  }
});

test.describe('downloaded for reading offline', () => {
  test.use({ serviceWorkers: 'allow' });

  test('[RD-07] a PDF that got a new file on another device opens with that file offline', async ({
    page,
    context,
    request,
    browser,
  }) => {
    const edition = (name: string, text: string) =>
      makePdf(name, [{ words: [{ text, x: 72, y: 700, height: 14 }] }]);
    await withConsent(context);
    const account = await register(request);
    const book = await upload(request, account.token, edition('harbor', 'The first edition.'));
    await signIn(page, account);
    await page.goto(`/read/${book.id}`);
    await expect(page.locator('.textLayer')).toContainText('The first edition.');
    await untilRemotesKept(page);
    await pressInBar(page, 'More');
    await page.getByRole('menuitem', { name: /^Download for Offline/ }).click();
    await expect(page.getByText('This book opens without a network now.')).toBeVisible();

    // The address of a replacement file is longer by its id.
    const keptFiles = () =>
      page.evaluate(async (id) => {
        const cache = await caches.open(`lectern-book-${id}`);
        return (await cache.keys())
          .map(({ url }) => new URL(url).pathname)
          .filter((path) => /\/(file|content)(\/|$)/.test(path))
          .map((path) => path.split('/').length);
      }, book.id);
    const [segments = 0] = await keptFiles();

    const other = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
    await withConsent(other.context());
    await signIn(other, account);
    await other.goto(`/books/${book.id}`);
    await other.getByRole('button', { name: `More about ${book.title}` }).click();
    await other.getByRole('menuitem', { name: 'Replace the File…' }).click();
    await other.getByLabel('Choose a File').setInputFiles(edition('harbor-2', 'The second edition.'));

    await expect.poll(keptFiles, { timeout: 60_000 }).toEqual([segments + 1]);
    await other.context().close();

    await context.setOffline(true);
    await page.goto(`/read/${book.id}`);
    await expect(page.locator('.textLayer')).toContainText('The second edition.');
  });
});
