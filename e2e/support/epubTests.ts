/**
 * The tests for reading systems of the W3C's EPUB working group (w3c/epub-tests): each folder of theirs is the content
 * of one EPUB. They are opened in the real reader and judged by what is on the screen.
 */
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { APIResponse, Page } from '@playwright/test';
import { upload } from './account.ts';
import { hasTest, packTest } from './epubTestBooks.ts';
import { ReaderOfTests } from './epubTestReader.ts';
import { untilOpen } from './reader.ts';
import { test as base, expect } from './test.ts';

/** Without this, only those run that are marked as a sample. */
const all = process.env.LECTERN_EPUB_TESTS === 'all';

/** What a test does not say by passing or failing; tools/lib/epubReport.mjs reads it from the results. */
const notes = {
  /** Why it does not apply to Lectern. */
  notApplicable: 'does not apply',
  /** It asks for scripts, which Lectern refuses. */
  scripting: 'asks for scripts',
  /** What a person saw on the screenshot, and said of it. */
  human: 'judged by a person',
} as const;

/** A book of the W3C's that is open in the reader. */
export interface OpenTest {
  page: Page;
  book: Book;
  /** Uploads another book of theirs to the same library. */
  add(name: string): Promise<Book>;
}

export interface EpubTestOptions {
  /** Runs with all journeys, too. */
  sample?: boolean;
  viewport?: { width: number; height: number };
  /** Why Lectern does not pass it. */
  fails?: string;
  /** The library of its reader holds nothing else. */
  ownLibrary?: boolean;
  /** What no machine can judge, and what a person said of the screenshot that is attached. */
  human?: string;
  /** It asks for scripts: what is asserted is that they do not run. */
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
 * One test of the W3C's, by its name.
 * @param judge asserts what the description of the test asks for
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

/** A test of a book that is to be refused. @param judge asserts what is said of it */
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

/** A test of the W3C's that says nothing about Lectern, with the reason. */
export function notApplicable(name: string, reason: string): void {
  if (!all) return;
  test(`[${name}]`, { annotation: { type: notes.notApplicable, description: reason } }, () => {
    test.skip(true, reason);
  });
}

export const turn = (page: Page): Promise<void> => page.keyboard.press('PageDown');
