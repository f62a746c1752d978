/** Navigation to a spread of two fixed-layout pages, compared with the same two pages in frames of a bare page. */
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { type BenchContext, type Benchmark, type Figure, interleaved } from './lib/bench.ts';
import { makeBook, xhtml } from './lib/makeBook.ts';
import { newReader, untilQuiet } from './lib/reader.ts';
import { unpackBook } from './lib/unpackBook.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const pages = 24;
/** CSS pixels. */
const size = { width: 1_000, height: 1_400 };
const viewport = { width: 1280, height: 800 };

/** A picture book: each page has its own image behind its lines, which are positioned by the file. */
async function pictureBook(): Promise<string> {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1);
  const files: Record<string, string | Buffer> = {
    'spread.css':
      'body { margin: 0 } img { position: absolute; inset: 0; width: 100%; height: 100% } p { position: absolute; margin: 0; font: 24px/1.4 serif }',
  };
  for (const number of numbers) {
    const lines = Array.from(
      { length: 40 },
      (_, line) =>
        `<p style="left: 80px; top: ${60 + line * 32}px">Line ${line + 1} of page ${number}, where the file put it.</p>`,
    ).join('');
    files[`spread-${number}.xhtml`] = xhtml(
      `Page ${number}`,
      `<img src="spread-${number}.jpg" alt=""/>${lines}`,
      `<meta name="viewport" content="width=${size.width}, height=${size.height}"/><link rel="stylesheet" href="spread.css"/>`,
    );
    files[`spread-${number}.jpg`] = await sharp({
      create: {
        ...size,
        channels: 3,
        background: '#c8d8e8',
        noise: { type: 'gaussian', mean: 200, sigma: 6 + number },
      },
    })
      .jpeg({ quality: 80 })
      .toBuffer();
  }
  return makeBook({
    title: 'A picture book',
    meta: '<meta property="rendition:layout">pre-paginated</meta><meta property="rendition:spread">both</meta>',
    items: `${numbers.map((number) => `<item id="p${number}" href="spread-${number}.xhtml" media-type="application/xhtml+xml"/><item id="i${number}" href="spread-${number}.jpg" media-type="image/jpeg"/>`).join('')}<item id="css" href="spread.css" media-type="text/css"/>`,
    spine: numbers.map((number) => `<itemref idref="p${number}"/>`).join(''),
    files,
  });
}

/** Whether both pages are visible, with their images. */
const lastSpread = `() => {
  const shown = [...document.querySelectorAll('iframe')].filter((frame) =>
    getComputedStyle(frame).visibility === 'visible' &&
    /of page (${pages - 1}|${pages}),/.test(frame.contentDocument?.body?.textContent ?? ''));
  return shown.length === 2 && shown.every((frame) => {
    const picture = frame.contentDocument.querySelector('img');
    return picture.complete && picture.naturalWidth > 0;
  });
}`;

/** Milliseconds from an action in the page until both pages of the last spread are visible, checked in every frame. */
const timeTo = (page: Page, act: string): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve, reject) => {
    const holds = ${lastSpread};
    const began = performance.now();
    (${act})();
    const look = () => {
      const passed = performance.now() - began;
      if (holds()) resolve(passed);
      else if (passed > 20000) reject(new Error('The spread was not visible after 20 s.'));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })`);

export const fixedSpread: Benchmark = {
  name: 'fixed-spread',
  async run({ browser, url, references }: BenchContext): Promise<Figure[]> {
    const file = await pictureBook();
    const reader = await newReader(url);
    const book = await reader.upload(file);
    const folder = (await unpackBook(file)).replace(/\/[^/]+$/, '');

    const ours = async () => {
      const context = await reader.context(browser);
      const page = await context.newPage();
      await page.goto(`${url}/read/${book.id}`);
      await page.locator('iframe >> visible=true').nth(1).waitFor();
      await untilQuiet(page);
      const end = "new KeyboardEvent('keydown', { key: 'End', ctrlKey: true, bubbles: true })";
      const time = await timeTo(page, `() => window.dispatchEvent(${end})`);
      await context.close();
      return time;
    };
    return [
      await interleaved(
        'a spread of two fixed pages / the two pages in bare frames',
        1.3,
        rounds,
        ours,
        bareFrames(browser, `${references}${folder}`),
      ),
    ];
  },
};

/** The two pages in adjacent frames, scaled to the window, on an otherwise empty page. */
function bareFrames(browser: Browser, folder: string): () => Promise<number> {
  const scale = Math.min(viewport.height / size.height, viewport.width / 2 / size.width);
  return async () => {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    await page.goto(`${folder}/nav.xhtml`);
    const time = await timeTo(
      page,
      `() => [${pages - 1}, ${pages}].forEach((number, at) => {
        const frame = document.createElementNS('http://www.w3.org/1999/xhtml', 'iframe');
        frame.style.cssText = 'position: fixed; border: 0; top: 0; left: ' + at * 50 + '%; width: ${size.width}px; height: ${size.height}px; transform-origin: 0 0; transform: scale(${scale})';
        frame.src = 'spread-' + number + '.xhtml';
        document.body.append(frame);
      })`,
    );
    await context.close();
    return time;
  };
}
