import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { saveFile } from '@lectern/shared-ui/download/saveFile.ts';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { clampZoom, type PdfAppearance } from '../../engine/appearance.ts';
import { zoomAround } from '../../engine/gestures/gestures.ts';
import type { LinkService } from '../annotationLayer/linkService.ts';
import { type PdfPage, toViewport } from '../highlights/pdfHighlights.ts';
import { iconFiles, pdfjs } from '../pdfjs/pdfjs.ts';
import { type Bus, noopL10n, viewer } from '../pdfjs/viewer.ts';
import { matchesOnPage, type PageMatch } from '../search/findMatches.ts';
import { columnAt, columnsOf, startOf, stepInColumns, type TextBox } from './columns.ts';
import { gap } from './fit.ts';
import { keepPictureColors, type PicturedView, recordPictures } from './nightPictures.ts';
import { PageLayout } from './pageLayout.ts';
import { frameShown } from './viewPatches.ts';

/** Overlap in CSS pixels between two screens. */
const overlap = 56;
/** Smaller remaining distances are skipped. */
const minScroll = 8;
/** Milliseconds to wait for a page's text layer. */
const textTimeoutMs = 2_000;
/** Milliseconds to wait for the picture of a page. */
const pictureTimeoutMs = 400;
/** Milliseconds after the last zoom step at which pages are rendered anew. */
const drawingDelay = 300;

/** The pages of a PDF in the pdf.js viewer: layout, lookup and navigation. */
export class PdfPages {
  readonly container: HTMLDivElement;
  readonly pages: InstanceType<typeof viewer.PDFViewer>;
  readonly #file: PDFDocumentProxy;
  readonly #bus: Bus;
  readonly #signal: AbortSignal;
  readonly #layout: PageLayout;
  #isContinuous: boolean;
  #isNight = false;

  /** Nothing is rendered before `load`, so that listeners can be added first. */
  constructor(
    host: HTMLElement,
    file: PDFDocumentProxy,
    bus: Bus,
    links: LinkService,
    appearance: PdfAppearance,
    signal: AbortSignal,
  ) {
    this.#file = file;
    this.#bus = bus;
    this.#signal = signal;
    this.container = document.createElement('div');
    this.container.className = 'lectern-pdf';
    this.container.tabIndex = 0;
    const pages = document.createElement('div');
    pages.className = 'pdfViewer';
    this.container.append(pages);
    host.append(this.container);
    this.pages = new viewer.PDFViewer({
      container: this.container,
      viewer: pages,
      eventBus: bus,
      linkService: links,
      findController: new FoldingFindController({ eventBus: bus, linkService: links }),
      l10n: noopL10n,
      // Attached files are saved, never opened.
      downloadManager: { openOrDownloadData: (bytes: Uint8Array, name: string) => saveFile(bytes, name) },
      imageResourcesPath: iconFiles,
      textLayerMode: 1,
      annotationMode: pdfjs.AnnotationMode.ENABLE_FORMS,
      annotationEditorMode: pdfjs.AnnotationEditorType.DISABLE,
      removePageBorders: true,
      enableSelectionRendering: false,
      // Shows a page while it is drawn, not only when it is finished.
      minDurationToUpdateCanvas: 0,
      abortSignal: signal,
    } as unknown as ConstructorParameters<typeof viewer.PDFViewer>[0]);
    this.#layout = new PageLayout(this.pages, this.container, file, appearance, signal);
    this.#isContinuous = appearance.layout === 'continuous';
    links.setViewer(this.pages);
    links.setDocument(file, null);
  }

  load(): void {
    this.pages.setDocument(this.#file);
  }

  unload(): void {
    this.pages.setDocument(null as never);
    this.container.remove();
  }

  get current(): number {
    return this.pages.currentPageNumber;
  }

  get scale(): number {
    return clampZoom(this.pages.currentScale);
  }

  /** The view of a one-based page; null when there is none. */
  pdfPage(page: number): PdfPage | null {
    return (this.pages.getPageView(page - 1) as PdfPage | undefined) ?? null;
  }

  /** The page that contains a node. */
  around(node: Node | null): PdfPage | null {
    const element = node instanceof Element ? node : node?.parentElement;
    const page = element?.closest<HTMLElement>('.page');
    if (!page || !this.container.contains(page)) return null;
    return this.pdfPage(Number(page.dataset.pageNumber));
  }

  /** The pages that a range touches, in order. */
  touched(range: Range): PdfPage[] {
    return this.drawn()
      .filter(({ div }) => range.intersectsNode(div))
      .sort((a, b) => a.id - b.id);
  }

  /** Pages that are kept rendered. */
  drawn(): PdfPage[] {
    return [...this.pages.getCachedPageViews()] as unknown as PdfPage[];
  }

  hasPaint(page: number): boolean {
    return this.pdfPage(page)?.div.querySelector('canvas') != null;
  }

  /** To be called once the number of pages is known. */
  onPagesInit(): void {
    this.#layout.begin();
    // Single pages are fitted one by one. Continuous pages share one scale.
    const refitSoon = () =>
      queueMicrotask(() => !this.#isContinuous && !this.#signal.aborted && this.#layout.refit());
    const rendered = ({ pageNumber, error }: { pageNumber: number; error?: Error }) =>
      error || this.#rendered(pageNumber);
    this.#bus.on('pagechanging', refitSoon, { signal: this.#signal });
    this.#bus.on('pagerendered', rendered, { signal: this.#signal });
  }

  #rendered(page: number): void {
    this.#layout.rendered(page);
    const view = this.#isNight ? this.#pictured(page) : null;
    if (view) keepPictureColors(view);
  }

  /** Applies layout, zoom, rotation and margins. */
  arrange(appearance: PdfAppearance): void {
    this.#isContinuous = appearance.layout === 'continuous';
    this.#layout.arrange(appearance);
  }

  /** Pictures keep their colors while pages are dark. */
  setNight(isNight: boolean): void {
    this.#isNight = isNight;
    let hasChanged = false;
    for (let page = 1; page <= this.pages.pagesCount; page++) {
      const view = this.#pictured(page);
      if (view && recordPictures(view, isNight)) hasChanged = true;
    }
    // Pages that are already drawn have no recorded pictures.
    if (hasChanged && isNight && this.drawn().length > 0) this.pages.refresh();
  }

  #pictured(page: number): PicturedView | null {
    return (this.pages.getPageView(page - 1) as PicturedView | undefined) ?? null;
  }

  /** Recomputes fitted zoom after a resize. */
  refit(): void {
    this.#layout.refit();
  }

  /** Zooms so that the point of the page at this place of the window stays there. */
  zoom(scaleFactor: number, x: number, y: number): void {
    const view = this.around(document.elementFromPoint(x, y)) ?? this.pdfPage(this.current);
    if (!view) return;
    zoomAround(this.container, view.div, x, y, () => this.pages.updateScale({ scaleFactor, drawingDelay }));
  }

  /**
   * Zooms so that the column of text at this place of the window is as wide as the window.
   * @returns false when the page has only one column, or is zoomed to it already
   */
  fitColumn(x: number, y: number): boolean {
    const view = this.around(document.elementFromPoint(x, y));
    if (!view) return false;
    const page = view.div.getBoundingClientRect();
    const boxes = textBoxes(view);
    const column = columnAt(boxes, x - page.left, page.width);
    const factor = column ? this.container.clientWidth / (column.right - column.left) : 1;
    if (!column || Math.abs(factor - 1) < 0.05) return false;
    // Pages that are fitted do not scroll sideways.
    this.container.dataset.fitted = 'false';
    this.zoom(factor, x, y);
    const after = view.div.getBoundingClientRect();
    const left = after.left + (column.left * after.width) / page.width;
    this.container.scrollBy({
      left: left - this.container.getBoundingClientRect().left,
      behavior: 'instant',
    });
    return true;
  }

  show(locator: Locator): void {
    const page = Math.min(this.pages.pagesCount, Math.max(1, locator.page ?? 1));
    this.pages.currentPageNumber = page;
    if (!this.#isContinuous) this.#layout.refit();
    const view = this.pdfPage(page);
    if (!view) return;
    const { offsetTop, clientHeight } = view.div;
    const [rect] = locator.rects ?? [];
    if (rect) {
      const [left, top, right] = toViewport(view, rect);
      this.container.scrollTop = offsetTop + top - this.container.clientHeight / 4;
      this.#showAcross(view.div.offsetLeft + left, view.div.offsetLeft + right);
    } else if (locator.fraction) this.container.scrollTop = offsetTop + locator.fraction * clientHeight;
    else this.#showTop(page);
    // The scroll event would start the rendering one frame later.
    this.pages.update();
  }

  /** Resolves once the picture of a page is shown, or after a moment. */
  async pictureShown(page: number): Promise<void> {
    if (this.hasPaint(page)) return;
    await this.#once('pagerendered', page, pictureTimeoutMs);
    await frameShown();
  }

  /** Scrolls to the top of a page, or centers it when it fits into the window. Above the first is room for the bar. */
  #showTop(page: number): void {
    const { top, height } = this.#span(page);
    const free = (this.container.clientHeight - height) / 2;
    this.container.scrollTop = page === 1 && free < 0 ? 0 : top - Math.max(gap / 2, free);
  }

  /** Top and height of the visible part of a page in the scrolled content. */
  #span(page: number): { top: number; height: number } {
    const { offsetTop = 0, clientHeight = 0 } = this.pdfPage(page)?.div ?? {};
    const { top, bottom } = this.#layout.cutOff(page);
    return { top: offsetTop + top, height: clientHeight - top - bottom };
  }

  #showAcross(left: number, right: number): void {
    const { scrollLeft, clientWidth } = this.container;
    if (left < scrollLeft || right > scrollLeft + clientWidth)
      this.container.scrollLeft = Math.max(0, left - Math.max(gap, (clientWidth - (right - left)) / 2));
  }

  /**
   * Scrolls within the column that fills the window or to the next column; otherwise by a page that fits into the
   * window, or by a screen. False when nothing is left to scroll.
   */
  scroll(by: 1 | -1): boolean {
    if (this.#scrollInColumns(by)) return true;
    const { scrollTop, scrollHeight, clientHeight } = this.container;
    const remaining = by > 0 ? scrollHeight - clientHeight - scrollTop : scrollTop;
    if (remaining <= minScroll) return false;
    const next = this.current + by;
    const isWhole = (page: number) => this.#span(page).height <= clientHeight;
    if (this.#isContinuous && isWhole(this.current) && next >= 1 && next <= this.pages.pagesCount) {
      this.pages.currentPageNumber = next;
      this.#showTop(next);
    } else this.container.scrollBy({ top: by * (clientHeight - overlap), behavior: 'instant' });
    return true;
  }

  #scrollInColumns(by: 1 | -1): boolean {
    const view = this.pdfPage(this.current);
    if (!view) return false;
    const { container } = this;
    const window = container.getBoundingClientRect();
    const page = view.div.getBoundingClientRect();
    // A column is narrower than its page.
    if (page.width <= container.clientWidth) return false;
    const seen = {
      left: window.left - page.left,
      top: window.top - page.top,
      width: container.clientWidth,
      height: container.clientHeight,
    };
    const columns = columnsOf(textBoxes(view), page.width);
    if (container.dataset.direction === 'rtl') columns.reverse();
    const step = stepInColumns(columns, seen, by);
    if (step === null) return false;
    const { scrollLeft, scrollTop } = container;
    const scrollTo = (left: number, top: number) => container.scrollBy({ left, top, behavior: 'instant' });
    if (step !== 'page') scrollTo(step.left - seen.left, step.top - seen.top);
    // At the edge of the page the position does not change.
    if (container.scrollLeft !== scrollLeft || container.scrollTop !== scrollTop) return true;
    const first = columns.at(by > 0 ? 0 : -1);
    const next = this.current + by;
    if (!first || next < 1 || next > this.pages.pagesCount) return false;
    this.pages.currentPageNumber = next;
    this.#layout.refit();
    // Pages of a paper have the same columns. The text of the next page may not be rendered yet.
    const { left, top } = startOf(first, seen, by);
    const box = this.pdfPage(next)?.div.getBoundingClientRect() ?? page;
    scrollTo(box.left + left - window.left, box.top + top - window.top);
    return true;
  }

  /** Shows the next page at its top, or the one before at its end. False when there is none. */
  turn(by: 1 | -1): boolean {
    const turned = by > 0 ? this.pages.nextPage() : this.pages.previousPage();
    if (!turned) return false;
    this.#layout.refit();
    this.container.scrollTop = by > 0 ? 0 : this.container.scrollHeight;
    return true;
  }

  /** Resolves once the page's text layer is rendered, or after two seconds. */
  async textDrawn(page: number): Promise<void> {
    if (!this.pdfPage(page)?.div.querySelector('.textLayer .endOfContent'))
      await this.#once('textlayerrendered', page, textTimeoutMs);
  }

  /** Resolves with an event of a page, or after some milliseconds. */
  #once(name: string, page: number, timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(late);
        this.#bus.off(name, listener);
        resolve();
      };
      const late = setTimeout(done, timeoutMs);
      const listener = ({ pageNumber }: { pageNumber: number }) => pageNumber === page && done();
      this.#bus.on(name, listener, { signal: this.#signal });
    });
  }

  /** Sets the accessible label of pages. */
  describe({ book, page: nameOf }: { book: string; page(number: number): string }): void {
    // The container is focusable for scrolling by keyboard.
    this.container.setAttribute('role', 'group');
    this.container.setAttribute('aria-label', book);
    for (let page = 1; page <= this.pages.pagesCount; page++) {
      const div = this.pdfPage(page)?.div;
      div?.setAttribute('aria-label', nameOf(page));
      // A group, not a landmark: most pages are not drawn.
      div?.setAttribute('role', 'group');
    }
  }

  /** The file's page labels; null for none. */
  async labels(): Promise<readonly string[] | null> {
    const labels = await this.#file.getPageLabels().catch(() => null);
    if (!labels || this.#signal.aborted) return null;
    for (const [index, label] of labels.entries())
      if (label && label !== String(index + 1))
        this.pdfPage(index + 1)?.div.setAttribute('data-label', label);
    return labels;
  }
}

/** The text boxes of a page on the screen. */
function textBoxes({ div }: PdfPage): TextBox[] {
  const page = div.getBoundingClientRect();
  // Words have a direction; spans around them, and those of matches within them, have none.
  return [...div.querySelectorAll('.textLayer span[dir]')].map((text) => {
    const { left, right, top, height } = text.getBoundingClientRect();
    return { left: left - page.left, right: right - page.left, top: top - page.top, height };
  });
}

/** The search of pdf.js, with the text comparison that all searches of Lectern share. */
class FoldingFindController extends viewer.PDFFindController {
  /** Called by PDF.js for each page. @returns ranges of `pageContent` */
  override match(query: string, pageContent: string, pageIndex: number): PageMatch[] | undefined {
    const state: { caseSensitive?: boolean; entireWord?: boolean } = this.state ?? {};
    const { caseSensitive = false, entireWord = false } = state;
    // Pages are read in order.
    const { _pageContents: contents } = this as unknown as { _pageContents: (string | undefined)[] };
    const options = { caseSensitive, wholeWords: entireWord };
    return matchesOnPage(query, pageContent, contents[pageIndex - 1] ?? '', options);
  }
}
