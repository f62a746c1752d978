import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { RendererEvents } from '../engine/renderer.ts';
import { pdfError } from './pdfError.ts';

/** Milliseconds between two reports, since errors repeat for every page that scrolls by. */
const sameTrouble = 8_000;
/** Milliseconds after which a page counts as slow. */
const noticed = 700;

/** Watches the current page and reports when it is slow or has failed. */
export class PageWatch {
  readonly #file: Pick<PDFDocumentProxy, 'getPage'>;
  readonly #events: Pick<RendererEvents, 'waiting' | 'failed'>;
  #told = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(file: Pick<PDFDocumentProxy, 'getPage'>, events: Pick<RendererEvents, 'waiting' | 'failed'>) {
    this.#file = file;
    this.#events = events;
  }

  /** The current page. The viewer does not report failures, so the page is requested again. */
  expect(page: number, drawn: () => boolean): void {
    clearTimeout(this.#timer);
    if (drawn()) return;
    this.#timer = setTimeout(() => {
      if (drawn()) return;
      this.#events.waiting(true);
      this.#file.getPage(page).catch((error: Error) => this.failed(error));
    }, noticed);
  }

  /** The current page has been rendered. */
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
