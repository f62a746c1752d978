/** Bytes of JavaScript and requests of a first visit, compared with one plain build of the same code. */
import type { BrowserContext, Page } from '@playwright/test';
import type { Benchmark, Figure } from './lib/bench.ts';
import { bookFile, newReader, untilQuiet, watched } from './lib/reader.ts';

interface Weight {
  /** JavaScript as transferred (compressed). */
  bytes: number;
  requests: number;
}

/**
 * Opens a URL in a cold browser and counts what is loaded until `shown` resolves and nothing is requested any more: a
 * prerendered page shows its content before its scripts are there, and the next pages are prefetched after it.
 */
async function weigh(
  context: BrowserContext,
  address: string,
  shown: (page: Page) => Promise<void>,
): Promise<Weight> {
  const page = await watched(context).newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const kinds = new Map<string, string>();
  const weight: Weight = { bytes: 0, requests: 0 };
  let counting = true;
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (!counting || response.fromServiceWorker || response.url.startsWith('data:')) return;
    kinds.set(requestId, type);
    weight.requests += 1;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (counting && kinds.get(requestId) === 'Script') weight.bytes += encodedDataLength;
  });
  await page.goto(address);
  await shown(page);
  await untilQuiet(page);
  counting = false;
  await context.close();
  return weight;
}

export const weightOfFederation: Benchmark = {
  name: 'weight',
  async run({ browser, url, plain, books }): Promise<Figure[]> {
    const figures: Figure[] = [];
    const compare = (name: string, ours: Weight, reference: Weight) => {
      for (const [what, unit] of [
        ['bytes', 'bytes'],
        ['requests', 'requests'],
      ] as const) {
        const ratio = ours[what] / reference[what];
        figures.push({
          name: `${name}: ${what === 'bytes' ? 'JavaScript' : 'requests'}`,
          unit,
          ours: ours[what],
          reference: reference[what],
          ratio,
          promised: 1.25,
        });
      }
    };
    const visitor = () => browser.newContext({ serviceWorkers: 'block' });
    const landing = (page: Page) => page.getByRole('link', { name: 'Get Started Free' }).first().waitFor();
    compare(
      'Landing',
      await weigh(await visitor(), `${url}/`, landing),
      await weigh(await visitor(), `${plain}/`, landing),
    );

    const library = async (origin: string) => {
      const reader = await newReader(origin);
      const book = await reader.upload(bookFile(books, 'epub', 'jane-austen_pride-and-prejudice.epub'));
      const context = await reader.context(browser);
      return weigh(context, `${origin}/library`, (page) => page.getByText(book.title).first().waitFor());
    };
    compare('Library', await library(url), await library(plain));
    return figures;
  },
};
