import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { RendererEvents } from '../../engine/renderer.ts';
import { pdfError } from '../pdfjs/pdfError.ts';

/** Milliseconds between two reports: errors repeat for every page that scrolls by. */
const reportIntervalMs = 8_000;
/** Milliseconds after which a page counts as slow. */
const slowAfterMs = 700;

/** Watches the current page and reports when it is slow or has failed. */
export class PageWatch {
  readonly #file: Pick<PDFDocumentProxy, 'getPage'>;
  readonly #events: Pick<RendererEvents, 'waiting' | 'failed'>;
  #lastReport = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isWaiting = false;

  constructor(file: Pick<PDFDocumentProxy, 'getPage'>, events: Pick<RendererEvents, 'waiting' | 'failed'>) {
    this.#file = file;
    this.#events = events;
  }

  /** The current page. The viewer does not report failures, so the page is requested again. */
  expect(page: number, drawn: () => boolean): void {
    clearTimeout(this.#timer);
    if (drawn()) {
      this.#setWaiting(false);
      return;
    }
    this.#timer = setTimeout(() => {
      if (drawn()) return;
      this.#setWaiting(true);
      this.#file.getPage(page).catch((error: Error) => this.failed(error));
    }, slowAfterMs);
  }

  /** The current page has been rendered. */
  drawn(): void {
    clearTimeout(this.#timer);
    this.#setWaiting(false);
  }

  failed(error: Error): void {
    const now = performance.now();
    if (now - this.#lastReport < reportIntervalMs) return;
    this.#lastReport = now;
    this.#setWaiting(false);
    this.#events.failed(pdfError(error));
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  /** Only changes are reported: each report renders the controls again, before the browser shows the page. */
  #setWaiting(isWaiting: boolean): void {
    if (this.#isWaiting === isWaiting) return;
    this.#isWaiting = isWaiting;
    this.#events.waiting(isWaiting);
  }
}
