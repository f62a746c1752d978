import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { makeBook } from './support/books.ts';
import { countingClicks } from './support/clicks.ts';
import { signInWithBook } from './support/openBook.ts';
import { test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const bookOf = (title: string) =>
  makeBook({ title, spine: [{ path: 'c1.xhtml', title: 'One', body: '<p>The lamp was lit.</p>' }] });

test('[U-37] a highlight of five weeks ago, its word forgotten, is found by month and book in three clicks', async ({
  page,
  context,
  request,
}) => {
  const { account, book } = await signInWithBook(page, context, request, await bookOf('The Lighthouse'));
  const headers = { authorization: `Bearer ${account.token}` };
  const mark = (text: string, days: number) =>
    request.post(`/v1/books/${book.id}/highlights`, {
      headers,
      data: { text, color: 'green', created_at: daysAgo(days).toISOString(), position: { spine_index: 0 } },
    });
  const note = (content: string, days: number) =>
    request.post('/v1/notes', { headers, data: { content, created_at: daysAgo(days).toISOString() } });
  for (const days of [1, 2, 3, 4, 5, 6, 7, 8])
    expect((await mark(`Lately marked ${days}`, days)).ok()).toBe(true);
  expect((await note('Thought of then, of no book', 35)).ok()).toBe(true);
  expect((await mark('The lamp was lit', 35)).ok()).toBe(true);

  await page.goto('/dashboard');
  const reader = countingClicks();
  const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' }).format(daysAgo(35));
  await reader.click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Notes/ }));
  await reader.choose(page.getByRole('combobox', { name: 'Date' }), month);
  await reader.choose(page.getByRole('combobox', { name: 'Book' }), 'The Lighthouse');
  const entries = page.getByRole('article');
  await expect(entries).toHaveCount(1);
  await expect(entries.getByText('The lamp was lit')).toBeInViewport();
  expect(reader.count()).toBe(3);
});

test('[U-36] [U-37] the filters stay in view, and the colors are those of the book', async ({
  page,
  context,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { account, book } = await signInWithBook(page, context, request, await bookOf('The Lighthouse'));
  for (const color of [
    'yellow',
    'green',
    'blue',
    'pink',
    'purple',
    'yellow',
    'green',
    'blue',
    'pink',
    'purple',
  ])
    await request.post(`/v1/books/${book.id}/highlights`, {
      headers: { authorization: `Bearer ${account.token}` },
      data: { text: `Marked in ${color}. ${'Long words. '.repeat(30)}`, color, position: { spine_index: 0 } },
    });
  await page.goto('/notes');
  await expect(page.getByRole('button', { name: 'Purple 2' })).toBeVisible();
  await page.getByRole('article').last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('searchbox', { name: 'Search your notes' })).toBeInViewport();
  const inks = await page
    .getByRole('article')
    .evaluateAll((cards) => cards.map((card) => getComputedStyle(card).borderInlineStartColor));
  expect(new Set(inks).size).toBe(5);
});

test('[U-44] the review of a year is saved as a picture', async ({ page, context, request }) => {
  const { account, book } = await signInWithBook(page, context, request, await bookOf('The Lighthouse'));
  const started = daysAgo(1);
  const session = await request.post('/v1/reading/session', {
    headers: { authorization: `Bearer ${account.token}` },
    data: {
      book_id: book.id,
      started_at: started.toISOString(),
      ended_at: new Date(started.getTime() + 1_200_000).toISOString(),
      seconds: 1_200,
      pages_read: 5,
    },
  });
  expect(session.ok()).toBe(true);
  await page.goto('/library?tab=statistics');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a picture' }).click();
  const picture = readFileSync(await (await saved).path());
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  // Width and height in the header of the file.
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1080, 1350]);
});

test('[U-48] [U-49] the footer is one line, and a phone names the page once', async ({
  page,
  context,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInWithBook(page, context, request, await bookOf('The Lighthouse'));
  await page.goto('/notes');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Contact Us' })).toBeVisible();
  expect((await footer.boundingBox())?.height).toBeLessThan(80);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible();
  await expect(
    page.getByRole('banner').getByText('Notes', { exact: true }).filter({ visible: true }),
  ).toHaveCount(0);
});
