/**
 * What a visitor waits for: JavaScript until the sign-in form is usable, and the largest contentful paint of landing
 * page and library compared with a plain HTML page with the same look from the same server.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type Benchmark, compared, type Figure, interleaved } from './lib/bench.ts';
import { bookFile, newReader, untilQuiet, watched } from './lib/reader.ts';

const rounds = 7;
const mostKilobytes = 168;
const viewport = { width: 1280, height: 800 };
/** The phone of Lighthouse: its screen, a processor four times slower, 1.6 Mbit/s and 150 ms of latency. */
const phone = { viewport: { width: 412, height: 823 }, cpu: 4, latency: 150, bytesPerSecond: 1_600_000 / 8 };

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await page.setViewportSize(phone.viewport);
  await session.send('Emulation.setCPUThrottlingRate', { rate: phone.cpu });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: phone.latency,
    downloadThroughput: phone.bytesPerSecond,
    uploadThroughput: phone.bytesPerSecond,
  });
}

/**
 * @param shows a text of the page; a slow processor pauses the network long before it is there
 * @returns milliseconds from the navigation to the largest contentful paint
 */
async function timeOfPaint(page: Page, address: string, shows: string): Promise<number> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) Object.assign(window, { painted: startTime });
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto(address);
  await page.getByText(shows).first().waitFor();
  await untilQuiet(page);
  return page.evaluate(() => (window as unknown as { painted: number }).painted);
}

/** The current page as a document without scripts: its markup, and every rule of its style sheets. */
async function asPlainHtml(page: Page): Promise<string> {
  return page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap((sheet) =>
      [...sheet.cssRules].map((rule) => rule.cssText),
    );
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    for (const element of copy.querySelectorAll(
      'script, style, link[rel="stylesheet"], link[rel*="preload"]:not([as="font"]), link[rel="manifest"]',
    ))
      element.remove();
    const style = document.createElement('style');
    style.textContent = rules.join('\n');
    copy.querySelector('head')?.append(style);
    return `<!doctype html>${copy.outerHTML}`;
  });
}

const inNewContext = async <T>(open: () => Promise<BrowserContext>, work: (page: Page) => Promise<T>) => {
  const context = await open();
  try {
    return await work(await watched(context).newPage());
  } finally {
    await context.close();
  }
};

async function largestPaint(
  name: string,
  open: () => Promise<BrowserContext>,
  { ours, reference, shows }: { ours: string; reference: string; shows: string },
  isPhone = false,
): Promise<Figure> {
  const lcp = (address: string) => () =>
    inNewContext(open, async (page) => {
      if (isPhone) await slowDown(page);
      return timeOfPaint(page, address, shows);
    });
  return interleaved(name, isPhone ? 2 : 1.5, rounds, lcp(ours), lcp(reference));
}

async function scriptsUntilSignIn(browser: Browser, url: string): Promise<Figure> {
  const context = await browser.newContext({ serviceWorkers: 'block', viewport });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const scripts = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  // A cold browser that accepts gzip, and starts on the landing page like a visitor.
  await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' });
  await page.goto(`${url}/`);
  await page.getByRole('link', { name: 'Sign In' }).first().click();
  // Not clicked: typing would prefetch what comes after.
  await page.getByLabel('Email Address').waitFor();
  await context.close();
  const limit = mostKilobytes * 1024;
  const name = `Landing to sign-in form: JavaScript, of the ${mostKilobytes} KB allowed`;
  return compared(name, 'bytes', bytes, limit, 1);
}

export const landing: Benchmark = {
  name: 'landing',
  async run({ browser, url, publicDir, books }): Promise<Figure[]> {
    const visitor = () => browser.newContext({ serviceWorkers: 'block', viewport });
    const figures = [await scriptsUntilSignIn(browser, url)];

    const made = readFileSync(join(publicDir, 'landing.en.html'), 'utf8');
    writeFileSync(
      join(publicDir, 'plain-landing.html'),
      made.replaceAll(/<script (?!src="\/early)[^>]*><\/script>/g, ''),
    );
    figures.push(
      await largestPaint('Landing: largest paint', visitor, {
        ours: `${url}/`,
        reference: `${url}/plain-landing.html`,
        shows: 'Get Started Free',
      }),
    );

    const reader = await newReader(url);
    const files = ['jane-austen_pride-and-prejudice.epub', 'herman-melville_moby-dick.epub'];
    for (const file of files) await reader.upload(bookFile(books, 'epub', file)).catch(() => undefined);
    const signedIn = async () => reader.context(browser);
    for (const isPhone of [false, true]) {
      const twin = await inNewContext(signedIn, async (page) => {
        if (isPhone) await page.setViewportSize(phone.viewport);
        await page.goto(`${url}/library`);
        await untilQuiet(page);
        await page.getByText('Pride and Prejudice').first().waitFor();
        return asPlainHtml(page);
      });
      writeFileSync(join(publicDir, 'plain-library.html'), twin);
      const name = `Library${isPhone ? ' on a phone' : ''}: largest paint`;
      const pages = {
        ours: `${url}/library`,
        reference: `${url}/plain-library.html`,
        shows: 'Pride and Prejudice',
      };
      figures.push(await largestPaint(name, signedIn, pages, isPhone));
    }
    return figures;
  },
};
