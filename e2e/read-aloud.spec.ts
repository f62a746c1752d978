import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeBook, makeEpub, sentence } from './support/books.ts';
import { chooseInMore, openBook, signInWithBook } from './support/openBook.ts';
import { chapterFrame, painted, placeShown, untilOpen } from './support/reader.ts';
import { expect, test } from './support/test.ts';

const narratedCase = join(import.meta.dirname, '..', '..', 'shared', 'cases', 'overlay-grey.epub');

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

/** A fake voice that records its texts: headless browsers have none. */
async function fakeVoice(page: Page) {
  await page.addInitScript(() => {
    const spoken: { text: string; lang: string; end(): void }[] = [];
    const voice = Object.assign(new EventTarget(), {
      getVoices: () => [],
      cancel() {},
      resume() {},
      speak: (words: SpeechSynthesisUtterance) => {
        words.dispatchEvent(new Event('start'));
        spoken.push({ text: words.text, lang: words.lang, end: () => words.dispatchEvent(new Event('end')) });
      },
    });
    Object.defineProperty(window, 'speechSynthesis', { value: voice });
    Object.assign(window, { spoken });
  });
  const spoken = () =>
    page.evaluate(() =>
      (window as unknown as { spoken: { text: string; lang: string }[] }).spoken.map(({ text, lang }) => ({
        text,
        lang,
      })),
    );
  return {
    spoken,
    said: async () => (await spoken()).map(({ text }) => text),
    finish: () =>
      page.evaluate(() => (window as unknown as { spoken: { end(): void }[] }).spoken.at(-1)?.end()),
  };
}

test('a book is read aloud: each sentence is marked while it is spoken, and pages turn by themselves', async ({
  page,
  context,
  request,
}) => {
  const { said, finish } = await fakeVoice(page);
  await openBook(page, context, request, await makeEpub());
  const { page: began } = await placeShown(page);
  await chooseInMore(page, 'Read aloud');
  await expect.poll(said).toEqual(['The Lamp']);
  await finish();
  await expect.poll(() => painted(page, 'spoken')).toEqual([sentence(0, 1)]);
  await expect.poll(said).toEqual(['The Lamp', sentence(0, 1)]);
  for (let line = 2; line <= 41; line++) {
    await finish();
    await expect.poll(async () => (await said()).length, { intervals: [10, 20, 40, 80] }).toBe(line + 1);
  }
  await expect.poll(async () => (await said()).at(-1)).toBe('The Window');
  await expect.poll(async () => (await placeShown(page)).page).toBeGreaterThan(began);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Read on' }).click();
  await expect.poll(async () => (await said()).slice(-2)).toEqual(['The Window', 'The Window']);
  await page.getByRole('button', { name: 'Stop reading aloud' }).click();
  await expect.poll(() => painted(page, 'spoken')).toEqual([]);
});

test('reading aloud describes pictures, reads formulas by their alternative text, and changes its language', async ({
  page,
  context,
  request,
}) => {
  const { spoken, said, finish } = await fakeVoice(page);
  const book = await makeBook({
    title: 'The Road',
    spine: [
      {
        path: 'one.xhtml',
        title: 'One',
        body: '<p style="break-after: page">Say <span xml:lang="fr">bonjour</span></p><p><img src="whale.svg" alt="A whale" /></p><p style="break-before: page">Let <math xmlns="http://www.w3.org/1998/Math/MathML" alttext="x over y"><mfrac><mi>x</mi><mi>y</mi></mfrac></math></p>',
      },
    ],
    files: {
      'whale.svg':
        '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><path d="M0 0h90v90z"/></svg>',
    },
  });
  await openBook(page, context, request, book);
  await chooseInMore(page, 'Read aloud');
  const next = async (text: string, lang: string) => {
    await expect.poll(async () => (await spoken()).at(-1)).toEqual({ text, lang });
    await finish();
  };
  await next('Say', 'en');
  await next('bonjour', 'fr');
  await expect.poll(async () => (await spoken()).at(-1)).toEqual({ text: 'A whale', lang: 'en' });
  await expect(page.frameLocator('iframe >> visible=true').getByAltText('A whale')).toBeInViewport();
  await finish();
  await next('Let x over y', 'en');
  expect(await said()).toHaveLength(4);
});

test('[E-16] while a book is narrated, its own playback class greys the rest, also in the dark', async ({
  page,
  context,
  request,
}) => {
  test.skip(!existsSync(narratedCase), 'There is no ../shared/cases.');
  await openBook(page, context, request, narratedCase);
  await chooseInMore(page, 'Read aloud');
  const colorOf = (selector: string) =>
    chapterFrame(page)
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).color);
  await expect.poll(() => colorOf(':root.speaking')).toBe('rgb(160, 160, 160)');
  await expect.poll(() => colorOf('p:not(.lit)')).toBe('rgb(160, 160, 160)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => colorOf(':root.speaking p:not(.lit)')).toBe('rgb(160, 160, 160)');
});

test('a narrated copy among the files of a book is played once it is read', async ({
  page,
  context,
  request,
}) => {
  test.skip(!existsSync(narratedCase), 'There is no ../shared/cases.');
  const { book } = await signInWithBook(page, context, request, await makeEpub());
  await page.goto(`/books/${book.id}`);
  await page.getByLabel('Add a file').setInputFiles(narratedCase);
  await page.waitForURL('**/upload');
  await expect(page.getByRole('link', { name: 'Read', exact: true })).toBeVisible();
  await page.goto(`/books/${book.id}`);
  const files = page.getByRole('region', { name: 'Files' });
  const narrated = files.getByRole('listitem').filter({ hasNotText: 'Being read' });
  await narrated.getByRole('button').click();
  const chosen = page.waitForResponse((answer) => answer.url().endsWith('/read'));
  await page.getByRole('menuitem', { name: 'Read This File' }).click();
  expect((await chosen).ok()).toBe(true);
  await page.getByRole('link', { name: /^(Read|Continue)$/ }).click();
  await untilOpen(page);
  await chooseInMore(page, 'Read aloud');
  await expect(chapterFrame(page).locator(':root.speaking .lit').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
});
