import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type PdfAppearance, zoomLimits } from '../engine/appearance.ts';
import { FoldingFindController } from './foldingFindController.ts';
import { onScreen, type PdfPage } from './highlights/pdfHighlights.ts';
import type { LinkService } from './linkService.ts';
import { noopL10n } from './noopL10n.ts';
import { pdfjs } from './pdfjs.ts';
import { viewer } from './viewer.ts';

/** Overlap in CSS pixels between two screens. */
const overlap = 56;
/** Smaller remaining distances are skipped. */
const leastRoom = 8;
/** Milliseconds to wait for a page's text layer. */
const patience = 2_000;

export type Bus = InstanceType<typeof viewer.EventBus>;

/** The pages of a PDF in the pdf.js viewer: layout, lookup and navigation. */
export class PdfPages {
  readonly container: HTMLDivElement;
  readonly pages: InstanceType<typeof viewer.PDFViewer>;
  readonly #file: PDFDocumentProxy;
  readonly #bus: Bus;
  readonly #signal: AbortSignal;

  /** Nothing is rendered before `begin`, so that listeners can be added first. */
  constructor(host: HTMLElement, file: PDFDocumentProxy, bus: Bus, links: LinkService, signal: AbortSignal) {
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
      textLayerMode: 1,
      annotationMode: pdfjs.AnnotationMode.ENABLE_FORMS,
      annotationEditorMode: pdfjs.AnnotationEditorType.DISABLE,
      removePageBorders: true,
      enableSelectionRendering: false,
      abortSignal: signal,
    } as ConstructorParameters<typeof viewer.PDFViewer>[0]);
    links.setViewer(this.pages);
    links.setDocument(file, null);
  }

  begin(): void {
    this.pages.setDocument(this.#file);
  }

  end(): void {
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

  /** Pages that are kept rendered. */
  drawn(): PdfPage[] {
    return [...this.pages.getCachedPageViews()] as unknown as PdfPage[];
  }

  hasPaint(page: number): boolean {
    return this.pdfPage(page)?.div.querySelector('canvas') != null;
  }

  /** Applies layout, zoom and rotation. */
  arrange({ layout, zoom, rotation }: PdfAppearance): void {
    const { ScrollMode, SpreadMode } = viewer;
    this.pages.scrollMode = layout === 'continuous' ? ScrollMode.VERTICAL : ScrollMode.PAGE;
    this.pages.spreadMode = layout === 'two' ? SpreadMode.EVEN : SpreadMode.NONE;
    this.pages.pagesRotation = rotation;
    const wanted = typeof zoom === 'number' ? String(clampZoom(zoom)) : zoom;
    if (this.pages.currentScaleValue !== wanted) this.pages.currentScaleValue = wanted;
  }

  /** Recomputes fitted zoom after a resize. */
  refit({ zoom }: PdfAppearance): void {
    if (typeof zoom === 'string') this.pages.currentScaleValue = zoom;
    this.pages.update();
  }

  show(locator: Locator): void {
    const page = Math.min(this.pages.pagesCount, Math.max(1, locator.page ?? 1));
    this.pages.currentPageNumber = page;
    const pdfPage = this.pdfPage(page);
    if (!pdfPage) return;
    const top = locator.rects?.[0] ? topOf(pdfPage, locator.rects[0]) : (locator.fraction ?? 0);
    const before = locator.rects ? this.container.clientHeight / 4 : 0;
    if (top > 0 || locator.rects)
      this.container.scrollTop = pdfPage.div.offsetTop + top * pdfPage.div.clientHeight - before;
  }

  /** Scrolls by a screen. False when there is nothing left to scroll. */
  scroll(by: 1 | -1): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.container;
    const room = by > 0 ? scrollHeight - clientHeight - scrollTop : scrollTop;
    if (room <= leastRoom) return false;
    this.container.scrollBy({ top: by * (clientHeight - overlap), behavior: 'instant' });
    return true;
  }

  /** Shows the next page at its top, or the one before at its end. False when there is none. */
  turn(by: 1 | -1): boolean {
    const turned = by > 0 ? this.pages.nextPage() : this.pages.previousPage();
    if (turned) this.container.scrollTop = by > 0 ? 0 : this.container.scrollHeight;
    return turned;
  }

  /** Resolves once the page's text layer is rendered, or after two seconds. */
  textDrawn(page: number): Promise<void> {
    if (this.pdfPage(page)?.div.querySelector('.textLayer .endOfContent')) return Promise.resolve();
    return new Promise((resolve) => {
      const done = setTimeout(resolve, patience);
      const listener = ({ pageNumber }: { pageNumber: number }) => {
        if (pageNumber !== page) return;
        clearTimeout(done);
        this.#bus.off('textlayerrendered', listener);
        resolve();
      };
      this.#bus.on('textlayerrendered', listener, { signal: this.#signal });
    });
  }

  /** Sets the accessible label of pages. */
  describe(name: (page: number) => string): void {
    for (let page = 1; page <= this.pages.pagesCount; page++)
      this.pdfPage(page)?.div.setAttribute('aria-label', name(page));
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

function topOf(pdfPage: PdfPage, rect: readonly number[]): number {
  return onScreen(pdfPage, rect)[1] / pdfPage.viewport.height;
}

function clampZoom(zoom: number): number {
  return Math.min(zoomLimits.max, Math.max(zoomLimits.min, Math.round(zoom * 100) / 100));
}
