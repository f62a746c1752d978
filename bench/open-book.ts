/** From the click on a cover to the text, or to the first page, compared with the engine alone on a bare page. */
import type { Page } from '@playwright/test';
import { type Benchmark, type Figure, interleaved } from './lib/bench.ts';
import {
  bookFile,
  canvasPainted,
  middleChapter,
  newReader,
  textOnScreen,
  untilInPage,
  untilQuiet,
  warAndPeace,
} from './lib/reader.ts';

const rounds = 9;

/** The last link of that name: before the shelf, the strip of recent books has one that only scrolls to the book. */
const openFromLibrary = (page: Page, title: string) => () =>
  page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(title, 'i') })
    .last()
    .click();

export const openBook: Benchmark = {
  name: 'open-book',
  async run({ browser, url, references, books }): Promise<Figure[]> {
    const reader = await newReader(url);
    const novel = await reader.upload(bookFile(books, 'epub', warAndPeace));
    const pdf = await reader.upload(bookFile(books, 'pdf', 'freeculture.pdf'));
    const { chapter } = await middleChapter(reader, novel);

    const ours = (title: string, shown: string) => async () => {
      const context = await reader.context(browser);
      const page = await context.newPage();
      await page.goto(`${url}/library`);
      await page.getByText(title).first().waitFor();
      // A link of the prerendered page would load a document.
      await page.locator('.prerendered').waitFor({ state: 'detached' });
      await untilQuiet(page);
      const time = await untilInPage(page, shown, openFromLibrary(page, title));
      await context.close();
      return time;
    };
    const bare = (address: string, shown: string) => async () => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      await page.goto(`${references}/${address}`, { waitUntil: 'commit' });
      const time = await untilInPage(page, shown);
      await context.close();
      return time;
    };

    return [
      await interleaved(
        'War and Peace, click to text of a middle chapter / stock epubjs on the zip',
        0.5,
        rounds,
        ours('War and Peace', textOnScreen),
        bare(`epubjs/?book=/books/epub/${warAndPeace}&chapter=${chapter}`, textOnScreen),
      ),
      await interleaved(
        'freeculture.pdf, click to first page / bare pdfjs-dist',
        1.1,
        rounds,
        ours(pdf.title, canvasPainted),
        bare('pdfjs/?book=/books/pdf/freeculture.pdf', canvasPainted),
      ),
    ];
  },
};
