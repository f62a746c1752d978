import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { clampZoom, type PdfAppearance } from '../../engine/appearance.ts';
import { pdfjs } from '../pdfjs/pdfjs.ts';
import { viewer } from '../pdfjs/viewer.ts';
import { availableWidth, fittedScale, type Size } from './fit.ts';
import { type PrivateView, releaseWhenDestroyed, showPictureFirst } from './viewPatches.ts';
import {
  findWhiteMargins,
  type Insets,
  insetsOfCanvas,
  noInsets,
  smaller,
  turnedInsets,
  type WhiteMargins,
} from './whiteMargins.ts';

type Viewer = InstanceType<typeof viewer.PDFViewer>;

/** The part of a pdf.js page view that is used here. */
interface PageView extends PrivateView {
  id: number;
  div: HTMLElement;
  /** 1 is the paper size. */
  scale: number;
  /** Rotation by the reader in degrees, besides that of the file. */
  rotation: number;
  viewport: Size;
  update(changes: { scale?: number; rotation?: number | null; drawingDelay?: number }): void;
  setPdfPage(page: unknown): void;
}

/** Scales that differ by less are the same. */
const sameScale = 0.001;

/**
 * The layout of pages: one, two or continuous, fitted or zoomed, rotated, with or without white margins. The viewer
 * has one scale for all pages. While pages are fitted, a page that is wider than the window gets a smaller scale.
 */
export class PageLayout {
  readonly #pages: Viewer;
  readonly #container: HTMLElement;
  readonly #file: PDFDocumentProxy;
  readonly #signal: AbortSignal;
  /** Size of the container. It is stored, because reading it after each page would force a layout each time. */
  #window: Size = { width: 0, height: 0 };
  #appearance: PdfAppearance;
  #margins: WhiteMargins | null = null;
  #isLooking = false;
  /** Insets of pages that have content in the shared margins. */
  readonly #own = new Map<number, Insets>();

  constructor(
    pages: Viewer,
    container: HTMLElement,
    file: PDFDocumentProxy,
    appearance: PdfAppearance,
    signal: AbortSignal,
  ) {
    this.#pages = pages;
    this.#container = container;
    this.#file = file;
    this.#appearance = appearance;
    this.#signal = signal;
    this.#measure();
  }

  /** To be called once the viewer has its page views. */
  begin(): void {
    for (const view of this.#views()) this.#adopt(view);
  }

  /** Applies layout, rotation, margins and zoom. */
  arrange(appearance: PdfAppearance): void {
    const before = this.#appearance;
    this.#appearance = appearance;
    this.#measure();
    const { layout, rotation, pageRotations } = appearance;
    const { ScrollMode, SpreadMode } = viewer;
    this.#pages.scrollMode = layout === 'continuous' ? ScrollMode.VERTICAL : ScrollMode.PAGE;
    this.#pages.spreadMode = layout === 'two' ? SpreadMode.EVEN : SpreadMode.NONE;
    this.#pages.pagesRotation = rotation;
    for (const [page, turn] of Object.entries({ ...before.pageRotations, ...pageRotations })) {
      const view = this.#view(Number(page));
      const wanted = (rotation + (pageRotations[page] === undefined ? 0 : turn)) % 360;
      if (view && view.rotation !== wanted) view.update({ rotation: wanted });
    }
    if (appearance.cropped) this.#lookForMargins();
    const isFitted = typeof appearance.zoom === 'string';
    this.#container.dataset.fitted = String(isFitted);
    this.#scale();
    if (isFitted !== (typeof before.zoom === 'string') || appearance.cropped !== before.cropped)
      this.#layOutAll();
    this.#pages.update();
  }

  /** Fits anew, after the window or the page in it has changed. */
  refit(): void {
    this.#measure();
    this.#scale();
    if (this.#appearance.layout === 'continuous') this.#layOutAll();
    this.#pages.update();
  }

  /** The cropped margins of a page in CSS pixels. */
  cutOff(page: number): Insets {
    const view = this.#view(page);
    if (!view) return noInsets;
    const { width, height } = view.viewport;
    const { top, right, bottom, left } = this.#insets(view);
    return { top: top * height, right: right * width, bottom: bottom * height, left: left * width };
  }

  /** After rendering, limits the crop of a page to its real margins. */
  rendered(page: number): void {
    const view = this.#view(page);
    const canvas = view?.div.querySelector('canvas');
    if (!this.#appearance.cropped || !this.#margins || !view || !canvas || this.#own.has(page)) return;
    const insets = insetsOfCanvas(canvas) ?? noInsets;
    this.#own.set(page, turnedInsets(insets, 360 - view.rotation));
    view.update({});
  }

  #scale(): void {
    const { zoom } = this.#appearance;
    const wanted =
      typeof zoom === 'number' ? clampZoom(zoom) : fittedScale(zoom, this.#sideBySide(), this.#window);
    if (Math.abs(this.#pages.currentScale - wanted) > sameScale) this.#pages.currentScale = wanted;
  }

  #measure(): void {
    this.#window = { width: this.#container.clientWidth, height: this.#container.clientHeight };
  }

  /** Sizes at scale 1 of the current page, and of the one beside it. */
  #sideBySide(): Size[] {
    return this.#shown()
      .map((number) => this.#view(number))
      .filter((view) => view !== null)
      .map((view) => this.#sizeOf(view));
  }

  /** Numbers of the current page, and of the one beside it. The first page stands alone, as a cover does. */
  #shown(): number[] {
    const page = this.#pages.currentPageNumber;
    if (this.#appearance.layout !== 'two' || page === 1) return [page];
    const left = page - (page % 2);
    return [left, left + 1];
  }

  /** Size of the visible part of a page at scale 1. */
  #sizeOf(view: PageView): Size {
    const { top, right, bottom, left } = this.#insets(view);
    return {
      width: (view.viewport.width / view.scale) * (1 - left - right),
      height: (view.viewport.height / view.scale) * (1 - top - bottom),
    };
  }

  #insets(view: PageView): Insets {
    if (!this.#appearance.cropped || !this.#margins) return noInsets;
    const shared = this.#margins[view.id % 2 === 1 ? 'odd' : 'even'];
    const own = this.#own.get(view.id);
    return turnedInsets(own ? smaller(shared, own) : shared, view.rotation);
  }

  /** The scale of a page when that of the viewer is `scale`. */
  #scaleFor(view: PageView, scale: number): number {
    const { zoom, layout } = this.#appearance;
    if (typeof zoom === 'number' || layout === 'two') return scale;
    return Math.min(scale, availableWidth(this.#window) / this.#sizeOf(view).width);
  }

  #adopt(view: PageView): void {
    releaseWhenDestroyed(view);
    showPictureFirst(view);
    const update = view.update.bind(view);
    const setPdfPage = view.setPdfPage.bind(view);
    view.update = (changes) => {
      const scale = changes.scale || this.#pages.currentScale;
      update({ ...changes, scale: this.#scaleFor(view, scale) });
      this.#place(view, scale);
    };
    view.setPdfPage = (page) => {
      const { height } = view.viewport;
      const before = this.#topOfCurrent();
      setPdfPage(page);
      const scale = this.#pages.currentScale;
      if (Math.abs(this.#scaleFor(view, scale) - view.scale) > sameScale) view.update({ scale });
      else this.#place(view, scale);
      // The current page stays where it is, whatever the real size of a page above it.
      if (view.id < this.#pages.currentPageNumber && view.viewport.height !== height)
        this.#container.scrollTop += this.#topOfCurrent() - before;
      // Until now its size was an estimate.
      if (this.#appearance.layout !== 'continuous' && this.#shown().includes(view.id))
        queueMicrotask(() => !this.#signal.aborted && this.refit());
    };
  }

  /** Distance of the current page from the top of the window. */
  #topOfCurrent(): number {
    return (this.#view(this.#pages.currentPageNumber)?.div.offsetTop ?? 0) - this.#container.scrollTop;
  }

  /** Gives the element of a page its scale, and hides its margins. */
  #place({ id, div, scale }: PageView, usual: number): void {
    if (Math.abs(scale - usual) > sameScale)
      div.style.setProperty('--scale-factor', String(scale * pdfjs.PixelsPerInch.PDF_TO_CSS_UNITS));
    else div.style.removeProperty('--scale-factor');
    const { top, right, bottom, left } = this.cutOff(id);
    const isCut = top + right + bottom + left > 0;
    if (!isCut && div.style.clipPath === '') return;
    const pixels = (value: number) => `${value.toFixed(2)}px`;
    div.style.clipPath = isCut ? `inset(${[top, right, bottom, left].map(pixels).join(' ')})` : '';
    div.style.setProperty('--cut-top', pixels(top));
    div.style.setProperty('--cut-right', pixels(right));
    div.style.setProperty('--cut-bottom', pixels(bottom));
    div.style.setProperty('--cut-left', pixels(left));
  }

  #layOutAll(): void {
    const scale = this.#pages.currentScale;
    for (const view of this.#views()) {
      if (Math.abs(this.#scaleFor(view, scale) - view.scale) > sameScale) view.update({ scale });
      else this.#place(view, scale);
    }
  }

  #lookForMargins(): void {
    if (this.#margins || this.#isLooking) return;
    this.#isLooking = true;
    runInBackground(
      findWhiteMargins(this.#file, this.#signal).then((margins) => {
        if (this.#signal.aborted) return;
        this.#margins = margins;
        const page = this.#pages.currentPageNumber;
        this.#scale();
        this.#layOutAll();
        this.#pages.currentPageNumber = page;
        this.#pages.update();
      }),
    );
  }

  #view(page: number): PageView | null {
    return (this.#pages.getPageView(page - 1) as PageView | undefined) ?? null;
  }

  *#views(): Iterable<PageView> {
    for (let page = 1; page <= this.#pages.pagesCount; page++) {
      const view = this.#view(page);
      if (view) yield view;
    }
  }
}
