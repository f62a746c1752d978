/** Turning pages: the time of one turn, and the memory after 300 turns. */
import { readFileSync } from 'node:fs';
import type { Book, Manifest } from '@lectern/shared-contracts/api/books.ts';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { type BenchContext, type Benchmark, compared, type Figure, median } from './lib/bench.ts';
import { type BenchReader, bookFile, newReader, warAndPeace } from './lib/reader.ts';

/** Timed turns of each kind. */
const turns = 40;
/** Turns after which memory is measured. */
const few = 20;
const many = 300;
/** Milliseconds after which a turn counts as lost, and after which the reader has followed a scroll. */
const longestTurn = 10_000;
const followed = 400;
/** One frame at 60 Hz, in milliseconds. */
const frame = 1000 / 60;

export const turnPages: Benchmark = {
  name: 'turn-pages',
  async run(context): Promise<Figure[]> {
    const reader = await newReader(context.url);
    const novel = await reader.upload(bookFile(context.books, 'epub', warAndPeace));
    const pdf = await reader.upload(bookFile(context.books, 'pdf', 'freeculture.pdf'));
    return [
      await timeOfTurns(context, reader, novel),
      await memory('War and Peace, memory after many pages / after few', context, reader, novel),
      await memory('freeculture.pdf, memory after many pages / after few', context, reader, pdf),
    ];
  },
};

/** Opens a book at a position and waits until it can be read. */
async function open(browser: Browser, url: string, reader: BenchReader, book: Book): Promise<Page> {
  const page = await (await reader.context(browser)).newPage();
  await page.goto(`${url}/read/${book.id}`);
  await page.locator('footer output').waitFor({ state: 'attached' });
  await page.locator('iframe >> visible=true').or(page.locator('.page canvas')).first().waitFor();
  return page;
}

/** Ours and the browser's own scrolling of the same columns in turn, in the same chapter. */
async function timeOfTurns({ browser, url }: BenchContext, reader: BenchReader, book: Book): Promise<Figure> {
  const { spine } = await reader.get<Manifest>(`/books/${book.id}/manifest`);
  const long = spine.reduce(
    (best, item, index) => (item.words > (spine[best]?.words ?? 0) ? index : best),
    0,
  );
  await reader.leaveAt(book, 50, { spine_index: long, fraction: 0 });
  const page = await open(browser, url, reader, book);
  await page.waitForTimeout(1_500);
  // One expression for the debugger: the product's policy forbids evaluating strings in the page.
  const samples = await page.evaluate<{ ours: number[]; reference: number[] }>(`(async () => {
    const root = () => [...document.querySelectorAll('iframe')].find((one) => getComputedStyle(one).visibility === 'visible').contentDocument.documentElement;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const timed = async (act) => {
      await frame(); await frame();
      const scrolled = root();
      const from = scrolled.scrollLeft;
      const began = performance.now();
      act();
      // Until the end of a frame in which it has moved: the same for both.
      do {
        await frame();
        if (performance.now() - began > ${longestTurn}) throw new Error('A key or a scroll did not turn the page.');
      } while (root() === scrolled && scrolled.scrollLeft === from);
      await frame();
      return performance.now() - began;
    };
    const press = (key) => window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    const samples = { ours: [], reference: [] };
    const step = root().clientWidth;
    let forward = true;
    for (let turn = 0; turn < ${turns}; turn++) {
      const { scrollLeft, scrollWidth } = root();
      if (scrollLeft + 2 * step > scrollWidth) forward = false;
      else if (scrollLeft < step) forward = true;
      samples.ours.push(await timed(() => press(forward ? 'PageDown' : 'PageUp')));
      const by = root().scrollLeft >= step ? -step : step;
      samples.reference.push(await timed(() => root().scrollBy({ left: by, behavior: 'instant' })));
      root().scrollBy({ left: -by, behavior: 'instant' });
      // The reader follows what else scrolls: the next key would turn from the page that was scrolled to.
      await new Promise((resolve) => setTimeout(resolve, ${followed}));
    }
    return samples;
  })()`);
  await page.context().close();
  const [ours, reference] = [median(samples.ours), median(samples.reference) + frame];
  const name = "a page turn / the browser's own scroll of the same columns and one frame";
  return { ...compared(name, 'ms', ours, reference, 1), samples };
}

/** Memory of a page's process in bytes, after garbage collection. */
async function held(devtools: CDPSession, processes: () => Promise<number[]>): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.collectGarbage');
  const pages = (await processes()).map((id) => {
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
  });
  return Math.max(...pages);
}

/**
 * Memory of an open book after many pages, compared with a few. Linux only, where processes can be inspected.
 */
async function memory(
  name: string,
  { browser, url }: BenchContext,
  reader: BenchReader,
  book: Book,
): Promise<Figure> {
  await reader.leaveAt(book, 0, book.format === 'epub' ? { spine_index: 5, fraction: 0 } : { page: 1 });
  const page = await open(browser, url, reader, book);
  const system = await browser.newBrowserCDPSession();
  const devtools = await page.context().newCDPSession(page);
  const processes = async () =>
    (await system.send('SystemInfo.getProcessInfo')).processInfo
      .filter(({ type }: { type: string }) => type === 'renderer')
      .map(({ id }: { id: number }) => id);
  const place = page.locator('footer output');
  const onward = async (pages: number) => {
    for (let turned = 0; turned < pages; turned++) {
      const before = await place.textContent();
      await page.keyboard.press('PageDown');
      if (book.format === 'pdf') await page.waitForTimeout(60);
      else await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      if (turned % 50 === 49 && (await place.textContent()) === before) break;
    }
    await page.waitForTimeout(1_000);
  };
  await onward(few);
  const reference = await held(devtools, processes);
  await onward(many - few);
  const ours = await held(devtools, processes);
  await page.context().close();
  return compared(name, 'bytes', ours, reference, 1.5);
}
