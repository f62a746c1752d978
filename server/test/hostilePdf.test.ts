/** PDFs made to exhaust who reads them: each becomes a book, or is refused, without waiting for a limit of time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { AppError } from '../src/run/common/errors.ts';
import { ingested } from './support/ingested.ts';
import { assemblePdf, makePdf } from './support/pdf.ts';

const stream = (dictionary: string, content: Buffer | string) =>
  `<< ${dictionary} /Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream`;

/** One page whose resources are given, and further objects from number 5 on. */
const pageWith = (resources: string, content: string, ...more: string[]) =>
  assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << ${resources} >> >>`,
    content,
    ...more,
    '<< /Title (A Trap) >>',
  ]);

/** Each form draws the next one ten times. */
const tenfold = Array.from({ length: 12 }, (_, i) =>
  stream(
    `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${6 + i} 0 R >> >>`,
    '/X Do '.repeat(10),
  ),
);

/** They keep a process busy in steps that are ended and left out (IngestPool). */
const endless = new Set([
  'operators that unpack to a thousand times their size',
  'forms that draw forms, ten times each',
]);

const traps: Record<string, () => Buffer> = {
  'operators that unpack to a thousand times their size': () =>
    pageWith('', stream('/Filter /FlateDecode', deflateSync(Buffer.alloc(60_000_000, 'q Q ')))),
  'forms that draw forms, ten times each': () =>
    pageWith(
      '/XObject << /X 5 0 R >>',
      stream('', '/X Do'),
      ...tenfold,
      stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', '0 0 1 1 re f'),
    ),
  'a form that draws itself': () =>
    pageWith(
      '/XObject << /X 5 0 R >>',
      stream('', '/X Do'),
      stream(
        '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>',
        '/X Do',
      ),
    ),
  'a picture of ten thousand million pixels': () =>
    pageWith(
      '/XObject << /X 5 0 R >>',
      stream('', '600 0 0 800 0 0 cm /X Do'),
      stream(
        '/Type /XObject /Subtype /Image /Width 100000 /Height 100000 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode',
        deflateSync(Buffer.alloc(50_000_000)),
      ),
    ),
  'a page of a thousand million points': () =>
    makePdf({ page: '/MediaBox [0 0 1000000000 1000000000] /UserUnit 1000' }),
  'brackets without an end': () => makePdf({ catalog: `/Trap ${'['.repeat(500_000)}` }),
  'a tree of labels that contains itself': () =>
    makePdf({ catalog: '/PageLabels 1 0 R /Kids [1 0 R 1 0 R] /Names << /Dests 1 0 R >>' }),
  'an outline that goes round': () =>
    makePdf({ outline: [['Round', 1, '/Dest (x) /First 7 0 R /Next 7 0 R']] }),
};

for (const [name, make] of Object.entries(traps))
  test(`[S-22] [AF-12] a PDF with ${name}`, async () => {
    const outcome = await ingested(make(), 'trap.pdf', endless.has(name) ? [1, 'cover'] : []).then(
      ({ book }) => book.format,
      (error: unknown) => (error instanceof AppError ? error.code : error),
    );
    assert.ok(['pdf', 'pdf_broken'].includes(String(outcome)), String(outcome));
  });
