/** Generated PDFs, with everything that determines where a word appears on the screen. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @param objects of a PDF, numbered from 1; the first is the catalog @param trailer additional entries */
export function pdfOf(objects: readonly string[], trailer = ''): Buffer {
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = file.length;
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(file, 'latin1');
}

export const pdfStream = (text: string) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;

/** A rectangle [x1, y1, x2, y2] in the units of a page. */
export type PdfRect = readonly [number, number, number, number];

export interface PdfPageParts {
  /** Width and height, in units of 1/72 inch times the user unit. */
  size?: readonly [number, number];
  crop?: PdfRect;
  /** Degrees clockwise. */
  rotate?: 0 | 90 | 180 | 270;
  userUnit?: number;
  /** Words, each with the left end of its baseline. */
  words?: readonly { text: string; x: number; y: number; height: number }[];
  /** Additional objects of the page's list of annotations. */
  annotations?: readonly string[];
  /** Additional drawing operators. */
  drawing?: string;
}

/** Writes a PDF to a temporary folder. @returns its path */
export function savePdf(name: string, bytes: Uint8Array): string {
  const file = join(mkdtempSync(join(tmpdir(), 'lectern-pdf-')), `${name}.pdf`);
  writeFileSync(file, bytes);
  return file;
}

/** A PDF of these pages. @returns its path */
export function makePdf(name: string, pages: readonly PdfPageParts[], catalog = ''): string {
  const fields = pages.flatMap(({ annotations = [] }) => annotations).filter((one) => one.includes('/FT'));
  const objects: string[] = [
    '',
    '',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  const add = (object: string) => `${objects.push(object)} 0 R`;
  const fieldReferences: string[] = [];
  const kids = pages.map(({ size = [612, 792], crop, rotate = 0, userUnit, words = [], ...page }) => {
    const text = words.map(
      ({ text, x, y, height }) =>
        `BT /F1 ${height} Tf 1 0 0 1 ${x} ${y} Tm (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`,
    );
    const content = add(pdfStream([...text, page.drawing ?? ''].join('\n')));
    const annotations = (page.annotations ?? []).map((annotation) => {
      const reference = add(annotation);
      if (fields.includes(annotation)) fieldReferences.push(reference);
      return reference;
    });
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size.join(' ')}] ${crop ? `/CropBox [${crop.join(' ')}]` : ''} /Rotate ${rotate} ${userUnit ? `/UserUnit ${userUnit}` : ''} /Contents ${content} /Resources << /Font << /F1 3 0 R >> >> /Annots [${annotations.join(' ')}] >>`,
    );
  });
  objects[0] = `<< /Type /Catalog /Pages 2 0 R ${fields.length > 0 ? `/AcroForm << /Fields [${fieldReferences.join(' ')}] /DA (/F1 10 Tf 0 g) /DR << /Font << /F1 3 0 R >> >> >>` : ''} ${catalog} >>`;
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`;
  return savePdf(name, pdfOf(objects));
}
