import type { HighlightColor, HighlightStyle } from '@lectern/shared-contracts/api/annotations.ts';
import { joinLines } from '@lectern/shared-contracts/domain/pdf/joinLines.ts';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { FileAnnotation } from '../ingestedBook.ts';
import { cleanLine, cleanParagraphs } from '../plainText.ts';

/** Maximum rectangles of one highlight. */
const maxRects = 500;
const maxTextLength = 20_000;

/** The fields of a pdf.js annotation that are used. */
interface PdfAnnotation {
  subtype?: string;
  rect?: number[] | null;
  quadPoints?: ArrayLike<number> | null;
  color?: ArrayLike<number> | null;
  overlaidText?: string;
  contentsObj?: { str?: string };
  titleObj?: { str?: string };
  annotationFlags?: number;
  /** Of a reply that only sets a status, such as “Completed”. */
  state?: string | null;
}

const styles: Readonly<Record<string, HighlightStyle>> = {
  Highlight: 'highlight',
  Underline: 'underline',
  Squiggly: 'underline',
};

/** Other annotation types whose comment becomes a note. */
const commented: ReadonlySet<string> = new Set([
  ...['Text', 'FreeText', 'StrikeOut', 'Caret', 'Ink', 'Stamp'],
  ...['Line', 'Square', 'Circle', 'Polygon', 'PolyLine'],
]);
/** Annotation flags Hidden and NoView. */
const notShown = 2 | 32;

/** Highlights and notes of other programs on a page, in file order. */
export async function readAnnotations(page: PDFPageProxy): Promise<FileAnnotation[]> {
  const annotations: PdfAnnotation[] = await page.getAnnotations();
  return annotations.flatMap((annotation) => annotationOf(annotation, page.pageNumber));
}

function annotationOf(annotation: PdfAnnotation, page: number): FileAnnotation[] {
  const { subtype = '', rect, contentsObj, titleObj, annotationFlags = 0, state } = annotation;
  if (annotationFlags & notShown || state) return [];
  const author = cleanLine(titleObj?.str ?? '', 200);
  const comment = cleanParagraphs(contentsObj?.str ?? '', maxTextLength - 300);
  const note = [comment, author && `— ${author}`].filter(Boolean).join('\n');
  const style = styles[subtype];
  const rects = rectsOf(annotation);
  const text = joinLines(annotation.overlaidText ?? '').slice(0, maxTextLength);
  if (style && rects.length > 0 && text !== '')
    return [{ kind: 'highlight', page, rects, text, style, color: nearestColor(annotation.color), note }];
  const isNote = style !== undefined || commented.has(subtype);
  if (!isNote || comment === '') return [];
  return [{ kind: 'note', page, rects: rect ? [rounded(rect)] : [], note }];
}

/** [x1, y1, x2, y2] of each line, in page units. */
function rectsOf({ quadPoints }: PdfAnnotation): number[][] {
  const rects: number[][] = [];
  for (let at = 0; at + 8 <= (quadPoints?.length ?? 0) && rects.length < maxRects; at += 8) {
    const quad = Array.from({ length: 8 }, (_, index) => quadPoints?.[at + index] ?? 0);
    const across = quad.filter((_, index) => index % 2 === 0);
    const down = quad.filter((_, index) => index % 2 === 1);
    rects.push(rounded([Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)]));
  }
  return rects.filter((rect) => rect.every(Number.isFinite));
}

const rounded = (rect: readonly number[]) => rect.map((value) => Math.round(value * 100) / 100);

const hues: readonly [color: HighlightColor, degrees: number][] = [
  ['pink', 0],
  ['yellow', 50],
  ['green', 120],
  ['blue', 215],
  ['purple', 275],
  ['pink', 335],
  ['pink', 360],
];

/**
 * The highlight color nearest to an RGB color; yellow for grays.
 * @param color red, green and blue, 0..255
 */
function nearestColor(color: ArrayLike<number> | null | undefined): HighlightColor {
  const [red = 0, green = 0, blue = 0] = Array.from(color ?? []);
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const span = most - least;
  if (span < 16) return 'yellow';
  const sector =
    most === red
      ? (green - blue) / span
      : most === green
        ? (blue - red) / span + 2
        : (red - green) / span + 4;
  const hue = (sector * 60 + 360) % 360;
  return hues.reduce((best, candidate) =>
    Math.abs(candidate[1] - hue) < Math.abs(best[1] - hue) ? candidate : best,
  )[0];
}
