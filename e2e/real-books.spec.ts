/**
 * Real books: uploaded, opened and paged through without errors in the console. By default a sample of each book;
 * LECTERN_WHOLE_BOOKS=1 (npm run real-books) pages through every chapter of every EPUB and twenty pages of every PDF.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { register, signIn, upload, withConsent } from './support/account.ts';
import { realBooks } from './support/books.ts';
import { leave } from './support/pages.ts';
import { placeShown, problemsOf } from './support/reader.ts';
import { expect, test } from './support/test.ts';

// Code that a trace injects into every frame would violate the policy there, and be reported.
test.use({ trace: 'off', screenshot: 'off', serviceWorkers: 'block' });

const whole = process.env.LECTERN_WHOLE_BOOKS === '1';
/** How often a page is turned in one book. */
const most = whole ? { epub: 5_000, pdf: 20 } : { epub: 1, pdf: 1 };
/** Known messages of some books. */
const known: Readonly<Record<string, readonly [title: string, author: string]>> = {
  'jane-austen_pride-and-prejudice.epub': ['Pride and Prejudice', 'Jane Austen'],
  'haruko-html-jpeg.epub': ['ハルコさんの彼氏', ''],
  'israelsailing.epub': ['מפליגים בישראל', 'אורי עידן'],
  'linear-algebra.epub': ['A First Course in Linear Algebra', 'Robert A. Beezer'],
  'page-blanche.epub': ['Page Blanche', 'Boulet'],
  'regime-anticancer-arabic.epub': ['Le Vrai Régime anti-cancer', 'Pr David Khayat, Nathalie Hutter-Lardeau'],
  'indexing-for-eds-and-auths-3md.epub': [
    'Indexing for Editors and Authors: A Practical Guide to Understanding Indexes',
    'Fred Leise, Kate Mertes, Nan Badgett',
  ],
  'wasteland-otf-obf.epub': ['The Waste Land', 'T.S. Eliot'],
  'freeculture.pdf': ['Free Culture', 'Lawrence Lessig'],
  'tracemonkey.pdf': ['Trace-based Just-in-Time Type Specialization for Dynamic Languages', ''],
  'basicapi.pdf': ['Basic API Test', 'Brendan Dahl'],
  'pr6531_1.pdf': ['pr6531 1', ''],
};
/** Passwords of locked books in the folder, by file name. */
const passwords: Readonly<Record<string, string>> = { 'pr6531_1.pdf': 'asdfasdf' };
/** The sample is split into parts, so that none of them delays the end of the whole run. */
const parts = { epub: 2, pdf: 3 } as const;
/** Long books with similar chapters: a sample leaves them to the server's tests (hostile.test.ts). */
const alike = /war-and-peace|moby-dick|sherlock/;

/** Turns pages, at the end of each chapter, until the book ends or the limit is reached. */
async function turnThrough(page: Page, format: 'epub' | 'pdf'): Promise<number> {
  const { total } = await placeShown(page);
  let turned = 0;
  for (; turned < most[format]; turned++) {
    const { page: before } = await placeShown(page);
    if (before >= total) break;
    await expect(async () => {
      if (format === 'epub') await page.keyboard.press('End');
      await page.keyboard.press('PageDown');
      await expect
        .poll(async () => (await placeShown(page)).page, {
          timeout: 2_000,
          intervals: [20, 40, 80, 160, 320],
        })
        .toBeGreaterThan(before);
    }).toPass({ timeout: 60_000 });
  }
  return turned;
}

/** Each book: uploaded by a new reader, opened, paged through, without messages in the console. */
async function prove(
  { page, context, request }: { page: Page; context: BrowserContext; request: APIRequestContext },
  format: 'epub' | 'pdf',
  names: readonly string[],
): Promise<void> {
  await withConsent(context);
  const account = await register(request);
  await signIn(page, account);
  const complaints = problemsOf(page);
  for (const name of names) {
    await test.step(name, async () => {
      const book = await upload(request, account.token, join(realBooks ?? '', format, name));
      if (known[name]) expect([book.title, book.author]).toEqual(known[name]);
      expect((await request.get(book.cover_url ?? '')).status(), `the cover of ${name}`).toBe(200);
      if (page.url() === 'about:blank') await page.goto(`/read/${book.id}`);
      else await leave(page, `/read/${book.id}`, 'footer output');
      const password = passwords[name];
      if (password) {
        await page.getByLabel('Password').fill(password);
        await page.getByRole('button', { name: 'Open' }).click();
      }
      await expect(page.locator('footer output')).toHaveText(/^Page \d+ of \d+/);
      const turned = await turnThrough(page, format);
      expect(turned, name).toBeGreaterThanOrEqual(0);
      expect(complaints.splice(0), name).toEqual([]);
    });
  }
}

for (const format of ['epub', 'pdf'] as const) {
  const names = realBooks ? readdirSync(join(realBooks, format)) : [];
  // One test for each book, so that several run at once, and a failed one can be repeated by its name.
  if (whole)
    for (const name of names)
      test(`[UP-03] ${name} becomes a book, opens and is paged through to its end without an error`, async ({
        page,
        context,
        request,
      }) => {
        await prove({ page, context, request }, format, [name]);
      });
  else
    for (let part = 0; part < parts[format]; part++)
      test(`[UP-03] every ${format.toUpperCase()} of the folder becomes a book, opens and is paged through without an error, part ${part + 1} of ${parts[format]}`, async ({
        page,
        context,
        request,
      }) => {
        if (!realBooks) console.log('This test needs ../shared/books, which does not exist.');
        else
          await prove(
            { page, context, request },
            format,
            names.filter((name) => !alike.test(name)).filter((_, at) => at % parts[format] === part),
          );
      });
}
