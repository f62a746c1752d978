/**
 * Statistics over ten thousand sessions: the server's calculation and the page's rendering, against the promises.
 */
import type { Page } from '@playwright/test';
import { type Benchmark, type Figure, interleaved, median } from './lib/bench.ts';
import { type BenchReader, untilQuiet } from './lib/reader.ts';
import { sessionsShelf } from './lib/sessionsShelf.ts';

const many = Number(process.env.LECTERN_BENCH_SESSIONS ?? 10_000);
const few = 20;
const rounds = 9;
/** Milliseconds. */
const promised = { server: 50, paint: 100 };

export const statistics: Benchmark = {
  name: 'statistics',
  async run({ browser }): Promise<Figure[]> {
    const shelf = await sessionsShelf([many, few]);
    try {
      const [large, small] = shelf.readers as [BenchReader, BenchReader];
      const asked = (reader: BenchReader, path: string) => async () => {
        const began = performance.now();
        await reader.get(path);
        return performance.now() - began;
      };
      const figures: Figure[] = [];
      for (const path of ['/api/gamification/stats', '/api/gamification/streak?days=371']) {
        const name = `GET ${path.split('?')[0]}, ${many} sessions`;
        const beside = await interleaved(
          `${name} / ${few}`,
          10,
          rounds,
          asked(large, path),
          asked(small, path),
        );
        figures.push(
          beside,
          against(`${name} / ${promised.server} ms`, beside.samples?.ours ?? [], promised.server),
        );
      }
      const context = await large.context(browser);
      const page = await context.newPage();
      await page.goto(`${shelf.url}/library?tab=statistics`);
      await page.getByText('A year of days').first().waitFor();
      await untilQuiet(page);
      // The part that fills the window first, and the last chart below it.
      for (const [what, sign] of [
        ['click to paint', 'A year of days'],
        ['click to its last chart painted', 'Books by author'],
      ] as const) {
        const times: number[] = [];
        for (let round = 0; round < rounds; round += 1) {
          await page.getByRole('tab', { name: /^Library/ }).click();
          await page.getByText('A year of days').first().waitFor({ state: 'detached' });
          times.push(await untilPainted(page, sign));
        }
        figures.push(
          against(
            `the tab Statistics, ${what}, ${many} sessions / ${promised.paint} ms`,
            times,
            promised.paint,
          ),
        );
      }
      await context.close();
      return figures;
    } finally {
      await shelf.stop();
    }
  },
};

function against(name: string, times: number[], promise: number): Figure {
  const ours = median(times);
  const samples = { ours: times, reference: [promise] };
  return { name, unit: 'ms', ours, reference: promise, ratio: ours / promise, promised: 1, samples };
}

/** From the click on the tab to the end of the frame that shows that heading. */
function untilPainted(page: Page, sign: string): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const tab = [...document.querySelectorAll('[role=tab]')].find((one) => one.textContent.startsWith('Statistics'));
    const began = performance.now();
    const look = () => {
      if (![...document.querySelectorAll('h2')].some((one) => one.textContent === ${JSON.stringify(sign)})) return requestAnimationFrame(look);
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve(performance.now() - began);
      channel.port2.postMessage(null);
    };
    tab.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }));
    tab.click();
    requestAnimationFrame(look);
  })`);
}
