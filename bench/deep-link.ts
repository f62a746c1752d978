/**
 * From a book's URL in a new tab to its text: with the app in the service worker's cache, compared with the bare
 * chapter in a frame with CSS columns; and while the worker is being installed, compared with the very first visit.
 */
import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import type { BrowserContext } from '@playwright/test';
import { type Benchmark, type Figure, interleaved } from './lib/bench.ts';
import { bookFile, newReader, textOnScreen, untilInPage, untilKept } from './lib/reader.ts';
import { unpackBook } from './lib/unpackBook.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const warAndPeace = 'leo-tolstoy_war-and-peace_louise-maude_aylmer-maude.epub';

/** Opens a URL in a new tab. @returns milliseconds from the navigation to the text */
async function openTab(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'commit' });
  const time = await untilInPage(page, textOnScreen);
  await page.close();
  return time;
}

export const deepLink: Benchmark = {
  name: 'deep-link',
  async run({ browser, url, references, books }): Promise<Figure[]> {
    const file = bookFile(books, 'epub', warAndPeace);
    const reader = await newReader(url);
    const novel = await reader.upload(file);
    const { spine } = await reader.get<Manifest>(`/books/${novel.id}/manifest`);
    const long = spine.flatMap(({ words }, index) => (words > 800 ? [index] : []));
    const chapter = long[Math.floor(long.length / 2)] ?? 0;
    await reader.put(`/books/${novel.id}/progress`, {
      current_page: 1000,
      total_pages: novel.page_count,
      percentage: 50,
      updated_at: new Date().toISOString(),
      position: { spine_index: chapter, fraction: 0 },
    });
    await unpackBook(file);
    const address = `${url}/read/${novel.id}`;
    const bare = `${references}/chapter/?src=${encodeURIComponent(`/unpacked/${spine[chapter]?.href}`)}`;

    const warm = await reader.context(browser);
    const first = await warm.newPage();
    await first.goto(`${url}/library`);
    await untilKept(first);
    await first.close();
    const plain = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const kept = await interleaved(
      'address of a book in a new tab to its text, warm service worker / the bare chapter in a frame with CSS columns',
      3.2,
      rounds,
      () => openTab(warm, address),
      () => openTab(plain, bare),
    );
    await Promise.all([warm.close(), plain.close()]);

    const veryFirst = async () => {
      const context = await reader.context(browser);
      const time = await openTab(context, address);
      await context.close();
      return time;
    };
    const installing = async () => {
      const context = await reader.context(browser);
      const page = await context.newPage();
      await page.goto(`${url}/library`);
      // The worker is registered when the page is idle; its installation takes some hundred milliseconds.
      await page.evaluate(async () => {
        const isInstalling = async () => {
          const registration = await navigator.serviceWorker.getRegistration();
          return Boolean(registration?.installing ?? registration?.active);
        };
        while (!(await isInstalling())) await new Promise((resolve) => setTimeout(resolve, 5));
      });
      const time = await openTab(context, address);
      await context.close();
      return time;
    };
    return [
      kept,
      await interleaved(
        'address of a book to its text while the service worker is installed / the very first visit',
        1,
        rounds,
        installing,
        veryFirst,
      ),
    ];
  },
};
