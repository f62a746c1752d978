import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { readPageText } from '../src/ingest/pdf/pageText.ts';

type Run = [text: string, width: number];

/** What pdf.js reads of a page with one line of runs in letters of 10 units. */
const pageOf = (...runs: Run[]) =>
  ({
    getTextContent: async () => ({
      items: runs.map(([str, width], index) => ({
        str,
        width,
        height: str.trim() === '' ? 0 : 10,
        transform: [10, 0, 0, 10, 0, 0],
        hasEOL: index === runs.length - 1,
      })),
    }),
  }) as unknown as PDFPageProxy;

test('syllables and letters that are printed in parts are whole, and a space that has a width stays one', async () => {
  const { text } = await readPageText(
    pageOf(
      ['\u1106', 10],
      ['\u1169', 0],
      [' ', 0.0004],
      ['\u11B7', 0],
      [' ', 3.3],
      ['nai', 12],
      [' ', 0],
      ['\u0308', 0],
      [' ', 0.15],
      ['ve', 8],
    ),
  );
  assert.equal(text, '몸 naï ve');
});
