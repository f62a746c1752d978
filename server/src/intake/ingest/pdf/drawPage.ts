import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { PDFPageProxy, RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs';

/**
 * Begins to draw a page on white.
 * @param scaleFor the scale for a page of this size
 * @param annotationMode of pdf.js
 * @returns null when the page has no size
 */
export function drawPage(
  page: PDFPageProxy,
  scaleFor: (size: { width: number; height: number }) => number,
  annotationMode: number,
): { canvas: Canvas; drawing: RenderTask } | null {
  const full = page.getViewport({ scale: 1 });
  if (!(full.width > 0 && full.height > 0)) return null;
  const viewport = page.getViewport({ scale: scaleFor(full) });
  const canvas = createCanvas(
    Math.max(1, Math.round(viewport.width)),
    Math.max(1, Math.round(viewport.height)),
  );
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  const drawing = page.render({
    // pdf.js uses the browser's types; on Node it draws on this canvas.
    canvasContext: context as unknown as CanvasRenderingContext2D,
    canvas: canvas as unknown as HTMLCanvasElement,
    viewport,
    annotationMode,
  });
  return { canvas, drawing };
}
