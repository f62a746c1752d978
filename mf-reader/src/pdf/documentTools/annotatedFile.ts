import type { HighlightColor } from '@lectern/shared-contracts/api/annotations.ts';
import { PDFDocument, PDFHexString, type PDFPage, type PDFRef, PDFString } from 'pdf-lib';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { WrittenAnnotation } from '../../engine/documentTools.ts';
import { type Corners, cornersOf, cornersOfLine, type Point } from '../highlights/rects.ts';

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
    const { mark } = annotation;
    const common = {
      Type: 'Annot',
      F: 4,
      T: PDFHexString.fromText(author),
      M: PDFString.fromDate(new Date(annotation.updatedAt)),
    };
    for (const { number, rects, comment } of partsOf(annotation)) {
      const page = pages[number - 1];
      if (!page) continue;
      const { angle } = page.getRotation();
      const contents = { ...common, Contents: PDFHexString.fromText(comment) };
      if (!mark) {
        const icon = iconRect(boxOf(page), angle, rects[0]);
        add(page, { ...contents, Subtype: 'Text', Name: 'Note', Rect: icon });
        continue;
      }
      const bounds = boundsOf(rects);
      const isUnderline = mark.style === 'underline';
      const corners = rects.map((rect) => cornersOfLine(rect, angle));
      add(page, {
        ...contents,
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

/** The pages of an annotation: one of a note; those of a highlight with its lines, the comment on the first. */
function partsOf({ mark, page, position, comment }: WrittenAnnotation) {
  const { page: number = page ?? 0, rects = [], continued = [] } = position ?? {};
  if (!mark) return [{ number, rects, comment }];
  const others = continued.map((part) => ({ number: part.page, rects: part.rects, comment: '' }));
  return [{ number, rects, comment }, ...others].filter((part) => part.rects.length > 0);
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

/** AnnotationEditorType.HIGHLIGHT of pdf.js. */
const highlight = 9;
/** Prefix of the keys under which pdf.js looks for new annotations. */
const prefix = 'pdfjs_internal_editor_';

/**
 * A copy of an encrypted PDF with highlights and notes as annotations. pdf.js appends them, encrypted by the key of the
 * file: passwords and permissions stay. It writes no annotations but highlights, so underlines are flat highlights,
 * and notes are highlights of the size of an icon.
 * @param file the opened file
 * @param author name of the reader
 */
export async function annotatedEncryptedFile(
  file: PDFDocumentProxy,
  annotations: readonly WrittenAnnotation[],
  author: string,
): Promise<Uint8Array> {
  const written: object[] = [];
  for (const annotation of annotations) {
    const { mark, updatedAt } = annotation;
    for (const { number, rects, comment } of partsOf(annotation)) {
      if (number < 1 || number > file.numPages) continue;
      const { rotate, view } = await file.getPage(number);
      const lines = mark ? rects : [iconRect(view, rotate, rects[0])];
      const corners = lines.map((line) => cornersOfLine(line, rotate));
      const shapes = mark?.style === 'underline' ? corners.map(underlineOf) : lines;
      const rect = boundsOf(shapes);
      written.push({
        annotationType: highlight,
        pageIndex: number - 1,
        rect,
        quadPoints: shapes.flatMap((shape) => quadOf(cornersOfLine(shape, rotate))),
        outlines: shapes.map(outlineOf),
        color: annotationColors[mark?.color ?? 'yellow'].map((part) => Math.round(part * 255)),
        opacity: 1,
        user: author,
        date: new Date(updatedAt),
        ...(comment === '' ? {} : { popup: { contents: comment, rect } }),
      });
    }
  }
  const { annotationStorage } = file;
  const keys = written.map((_, index) => `${prefix}lectern_${index}`);
  for (const [index, key] of keys.entries()) annotationStorage.setValue(key, written[index] as object);
  // The storage is copied at the call.
  const saved = file.saveDocument();
  for (const key of keys) annotationStorage.remove(key);
  return saved;
}

const outlineOf = ([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: Rect) => [x1, y1, x1, y2, x2, y2, x2, y1];

type Rect = readonly number[];

/** Red, green and blue, 0..1. */
const annotationColors: Readonly<Record<HighlightColor, readonly [number, number, number]>> = {
  yellow: [1, 0.86, 0.3],
  green: [0.55, 0.87, 0.52],
  blue: [0.5, 0.76, 1],
  pink: [1, 0.6, 0.75],
  purple: [0.78, 0.65, 1],
};

/** Width and height of the icon of a note, in the units of the page. */
const iconSize = 20;

/** In the order of the entry QuadPoints of an annotation. */
const quadOf = ({ upperLeft, upperRight, lowerLeft, lowerRight }: Corners): number[] => [
  ...upperLeft,
  ...upperRight,
  ...lowerLeft,
  ...lowerRight,
];

/** A line below the words, one unit high. */
function underlineOf({ upperLeft, lowerLeft, lowerRight }: Corners): Rect {
  const [x, y] = lowerLeft;
  const up: Point = [Math.sign(upperLeft[0] - x), Math.sign(upperLeft[1] - y)];
  return boundsOf([[x, y, lowerRight[0] + up[0], lowerRight[1] + up[1]]]);
}

/** The rectangle around several, each with corners in any order. */
function boundsOf(rects: readonly Rect[]): number[] {
  const edge = (choose: (...values: number[]) => number, ...indexes: number[]) =>
    choose(...rects.flatMap((rect) => indexes.map((index) => rect[index] ?? 0)));
  return [edge(Math.min, 0, 2), edge(Math.min, 1, 3), edge(Math.max, 0, 2), edge(Math.max, 1, 3)];
}

/**
 * The icon of a note: at its passage, or in the upper right corner of the visible page, as it is seen.
 * @param rotation of the page: degrees clockwise, a multiple of 90
 */
function iconRect(visible: Rect, rotation: number, passage: Rect | undefined): number[] {
  if (passage) {
    const [left = 0, , , top = 0] = passage;
    return [left, top - iconSize, left + iconSize, top];
  }
  const { upperLeft, upperRight, lowerRight } = cornersOf(visible, rotation);
  const [x, y] = upperRight;
  const [near, far] = [1, 2].map((icons) => [
    x + icons * iconSize * (Math.sign(upperLeft[0] - x) + Math.sign(lowerRight[0] - x)),
    y + icons * iconSize * (Math.sign(upperLeft[1] - y) + Math.sign(lowerRight[1] - y)),
  ]);
  return boundsOf([[...(near ?? []), ...(far ?? [])]]);
}
