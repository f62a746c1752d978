import { AnnotationMode, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { CoverPicture } from '../cover/renderCovers.ts';
import { drawPage } from './drawPage.ts';

/** Size in pixels; larger than the largest cover, for smooth text. */
const box = { width: 768, height: 1_152 };

/** In milliseconds: pdf.js draws in slices and can be stopped in between. */
const timeLimit = 10_000;

/** Renders the first page; none when it cannot be rendered, takes too long, or is blank. */
export async function firstPagePicture(document: PDFDocumentProxy): Promise<CoverPicture[]> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const page = await document.getPage(1);
    // Limits the size, whatever the page declares.
    const scaleFor = (full: { width: number; height: number }) =>
      Math.min(box.width / full.width, box.height / full.height);
    const drawn = drawPage(page, scaleFor, AnnotationMode.DISABLE);
    if (!drawn) return [];
    const { canvas, drawing } = drawn;
    timer = setTimeout(() => drawing.cancel(), timeLimit);
    await drawing.promise;
    page.cleanup();
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return isBlank(data) ? [] : [{ bytes: canvas.toBuffer('image/png'), titled: true }];
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}

/** Whether every seventh pixel has the same color. */
function isBlank(pixels: Uint8ClampedArray): boolean {
  for (let i = 28; i + 2 < pixels.length; i += 28) {
    for (let channel = 0; channel < 3; channel++) {
      if (Math.abs((pixels[i + channel] as number) - (pixels[channel] as number)) > 6) return false;
    }
  }
  return true;
}
