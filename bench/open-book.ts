/** From the click on a cover to the text, or to the first page, compared with the engine alone on a bare page. */
import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import type { Page } from '@playwright/test';
import { type Benchmark, type Figure, interleaved } from './lib/bench.ts';
import {
  bookFile,
  canvasPainted,
  newReader,
  paintedOn,
  textOnScreen,
  untilInPage,
  untilKept,
  untilQuiet,
} from './lib/reader.ts';

const rounds = 9;
const warAndPeace = 'leo-tolstoy_war-and-peace_louise-maude_aylmer-maude.epub';

/** The table of contents entry of freeculture.pdf nearest to page 200, and its page. */
const entry = { title: 'Constraining Innovators', page: 198 };

/** The spine index of the chapter nearest to the middle of the book that has more than a title. */
function middleChapterOf({ spine }: Manifest): number {
  const long = spine.flatMap(({ words }, index) => (words > 800 ? [index] : []));
  return long[Math.floor(long.length / 2)] ?? 0;
}

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
    const middleChapter = middleChapterOf(await reader.get<Manifest>(`/books/${novel.id}/manifest`));
    await reader.put(`/books/${novel.id}/progress`, {
      current_page: 1000,
      total_pages: novel.page_count,
      percentage: 50,
      updated_at: new Date().toISOString(),
      position: { spine_index: middleChapter, fraction: 0 },
    });

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

    /** From a click on an entry of the open contents; until then page 1 is shown and the machine is idle. */
    const oursFromContents = async () => {
      await reader.put(`/books/${pdf.id}/progress`, {
        current_page: 1,
        total_pages: pdf.page_count,
        percentage: 0,
        updated_at: new Date().toISOString(),
        position: { page: 1 },
      });
      const context = await reader.context(browser);
      const page = await context.newPage();
      await page.goto(`${url}/read/${pdf.id}`);
      await page.locator('.page canvas').first().waitFor();
      const contents = page.getByRole('button', { name: 'Contents, bookmarks and notes', exact: true });
      // The bars appear with the pointer, once they have loaded.
      await contents.waitFor({ state: 'attached' });
      await page.mouse.move(400, 300);
      await page.mouse.move(430, 330);
      await contents.click();
      const link = page.getByRole('button', { name: entry.title });
      await link.scrollIntoViewIfNeeded();
      // The service worker of this new browser fetches the whole app.
      await untilKept(page);
      const shown = paintedOn(`.page[data-page-number="${entry.page}"] canvas`);
      const time = await untilInPage(page, shown, () => link.click());
      await context.close();
      return time;
    };
    const bareFromContents = async () => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      await page.goto(`${references}/pdfjs/?book=/books/pdf/freeculture.pdf&entry=${entry.page}`);
      const link = page.getByRole('button');
      await link.waitFor();
      await page.waitForLoadState('networkidle');
      const time = await untilInPage(page, paintedOn(`canvas[data-page="${entry.page}"]`), () =>
        link.click(),
      );
      await context.close();
      return time;
    };

    return [
      await interleaved(
        'War and Peace, click to text of a middle chapter / stock epubjs on the zip',
        0.5,
        rounds,
        ours('War and Peace', textOnScreen),
        bare(`epubjs/?book=/books/epub/${warAndPeace}&chapter=${middleChapter}`, textOnScreen),
      ),
      await interleaved(
        'freeculture.pdf, click to first page / bare pdfjs-dist',
        1.1,
        rounds,
        ours(pdf.title, canvasPainted),
        bare('pdfjs/?book=/books/pdf/freeculture.pdf', canvasPainted),
      ),
      await interleaved(
        `freeculture.pdf, click in the contents to page ${entry.page} / bare pdfjs-dist`,
        1.1,
        rounds,
        oursFromContents,
        bareFromContents,
      ),
    ];
  },
};
