/** What the session widget costs while the clock runs: the main thread's work in a second, above that of a paused one. */
import { existsSync } from 'node:fs';
import type { CDPSession } from '@playwright/test';
import { type Benchmark, type Figure, median } from './lib/bench.ts';
import { bookFile, newReader } from './lib/reader.ts';

const rounds = Number(process.env.LECTERN_BENCH_ROUNDS ?? 5);
const seconds = 5;
/** Milliseconds of main thread in a second. */
const promised = 1;

export const sessionWidget: Benchmark = {
  name: 'session-widget',
  async run({ browser, url, books }): Promise<Figure[]> {
    const reader = await newReader(url);
    const file = bookFile(books, 'epub', 'jane-austen_pride-and-prejudice.epub');
    if (!existsSync(file)) throw new Error(`${file} is not there`);
    await reader.upload(file);
    const context = await reader.context(browser);
    const page = await context.newPage();
    await page.goto(`${url}/library`);
    await page
      .getByRole('button', { name: /^More about/ })
      .last()
      .click();
    await page.getByRole('menuitem', { name: 'Start Reading Session' }).click();
    await page.goto(`${url}/about`);
    const widget = page.getByRole('group', { name: /^Reading session/ });
    await widget.waitFor();
    await page.waitForLoadState('networkidle');
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable');
    const samples = { ours: [] as number[], reference: [] as number[] };
    for (let round = 0; round <= rounds; round += 1) {
      const running = await busy(cdp);
      await widget.getByRole('button', { name: 'Pause' }).click();
      const paused = await busy(cdp);
      await widget.getByRole('button', { name: 'Resume' }).click();
      if (round === 0) continue;
      samples.ours.push(running);
      samples.reference.push(paused);
    }
    await context.close();
    const cost = Math.max(0, median(samples.ours) - median(samples.reference));
    return [
      {
        name: `the widget with a running clock, main thread a second above a paused one / ${promised} ms`,
        unit: 'ms',
        ours: cost,
        reference: promised,
        ratio: cost / promised,
        promised: 1,
        samples,
      },
    ];
  },
};

/** Milliseconds of tasks on the main thread in a second, over some seconds without anything else to do. */
async function busy(cdp: CDPSession): Promise<number> {
  const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
  const work = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
  // What the click before has set off is over.
  await pause(1_500);
  const before = await work();
  await pause(seconds * 1_000);
  return ((await work()) - before) / seconds;
}
