/**
 * What a reader does beside reading: looks at notes and pictures, listens, takes a book along, meets what goes wrong.
 */
import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { alreadySignedIn, register, signIn, upload, withConsent } from './support/account.ts';
import { fromServer } from './support/answers.ts';
import { makeBook, makeEpub, realBook, sentence } from './support/books.ts';
import { expectShown } from './support/epubScreen.ts';
import { untilRemotesKept } from './support/offline.ts';
import {
  chapterFrame,
  painted,
  paragraphOnScreen,
  placeShown,
  pressInBar,
  untilOpen,
} from './support/reader.ts';
import { steady, steadyBox } from './support/steady.ts';
import { expect, test } from './support/test.ts';

// What a service worker keeps is for the journeys offline; here each page would pay for it.
test.use({ serviceWorkers: 'block' });

/** A picture of 600 by 400. */
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
        body: `<h1>First</h1><p id="start">The lamp<a epub:type="noteref" href="notes.xhtml#n1">1</a> burned. See <a id="see" href="c2.xhtml#there">the second chapter</a>.</p><figure><img src="lamp.svg" alt="A lamp" style="width: 200px"/><figcaption>The lamp.</figcaption></figure>${filler(1)}`,
      },
      {
        path: 'c2.xhtml',
        title: 'Second',
        body: `<h1>Second</h1>${filler(40)}<p id="there">You have come there.</p>`,
      },
      { path: 'drawing.svg', title: 'A drawing', content: drawing },
      {
        path: 'notes.xhtml',
        title: 'Notes',
        body: '<ol><li id="n1" epub:type="endnote"><p>It was an oil lamp. <a epub:type="backlink" href="c1.xhtml">↩</a></p></li></ol>',
      },
    ],
  });

async function open(
  page: Page,
  context: BrowserContext,
  request: Parameters<typeof register>[0],
  file: string,
) {
  await withConsent(context);
  const account = await register(request);
  const book = await upload(request, account.token, file);
  await signIn(page, account);
  await page.goto(`/read/${book.id}`);
  await untilOpen(page);
  return { account, book };
}

async function more(page: Page, item: string | RegExp): Promise<void> {
  await pressInBar(page, 'More');
  await page.getByRole('menuitem', { name: item }).click();
}

test('notes open beside the words, pictures alone, links lead there and back, and a drawing is a page of the book', async ({
  page,
  context,
  request,
}) => {
  await open(page, context, request, await bookOfNotes());
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
  await page
    .getByRole('button', { name: /^Back to page/ })
    .first()
    .click();
  await expect(chapterFrame(page).locator('#see')).toBeInViewport();
  await expect.poll(async () => (await placeShown(page)).page).toBe(left);

  await page.keyboard.press('Control+f');
  await page.getByRole('tab', { name: 'Contents' }).click();
  await page.getByRole('button', { name: /^A drawing/ }).click();
  await expect(chapterFrame(page).locator('svg circle')).toBeVisible();
});

test('[E-08] a fixed page outside of the order of reading is not turned to, a link leads to it, and the book does not end there', async ({
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

test('a book whose lines run from top to bottom is turned leftwards, screen by screen, and kept at its words', async ({
  page,
  context,
  request,
}) => {
  const line = (n: number) =>
    `<p id="p${n}">第${n}行。吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。</p>`;
  const chapter = (from: number) => Array.from({ length: 80 }, (_, n) => line(from + n)).join('');
  await open(
    page,
    context,
    request,
    await makeBook({
      title: '猫',
      language: 'ja',
      direction: 'rtl',
      style: 'html { writing-mode: vertical-rl; }',
      spine: [
        { path: 'c1.xhtml', title: '一', body: chapter(1) },
        { path: 'c2.xhtml', title: '二', body: chapter(101) },
      ],
    }),
  );
  const frame = chapterFrame(page);
  const shown = () =>
    frame.locator('body').evaluate((body) => {
      const { clientHeight, clientWidth } = body.ownerDocument.documentElement;
      return [...body.querySelectorAll('p')]
        .filter((paragraph) =>
          [...paragraph.getClientRects()].some(
            ({ left, right, top, bottom }) =>
              left >= -1 && right <= clientWidth + 1 && top >= -1 && bottom <= clientHeight + 1,
          ),
        )
        .map(({ id }) => id);
    });
  await expect.poll(async () => (await shown())[0]).toBe('p1');
  const first = await steady(page, shown);
  // Later lines stand to the left of those before them.
  const [a, b] = [await steadyBox(frame.locator('#p1')), await steadyBox(frame.locator('#p2'))];
  expect(b.x).toBeLessThan(a.x);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => (await shown())[0]).not.toBe('p1');
  const second = await steady(page, shown);
  // Nothing is left out between two screens.
  expect(Number(second[0]?.slice(1))).toBeLessThanOrEqual(Number(first.at(-1)?.slice(1)) + 2);
  await page.reload();
  await untilOpen(page);
  await expect.poll(shown).toEqual(second);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => (await shown())[0]).toBe('p101');
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await shown()).at(-1)).toBe('p80');
});

test('words are underlined, and looked up in the other books of the library', async ({
  page,
  context,
  request,
}) => {
  const { account } = await open(page, context, request, await makeEpub('The First Book'));
  const other = await upload(request, account.token, await makeEpub('The Other Book'));
  const paragraph = await paragraphOnScreen(page);
  const words = ((await paragraph.textContent()) ?? '').trim();
  await paragraph.click({ clickCount: 3 });
  await page.getByRole('button', { name: 'Underline' }).click();
  await expect.poll(() => painted(page, 'line-blue')).toEqual([words]);
  await page.reload();
  await untilOpen(page);
  await expect.poll(() => painted(page, 'line-blue')).toEqual([words]);
  await chapterFrame(page).getByText(words).click();
  await page.getByRole('button', { name: 'Underline' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => painted(page, 'blue')).toEqual([words]);

  await (await paragraphOnScreen(page)).dblclick({ position: { x: 30, y: 12 } });
  await page.locator('[data-selected-words]').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Search in my library' }).click();
  const panel = page.getByRole('complementary', { name: 'About this book' });
  await panel.getByRole('button').filter({ hasText: 'The Other Book' }).first().click();
  await expect(page).toHaveURL(new RegExp(`/read/${other.id}`));
});

test('a book is read aloud: each sentence is marked while it is spoken, pages turn by themselves', async ({
  page,
  context,
  request,
}) => {
  // A voice that says when it is asked to: browsers without a screen have none.
  await context.addInitScript(() => {
    const spoken: { text: string; lang: string; end(): void }[] = [];
    const voice = Object.assign(new EventTarget(), {
      getVoices: () => [],
      cancel() {},
      resume() {},
      speak: (words: SpeechSynthesisUtterance) => {
        words.dispatchEvent(new Event('start'));
        spoken.push({ text: words.text, lang: words.lang, end: () => words.dispatchEvent(new Event('end')) });
      },
    });
    Object.defineProperty(window, 'speechSynthesis', { value: voice });
    Object.assign(window, { spoken });
  });
  const said = () =>
    page.evaluate(() =>
      (window as unknown as { spoken: { text: string; lang: string }[] }).spoken.map(({ text }) => text),
    );
  const finish = () =>
    page.evaluate(() => (window as unknown as { spoken: { end(): void }[] }).spoken.at(-1)?.end());
  await open(page, context, request, await makeEpub());
  const { page: began } = await placeShown(page);
  await more(page, 'Read aloud');
  await expect.poll(said).toEqual(['The Lamp']);
  await finish();
  await expect.poll(() => painted(page, 'spoken')).toEqual([sentence(0, 1)]);
  await expect.poll(said).toEqual(['The Lamp', sentence(0, 1)]);
  for (let line = 2; line <= 41; line++) {
    await finish();
    await expect.poll(async () => (await said()).length).toBe(line + 1);
  }
  await expect.poll(async () => (await said()).at(-1)).toBe('The Window');
  await expect.poll(async () => (await placeShown(page)).page).toBeGreaterThan(began);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Read on' }).click();
  await expect.poll(async () => (await said()).slice(-2)).toEqual(['The Window', 'The Window']);
  await page.getByRole('button', { name: 'Stop reading aloud' }).click();
  await expect.poll(() => painted(page, 'spoken')).toEqual([]);
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('[RD-07] a book is downloaded, opens, is searched, marked and read on without a network, and is removed again', async ({
    page,
    context,
    request,
  }) => {
    const { account, book } = await open(page, context, request, await makeEpub());
    await untilRemotesKept(page);
    await more(page, /^Keep for reading offline \(.+\)$/);
    await expect(page.getByText('This book opens without a network now.')).toBeVisible();

    await context.setOffline(true);
    await page.reload();
    await untilOpen(page);
    const paragraph = await paragraphOnScreen(page);
    const words = ((await paragraph.textContent()) ?? '').trim();
    await paragraph.click({ clickCount: 3 });
    await page.getByRole('button', { name: 'Pink' }).click();
    await expect.poll(() => painted(page, 'pink')).toEqual([words]);

    await page.keyboard.press('Control+f');
    const panel = page.getByRole('complementary', { name: 'About this book' });
    await panel.getByRole('searchbox').fill('road chapter, line 17');
    await panel.getByRole('list', { name: 'Search results' }).getByRole('button').first().click();
    await expect(chapterFrame(page).getByText(sentence(2, 17))).toBeInViewport();
    await panel.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('PageDown');

    await context.setOffline(false);
    const headers = { authorization: `Bearer ${account.token}` };
    await expect
      .poll(
        async () =>
          (await (await request.get(`/v1/books/${book.id}/highlights`, { headers })).json()).items.length,
        {
          timeout: 30_000,
        },
      )
      .toBe(1);
    // The page is turned in its own time: what the server has is what is on the screen in the end.
    await expect
      .poll(
        async () => {
          const progress = await (await request.get(`/v1/books/${book.id}/progress`, { headers })).json();
          return progress?.current_page === (await placeShown(page)).page;
        },
        { timeout: 30_000 },
      )
      .toBe(true);

    await more(page, /^Remove the offline copy/);
    await expect
      .poll(() =>
        page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('book-')).length),
      )
      .toBe(0);
  });
});

test('what goes wrong is said, with a way on: a chapter that is gone, an answer that never comes, a server that fails', async ({
  browser,
  request,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.route('**/content/**/c2.xhtml', (route) => route.fulfill({ status: 404, headers: fromServer }));
  const { book } = await open(page, context, request, await makeEpub());

  await test.step('a chapter that is gone in the middle of the book', async () => {
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

  await test.step('an opening that fails, and one that never comes', async () => {
    await page.route('**/content/**/*.xhtml', (route) => route.fulfill({ status: 500, headers: fromServer }));
    await page.goto(`/read/${book.id}`);
    await expect(page.getByText('There was an issue loading the book reader.')).toBeVisible();
    await expect(page.getByText('Check your internet connection and try again.')).toBeVisible();
    await page.unroute('**/content/**/*.xhtml');
    let silent = true;
    await page.route('**/content/**/*.xhtml', (route) => (silent ? undefined : route.continue()));
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText(/^Still loading\./)).toBeVisible({ timeout: 15_000 });
    silent = false;
    await page.getByRole('button', { name: 'Try Again' }).click();
    await untilOpen(page);
  });

  await test.step('a PDF whose connection is lost in the middle', async () => {
    const whole = realBook('pdf', 'freeculture.pdf');
    if (!whole) {
      console.log('This step needs ../shared/books, which is not there.');
      return;
    }
    const account = await register(request);
    const pdf = await upload(request, account.token, whole);
    await page.evaluate(() => localStorage.clear());
    // A page of the first reader would load itself anew when another signs in.
    await page.goto('about:blank');
    await signIn(page, account);
    // The file comes in pieces, until the connection is lost.
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
    await page.goto(`/read/${pdf.id}`);
    await expect(page.locator('.page canvas').first()).toBeVisible();
    await expect(page.locator('footer output')).toHaveText('Page 1 of 352');
    lost = true;
    await page.keyboard.press('Control+f');
    const panel = page.getByRole('complementary', { name: 'About this book' });
    await panel.getByRole('tab', { name: 'Contents' }).click();
    await panel.getByRole('button', { name: /Transformers/ }).click();
    await expect(page.getByText('Check your internet connection and try again.')).toBeVisible({
      timeout: 20_000,
    });
    lost = false;
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.locator('footer output')).toHaveText(/^Page 1\d\d of 352$/, { timeout: 20_000 });
    await expect(page.locator('.page canvas').first()).toBeVisible();
  });
  await context.close();
});
