import { createCanvas } from '@napi-rs/canvas';
import { AnnotationMode, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { CoverPicture } from '../cover/renderCovers.ts';

/** Edges of the drawing, in pixels: more than the largest cover, so that letters are smooth in it. */
const box = { width: 768, height: 1_152 };

/** Milliseconds that drawing may take: pdf.js draws in slices, and can be stopped between them. */
const longest = 10_000;

/** The first page as a picture; none when it cannot be drawn, takes too long, or there is nothing on it. */
export async function firstPagePicture(
  document: PDFDocumentProxy,
  milliseconds = longest,
): Promise<CoverPicture[]> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const page = await document.getPage(1);
    const full = page.getViewport({ scale: 1 });
    if (!(full.width > 0 && full.height > 0)) return [];
    // However large a page says it is: what is drawn is no larger than the box.
    const scale = Math.min(box.width / full.width, box.height / full.height);
    const viewport = page.getViewport({ scale });
    const canvas = createCanvas(
      Math.max(1, Math.round(viewport.width)),
      Math.max(1, Math.round(viewport.height)),
    );
    const context = canvas.getContext('2d');
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    const drawing = page.render({
      // pdf.js names the browser's types; on Node it draws with this very canvas.
      canvasContext: context as unknown as CanvasRenderingContext2D,
      canvas: canvas as unknown as HTMLCanvasElement,
      viewport,
      annotationMode: AnnotationMode.DISABLE,
    });
    timer = setTimeout(() => drawing.cancel(), milliseconds);
    await drawing.promise;
    page.cleanup();
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return isBlank(data) ? [] : [{ bytes: canvas.toBuffer('image/png'), titled: true }];
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}

/** One colour all over, as far as every seventh pixel shows. */
function isBlank(pixels: Uint8ClampedArray): boolean {
  for (let i = 28; i + 2 < pixels.length; i += 28) {
    for (let channel = 0; channel < 3; channel++) {
      if (Math.abs((pixels[i + channel] as number) - (pixels[channel] as number)) > 6) return false;
    }
  }
  return true;
}
