/**
 * From a book's URL in a new tab to its text, with the app in the service worker's cache, compared with the bare
 * chapter in a frame with CSS columns.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import JSZip from 'jszip';
import { type BareBrowser, launchBareBrowser } from './lib/bareBrowser.ts';
import { type Benchmark, type Figure, interleaved } from './lib/bench.ts';
import {
  bookFile,
  middleChapter,
  newReader,
  textOnScreen,
  timeUntil,
  warAndPeace,
  whenCached,
} from './lib/reader.ts';

const rounds = 7;

export const deepLink: Benchmark = {
  name: 'deep-link',
  async run({ chromium, url, references, books }): Promise<Figure[]> {
    const file = bookFile(books, 'epub', warAndPeace);
    const reader = await newReader(url);
    const novel = await reader.upload(file);
    const { href } = await middleChapter(reader, novel);
    await unpackBook(file);
    const bare = `${references}/chapter/?src=${encodeURIComponent(`/unpacked/${href}`)}`;

    const browser = await launchBareBrowser(chromium);
    try {
      const store = `for (const [key, value] of ${JSON.stringify(reader.stored())}) localStorage.setItem(key, value)`;
      await evaluateIn(browser, `${url}/icons/mark.svg`, store);
      await evaluateIn(browser, `${url}/library`, whenCached);
      return [
        await interleaved(
          'address of a book in a new tab to its text, warm service worker / the bare chapter in a frame with CSS columns',
          3.2,
          rounds,
          () => timeOf(browser, `${url}/read/${novel.id}`),
          () => timeOf(browser, bare),
        ),
      ];
    } finally {
      await browser.close();
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

/** Unpacks a book beside the reference pages. */
async function unpackBook(file: string): Promise<void> {
  const zip = await JSZip.loadAsync(readFileSync(file));
  for (const entry of Object.values(zip.files)) {
    const target = join(import.meta.dirname, '..', '.cache', 'bench', 'unpacked', normalize(entry.name));
    if (entry.dir || existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, await entry.async('nodebuffer'));
  }
}
