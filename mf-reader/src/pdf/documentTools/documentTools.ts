import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { DocumentLayer, DocumentTools } from '../../engine/documentTools.ts';
import { ReaderError } from '../../engine/readerError.ts';
import type { Thumbnails } from '../../engine/renderer.ts';
import type { viewer } from '../pdfjs/viewer.ts';

type Viewer = InstanceType<typeof viewer.PDFViewer>;
type LayerConfig = Awaited<ReturnType<PDFDocumentProxy['getOptionalContentConfig']>>;

/** Maximum number of listed layers: plans have some dozens. */
const mostLayers = 500;

export function createDocumentTools(
  file: PDFDocumentProxy,
  pages: Viewer,
  pageLabels: () => readonly string[] | null,
): DocumentTools {
  let config: Promise<LayerConfig> | null = null;
  const layerConfig = () => {
    config ??= file.getOptionalContentConfig();
    return config;
  };
  return {
    pageLabels,
    async attachments() {
      const attachments = await file.getAttachments();
      return [...(attachments ?? new Map())].map(([id, { filename, description }]) => ({
        id,
        name: filename,
        description,
      }));
    },
    async attachment(id) {
      const content: Uint8Array | null = await file.getAttachmentContent(id);
      if (!content) throw new ReaderError('corrupt', 'the attachment has no content');
      return content;
    },
    layers: async () => layersOf(await layerConfig()),
    async showLayer(id, visible) {
      const layers = await layerConfig();
      layers.setVisibility(id, visible);
      pages.optionalContentConfigPromise = Promise.resolve(layers);
      return layersOf(layers);
    },
    async printed(page, marks) {
      const { printedPage } = await import('./printedPage.ts');
      return printedPage(file, page, marks);
    },
    async annotated(annotations, author) {
      // Only encrypted files have permissions.
      if ((await file.getPermissions()) !== null) {
        const { annotatedEncryptedFile } = await import('./annotatedFile.ts');
        return annotatedEncryptedFile(file, annotations, author);
      }
      const { annotatedFile } = await import('./annotatedFile.ts');
      return annotatedFile(await file.getData(), annotations, author);
    },
  };
}

/** Layers in the order of the file, without those that the file does not list. */
function layersOf(config: LayerConfig): DocumentLayer[] {
  const layers: DocumentLayer[] = [];
  const visit = (order: readonly unknown[]) => {
    for (const entry of order) {
      if (layers.length >= mostLayers) return;
      if (typeof entry === 'string') {
        const group = config.getGroup(entry);
        if (group) layers.push({ id: entry, name: group.name || entry, isVisible: group.visible });
      } else if (
        typeof entry === 'object' &&
        entry !== null &&
        'order' in entry &&
        Array.isArray(entry.order)
      )
        visit(entry.order);
    }
  };
  visit(config.getOrder() ?? []);
  return layers;
}

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
