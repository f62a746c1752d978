/**
 * The library with ten thousand books, compared with the same page with twenty: first visible books, scrolling,
 * filtering, sorting. The books are generated, without files; their covers are drawn by the page itself.
 */
import type { Page } from '@playwright/test';
import { type Benchmark, type Figure, interleaved, within } from './lib/bench.ts';
import { type BenchReader, newReader, untilInPage, untilQuiet } from './lib/reader.ts';

const many = 10_000;
const few = 20;
const rounds = 5;
/** Maximum milliseconds for a filter or a sort. */
const soon = 50;

const booksOnScreen = `() => document.querySelectorAll('[data-book-id] img, [data-book-id] svg').length >= 10`;

export const libraryScale: Benchmark = {
  name: 'library-scale',
  async run({ browser, url }): Promise<Figure[]> {
    const large = await shelfOf(await newReader(url), many);
    const small = await shelfOf(await newReader(url), few);
    const open = async (reader: BenchReader) => {
      const context = await reader.context(browser);
      const page = await context.newPage();
      // Otherwise the server's drawing of ten thousand covers would be measured, and not the page.
      await page.route('**/covers-enhanced/ensure', (route) => route.abort());
      return page;
    };
    const firstBooks = (reader: BenchReader) => async () => {
      const page = await open(reader);
      await page.goto(`${url}/library`, { waitUntil: 'commit' });
      const time = await untilInPage(page, booksOnScreen);
      await page.context().close();
      return time;
    };
    const figures = [
      await interleaved(
        `first books on screen, ${many} books / ${few}`,
        1.5,
        rounds,
        firstBooks(large),
        firstBooks(small),
      ),
    ];

    const [page, other] = [await open(large), await open(small)];
    for (const [one, count] of [
      [page, many],
      [other, few],
    ] as const) {
      await one.goto(`${url}/library`);
      await one.getByRole('button', { name: `All Books ${count}` }).waitFor({ timeout: 60_000 });
      await untilQuiet(one);
    }
    figures.push(...(await scrolling(page, other)), ...(await choosing(page)));
    await Promise.all([page.context().close(), other.context().close()]);
    return figures;
  },
};

/** Gives a reader that many books. */
async function shelfOf(reader: BenchReader, count: number): Promise<BenchReader> {
  const genres = ['Novel', 'Poetry', 'Essays', 'History', 'Drama', 'Science'];
  const statuses = ['unread', 'completed', 'unread', 'paused', 'unread'] as const;
  for (let start = 0; start < count; start += 200) {
    const items = Array.from({ length: Math.min(200, count - start) }, (_, i) => {
      const n = start + i;
      return {
        title: `${genres[n % genres.length]} of the ${(n * 7919) % 9973} winds, part ${n}`,
        author: `Author ${(n * 31) % 1_500}`,
        published: String(1800 + (n % 220)),
        status: statuses[n % statuses.length],
        rating: (n % 5) + 1,
        added_at: new Date(Date.UTC(2015, 0, 1, n % 24, n % 60)).toISOString(),
      };
    });
    await reader.post('/books/import', { items });
  }
  return reader;
}

/** The 95th percentile of frame times while scrolling for some seconds, slowly and fast, in both. */
async function scrolling(page: Page, reference: Page): Promise<Figure[]> {
  const scroll = async (one: Page) => {
    await one.bringToFront();
    return one.evaluate<number[]>(`new Promise((resolve) => {
      const frames = [];
      const end = performance.now() + 3000;
      let last = performance.now();
      let y = 0;
      const step = (now) => {
        frames.push(now - last);
        last = now;
        y += 55;
        window.scrollTo(0, y);
        if (now < end) requestAnimationFrame(step);
        else resolve(frames.slice(5).sort((a, b) => a - b));
      };
      requestAnimationFrame(step);
    })`);
  };
  const p95 = async (one: Page) => {
    const frames = await scroll(one);
    return frames[Math.floor(frames.length * 0.95)] ?? Number.POSITIVE_INFINITY;
  };
  const views: Figure[] = [];
  for (const view of ['Grid', 'List'] as const) {
    for (const one of [page, reference]) {
      await one.bringToFront();
      await one.evaluate('window.scrollTo(0, 0)');
      await one.getByRole('button', { name: view, exact: true }).click();
    }
    views.push(
      await interleaved(
        `${view.toLowerCase()}: 95th percentile of a frame while scrolling, ${many} books / ${few}`,
        20 / (1000 / 60),
        3,
        () => p95(page),
        () => p95(reference),
      ),
    );
  }
  await page.bringToFront();
  await page.evaluate('window.scrollTo(0, 0)');
  return views;
}

/** From the choice to the frame that shows its result, against the absolute promise. */
async function choosing(page: Page): Promise<Figure[]> {
  await page.bringToFront();
  await page.getByRole('button', { name: 'Grid', exact: true }).click();
  const times = { filter: [] as number[], sort: [] as number[], letters: [] as number[] };
  const measure = (act: string) =>
    page.evaluate<number>(`new Promise((resolve) => {
      const began = performance.now();
      ${act};
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve(performance.now() - began);
        channel.port2.postMessage(null);
      });
    })`);
  const chip = (name: string) =>
    measure(
      `[...document.querySelectorAll('button[aria-pressed]')].find((one) => one.textContent.startsWith('${name}')).click()`,
    );
  const set = (selector: string, kind: 'Select' | 'Input', value: string) =>
    measure(`{
      const field = document.querySelector(${JSON.stringify(selector)});
      Object.getOwnPropertyDescriptor(HTML${kind}Element.prototype, 'value').set.call(field, ${JSON.stringify(value)});
      field.dispatchEvent(new Event('${kind === 'Select' ? 'change' : 'input'}', { bubbles: true }));
    }`);
  for (let round = 0; round < rounds; round += 1) {
    for (const name of ['Completed', 'Unread', 'All Books']) times.filter.push(await chip(name));
    for (const order of ['title', 'author', 'progress', 'status'])
      times.sort.push(await set('main select', 'Select', order));
  }
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('searchbox', { name: 'Title or author' }).waitFor();
  for (let round = 0; round < rounds; round += 1)
    for (const letters of ['p', 'po', ''])
      times.letters.push(await set('[role=dialog] input[type=search]', 'Input', letters));
  return [
    within(`a filter takes effect, ${many} books`, soon, times.filter),
    within(`a sort takes effect, ${many} books`, soon, times.sort),
    within(`a letter typed takes effect, ${many} books`, soon, times.letters),
  ];
}
