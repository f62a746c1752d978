import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { PrintedMark, PrintedPage } from '../../engine/documentTools.ts';
import { inkOnPaper, rectsOfPage } from '../highlights/pdfHighlights.ts';
import { footOf, ordered } from '../highlights/rects.ts';
import { pdfjs } from '../pdfjs/pdfjs.ts';

/** Resolution in dots per inch, limited by the number of dots of a page. */
const resolution = 200;
const mostDots = 24_000_000;

/** Renders a page for printing, with filled-in form fields and with highlights. */
export async function printedPage(
  file: PDFDocumentProxy,
  number: number,
  marks: readonly PrintedMark[],
): Promise<PrintedPage> {
  const page = await file.getPage(number);
  const paper = page.getViewport({ scale: 1 });
  const scale = Math.min(resolution / 72, Math.sqrt(mostDots / (paper.width * paper.height)));
  const viewport = page.getViewport({ scale });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(viewport.width));
  canvas.height = Math.max(1, Math.round(viewport.height));
  await page.render({
    canvas,
    viewport,
    intent: 'print',
    annotationMode: pdfjs.AnnotationMode.ENABLE_STORAGE,
    printAnnotationStorage: file.annotationStorage.print,
  }).promise;
  const context = canvas.getContext('2d');
  if (context) context.globalCompositeOperation = 'multiply';
  for (const { color, style, locator } of marks) {
    for (const [left = 0, bottom = 0, right = 0, top = 0] of rectsOfPage(locator, number)) {
      const [x1, y1, x2, y2] = ordered([
        ...viewport.convertToViewportPoint(left, bottom),
        ...viewport.convertToViewportPoint(right, top),
      ]);
      if (!context) continue;
      context.fillStyle = inkOnPaper(color, 'highlight');
      if (style === 'underline') {
        const toScreen = (x: number, y: number) => viewport.convertToViewportPoint(x, y);
        const foot = footOf([left, bottom, right, top], page.rotate, toScreen);
        const isLevel = foot === 'top' || foot === 'bottom';
        const x = foot === 'right' ? x2 - scale : x1;
        const y = foot === 'bottom' ? y2 - scale : y1;
        context.fillRect(x, y, isLevel ? x2 - x1 : scale * 1.5, isLevel ? scale * 1.5 : y2 - y1);
      } else context.fillRect(x1, y1, x2 - x1, y2 - y1);
    }
  }
  const picture = await new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(`page ${number} is too large`)))),
  );
  canvas.width = 0;
  page.cleanup();
  return { picture, width: paper.width, height: paper.height };
}
