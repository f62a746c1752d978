/**
 * The cost of the session widget while the timer runs: main thread time per second, above that of
 * a paused one. The reference is the minimum of any clock: a text that changes each second on the
 * same page, written by two lines of script.
 */
import { existsSync } from 'node:fs';
import type { CDPSession, Page } from '@playwright/test';
import { type Benchmark, type Figure, median } from './lib/bench.ts';
import { bookFile, newReader, untilQuiet } from './lib/reader.ts';

const rounds = Number(process.env.LECTERN_BENCH_ROUNDS ?? 5);
const seconds = 5;
/** Seconds to wait until the page is idle. */
const mostSettling = 8;
/** Allowed milliseconds of main thread time per second: the cost of a plain text, and a little more. */
const promised = 5;

export const sessionWidget: Benchmark = {
  name: 'session-widget',
  async run({ browser, url, books }): Promise<Figure[]> {
    const reader = await newReader(url);
    const file = bookFile(books, 'epub', 'jane-austen_pride-and-prejudice.epub');
    if (!existsSync(file)) throw new Error(`${file} does not exist`);
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
    await untilQuiet(page);
    const cdp = await context.newCDPSession(page);
    // Processor time of the thread: waiting on a busy machine is not the widget's.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const press = async (name: string) => {
      await widget.getByRole('button', { name }).click();
      // A pointer over the widget is hit-tested in every frame: that is the pointer's cost.
      await page.mouse.move(300, 20);
    };
    const samples = { ours: [] as number[], reference: [] as number[] };
    const bare: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const running = await busy(cdp);
      await press('Pause');
      const paused = await busy(cdp);
      await bareClock(page, true);
      const least = await busy(cdp);
      await bareClock(page, false);
      await press('Resume');
      if (round === 0) continue;
      samples.ours.push(running);
      samples.reference.push(paused);
      bare.push(least);
    }
    await context.close();
    const idle = median(samples.reference);
    const cost = Math.max(0, median(samples.ours) - idle);
    const least = Math.max(0, median(bare) - idle);
    return [
      {
        name: 'the widget with a running clock, main thread a second above a paused one / a bare text that changes each second',
        unit: 'ms',
        ours: cost,
        reference: least,
        ratio: cost / least,
        promised: 1.5,
        samples: { ours: samples.ours, reference: bare },
      },
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

/** A clock without anything else, at the widget's position on a page without one. */
function bareClock(page: Page, on: boolean): Promise<void> {
  return page.evaluate((running) => {
    const place = globalThis as { bareClock?: ReturnType<typeof setInterval> };
    clearInterval(place.bareClock);
    document.querySelector('#bare-clock')?.remove();
    if (!running) return;
    const clock = document.body.appendChild(document.createElement('span'));
    clock.id = 'bare-clock';
    clock.style.cssText = 'position:fixed;top:0;left:0;font-variant-numeric:tabular-nums';
    let seconds = 0;
    place.bareClock = setInterval(() => {
      seconds += 1;
      clock.textContent = `0:${String(seconds).padStart(2, '0')}`;
    }, 1_000);
  }, on);
}

/** Milliseconds of main thread tasks per second, over some seconds without other activity. */
async function busy(cdp: CDPSession): Promise<number> {
  const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
  const work = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
  // Waits until the effects of the click before (requests, storage, events)
  // are over: a second with hardly any tasks.
  let last = await work();
  for (let waited = 0; waited < mostSettling; waited += 1) {
    await pause(1_000);
    const now = await work();
    const quiet = now - last < 6;
    last = now;
    if (quiet && waited > 0) break;
  }
  await pause(seconds * 1_000);
  return ((await work()) - last) / seconds;
}
