import { AnnotationMode } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { answerTasks } from '../../../run/processes/answerTasks.ts';
import { limits } from '../limits.ts';
import { drawPage, openPdf } from '../pdf/openPdf.ts';

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

answerTasks<PageTask, PageAnswer>((task) =>
  ('picture' in task ? drawPicture(task) : drawPdfPage(task)).catch(() => null),
);

async function drawPdfPage({ path, page: number, width }: PdfPageTask): Promise<PageAnswer> {
  const open = await openPdf(path);
  if (open === null) return null;
  try {
    if (number > open.document.numPages) return null;
    const scaleFor = (full: { width: number; height: number }) =>
      Math.min(width / full.width, Math.sqrt(maxPixels / (full.width * full.height)));
    const drawn = drawPage(await open.document.getPage(number), scaleFor, AnnotationMode.ENABLE);
    if (!drawn) return null;
    await drawn.drawing.promise;
    return drawn.canvas.toBuffer('image/jpeg', 85);
  } finally {
    await open.close();
  }
}

/** @throws PictureTooLarge; errors of the decoder when the picture is damaged */
async function drawPicture({ picture, width }: PictureTask): Promise<PageAnswer> {
  // Loaded for comics only.
  const { measure, photographIn, sharp } = await import('../cover/decodePicture.ts');
  const bytes = photographIn(Buffer.from(picture));
  if (bytes === null) return null;
  await measure(bytes);
  return sharp(bytes, { limitInputPixels: limits.coverPixels, pages: 1 })
    .resize({ width, withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 85 })
    .toBuffer();
}
