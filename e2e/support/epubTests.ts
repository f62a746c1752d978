/**
 * The tests for reading systems of the W3C's EPUB working group (w3c/epub-tests), read from ../shared/epub-tests: each
 * folder there is the content of one EPUB. They are opened in the real reader and judged by what is on the screen.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Locator, Page } from '@playwright/test';
import { alreadySignedIn, upload, withConsent } from './account.ts';
import { chapterFrame, untilOpen } from './reader.ts';
import { expect, test } from './test.ts';
import { silence } from './wave.ts';

const folder = resolve(import.meta.dirname, '../../../shared/epub-tests/tests');
/** Without this, only those run that are marked as a sample. */
const all = process.env.LECTERN_EPUB_TESTS === 'all';

/** A book of the W3C's that is open in the reader. */
export interface OpenTest {
  page: Page;
  book: Book;
}

export interface EpubTestOptions {
  /** Runs with all journeys, too. */
  sample?: boolean;
  viewport?: { width: number; height: number };
  /** Why Lectern does not pass it. */
  fails?: string;
}

/**
 * One test of the W3C's, by its name.
 * @param judge asserts what the description of the test asks for
 */
export function epubTest(
  name: string,
  judge: (open: OpenTest) => Promise<void>,
  { sample = false, viewport, fails }: EpubTestOptions = {},
): void {
  if (!all && !sample) return;
  test(`[${name}]`, async ({ page, context, request }) => {
    test.skip(!existsSync(folder), 'This test needs ../shared/epub-tests, which is not there.');
    test.fail(fails !== undefined, fails);
    if (viewport) await page.setViewportSize(viewport);
    await withConsent(context);
    // Sound that no element of the page shows can be asked for its time, too.
    await page.addInitScript(() => {
      const { play } = HTMLMediaElement.prototype;
      const heard: HTMLMediaElement[] = [];
      Object.assign(window, { heard });
      HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
        heard.push(this);
        return play.call(this);
      };
    });
    const { token } = await alreadySignedIn(page, request);
    const book = await upload(request, token, await pack(name));
    await page.goto(`/read/${book.id}`);
    await untilOpen(page);
    await judge({ page, book });
  });
}

/** Zips the folder of a test. @returns path of the EPUB */
async function pack(name: string): Promise<string> {
  const { default: JSZip } = await import('jszip');
  const root = join(folder, name);
  const zip = new JSZip();
  zip.file('mimetype', readFileSync(join(root, 'mimetype')), { compression: 'STORE' });
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === 'mimetype') continue;
    const path = join(entry.parentPath, entry.name);
    zip.file(path.slice(root.length + 1), readFileSync(path));
  }
  for (const path of missingAudio(zip.file(/\.opf$/)[0]?.name ?? '', root)) zip.file(path, silence(160));
  const file = join(mkdtempSync(join(tmpdir(), 'epub-tests-')), `${name}.epub`);
  writeFileSync(file, await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' }));
  return file;
}

/** Paths of audio files that the package lists and the folder lacks: they were too large to be kept. */
function missingAudio(packagePath: string, root: string): string[] {
  if (packagePath === '') return [];
  const source = readFileSync(join(root, packagePath), 'utf8');
  const listed = [...source.matchAll(/href="([^"]+\.(?:mp4|mp3|m4a))"/g)].map(([, href]) => href ?? '');
  return listed.map((href) => join(packagePath, '..', href)).filter((path) => !existsSync(join(root, path)));
}

/** A frame may go while it is looked at. */
const patience = { timeout: 1_000 };

/** The pages or chapters on screen, from left to right. */
export async function shown(page: Page): Promise<{ text: string; box: Box; frame: Locator }[]> {
  const frames = await page.locator('iframe >> visible=true').all();
  const found = await Promise.all(
    frames.map(async (frame) => ({
      frame,
      box: (await frame.boundingBox(patience)) ?? { x: 0, y: 0, width: 0, height: 0 },
      text: ((await frame.contentFrame().locator('body').textContent(patience)) ?? '')
        .replace(/\s+/g, ' ')
        .trim(),
    })),
  );
  return found.sort((a, b) => a.box.x - b.box.x);
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Waits until these pages are on screen, from left to right; each is known by words of it. */
export async function expectShown(page: Page, ...words: RegExp[]): Promise<Box[]> {
  let boxes: Box[] = [];
  await expect(async () => {
    const pages = await shown(page);
    expect(pages.map(({ text }) => text.slice(0, 160))).toEqual(
      words.map((each) => expect.stringMatching(each)),
    );
    boxes = pages.map(({ box }) => box);
  }).toPass({ timeout: 20_000 });
  return boxes;
}

/** Nothing of these boxes is cut off. */
export function expectWhole(page: Page, boxes: readonly Box[]): void {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  for (const box of boxes) {
    expect(box.x).toBeGreaterThanOrEqual(-1);
    expect(box.y).toBeGreaterThanOrEqual(-1);
    expect(box.x + box.width).toBeLessThanOrEqual(width + 1);
    expect(box.y + box.height).toBeLessThanOrEqual(height + 1);
  }
}

/** A computed property of an element in the chapter on screen. */
export const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
  chapterFrame(page)
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

export const turn = (page: Page): Promise<void> => page.keyboard.press('PageDown');
