/** The place of a reader who scrolls as soon as a book is open, and leaves at once. */
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { alreadySignedIn, upload } from './support/account.ts';
import { makeBook } from './support/books.ts';
import { makePdf } from './support/pdfFiles.ts';
import { chapterFrame, placeShown } from './support/reader.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

const beginning = 'The beginning of the book';

const epub = (title: string, metadata = '') => {
  const lines = Array.from({ length: 200 }, (_, n) => `<p>Line ${n} of a book that is left at once.</p>`);
  return makeBook({
    title,
    metadata,
    spine: ['One', 'Two'].map((name) => ({
      path: `${name}.xhtml`,
      title: name,
      body: `<h1>${name === 'One' ? beginning : name}</h1>${lines.join('')}`,
    })),
  });
};
const pdf = async (title: string) =>
  makePdf(
    title,
    Array.from({ length: 9 }, (_, n) => ({
      words: Array.from({ length: 20 }, (_, line) => ({
        text: n + line === 0 ? beginning : `This is line ${n * 20 + line} of a paper named ${title}.`,
        x: 72,
        y: 700 - line * 30,
        height: 16,
      })),
    })),
  );

const kinds = [
  { kind: 'scrolled', make: () => epub('Scrolled') },
  {
    kind: 'strip',
    make: () => epub('Strip', '<meta property="rendition:flow">scrolled-continuous</meta>'),
  },
  { kind: 'pages', make: () => pdf('pages') },
  { kind: 'text', make: () => pdf('text') },
];

test('[RD-05] a reader who scrolls as soon as the book is open, and leaves at once, comes back to that place', async ({
  page,
  request,
}) => {
  const { token, user } = await alreadySignedIn(page, request);
  const { id: userId } = user as { id: string };
  await page.goto('/dashboard');
  await page.mouse.move(640, 400);
  for (const { kind, make } of kinds)
    await test.step(kind, async () => {
      const { id } = await upload(request, token, await make());
      const preferences = { 'reader.text': { flow: 'scrolled' }, [`reader.sheet.${id}`]: { view: kind } };
      await page.evaluate(
        (entries) => {
          for (const [key, value] of entries) localStorage.setItem(key, value);
        },
        Object.entries(preferences).map(
          ([name, value]) => [`${storageKeys.preferences}.${userId}.${name}`, JSON.stringify(value)] as const,
        ),
      );
      await page.goto(`/read/${id}`);
      const isText = kind === 'scrolled' || kind === 'strip';
      const words = (
        isText ? chapterFrame(page).locator('body') : page.locator('.lectern-pdf, .lectern-text')
      )
        .getByText(beginning)
        .last();
      await expect(words).toBeInViewport();
      // The first text may be seen before it can be scrolled.
      await expect(async () => {
        await page.mouse.wheel(0, 2_500);
        await expect(words).not.toBeInViewport({ timeout: 500 });
      }).toPass();
      await page.reload();
      await expect.poll(async () => (await placeShown(page)).page).toBeGreaterThan(1);
    });
});
