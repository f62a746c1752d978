import type { HighlightColor, HighlightStyle } from '@lectern/shared-contracts/api/annotations.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { PDFDocument, PDFHexString, type PDFPage, type PDFRef, PDFString } from 'pdf-lib';

/** A highlight or a note of a page to be written into a file. */
export interface WrittenAnnotation {
  /** Null for a note on a page. */
  mark: { color: HighlightColor; style: HighlightStyle } | null;
  page: number | null;
  position: Locator | null;
  /** What the reader wrote; may be empty. */
  comment: string;
  /** ISO 8601. */
  updatedAt: string;
}

/** Red, green and blue, 0..1. */
const colors: Readonly<Record<HighlightColor, readonly [number, number, number]>> = {
  yellow: [1, 0.86, 0.3],
  green: [0.55, 0.87, 0.52],
  blue: [0.5, 0.76, 1],
  pink: [1, 0.6, 0.75],
  purple: [0.78, 0.65, 1],
};
/** Width and height of the icon of a note, in the units of the page. */
const iconSize = 20;

/**
 * A copy of a PDF with highlights and notes as annotations that other programs show and change.
 * @param author name of the reader
 * @throws Error when the file is encrypted or damaged
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
      add(page, { ...common, Subtype: 'Text', Name: 'Note', Rect: iconRect(page, position?.rects?.[0]) });
      continue;
    }
    const parts = [{ page: position?.page, rects: position?.rects }, ...(position?.continued ?? [])];
    for (const [index, { page: number = 0, rects = [] }] of parts.entries()) {
      const page = pages[number - 1];
      if (!page || rects.length === 0) continue;
      const bounds = boundsOf(rects);
      const { angle } = page.getRotation();
      const corners = rects.map((rect) => cornersOf(rect, angle));
      add(page, {
        ...common,
        // The comment is written once, not on each page of the passage.
        ...(index > 0 ? { Contents: PDFHexString.fromText('') } : {}),
        Subtype: mark.style === 'underline' ? 'Underline' : 'Highlight',
        Rect: bounds,
        QuadPoints: corners.flatMap(({ upperLeft, upperRight, lowerLeft, lowerRight }) => [
          ...upperLeft,
          ...upperRight,
          ...lowerLeft,
          ...lowerRight,
        ]),
        C: [...colors[mark.color]],
        AP: { N: appearance(document, corners, bounds, mark) },
      });
    }
  }
  return document.save({ useObjectStreams: false });
}

function add(page: PDFPage, annotation: Record<string, unknown>): void {
  const { context } = page.doc;
  page.node.addAnnot(context.register(context.obj(annotation as never)));
}

type Point = readonly [x: number, y: number];

/** Corners of a line of words, as they are seen on the page. */
interface Corners {
  upperLeft: Point;
  upperRight: Point;
  lowerLeft: Point;
  lowerRight: Point;
}

/** @param rotation of the page: degrees clockwise, a multiple of 90 */
function cornersOf([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[], rotation: number): Corners {
  const clockwise: readonly Point[] = [
    [x1, y2],
    [x2, y2],
    [x2, y1],
    [x1, y1],
  ];
  const corner = (index: number) => clockwise[(((index - rotation / 90) % 4) + 4) % 4] ?? [x1, y1];
  return { upperLeft: corner(0), upperRight: corner(1), lowerRight: corner(2), lowerLeft: corner(3) };
}

/** Appearance stream, for programs that do not draw highlights themselves. */
function appearance(
  document: PDFDocument,
  lines: readonly Corners[],
  bounds: readonly number[],
  { color, style }: NonNullable<WrittenAnnotation['mark']>,
): PDFRef {
  const shapes = lines.map(({ upperLeft, upperRight, lowerLeft, lowerRight }) => {
    const [x, y] = lowerLeft;
    if (style !== 'underline') return `${x} ${y} ${upperRight[0] - x} ${upperRight[1] - y} re f`;
    // One unit high, towards the words.
    const up: Point = [Math.sign(upperLeft[0] - x), Math.sign(upperLeft[1] - y)];
    return `${x} ${y} ${lowerRight[0] - x + up[0]} ${lowerRight[1] - y + up[1]} re f`;
  });
  const content = `/Blend gs ${colors[color].join(' ')} rg ${shapes.join(' ')}`;
  const stream = document.context.stream(content, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [...bounds],
    Resources: { ExtGState: { Blend: { Type: 'ExtGState', BM: 'Multiply' } } },
  } as never);
  return document.context.register(stream);
}

function boundsOf(rects: readonly (readonly number[])[]): number[] {
  const edge = (index: number, choose: (...values: number[]) => number) =>
    choose(...rects.map((rect) => rect[index] ?? 0));
  return [edge(0, Math.min), edge(1, Math.min), edge(2, Math.max), edge(3, Math.max)];
}

/** At the passage of the note, or in the upper right corner of the visible page. */
function iconRect(page: PDFPage, rect: readonly number[] | undefined): number[] {
  const { x, y, width, height } = page.getCropBox();
  const [left, top] = rect ? [rect[0] ?? 0, rect[3] ?? 0] : [x + width - 2 * iconSize, y + height - iconSize];
  return [left, top - iconSize, left + iconSize, top];
}
