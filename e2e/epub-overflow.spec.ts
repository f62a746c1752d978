/** What is larger than the page of an EPUB on a phone, in a real browser: tables, hanging lines and boxes. */
import type { Page } from '@playwright/test';
import { makeBook } from './support/books.ts';
import { openBook } from './support/openBook.ts';
import { changeAppearance, chapterFrame, choose, untilFontsLoaded } from './support/reader.ts';
import { steady } from './support/steady.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'block', viewport: { width: 390, height: 800 }, hasTouch: true });

const columns = [
  'Country',
  'Inhabitants',
  'Capital',
  'Languages',
  'Currency',
  'Remarks',
  'Telephone',
  'Founded',
];
const row = (n: number) =>
  `<tr>${columns.map((name, at) => `<td>${at === 5 ? `A longer remark on the ${n}. country of this list` : `${name}-${n}`}</td>`).join('')}</tr>`;
const table = (rows: number) =>
  `<table><thead><tr>${columns.map((name) => `<th>${name}</th>`).join('')}</tr></thead><tbody>${Array.from({ length: rows }, (_, n) => row(n)).join('')}</tbody></table>`;
const words = 'Words before and after a table of many countries. '.repeat(12);

/** Table, screen and place of the first table. */
const measure = (page: Page) =>
  chapterFrame(page)
    .locator('table')
    .first()
    .evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const broken = [...element.querySelectorAll('th')].filter((cell) => {
        const range = element.ownerDocument.createRange();
        range.selectNodeContents(cell);
        return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
      });
      return {
        isInPage: left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight,
        brokenWords: broken.map(({ textContent }) => textContent),
        scrolls: element.scrollWidth > element.clientWidth,
        left: element.scrollLeft,
        remark: element.querySelectorAll('td')[5]?.getBoundingClientRect().width ?? 0,
      };
    });

test('[E-04] a table that is too wide for a phone keeps its words whole and scrolls by finger, wheel and keys; the page turns at its end', async ({
  page,
  context,
  request,
}) => {
  const body = `<p>Before.</p>${table(2)}<p>${words}</p><p>${words}</p><p>${words}</p>`;
  const spine = [{ path: 'one.xhtml', title: 'One', body }];
  await openBook(page, context, request, await makeBook({ title: 'Countries', spine }));
  await untilFontsLoaded(page);
  await expect.poll(() => measure(page)).toMatchObject({ isInPage: true, brokenWords: [], scrolls: true });
  expect((await measure(page)).remark).toBeGreaterThan(120);

  const box = chapterFrame(page).locator('table');
  const scrolled = () => box.evaluate((element) => Math.round(element.scrollLeft));
  const screen = () =>
    box.evaluate((element) => Math.round(element.ownerDocument.documentElement.scrollLeft));
  await test.step('a finger and a sideways wheel scroll the table, not the page', async () => {
    const at = await box.boundingBox();
    const devtools = await context.newCDPSession(page);
    const touch = (type: string, x: number) =>
      devtools.send('Input.dispatchTouchEvent', {
        type: type as 'touchMove',
        touchPoints: type === 'touchEnd' ? [] : [{ x, y: (at?.y ?? 0) + 60 }],
      });
    await touch('touchStart', 320);
    for (const x of [300, 260, 220, 180]) await touch('touchMove', x);
    await touch('touchEnd', 180);
    await expect.poll(scrolled).toBeGreaterThan(60);
    // A quick finger may have scrolled it to its end.
    const before = await steady(page, scrolled);
    await page.mouse.move(200, (at?.y ?? 0) + 60);
    await page.mouse.wheel(-50, 0);
    await expect.poll(scrolled).toBeLessThan(before);
    expect(await screen()).toBe(0);
  });

  await test.step('arrow keys scroll the focused table to its end, then turn the page', async () => {
    await box.evaluate((element) => element.scrollTo({ left: 0, behavior: 'instant' }));
    await box.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(scrolled).toBeGreaterThan(0);
    expect(await screen()).toBe(0);
    await box.evaluate((element) => element.scrollTo({ left: element.scrollWidth, behavior: 'instant' }));
    await page.keyboard.press('ArrowRight');
    await expect.poll(screen).toBe(390);
    await page.keyboard.press('ArrowLeft');
  });

  await test.step('it does the same in scrolled flow', async () => {
    // The mouse shows the bars.
    await page.mouse.move(200, 600);
    await page.mouse.move(220, 620);
    await changeAppearance(page, () => choose(page, 'Scroll'));
    await expect.poll(() => measure(page)).toMatchObject({ isInPage: true, brokenWords: [], scrolls: true });
  });
});

test('[E-04] a wide table that is longer than a page scrolls in both directions; a place in it is found again', async ({
  page,
  context,
  request,
}) => {
  const body = `<p>${words}</p>${table(60)}<p>After.</p><p><a href="#last">To the last row</a></p>`.replace(
    '<td>Founded-59',
    '<td id="last">Founded-59',
  );
  const spine = [{ path: 'one.xhtml', title: 'One', body }];
  await openBook(page, context, request, await makeBook({ title: 'Many countries', spine }));
  await untilFontsLoaded(page);
  const link = chapterFrame(page).getByRole('link', { name: 'To the last row' });
  await page.keyboard.press('End');
  await expect(link).toBeInViewport();
  await link.press('Enter');
  await expect.poll(() => measure(page)).toMatchObject({ isInPage: true, brokenWords: [] });
  const isSeen = () =>
    chapterFrame(page)
      .locator('#last')
      .evaluate((cell) => {
        const { left, top, width, height } = cell.getBoundingClientRect();
        return cell.contains(cell.ownerDocument.elementFromPoint(left + width / 2, top + height / 2));
      });
  await expect.poll(isSeen).toBe(true);
});

test('[E-04] lines that hang far out of their column stay on the page; a hanging indent beside its own padding stays as it is', async ({
  page,
  context,
  request,
}) => {
  const body = `<p style="padding-left: 3em; text-indent: -3em" id="hanging">${words}</p>
    <div style="text-indent: -30%"><p>${words}</p></div>
    <p style="margin-left: -20%">${words}</p>
    <p style="margin-inline-start: calc(10px - 30vw)">${words}</p>
    <p style="position: relative; left: -9em">${words}</p>`;
  const spine = [{ path: 'one.xhtml', title: 'One', body }];
  await openBook(page, context, request, await makeBook({ title: 'Hanging lines', spine }));
  await untilFontsLoaded(page);
  const overEdge = () =>
    chapterFrame(page)
      .locator('p')
      .evaluateAll((paragraphs) =>
        paragraphs.flatMap((paragraph) => {
          const range = paragraph.ownerDocument.createRange();
          range.selectNodeContents(paragraph);
          const screenOf = (x: number) => Math.floor(x / innerWidth);
          return [...range.getClientRects()].some(({ left, right }) => screenOf(left) !== screenOf(right))
            ? [paragraph.outerHTML.slice(0, 60)]
            : [];
        }),
      );
  await expect.poll(overEdge).toEqual([]);
  const hanging = chapterFrame(page).locator('#hanging');
  expect(await hanging.evaluate((element) => element.style.textIndent)).toBe('-3em');
});

const paragraphs = Array.from({ length: 30 }, (_, n) => `<p>Paragraph ${n}. ${words.slice(0, 200)}</p>`).join(
  '',
);
/** Boxes that a browser does not divide between pages, or that hide what is longer than them. */
const boxes: readonly [kind: string, style: string, open?: string, close?: string][] = [
  ['inline-block', 'display: inline-block'],
  ['inline-table', 'display: inline-table'],
  ['inline-flex', 'display: inline-flex; flex-direction: column'],
  ['inline-grid', 'display: inline-grid'],
  ['in one another', 'display: inline-block; padding: 1em', '<div class="box">', '</div>'],
  ['a table cell', 'display: table', '<div style="display: table-cell">', '</div>'],
  ['not to be broken', 'break-inside: avoid; page-break-inside: avoid'],
  ['float', 'float: left'],
  ['hidden overflow', 'overflow: hidden; height: 2000px; font-size: 2em'],
  ['hidden overflow with a decoration', 'overflow: hidden; position: relative', '<i class="tail"></i>'],
  ['a low box', 'overflow: hidden; height: 200px'],
  ['absolute', 'position: absolute; top: 5em; left: 0'],
  ['contained', 'contain: content'],
  ['clipped', 'display: inline-block; overflow: clip'],
  ['a flexible box', 'display: flex; flex-direction: column; justify-content: center; height: 100vh'],
  ['a grid', 'display: grid; align-content: center; height: 100vh'],
  [
    'clamped lines',
    'display: -webkit-box; -webkit-line-clamp: 3; -webkit-box-orient: vertical; overflow: hidden',
  ],
];

test('[R-01] all words of boxes that are taller than a page can be reached', async ({
  page,
  context,
  request,
}) => {
  const spine = boxes.map(([kind, , open = '', close = ''], at) => ({
    path: `box${at}.xhtml`,
    title: kind,
    body: `<h1>${kind}</h1><div class="box" id="box${at}">${open}${paragraphs}${close}</div><p>After it.</p>`,
  }));
  const style = [
    ...boxes.map(([, css], at) => `#box${at} { ${css} }`),
    '#box4 .box { display: inline-block }',
    '.tail { position: absolute; bottom: -40px; height: 60px; display: block }',
  ].join('\n');
  await openBook(page, context, request, await makeBook({ title: 'Tall boxes', style, spine }));
  const body = chapterFrame(page).locator('body');
  /** Paragraphs that are beyond the end of the page, or of a box that hides them. */
  const lost = () =>
    body.evaluate(({ ownerDocument }) => {
      const { clientHeight } = ownerDocument.documentElement;
      const box = ownerDocument.querySelector('.box') as Element;
      const hides = getComputedStyle(box).overflowY !== 'visible';
      const end = hides ? Math.min(clientHeight, box.getBoundingClientRect().bottom) : clientHeight;
      return [...box.querySelectorAll('p')].flatMap((paragraph) => {
        const range = ownerDocument.createRange();
        range.selectNodeContents(paragraph);
        const isLost = [...range.getClientRects()].some(({ top, bottom }) => top < 0 || bottom > end);
        return isLost ? [(paragraph.textContent ?? '').slice(0, 12)] : [];
      });
    });
  const all: Record<string, string[]> = {};
  for (const [kind] of boxes)
    await test.step(kind, async () => {
      await expect(body.locator('h1')).toHaveText(kind);
      await untilFontsLoaded(page);
      all[kind] = await steady(page, lost);
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowRight');
    });
  expect(all).toEqual(Object.fromEntries(boxes.map(([kind]) => [kind, []])));
});
