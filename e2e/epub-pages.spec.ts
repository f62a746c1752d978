/** EPUB pages in a real browser: what depends on layout and frames. */
import type { Page } from '@playwright/test';
import { signIn, withConsent } from './support/account.ts';
import { makeBook, makeEpub, realBook } from './support/books.ts';
import { openBook, signInWithBook } from './support/openBook.ts';
import {
  changeAppearance,
  chapterFrame,
  choose,
  pressInBar,
  untilFontsLoaded,
  untilOpen,
  withBars,
} from './support/reader.ts';
import { retried, steady, steadyBox } from './support/steady.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

const pageLabel = /^Page \d+ of \d+$/;
const place = (page: Page) => page.getByText(pageLabel).first();

/** The first text on the screen, starting at the first visible letter. @param least minimum length of the line */
const firstWords = (page: Page, least = 12) =>
  retried(() =>
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
      }, least),
  );

/** The first text once the page is laid out with its fonts, to be compared with later. */
async function steadyWords(page: Page, least?: number): Promise<string> {
  await untilFontsLoaded(page);
  return steady(page, async () => {
    const words = await firstWords(page, least);
    expect(words).not.toBe('');
    return words;
  });
}

/**
 * Whether these words of one paragraph are visible.
 * @param before the first so many characters may be on the previous page
 */
const onScreen = (page: Page, words: string, before = 0) =>
  retried(() =>
    chapterFrame(page)
      .locator('body')
      .evaluate(
        (body, [wanted, back]) => {
          const { clientWidth, clientHeight } = body.ownerDocument.documentElement;
          const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            // Words of fewer than 40 characters are the end of their text.
            const start = (node.textContent ?? '').trimEnd().lastIndexOf(wanted);
            if (start < 0) continue;
            for (const at of [start, Math.max(0, start - back)]) {
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
      ),
  );

/** Turns the page and waits until another page is shown. @returns its first words */
async function turn(page: Page, key: string): Promise<string> {
  const before = await steadyWords(page);
  await page.keyboard.press(key);
  await expect.poll(() => firstWords(page)).not.toBe(before);
  return steadyWords(page);
}

test('[RD-01] an EPUB is paged by keys, touch and click, scrolled, shown in another font size and theme, and resumed at the exact position', {
  tag: '@every-run',
}, async ({ page, context, request, browser }) => {
  const { account, book } = await openBook(
    page,
    context,
    request,
    realBook('epub', 'jane-austen_pride-and-prejudice.epub') ?? (await makeEpub()),
  );

  await test.step('the table of contents opens a chapter and shows the current one', async () => {
    await pressInBar(page, 'Contents, bookmarks and notes');
    const panel = page.getByRole('complementary', { name: 'About this book' });
    const entry = panel.getByRole('button', { name: realBook('epub') ? /^XX\s*\d*$/ : /^The Window/ });
    await entry.click();
    await expect(entry).toHaveAttribute('aria-current', 'location');
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toHaveCount(0);
    // The columns are laid out again in the space beside the panel.
    await steadyBox(page.locator('iframe >> visible=true'));
  });

  let before = '';
  await test.step('keys and clicks turn the page, forward and back', async () => {
    before = (await place(page).textContent()) ?? '';
    const words = await steadyWords(page);
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

  await test.step('another font size and theme keep the position', async () => {
    const words = await turn(page, 'ArrowRight');
    await changeAppearance(page, async () => {
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

  await test.step('scrolled mode shows the same words, and Space scrolls on', async () => {
    const words = await turn(page, 'ArrowRight');
    await changeAppearance(page, () => choose(page, 'Scroll'));
    await expect.poll(() => onScreen(page, words)).toBe(true);
    const scrolled = await steadyWords(page);
    await page.keyboard.press('Space');
    await expect.poll(() => firstWords(page)).not.toBe(scrolled);
    await changeAppearance(page, () => choose(page, 'Paged'));
  });

  await test.step('after a reload the same words are visible', async () => {
    const words = await turn(page, 'ArrowRight');
    await page.reload();
    await untilOpen(page);
    await expect.poll(() => firstWords(page)).toBe(words);
  });

  await test.step('on a phone the same words are visible, and a swipe turns the page', async () => {
    // Only from the first line, however short: the next one may be on the next page there.
    const words = await steadyWords(page, 3);
    const phone = await withConsent(
      await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }),
    );
    const small = await phone.newPage();
    await signIn(small, account);
    await small.goto(`/read/${book.id}`);
    await untilOpen(small);
    await expect.poll(() => onScreen(small, words, 16)).toBe(true);
    const shown = await steadyWords(small);
    await small.touchscreen.tap(370, 420);
    await expect.poll(() => firstWords(small)).not.toBe(shown);
    await small.touchscreen.tap(12, 420);
    await expect.poll(() => firstWords(small)).toBe(shown);
    await phone.close();
  });
});

test('an EPUB is set in another face, hyphenated, gone through by Home and End and a swipe, on the whole screen, which stays on', async ({
  request,
  browser,
}) => {
  const phone = await browser.newContext({ viewport: { width: 900, height: 700 }, hasTouch: true });
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
  await openBook(page, phone, request, await makeEpub());
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { asked: string[] }).asked))
    .toContain('screen');

  await changeAppearance(page, async () => {
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

  const first = await steadyWords(page);
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

  await withBars(page, (options) =>
    expect(page.getByRole('slider', { name: 'Place in the book' })).toBeVisible(options),
  );
  await pressInBar(page, 'Full screen');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await phone.close();
});

test('[RD-01] keys that are pressed faster than chapters load are all handled in order', async ({
  page,
  context,
  request,
}) => {
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
  const spine = names.map((title) => ({ path: `${title}.xhtml`, title, body: `<h1>${title}</h1>` }));
  const { book } = await signInWithBook(
    page,
    context,
    request,
    await makeBook({ title: 'Short chapters', spine }),
  );
  /** Chapters that load only when the test lets them. */
  const held = new Map<string, () => void>();
  for (const title of ['Two', 'Five']) {
    const free = new Promise<void>((resolve) => held.set(title, resolve));
    await page.route(`**/content/**/${title}.xhtml`, async (route) => {
      await free;
      await route.continue();
    });
  }
  await page.goto(`/read/${book.id}`);
  await untilOpen(page);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const shown = () => expect(chapterFrame(page).getByRole('heading'));

  await press('PageDown', 'PageDown', 'PageDown');
  await shown().toHaveText('One');
  held.get('Two')?.();
  await shown().toHaveText('Four');
  await press('PageDown', 'End', 'PageDown');
  await shown().toHaveText('Four');
  held.get('Five')?.();
  await shown().toHaveText('Six');
});

test('[RD-01] the chosen font replaces that of a book which sets all its text by spans; code keeps its own', async ({
  page,
  context,
  request,
}) => {
  const words = 'Words that a word processor has put into a span. '.repeat(3);
  const body = `<p><span class="s1">${words}</span></p><p><span style="font-family: Cambria">${words}</span></p><p><span class="s2">x = 1</span></p>`;
  const style = '.s1 { font-family: Cambria; } .s2 { font-family: Courier; }';
  const file = await makeBook({ title: 'Spans', style, spine: [{ path: 'a.xhtml', title: 'A', body }] });
  await openBook(page, context, request, file);
  const fonts = () =>
    chapterFrame(page)
      .locator('span')
      .evaluateAll((spans) => spans.map((span) => getComputedStyle(span).fontFamily.split(',')[0]));
  await expect.poll(fonts).toEqual(['Cambria', 'Cambria', 'Courier']);
  await changeAppearance(page, () => choose(page, 'Literata (serif)'));
  await expect.poll(fonts).toEqual(['"Literata Variable"', '"Literata Variable"', 'Courier']);
  await changeAppearance(page, () => choose(page, 'Atkinson Hyperlegible (sans)'));
  await expect.poll(fonts).toEqual([...Array(2).fill('"Atkinson Hyperlegible Next"'), 'Courier']);
  await changeAppearance(page, () => choose(page, 'Original'));
  await expect.poll(fonts).toEqual(['Cambria', 'Cambria', 'Courier']);
});

test('[E-04] boxes and lines wider than a page are shown completely', async ({ page, context, request }) => {
  const words = 'Words that go on and on until the line is far longer than any page of a book. '.repeat(4);
  const body = `
    <div class="wide"><p>${words}</p></div>
    <div class="least"><p>${words}</p></div>
    <p class="line">${words}</p>
    <p class="out">${words}</p>
    <p>Within: <code class="line">${words}</code></p>
    <div style="white-space: pre">${words}\n${words}</div>
    <div class="hidden"><pre>${'A line of a listing\n'.repeat(90)}</pre></div><p>After the listing.</p>
    <table>${'<tr><td>One</td><td>two</td></tr>'.repeat(60)}</table>
    <math xmlns="http://www.w3.org/1998/Math/MathML" display="block">${'<mi>x</mi><mo>+</mo>'.repeat(150)}</math>
    <div class="row"><div>${words}</div><div>${words}</div></div>
    <p>Short <span class="line">lines that fit</span> stay.</p>`;
  const style =
    '.wide { width: 2000px } .least { min-width: 1800px } .line { white-space: nowrap } .hidden { overflow: hidden } .out { margin-left: -200px } .row { display: flex } .row div { min-width: 700px }';
  const spine = [{ path: 'one.xhtml', title: 'One', body }];
  await openBook(page, context, request, await makeBook({ title: 'Wide boxes', style, spine }));
  const beyond = () =>
    chapterFrame(page)
      .locator('body')
      .evaluate((shown) => {
        const column = Number.parseFloat(getComputedStyle(shown).columnWidth);
        const walker = shown.ownerDocument.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
        const found: string[] = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const range = shown.ownerDocument.createRange();
          range.selectNodeContents(node);
          for (const { width, top, bottom } of range.getClientRects())
            if (width > column + 1 || top < 0 || bottom > innerHeight)
              found.push(`${node.parentElement?.outerHTML.slice(0, 60)} ${width}`);
        }
        return found;
      });
  await expect.poll(beyond).toEqual([]);
  const zoomOf = (name: string) =>
    chapterFrame(page)
      .locator(name)
      .evaluate((element) => Number((element as HTMLElement).style.zoom || 1));
  // A long table does not count as wide.
  expect(await zoomOf('table')).toBe(1);
  expect(await zoomOf('math')).toBeLessThan(0.45);
  const margin = (element: Element) => Number.parseFloat(getComputedStyle(element).marginLeft);
  expect(await chapterFrame(page).locator('.out').evaluate(margin)).toBeGreaterThan(-30);
  const kept = chapterFrame(page).getByText('lines that fit');
  expect(await kept.evaluate((element) => getComputedStyle(element).whiteSpace)).toBe('nowrap');
});

test('[E-04] a heading of several lines in front of a figure that is taller than a page stays in one piece', async ({
  page,
  context,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4H0z"/></svg>';
  const body = `<h1>The Phases of the Moon and the Tides</h1>
    <figure><img src="moon.svg" alt="" style="width: 100%"/><figcaption>${'<p>A long caption.</p>'.repeat(12)}</figcaption></figure>`;
  await openBook(
    page,
    context,
    request,
    await makeBook({
      title: 'Tall figures',
      spine: [{ path: 'one.xhtml', title: 'One', body }],
      files: { 'moon.svg': picture },
    }),
  );
  const heading = chapterFrame(page).locator('h1');
  const lines = () =>
    heading.evaluate((element) => {
      const range = element.ownerDocument.createRange();
      range.selectNodeContents(element);
      const boxes = [...range.getClientRects()];
      return {
        several: boxes.length > 1,
        screens: [...new Set(boxes.map(({ left }) => Math.floor(left / innerWidth)))],
      };
    });
  await expect.poll(lines).toEqual({ several: true, screens: [0] });
});

test('a book’s animations end at once for readers who prefer reduced motion', async ({
  page,
  context,
  request,
}) => {
  const style =
    '@keyframes appear { from { opacity: 0; } to { opacity: 1; } } p { animation: appear 1000s infinite both; }';
  const spine = [{ path: 'a.xhtml', title: 'A', body: '<p>Words that appear slowly.</p>' }];
  await openBook(page, context, request, await makeBook({ title: 'Motion', style, spine }));
  const words = chapterFrame(page).locator('p');
  const running = () =>
    words.evaluate(
      (element) => element.getAnimations().filter(({ playState }) => playState === 'running').length,
    );
  await expect.poll(running).toBe(0);
  await expect(words).toHaveCSS('opacity', '1');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(running).toBe(1);
});
