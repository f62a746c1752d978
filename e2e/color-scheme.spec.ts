/** What a book does for a dark page follows the color of the page in the reader, not the operating system. */
import { palettes } from '@lectern/shared-ui/palette.ts';
import type { Page } from '@playwright/test';
import { makeBook } from './support/books.ts';
import { openBook } from './support/openBook.ts';
import { changeAppearance, chapterFrame, choose, untilOpen } from './support/reader.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });

// As in Standard Ebooks: black drawings on transparent ground are inverted for a dark page.
const style = `
  @media all and (prefers-color-scheme: dark) { img { filter: invert(100%); } p { text-indent: 1px; } }
  @supports (color: red) { @media not all and (prefers-color-scheme: light) { p { margin-top: 3px; } } }`;
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 80"><path d="M20 20h160v40H20z"/></svg>';
const body = `<p>Title page</p><picture><source srcset="night.svg" media="(prefers-color-scheme: dark)"/><img src="day.svg" alt="Title"/></picture>`;
const spine = [{ path: 'title.xhtml', title: 'Title', body }];
const files = { 'day.svg': drawing, 'night.svg': drawing };

/** What applies in the visible chapter of the rules for a dark page. */
const forDarkPages = (page: Page) =>
  chapterFrame(page)
    .locator('img')
    .evaluate((image: HTMLImageElement) => {
      const paragraph = getComputedStyle(image.ownerDocument.querySelector('p') as Element);
      return {
        inverted: getComputedStyle(image).filter.includes('invert'),
        nested: [paragraph.textIndent === '1px', paragraph.marginTop === '3px'],
        picture: image.currentSrc.endsWith('night.svg'),
      };
    });
/** A color as browsers serialize it. @param hex like #1a2b3c */
const rgb = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
const all = (applies: boolean) => ({ inverted: applies, nested: [applies, applies], picture: applies });

test('[E-04] a book’s rules for a dark page follow the reader’s page color, not the system', async ({
  page,
  context,
  request,
}) => {
  await openBook(page, context, request, await makeBook({ title: 'Inks', style, spine, files }));
  for (const flow of ['Paged', 'Scroll'])
    for (const [theme, system] of [
      ['Dark', 'light'],
      ['Light', 'dark'],
      ['Dark', 'dark'],
      ['Sepia', 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme: system });
      await changeAppearance(page, async () => {
        await choose(page, flow);
        await choose(page, theme);
      });
      await expect.poll(() => forDarkPages(page)).toEqual(all(theme === 'Dark'));
    }
  await page.reload();
  await untilOpen(page);
  expect(await forDarkPages(page)).toEqual(all(false));
});

test('[R-04] dark drawings on a transparent ground are on light paper in the dark theme; others stay as they are', async ({
  page,
  context,
  request,
}) => {
  const svg = (ink: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 80" width="200" height="80">${ink}</svg>`;
  const ground = '<rect width="200" height="80" fill="#fff"/>';
  const lines = '<path d="M10 10h180v9H10z"/>';
  const wrapped = (href: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 200 80"><image width="200" height="80" xlink:href="${href}"/></svg>`;
  const pictures = {
    'line art': '<img src="lines.svg" alt=""/>',
    'own ground': '<img src="ground.svg" alt=""/>',
    'light art': '<img src="light.svg" alt=""/>',
    'drawn in the text': svg(lines),
    'in the color of the text': svg('<g fill="currentColor"><path d="M10 10h180v9H10z"/></g>'),
    'wrapped line art': wrapped('lines.svg'),
    'wrapped cover': wrapped('ground.svg'),
  };
  const inked = Object.entries(pictures)
    .map(([title, picture]) => `<p title="${title}">${picture}</p>`)
    .join('');
  const file = await makeBook({
    title: 'Line art',
    spine: [{ path: 'a.xhtml', title: 'A', body: inked }],
    files: {
      'lines.svg': svg(lines),
      'ground.svg': svg(ground + lines),
      'light.svg': svg(lines.replace('/>', ' fill="#fff"/>')),
    },
  });
  await openBook(page, context, request, file);
  const onPaper = (color: string) =>
    chapterFrame(page)
      .locator('p > *')
      .evaluateAll(
        (shown, paper) =>
          shown
            .filter((picture) => getComputedStyle(picture).backgroundColor === paper)
            .map((picture) => picture.parentElement?.title),
        rgb(color),
      );
  for (const flow of ['Paged', 'Scroll'])
    for (const theme of ['Light', 'Dark']) {
      await changeAppearance(page, async () => {
        await choose(page, flow);
        await choose(page, theme);
      });
      await expect
        .poll(() => onPaper(palettes.light.surface))
        .toEqual(theme === 'Dark' ? ['line art', 'drawn in the text', 'wrapped line art'] : []);
    }
  await page.reload();
  await changeAppearance(page, () => choose(page, 'Dark'));
  await expect
    .poll(() => onPaper(palettes.light.surface))
    .toEqual(['line art', 'drawn in the text', 'wrapped line art']);
});

test('[E-04] fixed pages are white in every theme, so a book’s rules for a dark page do not apply', async ({
  page,
  context,
  request,
}) => {
  const metadata =
    '<meta property="rendition:layout">pre-paginated</meta><meta property="rendition:spread">none</meta>';
  const own = `${style} :root { color-scheme: light dark; }`;
  const file = await makeBook({ title: 'Plates', style: own, metadata, spine, files });
  await openBook(page, context, request, file);
  for (const system of ['light', 'dark', null] as const) {
    await page.emulateMedia({ colorScheme: system });
    await changeAppearance(page, () => choose(page, 'Dark'));
    await page.reload();
    await untilOpen(page);
    expect(await forDarkPages(page)).toEqual(all(false));
    const text = chapterFrame(page).locator('p');
    expect(await text.evaluate((paragraph) => getComputedStyle(paragraph).color)).toBe('rgb(0, 0, 0)');
  }
});

test('[E-04] a book of light text on a dark page is readable on every page color', async ({
  page,
  context,
  request,
}) => {
  const dark = 'body { background: #222; color: #eee; } p { color: #fff; text-shadow: 1px 1px #666; }';
  const file = await makeBook({
    title: 'Night',
    style: dark,
    spine: [{ path: 'a.xhtml', title: 'A', body: '<p>White on black</p><a href="a.xhtml">link</a>' }],
  });
  await openBook(page, context, request, file);
  const text = chapterFrame(page).locator('p');
  const styleOf = (property: 'color' | 'textShadow') =>
    text.evaluate((paragraph, name) => getComputedStyle(paragraph)[name], property);
  for (const [theme, color] of [
    ['Light', palettes.light.text],
    ['Sepia', palettes.sepia.text],
    ['Dark', palettes.dark.text],
    ['Light', palettes.light.text],
  ] as const) {
    await changeAppearance(page, () => choose(page, theme));
    await expect(text).toHaveCSS('color', rgb(color));
    expect(await styleOf('textShadow')).toBe('none');
  }
});
