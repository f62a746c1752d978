import { createCanvas } from '@napi-rs/canvas';
import { AnnotationMode } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { runInBackground } from '../../common/runInBackground.ts';
import { endWithServer } from '../../processes/endWithServer.ts';
import { limits } from '../limits.ts';
import { openPdf } from '../pdf/openPdf.ts';

/** A page of a PDF, or a picture that is a page. */
export type PageTask = PdfPageTask | PictureTask;

interface PdfPageTask {
  /** Path of a PDF. */
  path: string;
  /** One-based. */
  page: number;
  /** In pixels. */
  width: number;
}

interface PictureTask {
  /** JPEG, PNG, GIF, WebP or AVIF. */
  picture: Uint8Array;
  /** Maximum width in pixels. */
  width: number;
}

/** A JPEG; null when there is no such page, or it cannot be rendered. */
export type PageAnswer = Uint8Array | null;

/** Maximum pixels of a page. */
const maxPixels = 8_000_000;

endWithServer();
process.on('message', (task: PageTask) => {
  runInBackground(
    async () =>
      process.send?.(await ('picture' in task ? drawPicture(task) : drawPage(task)).catch(() => null)),
    { error: () => process.exit(1) },
    'A page was not drawn',
  );
});

async function drawPage({ path, page: number, width }: PdfPageTask): Promise<PageAnswer> {
  const open = await openPdf(path);
  if (open === null) return null;
  try {
    if (number > open.document.numPages) return null;
    const page = await open.document.getPage(number);
    const full = page.getViewport({ scale: 1 });
    if (!(full.width > 0 && full.height > 0)) return null;
    const scale = Math.min(width / full.width, Math.sqrt(maxPixels / (full.width * full.height)));
    const viewport = page.getViewport({ scale });
    const canvas = createCanvas(
      Math.max(1, Math.round(viewport.width)),
      Math.max(1, Math.round(viewport.height)),
    );
    const context = canvas.getContext('2d');
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    await page.render({
      // pdf.js uses the browser's types; on Node it draws on this canvas.
      canvasContext: context as unknown as CanvasRenderingContext2D,
      canvas: canvas as unknown as HTMLCanvasElement,
      viewport,
      annotationMode: AnnotationMode.ENABLE,
    }).promise;
    return canvas.toBuffer('image/jpeg', 85);
  } finally {
    await open.close();
  }
}

/** @throws PictureTooLarge; errors of the decoder when the picture is damaged */
async function drawPicture({ picture, width }: PictureTask): Promise<PageAnswer> {
  // Loaded for comics only.
  const { isPhotograph, measure, sharp } = await import('../cover/decodePicture.ts');
  const bytes = Buffer.from(picture);
  if (!isPhotograph(bytes)) return null;
  await measure(bytes);
  return sharp(bytes, { limitInputPixels: limits.coverPixels, pages: 1 })
    .resize({ width, withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 85 })
    .toBuffer();
}
