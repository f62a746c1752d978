/** The place of a reader who scrolls as soon as a book is open and leaves at once, or does not scroll at all. */
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { alreadySignedIn, upload } from './support/account.ts';
import { makeBook } from './support/books.ts';
import { unsentWrites } from './support/offline.ts';
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

const strip = '<meta property="rendition:flow">scrolled-continuous</meta>';

const kinds = [
  { kind: 'scrolled', make: () => epub('Scrolled') },
  { kind: 'strip', make: () => epub('Strip', strip) },
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

test('a strip of chapters that is only opened saves no place, however late the chapter above arrives', async ({
  page,
  request,
}) => {
  const { token } = await alreadySignedIn(page, request);
  const { id } = await upload(request, token, await epub('Late', strip));
  const progress = `/v1/books/${id}/progress`;
  const place = {
    current_page: 5,
    total_pages: 9,
    percentage: 55,
    position: { spine_index: 1, fraction: 0 },
  };
  await request.put(progress, {
    data: { ...place, updated_at: new Date().toISOString() },
    headers: { authorization: `Bearer ${token}` },
  });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/One.xhtml', async (route) => {
    await held;
    await route.continue();
  });
  const saved: string[] = [];
  page.on('request', (sent) => {
    if (sent.method() !== 'GET' && sent.url().endsWith('/progress')) saved.push(sent.url());
  });
  await page.clock.install();
  await page.goto(`/read/${id}`);
  const heading = page.frameLocator('iframe[title="Two"]').getByRole('heading', { name: 'Two' });
  await expect(heading).toBeInViewport();
  // The book is open before its other chapters are loaded.
  expect((await placeShown(page)).page).toBeGreaterThan(1);
  await page.clock.fastForward(1_000);
  release();
  await expect(page.locator('iframe[title="One"]')).toBeVisible();
  await expect(heading).toBeInViewport();
  await page.clock.fastForward(1_000);
  await page.goto('/library');
  await expect(page.getByRole('link', { name: 'Late' }).first()).toBeVisible();
  // Others, such as what was celebrated, may still be on their way.
  await expect.poll(() => unsentWrites(page)).toBe(0);
  expect(saved).toEqual([]);
});
