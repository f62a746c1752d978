import type { HighlightColor, HighlightStyle } from '@lectern/shared-contracts/api/annotations.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { highlightColors } from '@lectern/shared-ui/color/highlightColors.ts';
import { palettes } from '@lectern/shared-ui/palette.ts';
import type { Box, Mark } from '../../engine/renderer.ts';
import { contains, footOf, ordered, type Rect } from './rects.ts';

/** The part of a pdf.js page view that overlays need. */
export interface PdfPage {
  id: number;
  div: HTMLElement;
  /** Rotation of the page itself. */
  pdfPageRotate: number;
  viewport: {
    width: number;
    height: number;
    convertToPdfPoint(x: number, y: number): number[];
    convertToViewportPoint(x: number, y: number): number[];
  };
}

const flashMs = 2_000;

/** Highlights over PDF pages, positioned in percent, so that zoom needs no redraw. */
export class PdfHighlights {
  #marks: readonly Mark[] = [];
  #flash: { page: number; rects: number[][] } | null = null;
  #flashing: ReturnType<typeof setTimeout> | undefined;

  set(marks: readonly Mark[], shown: Iterable<PdfPage>): void {
    this.#marks = marks;
    for (const pdfPage of shown) this.draw(pdfPage);
  }

  /** Redraws the highlights of one page. */
  draw(pdfPage: PdfPage): void {
    pdfPage.div.querySelector('.lectern-marks')?.remove();
    const marks = this.#of(pdfPage.id);
    const flash = this.#flash?.page === pdfPage.id ? this.#flash.rects : [];
    if (marks.length === 0 && flash.length === 0) return;
    const layer = document.createElement('div');
    layer.className = 'lectern-marks';
    for (const mark of marks)
      for (const rect of rectsOfPage(mark.locator, pdfPage.id))
        layer.append(rectElement(pdfPage, rect, mark.color, mark.style));
    for (const rect of flash) layer.append(rectElement(pdfPage, rect, 'flash'));
    const canvas = pdfPage.div.querySelector('.canvasWrapper');
    if (canvas) canvas.after(layer);
    else pdfPage.div.append(layer);
  }

  /** The highlight at a point of the window. */
  at(pdfPage: PdfPage, x: number, y: number): { id: string; box: Box } | null {
    const page = pdfPage.div.getBoundingClientRect();
    const [left, top] = [page.left + pdfPage.div.clientLeft, page.top + pdfPage.div.clientTop];
    const [px, py] = pdfPage.viewport.convertToPdfPoint(x - left, y - top);
    const isAt = (rect: readonly number[]) => contains([rect], px ?? 0, py ?? 0);
    const mark = this.#of(pdfPage.id).findLast(({ locator }) => rectsOfPage(locator, pdfPage.id).some(isAt));
    const rect = mark && rectsOfPage(mark.locator, pdfPage.id).find(isAt);
    if (!mark || !rect) return null;
    const [x1, y1, x2, y2] = toViewport(pdfPage, rect);
    return { id: mark.id, box: { left: left + x1, top: top + y1, width: x2 - x1, height: y2 - y1 } };
  }

  /** Highlights a passage for two seconds. */
  flash(locator: Locator, pdfPage: PdfPage): void {
    clearTimeout(this.#flashing);
    this.#flash = { page: pdfPage.id, rects: locator.rects ?? [] };
    this.draw(pdfPage);
    this.#flashing = setTimeout(() => {
      this.#flash = null;
      this.draw(pdfPage);
    }, flashMs);
  }

  destroy(): void {
    clearTimeout(this.#flashing);
  }

  #of(page: number): Mark[] {
    return this.#marks.filter(({ locator }) => rectsOfPage(locator, page).length > 0);
  }
}

/** The color of a highlight, or of the line under words, on white paper. */
export const inkOnPaper = (color: HighlightColor, style: HighlightStyle): string =>
  palettes.light[highlightColors[color][style === 'underline' ? 'ink' : 'ground']];

/** The rectangles of a passage on one of its pages, in PDF units. */
export function rectsOfPage({ page, rects, continued }: Locator, wanted: number): readonly number[][] {
  if (page === wanted) return rects ?? [];
  return continued?.find((part) => part.page === wanted)?.rects ?? [];
}

/** Converts a rectangle from PDF units to CSS pixels of the page. */
export function toViewport({ viewport }: PdfPage, [x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): Rect {
  return ordered([...viewport.convertToViewportPoint(x1, y1), ...viewport.convertToViewportPoint(x2, y2)]);
}

function rectElement(
  pdfPage: PdfPage,
  rect: readonly number[],
  kind: HighlightColor | 'flash',
  style: HighlightStyle = 'highlight',
): HTMLElement {
  const { width, height } = pdfPage.viewport;
  const [x1, y1, x2, y2] = toViewport(pdfPage, rect);
  const element = document.createElement('div');
  element.dataset.ink = kind;
  if (kind !== 'flash') element.style.setProperty('--ink', inkOnPaper(kind, style));
  element.dataset.style = style;
  element.style.left = `${(x1 / width) * 100}%`;
  element.style.top = `${(y1 / height) * 100}%`;
  element.style.width = `${((x2 - x1) / width) * 100}%`;
  element.style.height = `${((y2 - y1) / height) * 100}%`;
  if (style === 'underline') {
    const { viewport, pdfPageRotate } = pdfPage;
    element.dataset.foot = footOf(rect, pdfPageRotate, (x, y) => viewport.convertToViewportPoint(x, y));
  }
  return element;
}
