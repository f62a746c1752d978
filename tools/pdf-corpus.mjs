/**
 * npm run pdf-corpus [-- folder]: compares the first page and three others of every PDF in a folder, as the built
 * product shows them in a real Chromium, with poppler's rendering and text. Prints a table; pictures of the differences
 * are written to .cache/pdf-corpus. The exit code is 1 if a page differs more than its file may.
 *
 * The default folders are ../shared/books/pdf and ../shared/books/hostile. Requires pdftoppm and pdftotext
 * (Debian: poppler-utils).
 */
import './lib/build/forTests.mjs';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { ensureInstalled } from './lib/install/ensureInstalled.mjs';
import { root } from './lib/paths.mjs';

/** The share of a page that may differ; more for files where one of the two renders something different on purpose. */
const mostDifference = 0.04;
const allowed = {
  // Form fields are HTML elements over the canvas here.
  'form_two_pages.pdf': 0.2,
  'js-buttons.pdf': 0.2,
  'evaljs.pdf': 0.3,
};
/** Milliseconds in which a page must be drawn. */
const drawn = 30_000;

await ensureInstalled();
const { drawnByPoppler, hasPoppler, readByPoppler } = await import('./lib/testing/pdfCorpus/poppler.mjs');
const { compareDrawings, compareTexts, whyNoComparison } = await import(
  './lib/testing/pdfCorpus/compare.mjs'
);
if (!(await hasPoppler())) {
  console.error('pdftoppm is not installed. On Debian: apt-get install poppler-utils');
  process.exit(2);
}
const files = pdfsOf(process.argv.slice(2));
if (files.length === 0) {
  console.error('No PDF was found. Name a folder: npm run pdf-corpus -- path/to/folder');
  process.exit(2);
}

const pictures = join(root, '.cache', 'pdf-corpus');
rmSync(pictures, { recursive: true, force: true });
mkdirSync(pictures, { recursive: true });
const { buildStale } = await import('./lib/build/stale.mjs');
await buildStale();
const { startServer } = await import('./lib/processes/server.mjs');
const { chromium: programOf } = await import('./lib/processes/chromium.mjs');
const { chromium } = await import('@playwright/test');
const { newReader } = await import('../bench/lib/reader.ts');

const server = await startServer({ LECTERN_TRUST_PROXY: '1' });
const browser = await chromium.launch({ executablePath: await programOf() });
const rows = [];
try {
  const reader = await newReader(server.url);
  for (const file of files) {
    const row = await compareFile(reader, file).catch((error) => ({ said: error.message.split('\n')[0] }));
    rows.push({ file: basename(file), ...row });
    console.log(lineOf(rows.at(-1)));
  }
} finally {
  await browser.close();
  await server.stop();
}
const different = rows.filter(({ isDifferent }) => isDifferent);
const compared = rows.filter(({ pages }) => pages !== undefined);
console.log(
  `\n${files.length} files, ${compared.length} compared, ${different.length} differ more than they may${different.length > 0 ? `: ${pictures}` : ''}`,
);
process.exit(different.length > 0 ? 1 : 0);

function pdfsOf([folder]) {
  const shared = join(root, '..', 'shared', 'books');
  const folders = folder ? [resolve(folder)] : [join(shared, 'pdf'), join(shared, 'hostile')];
  return folders
    .filter((one) => existsSync(one))
    .flatMap((one) => readdirSync(one).map((name) => join(one, name)))
    .filter((path) => path.toLowerCase().endsWith('.pdf'))
    .sort();
}

/** The first and the last page, and two between. */
function pagesOf(total) {
  return [...new Set([1, Math.ceil(total / 3), Math.ceil((2 * total) / 3), total])];
}

async function compareFile(reader, file) {
  const book = await reader.upload(file);
  if (book.format !== 'pdf') return { said: 'is no PDF' };
  if (book.page_count === 0) return { said: 'asks for a password' };
  const context = await reader.context(browser);
  const page = await context.newPage();
  try {
    let worst = 0;
    let order = 1;
    const failed = [];
    const pages = pagesOf(book.page_count);
    for (const number of pages) {
      const ours = await shownPage(reader, page, book, number);
      const theirs = await drawnByPoppler(file, number);
      if (!ours || !theirs) {
        failed.push(`${ours ? 'poppler' : 'we'} did not draw page ${number}`);
        continue;
      }
      const { difference, picture } = await compareDrawings(ours.picture, theirs);
      worst = Math.max(worst, difference);
      if (difference > (allowed[basename(file)] ?? mostDifference))
        writeFileSync(join(pictures, `${basename(file, '.pdf')}-${number}.png`), await picture());
      const texts = await readByPoppler(file, number);
      const why = whyNoComparison(ours.text, texts);
      if (why) failed.push(`page ${number}: ${why}`);
      else if (texts.length > 0)
        order = Math.min(order, Math.max(...texts.map((text) => compareTexts(ours.text, text))));
    }
    const isDifferent =
      worst > (allowed[basename(file)] ?? mostDifference) || failed.some((one) => one.startsWith('we'));
    return { pages: pages.length, worst, order, isDifferent, said: failed.join(', ') };
  } finally {
    await context.close();
  }
}

/** Picture and text of a page in the product; null if it was not drawn in time. */
async function shownPage(reader, page, book, number) {
  await reader.put(`/books/${book.id}/progress`, {
    current_page: number,
    total_pages: book.page_count,
    percentage: 1,
    updated_at: new Date().toISOString(),
    position: { page: number },
  });
  await page.goto(`${server.url}/read/${book.id}`);
  const sheet = page.locator(`.page[data-page-number="${number}"]`);
  try {
    await sheet.locator('canvas').first().waitFor({ timeout: drawn });
    // The canvas is visible while it is drawn; the viewer marks the page until it is complete.
    await page.waitForFunction(
      (wanted) => {
        const { dataset, classList } = document.querySelector(`.page[data-page-number="${wanted}"]`) ?? {};
        return dataset?.loaded === 'true' && !classList.contains('loadingIcon');
      },
      number,
      { timeout: drawn },
    );
    await sheet
      .locator('.endOfContent')
      .waitFor({ state: 'attached', timeout: 5_000 })
      .catch(() => {});
  } catch {
    return null;
  }
  const address = await sheet
    .locator('canvas')
    .first()
    .evaluate((canvas) => canvas.toDataURL('image/png'));
  const words = sheet.locator('.textLayer');
  // Lines are separate elements: in textContent, their words would run into one another.
  const text = (await words.count()) > 0 ? await words.first().innerText() : '';
  return { picture: Buffer.from(address.split(',')[1], 'base64'), text };
}

function lineOf({ file, pages, worst, order, isDifferent, said }) {
  const percent = (part) => `${(part * 100).toFixed(1).padStart(5)} %`;
  const name = file.slice(0, 40).padEnd(40);
  if (pages === undefined) return `${name}  ${said}`;
  return `${name}  ${String(pages).padStart(2)} pages  drawing ${percent(worst)}  words in order ${percent(order)}${isDifferent ? '  DIFFERS' : ''}${said ? `  (${said})` : ''}`;
}
