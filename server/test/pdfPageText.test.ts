import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { readPageText } from '../src/ingest/pdf/pageText.ts';

type Run = [text: string, width: number, looks?: { size?: number; y?: number }];

/** Text content of a page with one line of runs, with a font height of 10 units by default. */
const pageOf = (...runs: Run[]) =>
  ({
    getTextContent: async () => ({
      items: runs.map(([str, width, { size = 10, y = 0 } = {}], index) => ({
        str,
        width,
        height: str.trim() === '' ? 0 : size,
        transform: [size, 0, 0, size, 0, y],
        hasEOL: index === runs.length - 1,
      })),
    }),
  }) as unknown as PDFPageProxy;

test('syllables and letters printed in parts are joined, and a space with a width is kept', async () => {
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

test('a footnote number at the start of a line is not part of the following word', async () => {
  const { text } = await readPageText(pageOf(['1', 3, { size: 6, y: 4 }], ['Fourier transformation', 80]));
  assert.equal(text, '1 Fourier transformation');
  const formula = await readPageText(pageOf(['H', 7], ['2', 3, { size: 6, y: -2 }], ['O and', 20]));
  assert.equal(formula.text, 'H2O and');
  const power = await readPageText(pageOf(['m', 7], ['2', 3, { size: 6, y: 4 }], ['kg', 20]));
  assert.equal(power.text, 'm2kg');
});
