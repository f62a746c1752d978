/** Books of other formats: chosen on the upload page, and read like any EPUB. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { makeFb2 } from '../server/test/support/formats/documents.ts';
import { makeMobi } from '../server/test/support/formats/mobi.ts';
import { rawZip } from '../server/test/support/rawZip.ts';
import { signInAsNew, withConsent } from './support/account.ts';
import { changeAppearance, choose, untilOpen } from './support/reader.ts';
import { steadyBox } from './support/steady.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

const tile = (page: Page, title: string) => page.locator('[data-book-id]', { hasText: title });
const drawn = (color: string, width = 400) =>
  sharp({ create: { width, height: 600, channels: 3, background: color } })
    .jpeg()
    .toBuffer();

async function makeComic(): Promise<Buffer> {
  const colors = ['#a33', '#3a3', '#33a', '#aa3', '#3aa', '#a3a'];
  const pages = await Promise.all(
    [...colors, ...colors].map((color, i) => drawn(color, i === 3 ? 800 : 400)),
  );
  const info =
    '<ComicInfo><Title>A Drawn Way</Title><Writer>Bo Drawer</Writer><Manga>YesAndRightToLeft</Manga></ComicInfo>';
  return rawZip([
    ...pages.map((data, i) => ({ name: `page ${i + 1}.jpg`, data, stored: true })),
    { name: 'ComicInfo.xml', data: info },
  ]);
}

/** Pictures on the screen, from left to right. */
const pictures = (page: Page) =>
  page.locator('iframe >> visible=true').evaluateAll((frames) =>
    frames
      .map((frame) => ({
        left: frame.getBoundingClientRect().left,
        name: (frame as HTMLIFrameElement).contentDocument?.querySelector('img')?.src.split('/').at(-1) ?? '',
      }))
      .sort((a, b) => a.left - b.left)
      .map(({ name }) => Number(/picture-(\d+)/.exec(name)?.[1])),
  );

/** Numbers of the pages on the screen, from top to bottom. */
const pagesBelow = (page: Page) =>
  page.locator('iframe').evaluateAll((frames) =>
    frames
      .map((frame) => ({ frame: frame as HTMLIFrameElement, box: frame.getBoundingClientRect() }))
      .filter(({ box }) => box.bottom > 60 && box.top < window.innerHeight - 60)
      .sort((a, b) => a.box.top - b.box.top)
      .map(({ frame }) =>
        Number(/picture-(\d+)/.exec(frame.contentDocument?.querySelector('img')?.src ?? '')?.[1]),
      ),
  );

test('[UP-01] an FB2, a MOBI and a comic are added together and read', async ({ page, context }) => {
  await withConsent(context);
  await signInAsNew(page);
  const mobi = makeMobi({
    title: 'A Kindle Way',
    text: '<html><body><h1>One</h1><p>Call me Kindle.</p><mbp:pagebreak/><h1>Two</h1><p>More of it.</p></body></html>',
  });
  const files = [
    { name: 'way.fb2', mimeType: 'application/octet-stream', buffer: makeFb2() },
    { name: 'way.mobi', mimeType: 'application/octet-stream', buffer: mobi },
    { name: 'way.cbz', mimeType: 'application/octet-stream', buffer: await makeComic() },
  ];

  await test.step('all three arrive', async () => {
    await page.goto('/upload');
    await page.getByLabel('Choose Files').setInputFiles(files);
    await expect(page.getByText('3 of 3 done')).toBeVisible({ timeout: 120_000 });
    await page.goto('/library');
  });

  const open = async (title: string) => {
    const id = await tile(page, title).first().getAttribute('data-book-id');
    await page.goto(`/read/${id}`);
    await untilOpen(page);
    return id;
  };

  await test.step('the texts are read, with their chapters', async () => {
    for (const [title, words] of [
      ['A Small Way', 'Ann Writer'],
      ['A Kindle Way', 'Call me Kindle.'],
    ] as const) {
      const id = await open(title);
      await expect(
        page.frameLocator('iframe >> visible=true').first().getByText(words).first(),
      ).toBeVisible();
      await page.goto(`/books/${id}`);
      const kind = title === 'A Small Way' ? 'FB2' : 'MOBI';
      await expect(
        page.getByRole('region', { name: 'Files' }).getByText(new RegExp(`^${kind}, `)),
      ).toBeVisible();
      await page.goto('/library');
    }
  });

  await test.step('the comic is read from right to left, in spreads, its wide page alone', async () => {
    await open('A Drawn Way');
    await expect.poll(() => pictures(page)).toEqual([1]);
    await page.keyboard.press('PageDown');
    await expect.poll(() => pictures(page)).toEqual([3, 2]);
    await page.keyboard.press('PageDown');
    await expect.poll(() => pictures(page)).toEqual([4]);
  });

  await test.step('its pages are scrolled one below the other, from the same page, also after a reload', async () => {
    await changeAppearance(page, () => choose(page, 'Scroll'));
    await expect.poll(() => pagesBelow(page)).toEqual([4, 5]);
    await page.keyboard.press('End');
    await expect.poll(async () => (await pagesBelow(page)).at(-1)).toBe(12);
    // The page that had the focus is far away, and no longer loaded.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
    await page.keyboard.press('Home');
    await expect.poll(async () => (await pagesBelow(page))[0]).toBe(1);
    await page.mouse.wheel(0, 1_500);
    await expect.poll(async () => (await pagesBelow(page))[0]).toBe(2);
    await page.reload();
    await untilOpen(page);
    await expect.poll(async () => (await pagesBelow(page))[0]).toBe(2);
  });

  await test.step('Ctrl and the wheel enlarge them around the pointer', async () => {
    const first = page.locator('iframe >> visible=true').first();
    const pointer = { x: 500, y: 300 };
    /** Where the pointer is on the page, as shares of its size. */
    const at = async () => {
      const box = await steadyBox(first);
      return [(pointer.x - box.x) / box.width, (pointer.y - box.y) / box.height];
    };
    const { width } = await steadyBox(first);
    const before = await at();
    await page.mouse.move(pointer.x, pointer.y);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await expect.poll(async () => (await steadyBox(first)).width).toBeGreaterThan(width * 1.3);
    const after = await at();
    expect(after[0]).toBeCloseTo(before[0] ?? 0, 1);
    expect(after[1]).toBeCloseTo(before[1] ?? 0, 1);
  });
});
