import type { Page } from '@playwright/test';
import { alreadySignedIn, upload } from './support/account.ts';
import { makeBook, sentence } from './support/books.ts';
import { openBook } from './support/openBook.ts';
import { chapterFrame, placeShown, untilOpen } from './support/reader.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

/** An image of 600 by 400 pixels. */
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400" width="600" height="400"><rect width="600" height="400" fill="#7a1f2b"/><circle cx="300" cy="200" r="120" fill="#f4e3da"/></svg>';

const filler = (from: number) =>
  Array.from({ length: 30 }, (_, n) => `<p>${sentence(0, from + n)}</p>`).join('');

const bookOfNotes = () =>
  makeBook({
    title: 'A Book with Notes',
    files: { 'lamp.svg': drawing },
    spine: [
      {
        path: 'c1.xhtml',
        title: 'First',
        body: `<h1>First</h1><p id="start">The lamp<a epub:type="noteref" href="notes.xhtml#n1">1</a> burned. See <a id="see" href="book.opf#epubcfi(/6/4!/4/64/1:5)">the second chapter</a>.</p><figure><img src="lamp.svg" alt="A lamp" style="width: 200px"/><figcaption>The lamp.</figcaption></figure>${filler(1)}`,
      },
      {
        path: 'c2.xhtml',
        title: 'Second',
        body: `<h1>Second</h1>${filler(40)}<p id="there">You have come there. See <a id="further" href="drawing.svg">the drawing</a>.</p>`,
      },
      { path: 'drawing.svg', title: 'A drawing', content: drawing },
      {
        path: 'notes.xhtml',
        title: 'Notes',
        body: '<ol><li id="n1" epub:type="endnote"><p>It was an oil lamp. <a epub:type="backlink" href="c1.xhtml">↩</a></p></li></ol>',
      },
    ],
  });

const expectShown = (page: Page, words: RegExp) =>
  expect(page.frameLocator('iframe >> visible=true').getByText(words).first()).toBeVisible();

test('notes open beside the text, images open alone, links lead there and back one by one, and an SVG is a page of the book', async ({
  page,
  context,
  request,
}) => {
  await openBook(page, context, request, await bookOfNotes());
  const chapter = chapterFrame(page);

  await chapter.getByRole('link', { name: '1', exact: true }).click();
  const note = page.getByRole('dialog', { name: 'Note of the book' });
  await expect(note.frameLocator('iframe').getByText('It was an oil lamp.')).toBeVisible();
  await expect(note.frameLocator('iframe').getByRole('link')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(note).toHaveCount(0);

  await chapter.getByRole('img', { name: 'A lamp' }).click();
  const picture = page.getByRole('dialog', { name: 'A lamp' });
  const shown = picture.getByRole('img', { name: 'A lamp' });
  await expect.poll(async () => (await shown.boundingBox())?.width ?? 0).toBeGreaterThan(500);
  await page.keyboard.press('Escape');
  await expect(picture).toHaveCount(0);

  const { page: left } = await placeShown(page);
  await chapter.locator('#see').click();
  await expect(chapterFrame(page).getByText('You have come there.')).toBeInViewport();
  await chapterFrame(page).locator('#further').click();
  await expect(chapterFrame(page).locator('svg circle')).toBeVisible();
  const back = page.getByRole('button', { name: /^Back to page/ }).first();
  await back.click();
  await expect(chapterFrame(page).getByText('You have come there.')).toBeInViewport();
  await back.click();
  await expect(chapterFrame(page).locator('#see')).toBeInViewport();
  await expect.poll(async () => (await placeShown(page)).page).toBe(left);

  await page.keyboard.press('Control+f');
  await page.getByRole('tab', { name: 'Contents' }).click();
  await page.getByRole('button', { name: /^A drawing/ }).click();
  await expect(chapterFrame(page).locator('svg circle')).toBeVisible();
});

test('[E-08] paging skips a fixed page with linear="no", a link opens it, and the book does not end there', async ({
  page,
  request,
}) => {
  const { token } = await alreadySignedIn(page, request);
  const fixed = (path: string, title: string, link = '') => ({
    path,
    title,
    content: `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title><meta name="viewport" content="width=600,height=800"/></head><body><p>${title}</p>${link}</body></html>`,
  });
  const metadata =
    '<meta property="rendition:layout">pre-paginated</meta><meta property="rendition:spread">none</meta>';
  const answers = { ...fixed('answers.xhtml', 'Answers'), linear: false };
  const book = await upload(
    request,
    token,
    await makeBook({
      title: 'Questions',
      metadata,
      spine: [
        fixed('one.xhtml', 'First question', '<p><a href="answers.xhtml">Answers</a></p>'),
        fixed('two.xhtml', 'Second question'),
        answers,
      ],
    }),
  );
  await page.goto(`/read/${book.id}`);
  await untilOpen(page);
  await expectShown(page, /^First question/);
  await page.keyboard.press('Control+End');
  await expectShown(page, /^Second question/);
  await page.keyboard.press('PageUp');
  await expectShown(page, /^First question/);
  await chapterFrame(page).getByRole('link', { name: 'Answers' }).click();
  await expectShown(page, /^Answers/);
  await page.keyboard.press('PageDown');
  await expectShown(page, /^Answers/);
  await page.keyboard.press('PageUp');
  await expectShown(page, /^Second question/);
});

test('details that are opened can be read to their end, page by page', async ({ page, context, request }) => {
  const book = await makeBook({
    title: 'A Book with Details',
    spine: [
      {
        path: 'c1.xhtml',
        title: 'First',
        body: `<h1>First</h1><details><summary>The recipe</summary>${filler(1)}<p>The last step.</p></details>`,
      },
      { path: 'c2.xhtml', title: 'Second', body: '<h1>Second</h1>' },
    ],
  });
  await openBook(page, context, request, book);
  const summary = chapterFrame(page).getByText('The recipe');
  await summary.click();
  await expect(chapterFrame(page).getByText(sentence(0, 1))).toBeInViewport();
  await expect(async () => {
    await page.keyboard.press('PageDown');
    await expect(chapterFrame(page).getByText('The last step.')).toBeInViewport({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('PageDown');
  await expect(chapterFrame(page).getByRole('heading', { name: 'Second' })).toBeInViewport();
});
