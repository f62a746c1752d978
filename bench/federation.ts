/**
 * The cost of federation, compared with one plain build of the same code: time, bytes, request chains, libraries.
 */
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { type BenchContext, type Benchmark, type Figure, interleaved, median } from './lib/bench.ts';
import { bookFile, newReader, untilInPage, untilQuiet } from './lib/reader.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
/** Artificial latency of each request while request chains are counted: far longer than anything else. */
const roundTrip = 250;
/** Strings that occur once in each copy of a library. */
const libraries = {
  'react-dom': 'rendererPackageName:"react-dom"',
  'styled-components': 'data-styled-version',
  // Of the runtime's core. Each entry has some code of its own that calls it.
  'the federation runtime': '__GLOBAL_LOADING_REMOTE_ENTRY__',
};

interface Visit {
  context: BrowserContext;
  page: Page;
}

/** A signed-in reader with one book, in the product or in the plain build. */
async function visitor({ browser, books }: BenchContext, origin: string) {
  const reader = await newReader(origin);
  const book = await reader.upload(bookFile(books, 'epub', 'jane-austen_pride-and-prejudice.epub'));
  // Not innerText, which forces a layout on each access.
  const usable = `() => document.querySelector('main')?.textContent.includes(${JSON.stringify(book.title)})`;
  let regular: Promise<BrowserContext> | null = null;
  const open = async (): Promise<Visit> => {
    const context = await reader.context(browser);
    return { context, page: await context.newPage() };
  };
  const library = async (page: Page) => {
    await page.goto(`${origin}/library`, { waitUntil: 'commit' });
    return untilInPage(page, usable);
  };
  return {
    open,
    library,
    /** Milliseconds until the library is usable on a first visit. */
    async cold(): Promise<number> {
      const { context, page } = await open();
      const taken = await library(page);
      await context.close();
      return taken;
    },
    /** … on a later visit, when the service worker has cached everything. */
    async warm(): Promise<number> {
      regular ??= open().then(async ({ context, page }) => {
        await library(page);
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
        await untilQuiet(page);
        await page.close();
        return context;
      });
      const page = await (await regular).newPage();
      const taken = await library(page);
      await page.close();
      return taken;
    },
    /** Ends the later visits. */
    close: async () => (await regular)?.close(),
  };
}

type Reader = Awaited<ReturnType<typeof visitor>>;

interface Asked {
  start: number;
  end: number;
}

/** Bytes of all app files and the longest request chain of one visit. */
async function weigh(
  reader: Reader,
): Promise<{ bytes: number; depth: number; copies: Record<string, number> }> {
  const { context, page } = await reader.open();
  const session = await context.newCDPSession(page);
  await slowly(session);
  const asked = new Map<string, Asked & { counts: boolean }>();
  // By URL: a preloaded script is reported again when it is executed from the memory cache.
  const bodies = new Map<string, Promise<string>>();
  let bytes = 0;
  let counting = true;
  session.on('Network.requestWillBeSent', ({ requestId, type, request, timestamp }) => {
    const app = type === 'Document' || type === 'Script' || /\/remotes(\.json|\/)/.test(request.url);
    if (counting) asked.set(requestId, { start: timestamp, end: Number.POSITIVE_INFINITY, counts: app });
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const known = asked.get(requestId);
    if (!known || !counting) return;
    known.end = timestamp;
    if (known.counts) bytes += encodedDataLength;
  });
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script' || bodies.has(response.url())) return;
    bodies.set(
      response.url(),
      response.text().catch(() => ''),
    );
  });
  await reader.library(page);
  counting = false;
  const texts = await Promise.all(bodies.values());
  const copies = Object.fromEntries(
    Object.entries(libraries).map(([name, word]) => [
      name,
      texts.filter((text) => text.includes(word)).length,
    ]),
  );
  await context.close();
  return {
    bytes,
    copies,
    // Faster than a round trip: from the memory cache, a preloaded script that is executed now.
    depth: inARow(
      [...asked.values()].filter(
        ({ counts, start, end }) => counts && end < 1e12 && end - start > (roundTrip / 1000) * 0.8,
      ),
    ),
  };
}

async function slowly(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTrip,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

/** The longest chain of requests of which each began after the one before had ended. */
function inARow(requests: readonly Asked[]): number {
  const sorted = [...requests].sort((a, b) => a.start - b.start);
  const depths: number[] = [];
  for (const [at, { start }] of sorted.entries()) {
    const before = sorted.slice(0, at).map(({ end }, i) => (end <= start ? (depths[i] ?? 0) : 0));
    depths.push(1 + Math.max(0, ...before));
  }
  return Math.max(...depths);
}

/** Milliseconds from a click to a page that was visited before: alternately collections and notes. */
async function switching(reader: Reader): Promise<number[]> {
  const { context, page } = await reader.open();
  await reader.library(page);
  const go = async (link: string, heading: string) => {
    const shown = `() => [...document.querySelectorAll('main h1')].some((it) => it.textContent.includes(${JSON.stringify(heading)}))`;
    return untilInPage(page, shown, () =>
      page.getByRole('navigation').getByRole('link', { name: link }).first().click(),
    );
  };
  await go('Collections', 'Collections');
  await go('Notes', 'Notes');
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    times.push(await go('Collections', 'Collections'), await go('Notes', 'Notes'));
  }
  await context.close();
  return times;
}

const figure = (
  name: string,
  unit: Figure['unit'],
  ours: number,
  reference: number,
  promised: number,
): Figure => ({
  name,
  unit,
  ours,
  reference,
  ratio: ours / reference,
  promised,
});

export const costOfFederation: Benchmark = {
  name: 'federation',
  async run(context): Promise<Figure[]> {
    const [ours, plain] = [await visitor(context, context.url), await visitor(context, context.plain)];
    const figures: Figure[] = [
      await interleaved('Usable library, cold', 1.1, rounds, ours.cold, plain.cold),
      await interleaved('Usable library, warm', 1.1, rounds, ours.warm, plain.warm),
    ];
    await Promise.all([ours.close(), plain.close()]);
    const [a, b] = [await weigh(ours), await weigh(plain)];
    figures.push(
      figure('Bytes of the app until the library is usable, cold', 'bytes', a.bytes, b.bytes, 1.15),
    );
    figures.push(
      figure('Requests in a row (one more than the plain build)', 'requests', a.depth, b.depth + 1, 1),
    );
    for (const [name, copies] of Object.entries(a.copies)) {
      figures.push(figure(`Copies of ${name}`, 'requests', copies, 1, 1));
    }
    const times = await switching(ours);
    figures.push(figure('To a page that was there before, against 100 ms', 'ms', median(times), 100, 1));
    return figures;
  },
};
