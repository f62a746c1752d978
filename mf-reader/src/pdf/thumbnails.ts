import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Thumbnails } from '../engine/renderer.ts';

/** Draws pages small, one after the other: the page that is read comes first. */
export function createThumbnails(file: PDFDocumentProxy): Thumbnails {
  let queue: Promise<void> = Promise.resolve();
  return {
    draw(page, canvas, width, signal) {
      const drawn = queue.then(async () => {
        const pdfPage = await file.getPage(page);
        if (signal.aborted) return;
        const scale =
          (width * Math.min(2, window.devicePixelRatio || 1)) / pdfPage.getViewport({ scale: 1 }).width;
        const viewport = pdfPage.getViewport({ scale });
        canvas.width = Math.floor(viewport.width);
        canvas.height = Math.floor(viewport.height);
        await pdfPage.render({ canvas, viewport }).promise;
        // What the page was drawn from is dropped; while the viewer draws the same page, it keeps it.
        pdfPage.cleanup();
      });
      queue = drawn.catch(() => {});
      return drawn;
    },
  };
}
