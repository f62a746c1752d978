import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { readPageText } from '../src/intake/ingest/pdf/pageText.ts';

type Run = [text: string, width: number, looks?: { size?: number; x?: number; y?: number }];

/** Text content of a page with one line of runs, with a font height of 10 units by default. */
const pageOf = (...runs: Run[]) =>
  ({
    getTextContent: async () => ({
      items: runs.map(([str, width, { size = 10, x = 0, y = 0 } = {}], index) => ({
        str,
        width,
        height: str.trim() === '' ? 0 : size,
        transform: [size, 0, 0, size, x, y],
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

test('words that are printed apart, or one above the other, are not joined', async () => {
  const textOf = async (...runs: Run[]) => (await readPageText(pageOf(...runs))).text;
  assert.equal(await textOf(['Non-binary', 50, { x: 200 }], ['Gender', 30, { x: 50 }]), 'Non-binary Gender');
  assert.equal(await textOf(['Apr', 20, { x: 50 }], ['Schultz', 40, { x: 90 }]), 'Apr Schultz');
  assert.equal(await textOf(['Apr ', 20, { x: 50 }], ['24', 40, { x: 90 }]), 'Apr 24');
  assert.equal(await textOf(['2018', 20, { y: 90 }], ['Schultz', 40]), '2018\nSchultz');
  assert.equal(await textOf(['מקלדת', 28, { x: 193 }], ['בעברית', 30, { x: 161 }]), 'מקלדת בעברית');
  // Letters that are printed from right to left, and an accent above a letter.
  assert.equal(await textOf(['ab', 10, { x: 50 }], ['cd', 10, { x: 40 }]), 'abcd');
  assert.equal(await textOf(['cafe', 20, { x: 50 }], ['\u0301', 3, { x: 66 }]), 'café');
});
