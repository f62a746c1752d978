/**
 * The W3C EPUB working group's tests for reading systems (w3c/epub-tests): each folder contains one EPUB. They are
 * opened in the real reader and judged by what is visible.
 */
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { APIResponse, Page } from '@playwright/test';
import { upload } from './account.ts';
import { hasTest, packTest } from './epubTestBooks.ts';
import { ReaderOfTests } from './epubTestReader.ts';
import { untilOpen } from './reader.ts';
import { test as base, expect } from './test.ts';

/** Without this, only the tests marked as a sample run. */
const all = process.env.LECTERN_EPUB_TESTS === 'all';

/** Annotations beyond passed and failed; tools/lib/results/epubReport.mjs reads them from the results. */
const notes = {
  /** Why it does not apply to Lectern. */
  notApplicable: 'does not apply',
  /** It needs scripts, which Lectern refuses. */
  scripting: 'asks for scripts',
  /** The judgment of a person who saw the screenshot. */
  human: 'judged by a person',
} as const;

/** A W3C test book that is open in the reader. */
export interface OpenTest {
  page: Page;
  book: Book;
  /** Uploads another test book to the same library. */
  add(name: string): Promise<Book>;
}

export interface EpubTestOptions {
  /** Also runs with `npm run e2e`. */
  sample?: boolean;
  viewport?: { width: number; height: number };
  /** Why Lectern does not pass it. */
  fails?: string;
  /** Its library contains nothing else. */
  ownLibrary?: boolean;
  /** For tests that need human judgment: a person's judgment of the attached screenshot. */
  human?: string;
  /** It needs scripts: the test asserts that they do not run. */
  scripting?: boolean;
}

const test = base.extend<object, { reader: ReaderOfTests }>({
  reader: [
    async ({ browser, playwright }, use) => {
      const reader = new ReaderOfTests(browser, playwright);
      await use(reader);
      await reader.close();
    },
    { scope: 'worker' },
  ],
});

/**
 * One W3C test, by its name.
 * @param judge asserts what the description of the test requires
 */
export function epubTest(
  name: string,
  judge: (open: OpenTest) => Promise<void>,
  options: EpubTestOptions = {},
): void {
  const {
    sample = false,
    viewport = { width: 1_280, height: 800 },
    fails,
    human,
    ownLibrary = false,
  } = options;
  if (!all && !sample) return;
  const annotation = [
    ...(options.scripting ? [{ type: notes.scripting }] : []),
    ...(human ? [{ type: notes.human, description: human }] : []),
  ];
  test(`[${name}]`, { annotation }, async ({ reader }) => {
    test.skip(!hasTest(name), 'The folder of the W3C’s tests is not there, or does not have this one.');
    test.fail(fails !== undefined, fails);
    await reader.use({ viewport, ownLibrary }, async ({ page, request, token }) => {
      const add = async (other: string) => upload(request, token, await packTest(other));
      const book = await add(name);
      await page.goto(`/read/${book.id}`);
      await untilOpen(page);
      await judge({ page, book, add });
      if (human) await test.info().attach(name, { body: await page.screenshot(), contentType: 'image/png' });
    });
  });
}

/** A test with a book that must be rejected. @param judge asserts the message */
export function refusedTest(
  name: string,
  judge: (answer: APIResponse) => Promise<void>,
  change: (file: Buffer) => Buffer = (file) => file,
): void {
  if (!all) return;
  test(`[${name}]`, async ({ reader }) => {
    test.skip(!hasTest(name), 'The folder of the W3C’s tests is not there, or does not have this one.');
    await reader.use({}, async ({ request, token }) => {
      const answer = await request.post('/v1/books', {
        headers: { authorization: `Bearer ${token}` },
        multipart: {
          file: {
            name: `${name}.epub`,
            mimeType: 'application/epub+zip',
            buffer: await packedFile(name, change),
          },
        },
      });
      expect(answer.ok()).toBe(false);
      await judge(answer);
    });
  });
}

async function packedFile(name: string, change: (file: Buffer) => Buffer): Promise<Buffer> {
  const { readFileSync } = await import('node:fs');
  return change(readFileSync(await packTest(name)));
}

/** A W3C test that does not apply to Lectern, with the reason. */
export function notApplicable(name: string, reason: string): void {
  if (!all) return;
  test(`[${name}]`, { annotation: { type: notes.notApplicable, description: reason } }, () => {
    test.skip(true, reason);
  });
}

export const turn = (page: Page): Promise<void> => page.keyboard.press('PageDown');
