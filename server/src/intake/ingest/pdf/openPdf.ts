import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { correctTextOf } from '@lectern/shared-contracts/domain/pdf/correctTextOf.ts';
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import {
  getDocument,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
  type PDFPageProxy,
  type RenderTask,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { AppError } from '../../../run/common/errors.ts';
import { limits } from '../limits.ts';

export interface OpenPdf {
  document: PDFDocumentProxy;
  close(): Promise<void>;
}

const packageFolder = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));
const folder = (name: string) => `${join(packageFolder, name)}/`;

/**
 * Opens a PDF from disk, reading ranges as needed. pdf.js runs no scripts of the document and follows no URLs in it;
 * nothing here can access the network.
 * @returns null when it needs a password
 * @throws AppError pdf_broken, pdf_protected
 */
export async function openPdf(path: string): Promise<OpenPdf | null> {
  try {
    // Renders XFA forms from their template; without this they only show “Please wait”.
    return await attempt(path, { enableXfa: true }).catch((error: unknown) => {
      // A damaged XFA form is left out.
      if (isNamed(error, 'UnknownErrorException')) return attempt(path, { enableXfa: false });
      throw error;
    });
  } catch (error) {
    if (isNamed(error, 'PasswordException')) return null;
    throw new AppError(isForeignEncryption(error) ? 'pdf_protected' : 'pdf_broken');
  }
}

const isNamed = (error: unknown, name: string) => error instanceof Error && error.name === name;

async function attempt(path: string, { enableXfa }: { enableXfa: boolean }): Promise<OpenPdf> {
  const fd = openSync(path, 'r');
  const task = getDocument({
    range: new FileRange(fd, fstatSync(fd).size),
    disableAutoFetch: true,
    disableStream: true,
    useWorkerFetch: false,
    enableXfa,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    maxImageSize: limits.coverPixels,
    canvasMaxAreaInBytes: limits.coverPixels * 4,
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
  });
  const close = async () => {
    await task.destroy().catch(() => {});
    closeSync(fd);
  };
  try {
    const document = await task.promise;
    correctTextOf(document);
    return { document, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Encrypted by another security handler than that of passwords; pdf.js has no code for this error. */
const isForeignEncryption = (error: unknown) =>
  error instanceof Error &&
  /^(unknown encryption method|unsupported encryption algorithm)$/.test(error.message);

/** Serves ranges of a file to pdf.js. */
class FileRange extends PDFDataRangeTransport {
  readonly #fd: number;

  constructor(fd: number, length: number) {
    super(length, null);
    this.#fd = fd;
  }

  override requestDataRange(begin: number, end: number): void {
    const chunk = new Uint8Array(end - begin);
    const count = readSync(this.#fd, chunk, 0, chunk.length, begin);
    // pdf.js is not ready for the data until its call returns.
    queueMicrotask(() => this.onDataRange(begin, chunk.subarray(0, count)));
  }
}

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
