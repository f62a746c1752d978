/** The package document: titles and names, the order of pages, the parts of the book. */
import type { Page } from '@playwright/test';
import { expectDrawnBy, isRed, linesOf, shareOf } from '../support/epub/drawn.ts';
import { expectShown } from '../support/epub/screen.ts';
import { chapterFrame } from '../support/reader.ts';
import { steadyBox } from '../support/steady.ts';
import { expect } from '../support/test.ts';
import { epubTest, notApplicable, type OpenTest, turn } from './epubTest.ts';

for (const name of [
  'pkg-collections-unknown',
  'pkg-manifest-unknown',
  'pkg-meta-unknown',
  'pkg-spine-unknown',
  'pkg-version-backward',
])
  epubTest(name, async ({ page }) => {
    await expectShown(page, /^Test passes if the EPUB opens/);
  });

/** The book's detail page, with title and author. */
async function openBookPage({ page, book }: OpenTest) {
  await page.goto(`/books/${book.id}`);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toBeVisible();
  return { title, main: page.getByRole('main') };
}

epubTest('pkg-creator-order', async (open) => {
  const { main } = await openBookPage(open);
  await expect(main.getByRole('link', { name: /^Dave Cramer/ })).toBeVisible();
});

epubTest('pkg-title-order', async (open) => {
  const { title } = await openBookPage(open);
  await expect(title).toHaveText('pkg-title-order');
});

epubTest('pkg-meta-whitespace', async (open) => {
  const { title } = await openBookPage(open);
  const text = (await title.textContent()) ?? '';
  expect(text).toBe(text.trim().replace(/\s+/g, ' '));
  expect(open.book.author).toBe(open.book.author.trim().replace(/\s+/g, ' '));
});

for (const [name, direction] of [
  ['pkg-dir_rtl-root-ltr', 'rtl'],
  ['pkg-dir_rtl-root-unset', 'rtl'],
  ['pkg-dir_unset-root-rtl', 'rtl'],
  ['pkg-dir_creator-rtl', 'rtl'],
  // Their first letter is Latin, which determines the direction.
  ['pkg-dir-auto_root-rtl', 'ltr'],
  ['pkg-dir-auto_root-unset', 'ltr'],
  ['pkg-dir_unset-root-unset', 'ltr'],
] as const)
  epubTest(
    name,
    async ({ page, book }) => {
      await page.goto('/library');
      const words = name === 'pkg-dir_creator-rtl' ? book.author : book.title;
      const texts = page.getByRole('main').getByText(words, { exact: true }).filter({ visible: true });
      await expect(texts.first()).toBeVisible();
      // On an element with the direction of its text.
      await expect
        .poll(() =>
          texts.evaluateAll((elements) => [
            ...new Set(elements.map((element) => getComputedStyle(element).direction)),
          ]),
        )
        .toEqual([direction]);
    },
    { sample: name === 'pkg-dir_rtl-root-ltr', ownLibrary: true },
  );

epubTest('pkg-dir_but_not_content', async ({ page }) => {
  await expect(async () => {
    for (const [line] of await linesOf(page, 'li')) {
      const xs = line?.boxes.map(({ x }) => x) ?? [];
      expect(xs[0], 'Each line begins at its left').toBe(Math.min(...xs));
    }
    const item = chapterFrame(page).locator('li').first();
    expect(await item.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
  }).toPass();
});

epubTest('pkg-lang_but_not_content', async ({ page }) => {
  await expectShown(page, /^Test passes if the following quotation is not surrounded/);
  // Drawn otherwise than with the marks of French.
  await expectDrawnBy(chapterFrame(page).locator('q'), 'quotes', '"«" "»"');
});

notApplicable('pkg-linked-records', 'Lectern does not read metadata records that a package links to.');

epubTest('pkg-manifest-unlisted-resource', async ({ page }) => {
  await expectShown(page, /^Test fails if a red image is visible/);
  const frame = await steadyBox(page.locator('iframe >> visible=true').first());
  expect(await shareOf(page, frame, isRed), 'The share of red').toBe(0);
});

epubTest(
  'pkg-spine-duplicate-item-rendering',
  async ({ page }) => {
    await expectShown(page, /^Test passes/);
    for (const place of ['2 of 4', '3 of 4', '4 of 4']) {
      await turn(page);
      await expectShown(page, /^This document occurs three times/);
      await expect(page.locator('footer output')).toHaveText(`Page ${place}`);
    }
  },
  { sample: true },
);

epubTest('pkg-spine-duplicate-item-ui', async ({ page }) => {
  for (let turned = 0; turned < 2; turned++) await turn(page);
  await expect(page.locator('footer output')).toHaveText('Page 3 of 4');
});

epubTest('pkg-spine-duplicate-item-hyperlink', async ({ page }) => {
  await chapterFrame(page).locator('a').click();
  await expectShown(page, /^This document occurs three times/);
  await expect(page.locator('footer output')).toHaveText('Page 2 of 4');
});

epubTest('pkg-spine-nonlinear-activation', async ({ page }) => {
  await chapterFrame(page).locator('a').click();
  await expectShown(page, /^Test passes if following the link opens this page/);
});

/** Turns the pages by key and checks their order. */
async function expectOrder(page: Page, key: string, ...words: RegExp[]): Promise<void> {
  for (const [index, each] of words.entries()) {
    if (index > 0) await page.keyboard.press(key);
    await expectShown(page, each);
  }
}

const fourPages = [
  /must appear first/,
  /must appear second/,
  /must appear third/,
  /must appear last/,
] as const;
for (const [name, key] of [
  ['pkg-spine-order', 'PageDown'],
  ['pkg-spine-progression-default', 'ArrowLeft'],
  ['pkg-spine-progression_rtl', 'ArrowLeft'],
  ['pkg-spine-progression_ltr', 'ArrowRight'],
] as const)
  epubTest(name, ({ page }) => expectOrder(page, key, ...fourPages), {
    sample: name === 'pkg-spine-progression_rtl',
  });

epubTest('pkg-spine-order-svg', ({ page }) =>
  expectOrder(page, 'PageDown', /Page 1/, /Page 2/, /Page 3/, /Page 4/),
);

epubTest(
  'pkg-spine-progression-pre-paginated',
  ({ page }) => expectOrder(page, 'ArrowRight', /\(page 1\)/, /\(page 2\)/, /\(page 3\)/, /\(page 4\)/),
  { viewport: { width: 820, height: 1_180 } },
);

for (const name of ['pkg-unique-id', 'pkg-unique-id_duplicate'])
  epubTest(
    name,
    async ({ page, book, add }) => {
      const other = await add(name === 'pkg-unique-id' ? 'pkg-unique-id_duplicate' : 'pkg-unique-id');
      expect(other.id).not.toBe(book.id);
      for (const each of [book, other]) {
        await page.goto(`/read/${each.id}`);
        await expectShown(page, /^Test passes if the reading system displays this book/);
      }
      await page.goto('/library');
      for (const { title } of [book, other])
        await expect(page.getByRole('main').getByText(title, { exact: true }).first()).toBeAttached();
    },
    { ownLibrary: true },
  );
