import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { RendererEvents } from '../engine/renderer.ts';
import { pdfError } from './pdfError.ts';

/** The same trouble is told once in so many milliseconds, though it befalls every page that is scrolled by. */
const sameTrouble = 8_000;
/** Milliseconds after which somebody wonders whether the page comes at all. */
const noticed = 700;

/** Looks after the page that is read: one that does not come is said to be on its way, or to be lost. */
export class PageWatch {
  readonly #file: Pick<PDFDocumentProxy, 'getPage'>;
  readonly #events: Pick<RendererEvents, 'waiting' | 'failed'>;
  #told = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(file: Pick<PDFDocumentProxy, 'getPage'>, events: Pick<RendererEvents, 'waiting' | 'failed'>) {
    this.#file = file;
    this.#events = events;
  }

  /** The reader is at this page. The viewer keeps its failures to itself, so the page is asked for once more. */
  expect(page: number, drawn: () => boolean): void {
    clearTimeout(this.#timer);
    if (drawn()) return;
    this.#timer = setTimeout(() => {
      if (drawn()) return;
      this.#events.waiting(true);
      this.#file.getPage(page).catch((error: Error) => this.failed(error));
    }, noticed);
  }

  /** The page that is read has been drawn. */
  drawn(): void {
    clearTimeout(this.#timer);
    this.#events.waiting(false);
  }

  failed(error: Error): void {
    const now = performance.now();
    if (now - this.#told < sameTrouble) return;
    this.#told = now;
    this.#events.waiting(false);
    this.#events.failed(pdfError(error));
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
