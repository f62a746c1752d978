/** Reading in a real browser: what only layout, frames and pdf.js themselves can show. */
import type { Page, Request } from '@playwright/test';
import { newAccount, register, signIn, upload, withConsent } from './support/account.ts';
import { fromServer } from './support/answers.ts';
import { makeEpub, realBook } from './support/books.ts';
import {
  chapterFrame,
  choose,
  look,
  painted,
  paragraphOnScreen,
  placeShown,
  pressInBar,
  untilOpen,
  withBars,
} from './support/reader.ts';
import { steady, steadyBox } from './support/steady.ts';
import { expect, test } from './support/test.ts';

// What a service worker keeps is for the journeys offline; here each page would pay for it.
test.use({ serviceWorkers: 'block' });

const pageLabel = /^Page \d+ of \d+$/;
const place = (page: Page) => page.getByText(pageLabel).first();

/** The first words on the screen, from the very letter on. @param least letters that the line must have more of */
const firstWords = (page: Page, least = 12) =>
  chapterFrame(page)
    .locator('body')
    .evaluate((body, letters) => {
      const page = body.ownerDocument;
      const { left } = page.documentElement.getBoundingClientRect();
      for (let y = 40; y < 500; y += 8) {
        const caret = page.caretPositionFromPoint(
          Math.max(90, left + 90) % page.documentElement.clientWidth,
          y,
        );
        const text =
          caret?.offsetNode.nodeType === Node.TEXT_NODE ? (caret.offsetNode.textContent ?? '') : '';
        const words = text.slice(caret?.offset ?? 0).trim();
        if (words.length > letters) return words.slice(0, 40);
      }
      return '';
    }, least);

/**
 * Whether these words of one paragraph can be seen now.
 * @param before so many characters before them will do: a page may end between the first of a line and these
 */
const onScreen = (page: Page, words: string, before = 0) =>
  chapterFrame(page)
    .locator('body')
    .evaluate(
      (body, [wanted, back]) => {
        const { clientWidth, clientHeight } = body.ownerDocument.documentElement;
        const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const found = (node.textContent ?? '').indexOf(wanted);
          if (found < 0) continue;
          for (const at of [found, Math.max(0, found - back)]) {
            const range = body.ownerDocument.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            const { left, right, top, bottom } = range.getBoundingClientRect();
            if (right > 0 && left < clientWidth && bottom > 0 && top < clientHeight) return true;
          }
        }
        return false;
      },
      [words, before] as const,
    );

/** Turns the page and waits until other words are there. @returns the first of them */
async function turn(page: Page, key: string): Promise<string> {
  const before = await firstWords(page);
  await page.keyboard.press(key);
  await expect.poll(() => firstWords(page)).not.toBe(before);
  return firstWords(page);
}

test.describe('an EPUB', () => {
  test('[RD-01] is paged by keys, touch and click, scrolled, set in another size and theme, and resumed at the exact place', async ({
    page,
    context,
    request,
    browser,
  }) => {
    await withConsent(context);
    const account = await register(request);
    const book = await upload(
      request,
      account.token,
      realBook('epub', 'jane-austen_pride-and-prejudice.epub') ?? (await makeEpub()),
    );
    await signIn(page, account);
    await page.goto(`/read/${book.id}`);
    await untilOpen(page);

    await test.step('the contents lead to a chapter and show where one is', async () => {
      await pressInBar(page, 'Contents, bookmarks and notes');
      const panel = page.getByRole('complementary', { name: 'About this book' });
      const entry = panel.getByRole('button', { name: realBook('epub') ? /^XX\s*\d*$/ : /^The Window/ });
      await entry.click();
      await expect(entry).toHaveAttribute('aria-current', 'location');
      await panel.getByRole('button', { name: 'Close' }).click();
    });

    let before = '';
    await test.step('keys and clicks turn the page, forward and back', async () => {
      before = (await place(page).textContent()) ?? '';
      const words = await firstWords(page);
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => firstWords(page)).not.toBe(words);
      await page.keyboard.press('Shift+Space');
      await expect.poll(() => firstWords(page)).toBe(words);
      await page.mouse.click(1_262, 500);
      await expect.poll(() => firstWords(page)).not.toBe(words);
      await page.mouse.click(18, 500);
      await expect.poll(() => firstWords(page)).toBe(words);
      await expect(place(page)).toHaveText(before);
    });

    await test.step('another size and theme keep the place', async () => {
      const words = await turn(page, 'ArrowRight');
      await look(page, async () => {
        for (let i = 0; i < 6; i++) await page.getByRole('button', { name: 'Larger text' }).click();
        await choose(page, 'Sepia');
      });
      await expect
        .poll(() =>
          chapterFrame(page)
            .locator('html')
            .evaluate((root) => getComputedStyle(root).fontSize),
        )
        .toBe('25px');
      await expect.poll(() => page.evaluate(() => document.body.dataset.palette)).toBe('sepia');
      await expect.poll(() => onScreen(page, words)).toBe(true);
    });

    await test.step('scrolled, the same words are there, and space leads on', async () => {
      const words = await turn(page, 'ArrowRight');
      await look(page, () => choose(page, 'Scroll'));
      await expect.poll(() => onScreen(page, words)).toBe(true);
      await page.keyboard.press('Space');
      await expect.poll(() => firstWords(page)).not.toBe(words);
      await look(page, () => choose(page, 'Paged'));
    });

    await test.step('after a reload the reader is at the same words', async () => {
      const words = await turn(page, 'ArrowRight');
      await page.reload();
      await untilOpen(page);
      await expect.poll(() => firstWords(page)).toBe(words);
    });

    await test.step('on a telephone the same words are on screen, and a finger turns the page', async () => {
      // Of the very first line, however short: what comes after it may be on the next page there.
      const words = await firstWords(page, 3);
      const phone = await withConsent(
        await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }),
      );
      const small = await phone.newPage();
      await signIn(small, account);
      await small.goto(`/read/${book.id}`);
      await untilOpen(small);
      await expect.poll(() => onScreen(small, words, 16)).toBe(true);
      // The page is laid out anew when its letters have come.
      await chapterFrame(small)
        .locator('body')
        .evaluate((body) => body.ownerDocument.fonts.ready.then(() => undefined));
      const shown = await firstWords(small);
      await small.touchscreen.tap(370, 420);
      await expect.poll(() => firstWords(small)).not.toBe(shown);
      await small.touchscreen.tap(12, 420);
      await expect.poll(() => firstWords(small)).toBe(shown);
      await phone.close();
    });
  });

  test('is set in another face, hyphenated, gone through by Home and End and a swipe, on the whole screen, which stays on', async ({
    context,
    request,
    browser,
  }) => {
    await withConsent(context);
    const account = await register(request);
    const book = await upload(request, account.token, await makeEpub());
    const phone = await withConsent(
      await browser.newContext({ viewport: { width: 900, height: 700 }, hasTouch: true }),
    );
    const page = await phone.newPage();
    await page.addInitScript(() => {
      const asked: string[] = [];
      Object.assign(window, { asked });
      const { request } = navigator.wakeLock;
      navigator.wakeLock.request = (kind) => {
        asked.push(kind ?? '');
        return request.call(navigator.wakeLock, kind);
      };
    });
    await signIn(page, account);
    await page.goto(`/read/${book.id}`);
    await untilOpen(page);
    expect(await page.evaluate(() => (window as unknown as { asked: string[] }).asked)).toContain('screen');

    await look(page, async () => {
      await choose(page, 'OpenDyslexic');
      await page.getByRole('switch', { name: 'Hyphenate words' }).click();
    });
    const set = () =>
      chapterFrame(page)
        .locator('p')
        .first()
        .evaluate((words) => {
          const { fontFamily, hyphens } = getComputedStyle(words);
          const { fonts } = words.ownerDocument;
          return [fontFamily.split(',')[0], hyphens, fonts.check('16px OpenDyslexic')];
        });
    await expect.poll(set).toEqual(['OpenDyslexic', 'auto', true]);

    const first = await firstWords(page);
    await page.keyboard.press('End');
    await expect.poll(() => firstWords(page)).not.toBe(first);
    await page.keyboard.press('Home');
    await expect.poll(() => firstWords(page)).toBe(first);

    const touch = await phone.newCDPSession(page);
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y: 300 }],
      });
    await finger('touchStart', 700);
    for (const x of [620, 520, 420, 300]) await finger('touchMove', x);
    await finger('touchEnd', 300);
    await expect.poll(() => firstWords(page)).not.toBe(first);

    await withBars(page, (patience) =>
      expect(page.getByRole('slider', { name: 'Place in the book' })).toBeVisible(patience),
    );
    await pressInBar(page, 'Full screen');
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
    await phone.close();
  });

  test('[RD-03, RD-04] words are marked, drawn again in another size and after a reload, edited and deleted; pages are bookmarked; words are found', async ({
    page,
    context,
    request,
  }) => {
    await withConsent(context);
    const account = await register(request);
    const book = await upload(request, account.token, await makeEpub());
    await signIn(page, account);
    await page.goto(`/read/${book.id}`);
    await untilOpen(page);
    const panel = page.getByRole('complementary', { name: 'About this book' });

    const paragraph = await paragraphOnScreen(page);
    const marked = ((await paragraph.textContent()) ?? '').trim();
    await paragraph.click({ clickCount: 3 });
    await page.getByRole('button', { name: 'Green' }).click();
    await expect.poll(() => painted(page, 'green')).toEqual([marked]);

    await look(page, async () => {
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
  });

  test('[RD-06, AF-06, AF-07, AF-08] cannot run scripts, call out or leave its frame, even when it comes as it is', async ({
    browser,
    request,
    baseURL,
  }) => {
    // Without a service worker, so that the chapter can be replaced on its way.
    const context = await withConsent(await browser.newContext({ serviceWorkers: 'block' }));
    const page = await context.newPage();
    const account = await register(request, newAccount());
    const book = await upload(request, account.token, await makeEpub());
    await signIn(page, account);
    const outside: string[] = [];
    const note = (sent: Request) => {
      const url = new URL(sent.url());
      if (/^https?:$/.test(url.protocol) && url.origin !== new URL(baseURL ?? '').origin)
        outside.push(url.href);
    };
    // What the policy has stopped has not left.
    page.on('requestfailed', (sent) => sent.failure()?.errorText !== 'csp' && note(sent));
    page.on('requestfinished', note);
    await page.evaluate(() => {
      addEventListener('message', ({ data }) => localStorage.setItem('heard', String(data)));
    });
    const evil = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>c</title>
      <link rel="stylesheet" href="https://tracker.invalid/s.css"/>
      <style>@import url("https://tracker.invalid/i.css"); body { background: url("https://tracker.invalid/b.png") } @font-face { font-family: x; src: url("https://tracker.invalid/f.woff2") } p { font-family: x }</style>
      <meta http-equiv="refresh" content="0;url=https://tracker.invalid/r"/><base href="https://tracker.invalid/"/></head>
      <body><p id="t">Nothing of this may run.</p>
      <script>parent.postMessage('run', '*'); parent.localStorage.setItem('run', '1'); top.document.title = 'run';</script>
      <img src="x" onerror="parent.localStorage.setItem('run', '2')"/><img src="https://tracker.invalid/p.gif"/>
      <svg xmlns="http://www.w3.org/2000/svg" onload="parent.localStorage.setItem('run', '3')"></svg>
      <iframe src="https://tracker.invalid/f"></iframe><object data="https://tracker.invalid/o"></object>
      <a id="js" href="javascript:parent.localStorage.setItem('run', '4')">a script</a>
      <a id="out" href="https://tracker.invalid/link">a link out</a>
      <form action="https://tracker.invalid/form"><button id="send">send</button></form></body></html>`;
    await page.route('**/content/**/*.xhtml', (route) =>
      route.fulfill({
        headers: { ...fromServer, 'content-type': 'application/xhtml+xml; charset=utf-8' },
        body: evil,
      }),
    );
    await page.goto(`/read/${book.id}`);
    await expect(chapterFrame(page).getByText('Nothing of this may run.')).toBeVisible();
    await chapterFrame(page).locator('#js').click();
    await chapterFrame(page).locator('#send').click();
    await chapterFrame(page).locator('#out').click();
    await expect(page.getByText('https://tracker.invalid/link')).toBeVisible();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await expect(chapterFrame(page).getByText('Nothing of this may run.')).toBeVisible();
    expect(await page.evaluate(() => [localStorage.getItem('run'), localStorage.getItem('heard')])).toEqual([
      null,
      null,
    ]);
    expect(await page.title()).not.toBe('run');
    expect(outside).toEqual([]);
    expect(page.context().pages()).toHaveLength(1);
    await context.close();
  });
});

test.describe('a PDF', () => {
  test('[RD-02, RD-03] is zoomed, rotated, laid out, searched, marked across zoom and reload, and shows its outline and small pages', async ({
    page,
    context,
    request,
  }) => {
    test.setTimeout(300_000);
    const paper = realBook('pdf', 'tracemonkey.pdf');
    const whole = realBook('pdf', 'freeculture.pdf');
    if (!paper || !whole) {
      console.log('PDF journeys need ../shared/books, which is not there.');
      return;
    }
    await withConsent(context);
    const account = await register(request);
    const article = await upload(request, account.token, paper);
    const book = await upload(request, account.token, whole);
    await signIn(page, account);
    await page.goto(`/read/${article.id}`);
    const line = page.locator('.textLayer span', { hasText: 'Dynamic languages such as' }).first();
    await expect(line).toBeAttached();
    const mark = page.locator('.lectern-marks [data-ink="blue"]').first();

    await test.step('words are marked', async () => {
      const box = await steadyBox(line);
      await page.mouse.move(box.x + 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width - 4, box.y + box.height / 2, { steps: 5 });
      await page.mouse.up();
      await page.getByRole('button', { name: 'Blue' }).click();
      await expect(mark).toBeAttached();
    });

    /** How far the mark is from the words, in parts of their height. */
    const apart = async () => {
      const [words, ink] = [await line.boundingBox(), await mark.boundingBox()];
      return words && ink
        ? Math.abs(words.y + words.height / 2 - (ink.y + ink.height / 2)) / words.height
        : 9;
    };

    await test.step('the mark stays on its words in another size, another rotation and after a reload', async () => {
      await expect.poll(apart).toBeLessThan(0.5);
      await look(page, async () => {
        await page.getByRole('button', { name: 'Zoom in' }).click();
        await page.getByRole('button', { name: 'Zoom in' }).click();
      });
      await expect.poll(apart).toBeLessThan(0.5);
      await page.reload();
      await expect(mark).toBeAttached();
      await expect.poll(apart).toBeLessThan(0.5);
      await look(page, () => page.getByRole('button', { name: 'Rotate', exact: true }).click());
      await expect(page.locator('.page').first()).toBeVisible();
      await expect(mark).toBeAttached();
      await look(page, () => page.getByRole('button', { name: 'Reset' }).click());
    });

    await test.step('pages are shown one by one, and two by two', async () => {
      await look(page, async () => {
        await choose(page, 'Single');
        await choose(page, 'Page');
      });
      await expect(page.locator('.pdfViewer .page')).toHaveCount(1);
      await page.keyboard.press('ArrowRight');
      await expect(place(page)).toHaveText('Page 2 of 14');
      await look(page, () => choose(page, 'Two'));
      await expect(page.locator('.pdfViewer .page')).toHaveCount(2);
      await page.keyboard.press('ArrowRight');
      await expect(place(page)).toHaveText('Page 4 of 14');
      await look(page, () => page.getByRole('button', { name: 'Reset' }).click());
    });

    await test.step('a book is searched, every hit is marked, and its outline and small pages lead to a page', async () => {
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
      // Only the thumbnails near the page are there, and they follow it.
      const next = (await steady(page, () => placeShown(page))).page + 1;
      await expect.poll(() => panel.locator('canvas').count()).toBeLessThan(40);
      await panel.getByRole('button', { name: `Page ${next}`, exact: true }).click();
      await expect(place(page)).toHaveText(`Page ${next} of 352`);
    });
  });
});
