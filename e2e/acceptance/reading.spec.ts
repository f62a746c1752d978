/** Sections 1 to 5, the reader: positions, highlights, bookmarks, notes, the two formats, offline copies. */
import { upload } from '../support/account.ts';
import { makeBook, makeEpub } from '../support/books.ts';
import { download } from '../support/offline.ts';
import { makePdf } from '../support/pdfFiles.ts';
import {
  chapterFrame,
  choose,
  painted,
  paragraphOnScreen,
  placeShown,
  pressInBar,
  untilOpen,
} from '../support/reader.ts';
import { expect, newReader, sharedReader, test } from './support.ts';

test.describe.configure({ mode: 'default' });

let epub = '';
let pdf = '';
const reader = sharedReader(async ({ request, token }) => {
  epub = (await upload(request, token, await makeEpub('Reader Check'))).id;
  const words = (n: number) => [{ text: `Word${n} on page ${n}`, x: 72, y: 700, height: 20 }];
  const pages = [1, 2, 3, 4, 5].map((n) => ({ words: words(n) }));
  pdf = (await upload(request, token, makePdf('paper', pages))).id;
});

const open = async (id: string) => {
  await reader.page.goto(`/read/${id}`);
  await untilOpen(reader.page);
};
const stored = async (id: string) => (await reader.calls.get(`/books/${id}/progress`)).body;

test('[RD-01] “EPUB reader: table of contents, paginated and scrolled flow, font family, size, line height, margins, themes, keyboard, touch and click paging, resume at the exact place”', async () => {
  const { page } = reader;
  await open(epub);
  const { page: first, total } = await placeShown(page);
  expect(total).toBeGreaterThan(3);
  const shown = async () => (await placeShown(page)).page;
  await page.keyboard.press('ArrowRight');
  await expect.poll(shown).toBeGreaterThan(first);
  const second = await shown();
  const box = await page.getByRole('region', { name: 'Page of the book' }).boundingBox();
  if (!box) throw new Error('The page of the book has no box.');
  await page.mouse.click(box.x + box.width - 20, box.y + box.height / 2);
  await expect.poll(shown).toBeGreaterThan(second);
  const there = await placeShown(page);
  await expect.poll(async () => (await stored(epub))?.current_page).toBe(there.page);
  const words = await (await paragraphOnScreen(page)).textContent();
  await open(epub);
  await expect.poll(() => placeShown(page)).toEqual(there);
  expect(await (await paragraphOnScreen(page)).textContent()).toBe(words);

  const look = () =>
    chapterFrame(page)
      .locator('p')
      .first()
      .evaluate((one) => {
        const { fontFamily, fontSize, lineHeight, color } = getComputedStyle(one);
        return { fontFamily, fontSize, lineHeight, color };
      });
  const before = await look();
  await pressInBar(page, 'Appearance');
  const form = page.getByRole('dialog', { name: 'Appearance' });
  await form.getByRole('button', { name: 'Larger text' }).click();
  await choose(page, 'OpenDyslexic');
  await form.getByRole('slider', { name: 'Line height' }).press('ArrowRight');
  await form.getByRole('slider', { name: 'Margins' }).press('ArrowRight');
  for (const name of ['Sepia', 'Dark', 'Scroll']) await choose(page, name);
  for (const name of Object.keys(before) as (keyof typeof before)[])
    await expect.poll(async () => (await look())[name], { message: name }).not.toBe(before[name]);
  for (const name of ['Light', 'Paged']) await choose(page, name);
  await page.keyboard.press('Escape');
  await pressInBar(page, 'Contents, bookmarks and notes');
  for (const name of ['The Lamp', 'The Window', 'The Road'])
    await expect(page.getByRole('button', { name: new RegExp(name) }).first()).toBeVisible();
});

test('[RD-02] “PDF reader: continuous and single page, zoom, fit, rotation, text selection, in-document search”', async () => {
  const { page } = reader;
  await open(pdf);
  await expect(page.getByText('Word1 on page 1').first()).toBeVisible();
  await page.keyboard.press('Control+f');
  await page.getByRole('searchbox').fill('Word4');
  await page.getByRole('list', { name: 'Search results' }).getByRole('button').first().click();
  await expect(page.getByText('Word4 on page 4').first()).toBeInViewport();
  await page.keyboard.press('Escape');
  await pressInBar(page, 'Appearance');
  const form = page.getByRole('dialog', { name: 'Appearance' });
  for (const name of [/continuous|scroll/i, /single|one page/i])
    await expect(form.getByRole('radio', { name }).first()).toBeAttached();
  await expect(form.getByRole('button', { name: /rotate/i }).first()).toBeVisible();
  await page.keyboard.press('Escape');
});

test('[RD-03] [RD-04] highlights: “text, color, page, position, created_at”; bookmarks; notes; drawn again after a reload', async () => {
  const { page, calls } = reader;
  await open(epub);
  const paragraph = await paragraphOnScreen(page);
  const words = ((await paragraph.textContent()) ?? '').trim();
  await paragraph.click({ clickCount: 3 });
  await page.getByRole('button', { name: 'Green' }).click();
  await expect.poll(() => painted(page, 'green')).toEqual([words]);
  await expect.poll(async () => (await calls.get(`/books/${epub}/highlights`)).body.items.length).toBe(1);
  const [mark] = (await calls.get(`/books/${epub}/highlights`)).body.items;
  expect(mark).toMatchObject({
    text: words,
    color: 'green',
    page: expect.any(Number),
    created_at: expect.any(String),
  });
  await open(epub);
  await expect.poll(() => painted(page, 'green')).toEqual([words]);
  await pressInBar(page, 'Bookmark this page');
  await expect.poll(async () => (await calls.get(`/books/${epub}/bookmarks`)).body.items.length).toBe(1);
  await calls.delete(`/highlights/${mark.id}`);
  expect((await calls.get(`/books/${epub}/highlights`)).body.items).toEqual([]);
});

test('[RD-06] a book cannot run scripts, reach the reader’s data or call out', async ({ browser }) => {
  const { page, request, token } = await newReader(browser);
  const book = await upload(
    request,
    token,
    await makeBook({
      title: 'Hostile',
      spine: [
        {
          path: 'one.xhtml',
          title: 'One',
          body: '<h1>One</h1><p>Words.</p><script>parent.pwned = 1; fetch("https://evil.example/")</script><img src="https://evil.example/x.png" alt=""/><a href="javascript:parent.pwned=1">x</a>',
        },
      ],
    }),
  );
  const left: string[] = [];
  page.on('requestfinished', (sent) => sent.url().includes('evil.example') && left.push(sent.url()));
  await page.goto(`/read/${book.id}`);
  await untilOpen(page);
  await expect(chapterFrame(page).getByText('Words.')).toBeVisible();
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  expect(left).toEqual([]);
  await page.context().close();
});

test('[RD-07] [OF-01] “Downloaded books stay readable offline”, and their place is kept in the stores of the browser', async ({
  browser,
}) => {
  test.slow();
  const { page, request, token } = await newReader(browser);
  const book = await upload(request, token, await makeEpub('Taken Along'));
  await page.goto('/library');
  await download(page, 'Taken Along');
  await expect(page.getByRole('img', { name: 'Available offline' }).first()).toBeVisible({
    timeout: 120_000,
  });
  await page.context().setOffline(true);
  await page.goto(`/read/${book.id}`);
  await untilOpen(page);
  await page.keyboard.press('ArrowRight');
  const stores = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const request = indexedDB.open('lectern');
        request.onsuccess = () => {
          resolve([...request.result.objectStoreNames]);
          request.result.close();
        };
      }),
  );
  expect(stores).toEqual(
    expect.arrayContaining(['books', 'metadata', 'notes', 'reading_progress', 'sync_queue']),
  );
  await test.step('[OF-05] the banner: “Offline - Changes will sync when reconnected”, then “All changes synced”', async () => {
    await page.goto('/library');
    await expect(page.getByText('Offline - Changes will sync when reconnected').first()).toBeVisible();
    await page.context().setOffline(false);
    await expect
      .poll(
        async () => {
          const headers = { authorization: `Bearer ${token}` };
          return (
            (await (await request.get(`/v1/books/${book.id}/progress`, { headers })).json())?.current_page ??
            0
          );
        },
        { timeout: 40_000 },
      )
      .toBeGreaterThan(1);
  });
  await page.context().close();
});
