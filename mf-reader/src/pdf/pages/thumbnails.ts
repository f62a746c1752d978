import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Thumbnails } from '../../engine/renderer.ts';

/** Renders thumbnails one after another, the current page first. */
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
        // Frees the page's resources unless the viewer is rendering it.
        pdfPage.cleanup();
      });
      queue = drawn.catch(() => {});
      return drawn;
    },
  };
}
