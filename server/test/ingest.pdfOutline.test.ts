import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ingested } from './support/ingested.ts';
import { makePdf, type PdfParts } from './support/pdf.ts';

const pages = [['One.'], ['Two.'], ['Three.']];
const contentsOf = async (parts: PdfParts) => {
  const { book } = await ingested(makePdf({ pages, ...parts }), 'a.pdf');
  return book.toc.map(({ title, target, href, fraction = 0 }) => [title, target, href, fraction]);
};

describe('[R-10] the outline of a PDF', () => {
  it('leads to the heading on its page', async () => {
    const outline = [
      ['XYZ', 2, '/XYZ 72 198 null'],
      ['XYZ without a height', 2, '/XYZ 72 null 0'],
      ['FitH', 2, '/FitH 396'],
      ['FitBH', 2, '/FitBH 396'],
      ['FitR', 3, '/FitR 100 300 200 594'],
      ['FitBV', 3, '/FitBV 50'],
      ['Above', 3, '/XYZ 0 5000 0'],
      ['Fit', 3, '/Fit'],
      ['Named', 1, '/Dest (middle)'],
      ['Action', 1, '/A << /S /GoTo /D [6 0 R /FitH 198] >>'],
    ] as const;
    const catalog = '/Names << /Dests << /Names [(middle) [8 0 R /XYZ 0 396 0]] >> >>';
    assert.deepEqual(await contentsOf({ outline, catalog }), [
      ['XYZ', 2, null, 0.75],
      ['XYZ without a height', 2, null, 0],
      ['FitH', 2, null, 0.5],
      ['FitBH', 2, null, 0.5],
      ['FitR', 3, null, 0.25],
      ['FitBV', 3, null, 0],
      ['Above', 3, null, 0],
      ['Fit', 3, null, 0],
      ['Named', 3, null, 0.5],
      ['Action', 2, null, 0.75],
    ]);
  });

  it('leads to the heading of a turned and cropped page', async () => {
    const outline = [
      ['XYZ', 1, '/XYZ 153 100 0'],
      ['FitH', 1, '/FitH 300'],
      ['FitV', 1, '/FitV 306'],
    ] as const;
    assert.deepEqual(await contentsOf({ outline, page: '/Rotate 90' }), [
      ['XYZ', 1, null, 0.25],
      ['FitH', 1, null, 0],
      ['FitV', 1, null, 0.5],
    ]);
    assert.deepEqual(await contentsOf({ outline: outline.slice(1, 2), page: '/CropBox [0 200 400 400]' }), [
      ['FitH', 1, null, 0.5],
    ]);
  });

  it('keeps addresses, other files and named actions', async () => {
    const outline = [
      ['Last', 1, '/A << /S /Named /N /LastPage >>'],
      ['First', 1, '/A << /S /Named /N /FirstPage >>'],
      ['Next', 1, '/A << /S /Named /N /NextPage >>'],
      ['Home', 1, '/A << /S /URI /URI (https://example.org/a) >>'],
      ['Script', 1, '/A << /S /URI /URI (javascript:alert\\(1\\)) >>'],
      ['Other', 1, '/A << /S /GoToR /F (other.pdf) /D [0 /Fit] >>'],
      ['Nothing', 1, '/A << /S /Unknown >>'],
    ] as const;
    assert.deepEqual(await contentsOf({ outline }), [
      ['Last', 3, null, 0],
      ['First', 1, null, 0],
      ['Next', 0, '#NextPage', 0],
      ['Home', 0, 'https://example.org/a', 0],
      ['Script', 0, '#', 0],
      ['Other', 0, '#', 0],
    ]);
  });

  it('does not name passages after an address', async () => {
    const outline = [
      ['Home', 1, '/A << /S /URI /URI (https://example.org/a) >>'],
      ['Beginning', 1],
    ] as const;
    const { book } = await ingested(makePdf({ pages, outline }), 'a.pdf');
    assert.deepEqual(new Set(book.passages.map(({ chapter }) => chapter)), new Set(['Beginning']));
  });
});
