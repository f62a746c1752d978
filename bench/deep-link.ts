/**
 * From a book's URL in a new tab to its text: with the app in the service worker's cache, compared with the bare
 * chapter in a frame with CSS columns; and while the worker is being installed, compared with the very first visit.
 */
import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import { type BareBrowser, launchBareBrowser } from './lib/bareBrowser.ts';
import { type Benchmark, type Figure, interleaved } from './lib/bench.ts';
import { bookFile, newReader, textOnScreen, timeUntil, whenCached } from './lib/reader.ts';
import { unpackBook } from './lib/unpackBook.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const warAndPeace = 'leo-tolstoy_war-and-peace_louise-maude_aylmer-maude.epub';

/** Resolves when the service worker, which is registered when the page is idle, is being installed. */
const whenInstalling = `(async () => {
  const isInstalling = async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return Boolean(registration?.installing ?? registration?.active);
  };
  while (!(await isInstalling())) await new Promise((resolve) => setTimeout(resolve, 5));
})()`;

export const deepLink: Benchmark = {
  name: 'deep-link',
  async run({ chromium, url, references, books }): Promise<Figure[]> {
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

    /** A new browser in which the reader is signed in. */
    const signedIn = async () => {
      const browser = await launchBareBrowser(chromium);
      const store = `for (const [key, value] of ${JSON.stringify(reader.stored())}) localStorage.setItem(key, value)`;
      await evaluateIn(browser, `${url}/icons/mark.svg`, store);
      return browser;
    };
    /** Opens the book in a new browser, after `before`. */
    const firstVisit = async (before: (browser: BareBrowser) => Promise<unknown>) => {
      const browser = await signedIn();
      try {
        await before(browser);
        return await timeOf(browser, address);
      } finally {
        await browser.close();
      }
    };

    const warm = await signedIn();
    try {
      await evaluateIn(warm, `${url}/library`, whenCached);
      return [
        await interleaved(
          'address of a book in a new tab to its text, warm service worker / the bare chapter in a frame with CSS columns',
          3.2,
          rounds,
          () => timeOf(warm, address),
          () => timeOf(warm, bare),
        ),
        await interleaved(
          'address of a book to its text while the service worker is installed / the very first visit',
          1,
          rounds,
          () =>
            firstVisit(async (browser) => {
              const library = await browser.openTab(`${url}/library`);
              await library.evaluate(whenInstalling);
            }),
          () => firstVisit(async () => undefined),
        ),
      ];
    } finally {
      await warm.close();
    }
  },
};

/** Opens a tab, evaluates the expression in its page, and closes it. */
async function evaluateIn<T>(browser: BareBrowser, url: string, expression: string): Promise<T> {
  const tab = await browser.openTab(url);
  const value = await tab.evaluate<T>(expression);
  await tab.close();
  return value;
}

/** @returns milliseconds from the navigation of a new tab to the text of the book */
const timeOf = (browser: BareBrowser, url: string) =>
  evaluateIn<number>(browser, url, timeUntil(textOnScreen));
