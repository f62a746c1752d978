import type { HighlightColor } from '@lectern/shared-contracts/api/annotations.ts';
import { PDFDocument, PDFHexString, type PDFPage, type PDFRef, PDFString } from 'pdf-lib';
import type { WrittenAnnotation } from '../../engine/documentTools.ts';
import { cornersOfLine } from '../highlights/corners.ts';
import { annotationColors, boundsOf, iconRect, quadOf, type Rect, underlineOf } from './annotationShapes.ts';

/**
 * A copy of a PDF with highlights and notes as annotations that other programs show and change.
 * @param author name of the reader
 * @throws Error when the file is encrypted (see annotatedEncryptedFile) or damaged
 */
export async function annotatedFile(
  file: Uint8Array,
  annotations: readonly WrittenAnnotation[],
  author: string,
): Promise<Uint8Array> {
  const document = await PDFDocument.load(file, { updateMetadata: false });
  const pages = document.getPages();
  for (const annotation of annotations) {
    const { mark, position } = annotation;
    const common = {
      Type: 'Annot',
      F: 4,
      T: PDFHexString.fromText(author),
      Contents: PDFHexString.fromText(annotation.comment),
      M: PDFString.fromDate(new Date(annotation.updatedAt)),
    };
    if (mark === null) {
      const page = pages[(position?.page ?? annotation.page ?? 0) - 1];
      if (!page) continue;
      add(page, {
        ...common,
        Subtype: 'Text',
        Name: 'Note',
        Rect: iconRect(boxOf(page), page.getRotation().angle, position?.rects?.[0]),
      });
      continue;
    }
    const parts = [{ page: position?.page, rects: position?.rects }, ...(position?.continued ?? [])];
    for (const [index, { page: number = 0, rects = [] }] of parts.entries()) {
      const page = pages[number - 1];
      if (!page || rects.length === 0) continue;
      const bounds = boundsOf(rects);
      const isUnderline = mark.style === 'underline';
      const { angle } = page.getRotation();
      const corners = rects.map((rect) => cornersOfLine(rect, angle));
      add(page, {
        ...common,
        // The comment is written once, not on each page of the passage.
        ...(index > 0 ? { Contents: PDFHexString.fromText('') } : {}),
        Subtype: isUnderline ? 'Underline' : 'Highlight',
        Rect: bounds,
        QuadPoints: corners.flatMap(quadOf),
        C: [...annotationColors[mark.color]],
        AP: { N: appearance(document, isUnderline ? corners.map(underlineOf) : rects, bounds, mark.color) },
      });
    }
  }
  return document.save({ useObjectStreams: false });
}

function add(page: PDFPage, annotation: Record<string, unknown>): void {
  const { context } = page.doc;
  page.node.addAnnot(context.register(context.obj(annotation as never)));
}

/** Appearance stream, for programs that do not draw highlights themselves. */
function appearance(
  document: PDFDocument,
  shapes: readonly Rect[],
  bounds: Rect,
  color: HighlightColor,
): PDFRef {
  const drawn = shapes.map(([x1 = 0, y1 = 0, x2 = 0, y2 = 0]) => `${x1} ${y1} ${x2 - x1} ${y2 - y1} re f`);
  const content = `/Blend gs ${annotationColors[color].join(' ')} rg ${drawn.join(' ')}`;
  const stream = document.context.stream(content, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [...bounds],
    Resources: { ExtGState: { Blend: { Type: 'ExtGState', BM: 'Multiply' } } },
  } as never);
  return document.context.register(stream);
}

function boxOf(page: PDFPage): Rect {
  const { x, y, width, height } = page.getCropBox();
  return [x, y, x + width, y + height];
}
