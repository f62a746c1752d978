/** Opening a book a second time, and preparing it for paging, compared with bare epubjs. */
import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import { type BenchContext, type Benchmark, type Figure, interleaved } from './lib/bench.ts';
import { bookFile, newReader, textOnScreen, untilInPage, untilQuiet } from './lib/reader.ts';
import { unpackBook } from './lib/unpackBook.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const warAndPeace = 'leo-tolstoy_war-and-peace_louise-maude_aylmer-maude.epub';

async function bare({ browser, references }: BenchContext, search: string, shown: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${references}/epubjs/?${search}`, { waitUntil: 'commit' });
  const time = await untilInPage(page, shown);
  await context.close();
  return time;
}

export const openAgain: Benchmark = {
  name: 'open-again',
  async run(context): Promise<Figure[]> {
    const { browser, url, books } = context;
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
    const opf = await unpackBook(file);

    /** From the click in the library, for the first or second time in this browser. */
    const ours = (again: boolean) => async () => {
      const known = await reader.context(browser);
      const page = await known.newPage();
      await page.goto(`${url}/library`);
      const cover = page
        .getByRole('main')
        .getByRole('link', { name: /War and Peace/i })
        .last();
      await cover.waitFor();
      await untilQuiet(page);
      if (again) {
        await untilInPage(page, textOnScreen, () => cover.click());
        await page.goBack();
        await cover.waitFor();
        await untilQuiet(page);
      }
      const time = await untilInPage(page, textOnScreen, () => cover.click());
      await known.close();
      return time;
    };
    const zipped = () => bare(context, `book=/books/epub/${warAndPeace}&chapter=${chapter}`, textOnScreen);
    const unpacked = () => bare(context, `opf=${opf}&chapter=${chapter}`, textOnScreen);

    const known = async () => {
      const fresh = await reader.context(browser);
      const page = await fresh.newPage();
      await page.goto(`${url}/read/${novel.id}`, { waitUntil: 'commit' });
      const time = await untilInPage(
        page,
        `() => /of ${novel.page_count}/.test(document.querySelector('footer output')?.textContent ?? '')`,
      );
      await fresh.close();
      return time;
    };
    // The reference takes most of a minute and varies little: once is enough.
    const counted = await bare(
      context,
      `opf=${opf}&chapter=${chapter}&locations=1`,
      '() => window.located === true',
    ).catch(() => 20_000);
    const positions = await known();
    return [
      await interleaved(
        'War and Peace again, click to text / stock epubjs on the zip',
        0.25,
        rounds,
        ours(true),
        zipped,
      ),
      await interleaved(
        'War and Peace, click to text / bare epubjs on the unpacked book',
        0.9,
        rounds,
        ours(false),
        unpacked,
      ),
      {
        name: 'War and Peace, address to all positions known / bare epubjs that counts them (20 s at most are waited for)',
        unit: 'ms',
        ours: positions,
        reference: counted,
        ratio: positions / counted,
        promised: 0.1,
      },
    ];
  },
};
