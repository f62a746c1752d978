import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Appearance } from '../engine/appearance.ts';
import { zoomLimits } from '../engine/appearance.ts';
import { ReaderFault } from '../engine/fault.ts';
import type { ShowOptions } from '../engine/publication.ts';
import type { Finder, Mark, MoveCause, Narrator, Renderer, Thumbnails } from '../engine/renderer.ts';
import { watchSelection } from '../engine/selection.ts';
import { createFinder } from './finder.ts';
import { LinkService } from './linkService.ts';
import { PageWatch } from './pageWatch.ts';
import { pdfjs } from './pdfjs.ts';
import { quietL10n } from './quietL10n.ts';
import { listenToSheets } from './sheetHands.ts';
import { onScreen, type Sheet, SheetMarks } from './sheetMarks.ts';
import { sheetPlace } from './sheetPlace.ts';
import { rectsOfQuote, selectedOn } from './sheetSelection.ts';
import { createThumbnails } from './thumbnails.ts';
import { viewer } from './viewer.ts';

/** What of a screen stays in view when it is scrolled on. */
const overlap = 56;
/** Less than this to scroll is not worth a step of its own. */
const leastRoom = 8;
/** Scrolling within this time after we have gone somewhere is our own. */
const ownScroll = 500;
const restOfScroll = 120;

/** A PDF in the viewer of pdf.js, with our marks, links and places. */
export class PdfRenderer implements Renderer {
  readonly totalPages: number;
  readonly finder: Finder;
  readonly thumbnails: Thumbnails;
  readonly #container: HTMLDivElement;
  readonly #viewer: InstanceType<typeof viewer.PDFViewer>;
  readonly #bus = new viewer.EventBus();
  readonly #options: ShowOptions;
  readonly #marks = new SheetMarks();
  readonly #watch: PageWatch;
  readonly #close: () => void;
  readonly #file: PDFDocumentProxy;
  readonly #controller = new AbortController();
  readonly #resizing: ResizeObserver;
  #appearance: Appearance;
  #quietUntil = Number.POSITIVE_INFINITY;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #ready = false;
  #labels: readonly string[] | null = null;

  constructor(host: HTMLElement, file: PDFDocumentProxy, close: () => void, options: ShowOptions) {
    this.#options = options;
    this.#appearance = options.appearance;
    this.#close = close;
    this.#file = file;
    this.#watch = new PageWatch(file, options.events);
    this.totalPages = file.numPages;
    this.#container = document.createElement('div');
    this.#container.className = 'lectern-pdf';
    this.#container.tabIndex = 0;
    const pages = document.createElement('div');
    pages.className = 'pdfViewer';
    this.#container.append(pages);
    host.append(this.#container);

    const links = new LinkService(this.#bus, options.events, () => {
      const from = this.#place().locator;
      this.#quiet();
      options.events.jumped(from);
      this.#later('jump');
    });
    const findController = new viewer.PDFFindController({ eventBus: this.#bus, linkService: links });
    this.#viewer = new viewer.PDFViewer({
      container: this.#container,
      viewer: pages,
      eventBus: this.#bus,
      linkService: links,
      findController,
      l10n: quietL10n,
      textLayerMode: 1,
      annotationMode: pdfjs.AnnotationMode.ENABLE,
      annotationEditorMode: pdfjs.AnnotationEditorType.DISABLE,
      removePageBorders: true,
      enableSelectionRendering: false,
      abortSignal: this.#controller.signal,
    } as ConstructorParameters<typeof viewer.PDFViewer>[0]);
    links.setViewer(this.#viewer);
    links.setDocument(file, null);
    this.finder = createFinder(this.#bus, options.events);
    this.thumbnails = createThumbnails(file);
    this.#resizing = new ResizeObserver(() => this.#refit());
    this.#dress();
    this.#listen();
    this.#viewer.setDocument(file);
  }

  /** Resolves with this once the first page that is wanted has been drawn. Rejects with a ReaderFault. */
  async begun(start: Locator | null): Promise<this> {
    const { signal } = this.#controller;
    await new Promise<void>((resolve, reject) => {
      this.#bus.on(
        'pagesinit',
        () => {
          for (let page = 1; page <= this.totalPages; page++)
            this.#sheet(page)?.div.setAttribute('aria-label', this.#options.labels.page(page));
          this.#arrange();
          if (start) this.#show(start);
          this.#ready = true;
        },
        { signal },
      );
      this.#bus.on(
        'pagerendered',
        ({ error }: { error?: Error }) => {
          if (error) reject(new ReaderFault('corrupt', error.message, { cause: error }));
          else resolve();
        },
        { signal },
      );
      this.#viewer.firstPagePromise?.catch((cause: Error) =>
        reject(new ReaderFault('corrupt', cause.message, { cause })),
      );
      this.#viewer.pagesPromise?.catch((cause: Error) =>
        reject(new ReaderFault('corrupt', cause.message, { cause })),
      );
    }).catch((fault: unknown) => {
      this.destroy();
      throw fault;
    });
    if (start) this.#show(start);
    this.#quiet();
    this.#resizing.observe(this.#container);
    this.#moved('jump');
    void this.#name();
    return this;
  }

  async go(locator: Locator, { flash = false } = {}): Promise<void> {
    this.#show(locator);
    this.#moved('jump');
    if (flash) await this.#flash(locator);
  }

  async goToEntry({ target }: { target: number }): Promise<void> {
    await this.go({ page: target });
  }

  async goToEdge(edge: Parameters<Renderer['goToEdge']>[0]): Promise<void> {
    const toEnd = edge === 'bookEnd' || edge === 'chapterEnd';
    await this.go(toEnd ? { page: this.totalPages, fraction: 1 } : { page: 1 });
  }

  async goToPage(page: number): Promise<void> {
    await this.go({ page });
  }

  async next(): Promise<boolean> {
    return this.#step(1);
  }

  async previous(): Promise<boolean> {
    return this.#step(-1);
  }

  async narrate(): Promise<Narrator> {
    const { narratorOf } = await import('./narratorOf.ts');
    return narratorOf({
      page: this.#viewer.currentPageNumber,
      totalPages: this.totalPages,
      container: this.#container,
      show: async (page) => {
        this.#show({ page });
        this.#moved('turn');
      },
      sheet: async (page) => {
        await this.#textDrawn(page);
        return this.#sheet(page);
      },
    });
  }

  setMarks(marks: readonly Mark[]): void {
    this.#marks.set(marks, this.#drawn());
  }

  setAppearance(appearance: Appearance): void {
    if (appearance === this.#appearance) return;
    this.#appearance = appearance;
    this.#dress();
    if (this.#ready) this.#arrange();
  }

  clearSelection(): void {
    document.getSelection()?.removeAllRanges();
  }

  focus(): void {
    this.#container.focus({ preventScroll: true });
  }

  destroy(): void {
    clearTimeout(this.#resting);
    this.#watch.end();
    this.#resizing.disconnect();
    this.#controller.abort();
    this.#marks.destroy();
    this.#viewer.setDocument(null as never);
    this.#container.remove();
    this.#close();
  }

  get #continuous(): boolean {
    return this.#appearance.sheet.layout === 'continuous';
  }

  #listen(): void {
    const { signal } = this.#controller;
    const { events } = this.#options;
    this.#bus.on(
      'pagerendered',
      ({ pageNumber, error }: { pageNumber: number; error?: Error }) => {
        if (error && this.#ready) this.#watch.failed(error);
        else if (pageNumber === this.#viewer.currentPageNumber) this.#watch.drawn();
        const sheet = this.#sheet(pageNumber);
        if (sheet) this.#marks.draw(sheet);
      },
      { signal },
    );
    this.#bus.on('scalechanging', ({ scale }: { scale: number }) => events.zoomed(scale), { signal });
    this.#bus.on('updateviewarea', () => performance.now() > this.#quietUntil && this.#later('turn'), {
      signal,
    });
    const stop = watchSelection(document, (range) => {
      const sheet = range && this.#sheetAround(range.startContainer);
      events.selected(range && sheet ? selectedOn(sheet, range) : null);
    });
    signal.addEventListener('abort', stop);
    listenToSheets(
      this.#container,
      {
        press: (x, y) => {
          const sheet = this.#sheetAround(document.elementFromPoint(x, y));
          const mark = sheet && this.#marks.at(sheet, x, y);
          if (mark) events.markPressed(mark.id, mark.box);
          return Boolean(mark);
        },
        tap: (where) => {
          const onward = this.#options.direction === 'rtl' ? 'left' : 'right';
          if (where === 'middle' || this.#continuous) events.tapped();
          else this.#step(where === onward ? 1 : -1);
        },
        point: () => events.pointed(),
        turn: (where) => {
          if (this.#continuous) return;
          const onward = this.#options.direction === 'rtl' ? 'right' : 'left';
          this.#step(where === 'down' || where === onward ? 1 : -1);
        },
        zoom: (scaleFactor, origin) => this.#viewer.updateScale({ scaleFactor, origin, drawingDelay: 300 }),
        zoomed: () => events.zoomChosen(clampZoom(this.#viewer.currentScale)),
      },
      signal,
    );
  }

  /** Layout, size and rotation, as the reader wants them. */
  #arrange(): void {
    const { layout, zoom, rotation } = this.#appearance.sheet;
    const { ScrollMode, SpreadMode } = viewer;
    this.#quiet();
    this.#viewer.scrollMode = layout === 'continuous' ? ScrollMode.VERTICAL : ScrollMode.PAGE;
    this.#viewer.spreadMode = layout === 'two' ? SpreadMode.EVEN : SpreadMode.NONE;
    this.#viewer.pagesRotation = rotation;
    const wanted = typeof zoom === 'number' ? String(clampZoom(zoom)) : zoom;
    if (this.#viewer.currentScaleValue !== wanted) this.#viewer.currentScaleValue = wanted;
  }

  #dress(): void {
    this.#container.dataset.look = this.#appearance.theme;
    this.#container.dataset.layout = this.#appearance.sheet.layout;
  }

  /** The window has changed: a size that was fitted to it is fitted again. */
  #refit(): void {
    if (!this.#ready || this.#container.clientWidth === 0) return;
    const { zoom } = this.#appearance.sheet;
    this.#quiet();
    if (typeof zoom === 'string') this.#viewer.currentScaleValue = zoom;
    this.#viewer.update();
  }

  #show(locator: Locator): void {
    const page = Math.min(this.totalPages, Math.max(1, locator.page ?? 1));
    this.#quiet();
    this.#viewer.currentPageNumber = page;
    const sheet = this.#sheet(page);
    if (!sheet) return;
    const top = locator.rects?.[0] ? topOf(sheet, locator.rects[0]) : (locator.fraction ?? 0);
    const before = locator.rects ? this.#container.clientHeight / 4 : 0;
    if (top > 0 || locator.rects)
      this.#container.scrollTop = sheet.div.offsetTop + top * sheet.div.clientHeight - before;
  }

  async #flash(locator: Locator): Promise<void> {
    const page = locator.page ?? 1;
    await this.#textDrawn(page);
    const sheet = this.#sheet(page);
    if (!sheet) return;
    const rects = locator.rects ?? (locator.quote && rectsOfQuote(sheet, locator.quote));
    if (!rects || rects.length === 0) return;
    this.#show({ page, rects });
    this.#marks.flash({ rects }, sheet);
  }

  /** Resolves once the words of a page are there, or after two seconds. */
  #textDrawn(page: number): Promise<void> {
    if (this.#sheet(page)?.div.querySelector('.textLayer .endOfContent')) return Promise.resolve();
    return new Promise((resolve) => {
      const done = setTimeout(resolve, 2_000);
      const listener = ({ pageNumber }: { pageNumber: number }) => {
        if (pageNumber !== page) return;
        clearTimeout(done);
        this.#bus.off('textlayerrendered', listener);
        resolve();
      };
      this.#bus.on('textlayerrendered', listener, { signal: this.#controller.signal });
    });
  }

  #step(by: 1 | -1): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.#container;
    const room = by > 0 ? scrollHeight - clientHeight - scrollTop : scrollTop;
    if (room > leastRoom) {
      this.#container.scrollBy({ top: by * (clientHeight - overlap), behavior: 'instant' });
      this.#later('turn');
      return true;
    }
    if (this.#continuous) return false;
    this.#quiet();
    const turned = by > 0 ? this.#viewer.nextPage() : this.#viewer.previousPage();
    if (!turned) return false;
    this.#container.scrollTop = by > 0 ? 0 : this.#container.scrollHeight;
    this.#moved('turn');
    return true;
  }

  /** Asks for the names that the file gives to its pages. */
  async #name(): Promise<void> {
    this.#labels = await this.#file.getPageLabels().catch(() => null);
    if (!this.#labels || this.#controller.signal.aborted) return;
    for (let page = 1; page <= this.totalPages; page++) {
      const label = this.#labels[page - 1];
      if (label && label !== String(page)) this.#sheet(page)?.div.setAttribute('data-label', label);
    }
    this.#moved('layout');
  }

  #quiet(): void {
    this.#quietUntil = performance.now() + ownScroll;
  }

  /** Tells where the reader is, while pages are scrolled not at every pixel. */
  #later(cause: MoveCause): void {
    if (cause === 'jump') clearTimeout(this.#resting);
    else if (this.#resting !== undefined) return;
    this.#resting = setTimeout(() => {
      this.#resting = undefined;
      this.#moved(cause);
    }, restOfScroll);
  }

  #moved(cause: MoveCause): void {
    if (!this.#ready) return;
    const page = this.#viewer.currentPageNumber;
    this.#watch.expect(page, () => this.#sheet(page)?.div.querySelector('canvas') != null);
    this.#options.events.moved(this.#place(), cause);
  }

  #place() {
    return sheetPlace(this.#viewer, this.#container, this.#appearance.sheet.layout, this.#labels);
  }

  #sheet(page: number): Sheet | null {
    return (this.#viewer.getPageView(page - 1) as Sheet | undefined) ?? null;
  }

  #sheetAround(node: Node | null): Sheet | null {
    const element = node instanceof Element ? node : node?.parentElement;
    const page = element?.closest<HTMLElement>('.page');
    if (!page || !this.#container.contains(page)) return null;
    return this.#sheet(Number(page.dataset.pageNumber));
  }

  #drawn(): Sheet[] {
    return [...this.#viewer.getCachedPageViews()] as unknown as Sheet[];
  }
}

function topOf(sheet: Sheet, rect: readonly number[]): number {
  return onScreen(sheet, rect)[1] / sheet.viewport.height;
}

function clampZoom(zoom: number): number {
  return Math.min(zoomLimits.max, Math.max(zoomLimits.min, Math.round(zoom * 100) / 100));
}
