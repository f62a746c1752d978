import { clampZoom, type PdfAppearance } from '../engine/appearance.ts';
import { type Direction, zoomAround } from '../engine/gestures/gestures.ts';
import type { RendererEvents } from '../engine/renderer.ts';

/** Overlap in CSS pixels between two screens. */
const overlap = 56;
/** Smaller remaining distances are skipped. */
const minScroll = 8;
/** What a double tap zooms to. */
const doubled = 2;

/** The zoom of fixed-layout pages: 1 fits them into the window. Larger pages are scrolled in the host. */
export class PageZoom {
  readonly #host: HTMLElement;
  readonly #events: RendererEvents;
  readonly #fit: () => void;
  #chosen: number;

  constructor(host: HTMLElement, chosen: PdfAppearance['zoom'], events: RendererEvents, fit: () => void) {
    this.#host = host;
    this.#events = events;
    this.#fit = fit;
    this.#chosen = numberOf(chosen);
    // In a page of the interface that is right-to-left, what is beyond the right edge could not be scrolled to.
    host.style.direction = 'ltr';
  }

  /** The chosen zoom. */
  get chosen(): number {
    return Math.max(1, this.#chosen);
  }

  /** The chosen zoom together with that of the browser. */
  get factor(): number {
    return Math.max(1, this.#chosen * browserZoom(window));
  }

  get isOn(): boolean {
    return this.factor > 1;
  }

  set(chosen: PdfAppearance['zoom']): void {
    const zoom = numberOf(chosen);
    if (zoom === this.#chosen) return;
    this.#chosen = zoom;
    this.#fit();
  }

  /** To be called when the pages are laid out. */
  fitted(): void {
    this.#host.style.overflow = this.isOn ? 'auto' : '';
    this.#events.zoomed(this.#chosen);
  }

  /** @param page that contains the point, which stays where it is in the window */
  by(factor: number, page: Element, x: number, y: number): void {
    const zoom = clampZoom(Math.max(1 / browserZoom(window), this.#chosen * factor));
    zoomAround(this.#host, page, x, y, () => this.set(zoom));
  }

  /** To twice the size, and back. */
  toggle(page: Element, x: number, y: number): void {
    this.by(this.isOn ? 0 : doubled / this.#chosen, page, x, y);
    this.end();
  }

  end(): void {
    this.#events.zoomChosen(this.#chosen === 1 ? 'auto' : this.#chosen);
  }

  /** Whether the end of the page is reached in that direction. */
  exhausted(towards: Direction): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.#host;
    return (towards === 'forward' ? scrollHeight - clientHeight - scrollTop : scrollTop) <= minScroll;
  }

  /** Scrolls by a screen. @returns false at the end of the page */
  scroll(towards: Direction): boolean {
    if (!this.isOn || this.exhausted(towards)) return false;
    const top = (towards === 'forward' ? 1 : -1) * (this.#host.clientHeight - overlap);
    this.#host.scrollBy({ top, behavior: 'instant' });
    return true;
  }

  showEdge(edge: 'start' | 'end'): void {
    this.#host.scrollTop = edge === 'start' ? 0 : this.#host.scrollHeight;
  }
}

const numberOf = (zoom: PdfAppearance['zoom']) => (typeof zoom === 'number' ? zoom : 1);

type Sizes = Pick<Window, 'outerWidth' | 'outerHeight' | 'innerWidth' | 'innerHeight'>;

/** Many people always use smaller ones, for all sites. */
const least = 1.75;

/**
 * The zoom of the browser if it is large, which is meant to enlarge a page that would fit into the window; else 1. No
 * interface tells it: the window has fewer pixels inside, in both directions, unlike beside a sidebar.
 */
export function browserZoom({ outerWidth, outerHeight, innerWidth, innerHeight }: Sizes): number {
  const zoom = Math.min(outerWidth / innerWidth, outerHeight / innerHeight);
  return Number.isFinite(zoom) && zoom >= least ? zoom : 1;
}
