/** The search overlay over 200 books and 10,000 notes: the time to open it, and the time of a key. */
import type { Page } from '@playwright/test';
import { type Benchmark, type Figure, within } from './lib/bench.ts';
import { libraryServer, makeNotes } from './lib/libraryServer.ts';
import { inBrowser, untilQuiet } from './lib/reader.ts';

const [books, notes] = [200, 10_000];
const rounds = 3;
/** Milliseconds after which the text of books is searched too; that is not waited for. */
const debounce = 300;
const words = 'whale sea ship harbour night snow moor window lamp road reader page hand voice house'.split(
  ' ',
);

const sentence = (seed: number, length: number) =>
  Array.from({ length }, (_, at) => words[(seed * 7 + at * at * 3 + at) % words.length]).join(' ');

/** The longest time for which the page does nothing else, within so many milliseconds from now. */
const longestWait = (page: Page, milliseconds: number) =>
  page.evaluate(async (until) => {
    const channel = new MessageChannel();
    let last = performance.now();
    const end = last + until;
    let longest = 0;
    await new Promise<void>((resolve) => {
      channel.port1.onmessage = () => {
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
        if (now > end) resolve();
        else channel.port2.postMessage(null);
      };
      channel.port2.postMessage(null);
    });
    return longest;
  }, milliseconds);

/** Milliseconds from the shortcut to the first frame with the field. */
async function timeToOpen(page: Page): Promise<number> {
  const time = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = (began: number) =>
          document.querySelector('[role=combobox]')
            ? resolve(performance.now() - began)
            : requestAnimationFrame(() => look(began));
        addEventListener('keydown', () => look(performance.now()), { once: true, capture: true });
      }),
  );
  await page.keyboard.press('Control+k');
  return time;
}

export const search: Benchmark = {
  name: 'search',
  async run({ browser }): Promise<Figure[]> {
    const server = await libraryServer({ books });
    try {
      await makeNotes(server.dataDir, server.userId, notes, (n) => sentence(n, 40));
      const [opened, keys]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        const context = await inBrowser(server).context(browser);
        const page = await context.newPage();
        await page.goto(`${server.url}/dashboard`);
        await untilQuiet(page);
        opened.push(await timeToOpen(page));
        await untilQuiet(page);
        await page.keyboard.type('w');
        for (const key of 'hale') {
          const waited = longestWait(page, debounce + 200);
          await page.keyboard.type(key);
          keys.push(await waited);
        }
        await context.close();
      }
      return [
        within('the overlay opens, first time, median', 100, opened),
        within(`a key, over ${books} books and ${notes} notes, median`, 10, keys),
      ];
    } finally {
      await server.stop();
    }
  },
};
