import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Thumbnails } from '../engine/renderer.ts';

/** Draws pages small, one after the other: the page that is read comes first. */
export function createThumbnails(file: PDFDocumentProxy): Thumbnails {
  let queue: Promise<void> = Promise.resolve();
  return {
    draw(page, canvas, width) {
      const drawn = queue.then(async () => {
        if (!canvas.isConnected) return;
        const sheet = await file.getPage(page);
        const scale =
          (width * Math.min(2, window.devicePixelRatio || 1)) / sheet.getViewport({ scale: 1 }).width;
        const viewport = sheet.getViewport({ scale });
        canvas.width = Math.floor(viewport.width);
        canvas.height = Math.floor(viewport.height);
        await sheet.render({ canvas, viewport }).promise;
      });
      queue = drawn.catch(() => {});
      return drawn;
    },
  };
}
