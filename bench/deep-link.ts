/**
 * From a book's URL in a new tab to its text: with the app in the service worker's cache, compared with the bare
 * chapter in a frame with CSS columns; and while the worker is being installed, compared with the very first visit.
 */
import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import { launchBareBrowser } from './lib/bareBrowser.ts';
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

    const browser = await launchBareBrowser(chromium);
    const evaluateIn = async <T>(profile: string, tabUrl: string, expression: string): Promise<T> => {
      const tab = await browser.openTab(profile, tabUrl);
      const value = await tab.evaluate<T>(expression);
      await tab.close();
      return value;
    };
    const timeOf = (profile: string, tabUrl: string) =>
      evaluateIn<number>(profile, tabUrl, timeUntil(textOnScreen));
    /** A profile in which the reader is signed in. */
    const signedIn = async () => {
      const profile = await browser.newProfile();
      const store = `for (const [key, value] of ${JSON.stringify(reader.stored())}) localStorage.setItem(key, value)`;
      await evaluateIn(profile, `${url}/icons/mark.svg`, store);
      return profile;
    };
    try {
      const warm = await signedIn();
      await evaluateIn(warm, `${url}/library`, whenCached);
      const plain = await browser.newProfile();
      const withWorker = await interleaved(
        'address of a book in a new tab to its text, warm service worker / the bare chapter in a frame with CSS columns',
        3.2,
        rounds,
        () => timeOf(warm, address),
        () => timeOf(plain, bare),
      );

      /** Opens the book in a new profile, after `before`. */
      const firstVisit = async (before: (profile: string) => Promise<unknown>) => {
        const profile = await signedIn();
        await before(profile);
        const time = await timeOf(profile, address);
        await browser.closeProfile(profile);
        return time;
      };
      return [
        withWorker,
        await interleaved(
          'address of a book to its text while the service worker is installed / the very first visit',
          1,
          rounds,
          () =>
            firstVisit(async (profile) => {
              const library = await browser.openTab(profile, `${url}/library`);
              await library.evaluate(whenInstalling);
            }),
          () => firstVisit(async () => undefined),
        ),
      ];
    } finally {
      await browser.close();
    }
  },
};
