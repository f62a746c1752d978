/**
 * The W3C EPUB working group's tests for reading systems (w3c/epub-tests): each folder contains one EPUB. They are
 * opened in the real reader and judged by what is visible.
 */

import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { APIResponse, Page } from '@playwright/test';
import { upload } from '../support/account.ts';
import type { BrokenCopy } from '../support/epub/brokenCopy.ts';
import { hasTest, packTest } from '../support/epub/testBooks.ts';
import { ReaderOfTests } from '../support/epub/testReader.ts';
import { untilOpen } from '../support/reader.ts';
import { test as base, expect } from '../support/test.ts';
import { brokenCopies } from './brokenCopies.ts';

/** Without this, only the tests marked as a sample run. */
const all = process.env.LECTERN_EPUB_TESTS === 'all';

/** Annotations beyond passed and failed; tools/lib/testing/results/epubReport.mjs reads them from the results. */
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
  add(name: string, copy?: BrokenCopy): Promise<Book>;
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
  const open = (reader: ReaderOfTests, copy: BrokenCopy | null) => {
    test.skip(!hasTest(name), missing);
    return reader.use({ viewport, ownLibrary: ownLibrary || copy !== null }, async (signed) => {
      const { page, request, token } = signed;
      const add = async (other: string, broken?: BrokenCopy) =>
        upload(request, token, await packTest(other, broken));
      const book = await add(name, copy ?? undefined);
      await page.goto(`/read/${book.id}`);
      await untilOpen(page);
      if (copy) await expectFailure(() => judge({ page, book, add }), copy);
      else await judge({ page, book, add });
      if (human || process.env.LECTERN_EPUB_PICTURES)
        await test.info().attach(name, { body: await page.screenshot(), contentType: 'image/png' });
    });
  };
  test(`[${name}]`, { annotation }, async ({ reader }) => {
    test.fail(fails !== undefined, fails);
    await open(reader, null);
  });
  forBrokenCopies(name, (copy, reader) => open(reader, copy));
}

const missing = 'The folder of the W3C’s tests is not there, or does not have this one.';

/** Declares a test for each broken copy of a W3C test. They run with the complete set only. */
function forBrokenCopies(
  name: string,
  expectFound: (copy: BrokenCopy, reader: ReaderOfTests) => Promise<void>,
): void {
  if (!all) return;
  for (const copy of brokenCopies.filter((each) => each.test === name))
    test(`broken copy of ${name}: ${copy.what}`, ({ reader }) => expectFound(copy, reader));
}

/** The judgment of a test must fail for its broken copy, by the assertion about what is broken. */
async function expectFailure(judge: () => Promise<void>, { fails }: BrokenCopy): Promise<void> {
  let message = '';
  try {
    await judge();
  } catch (error) {
    message = stripVTControlCharacters(error instanceof Error ? error.message : String(error));
  }
  expect(message, 'A broken copy passes the test.').not.toBe('');
  expect(message).toMatch(fails);
}

/** A test with a book that must be rejected. @param judge asserts the message */
export function refusedTest(
  name: string,
  judge: (answer: APIResponse) => Promise<void>,
  change: (file: Buffer) => Buffer | Promise<Buffer> = (file) => file,
): void {
  if (!all) return;
  const add = (reader: ReaderOfTests, copy: BrokenCopy | null) => {
    test.skip(!hasTest(name), missing);
    return reader.use({}, async ({ request, token }) => {
      const packed = readFileSync(await packTest(name, copy ?? undefined));
      const buffer = copy?.intact ? packed : await change(packed);
      const answer = await request.post('/v1/books', {
        headers: { authorization: `Bearer ${token}` },
        multipart: { file: { name: `${name}.epub`, mimeType: 'application/epub+zip', buffer } },
      });
      const refused = async () => {
        expect(answer.ok(), 'The book is refused').toBe(false);
        await judge(answer);
      };
      await (copy ? expectFailure(refused, copy) : refused());
    });
  };
  test(`[${name}]`, ({ reader }) => add(reader, null));
  forBrokenCopies(name, (copy, reader) => add(reader, copy));
}

/** A W3C test that does not apply to Lectern, with the reason. */
export function notApplicable(name: string, reason: string): void {
  if (!all) return;
  test(`[${name}]`, { annotation: { type: notes.notApplicable, description: reason } }, () => {
    test.skip(true, reason);
  });
}

export const turn = (page: Page): Promise<void> => page.keyboard.press('PageDown');
