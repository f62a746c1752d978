import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Appearance } from '../engine/appearance.ts';
import type { DocumentTools } from '../engine/documentTools.ts';
import {
  bindGestures,
  type Direction,
  type GestureOptions,
  type Gestures,
} from '../engine/gestures/gestures.ts';
import { ScrollReports } from '../engine/gestures/scrollReports.ts';
import { ReaderError } from '../engine/readerError.ts';
import type { Finder, Mark, MoveCause, Narrator, Thumbnails } from '../engine/renderer.ts';
import { watchSelection } from '../engine/selection.ts';
import type { ShowOptions } from '../engine/showBook.ts';
import { saveFields, valuesInFile } from './annotationLayer/formFields.ts';
import { describeLinks } from './annotationLayer/linkNames.ts';
import { LinkService } from './annotationLayer/linkService.ts';
import { createDocumentTools, createThumbnails } from './documentTools/documentTools.ts';
import { PdfHighlights } from './highlights/pdfHighlights.ts';
import { copyAsText, rectsOfQuote, selectedOn } from './highlights/pdfSelection.ts';
import { narratorOf, readingOfPage } from './pages/narratorOf.ts';
import { PageWatch } from './pages/pageWatch.ts';
import { PdfPages } from './pages/pdfPages.ts';
import { pdfPlace } from './pages/pdfPlace.ts';
import { viewer } from './pdfjs/viewer.ts';
import { createFinder } from './search/finder.ts';

/** Milliseconds after a search step in which scroll events belong to the search. */
const findScrollMs = 2_000;
/** Wheel distance in pixels past the end of a page that turns it. */
const pastEnd = 60;
/** Elements that handle a click themselves. */
const controls = 'a, button, input, select, textarea';

/** An event of the viewer: of a page, or of its scale. */
interface PageEvent {
  pageNumber: number;
  error?: Error;
  scale: number;
}

/** The printed pages of a PDF, in the viewer of pdf.js. */
export class PdfRenderer {
  readonly totalPages: number;
  readonly finder: Finder;
  readonly thumbnails: Thumbnails;
  readonly documentTools: DocumentTools;
  readonly #pdfPages: PdfPages;
  readonly #bus = new viewer.EventBus();
  readonly #options: ShowOptions;
  readonly #marks = new PdfHighlights();
  readonly #watch: PageWatch;
  readonly #close: () => void;
  readonly #controller = new AbortController();
  readonly #resizing: ResizeObserver;
  #appearance: Appearance;
  readonly #scroll = new ScrollReports((cause) => this.#isOpen && this.#reportMove(cause), {
    whileScrolling: true,
  });
  #findingUntil = 0;
  #ready = false;
  /** The first place is shown: scrolling before is undone. */
  #isOpen = false;
  #labels: readonly string[] | null = null;

  constructor(host: HTMLElement, file: PDFDocumentProxy, close: () => void, options: ShowOptions) {
    this.#options = options;
    this.#appearance = options.appearance;
    this.#close = close;
    this.#watch = new PageWatch(file, options.events);
    this.totalPages = file.numPages;
    const { signal } = this.#controller;
    const links = new LinkService(this.#bus, options.events, () => {
      this.#scroll.ignore();
      this.#scroll.soon('jump');
    });
    this.#pdfPages = new PdfPages(host, file, this.#bus, links, options.appearance.pdf, signal);
    this.finder = createFinder(this.#bus, options.events, viewer.FindState.PENDING);
    this.thumbnails = createThumbnails(file);
    this.documentTools = createDocumentTools(file, this.#pdfPages.pages, () => this.#labels);
    this.#resizing = new ResizeObserver(() => this.#refit());
    this.#setAttributes();
    this.#listen();
    const fileValues = () => file.getFieldObjects().then(valuesInFile);
    saveFields(this.#pdfPages.container, file.annotationStorage, fileValues, options.fields, signal);
    this.#pdfPages.load();
  }

  /** Resolves with this once the first page has been rendered. Rejects with a ReaderError. */
  async open(start: Locator | null): Promise<this> {
    const first = start ?? { page: 1 };
    await new Promise<void>((resolve, reject) => {
      const corrupt = (cause: Error) => reject(new ReaderError('corrupt', cause.message, { cause }));
      this.#on('pagesinit', () => {
        this.#pdfPages.onPagesInit();
        this.#arrange();
        this.#show(first);
        this.#ready = true;
      });
      this.#on('pagerendered', ({ error }) => (error ? corrupt(error) : resolve()));
      this.#pdfPages.pages.firstPagePromise?.catch(corrupt);
      this.#pdfPages.pages.pagesPromise?.catch(corrupt);
    }).catch((readerError: unknown) => {
      this.destroy();
      throw readerError;
    });
    // Naming hundreds of pages takes as long as drawing one, so the first page comes before.
    this.#pdfPages.describe(this.#options.labels);
    this.#show(first);
    this.#scroll.ignore();
    this.#isOpen = true;
    this.#resizing.observe(this.#pdfPages.container);
    this.#reportMove('jump');
    runInBackground(
      this.#pdfPages.labels().then((labels) => {
        this.#labels = labels;
        if (labels) this.#reportMove('layout');
      }),
    );
    return this;
  }

  async go(locator: Locator, { flash = false } = {}): Promise<void> {
    this.#show(locator);
    // The panel and the bars render after the page.
    await this.#pdfPages.pictureShown(this.#pdfPages.current);
    if (this.#controller.signal.aborted) return;
    this.#reportMove('jump');
    if (flash) await this.#flash(locator);
  }

  async narrate(): Promise<Narrator> {
    return narratorOf({
      page: this.#pdfPages.current,
      totalPages: this.totalPages,
      show: async (page) => {
        this.#show({ page });
        this.#reportMove('turn');
      },
      reading: async (page) => {
        await this.#pdfPages.textDrawn(page);
        const layer = this.#pdfPages.pdfPage(page)?.div.querySelector('.textLayer');
        return readingOfPage(layer, this.#pdfPages.container, { lines: true });
      },
    });
  }

  flush(): void {
    this.#scroll.flush();
  }

  setMarks(marks: readonly Mark[]): void {
    this.#marks.set(marks, this.#pdfPages.drawn());
  }

  setAppearance(appearance: Appearance): void {
    if (appearance === this.#appearance) return;
    this.#appearance = appearance;
    this.#setAttributes();
    // Hidden pages are arranged when they are shown again.
    if (this.#ready && !this.#pdfPages.container.hidden) this.#arrange();
  }

  focus(): void {
    this.#pdfPages.container.focus({ preventScroll: true });
  }

  /** While text is shown instead of the pages, they are not laid out. */
  setHidden(isHidden: boolean): void {
    this.#pdfPages.container.hidden = isHidden;
    if (!isHidden) this.#arrange();
  }

  destroy(): void {
    this.#scroll.cancel();
    this.#watch.end();
    this.#resizing.disconnect();
    this.#controller.abort();
    this.#marks.destroy();
    this.#pdfPages.unload();
    this.#close();
  }

  get #continuous(): boolean {
    return this.#appearance.pdf.layout === 'continuous';
  }

  #on(name: string, handle: (event: PageEvent) => void): void {
    this.#bus.on(name, handle, { signal: this.#controller.signal });
  }

  #listen(): void {
    const { signal } = this.#controller;
    const { events } = this.#options;
    this.#on('pagerendered', ({ pageNumber, error }) => {
      if (error && this.#ready) this.#watch.failed(error);
      else if (pageNumber === this.#pdfPages.current) this.#watch.drawn();
      const pdfPage = this.#pdfPages.pdfPage(pageNumber);
      if (pdfPage) this.#marks.draw(pdfPage);
    });
    // The text and annotation layers are rendered in either order.
    for (const layer of ['textlayerrendered', 'annotationlayerrendered'])
      this.#on(layer, ({ pageNumber }) => {
        const pdfPage = this.#pdfPages.pdfPage(pageNumber);
        if (pdfPage) runInBackground(describeLinks(pdfPage));
      });
    this.#on('scalechanging', ({ scale }) => events.zoomed(scale));
    // The search scrolls to its match once the text of that page is there.
    this.#on('updatefindcontrolstate', () => {
      this.#findingUntil = performance.now() + findScrollMs;
    });
    this.#on('updateviewarea', () => {
      // The search may scroll to its match soon after a resize, which is quiet otherwise.
      if (performance.now() <= this.#findingUntil) this.#scroll.soon('jump');
      else this.#scroll.scrolled();
    });
    // The viewer would copy the printed lines with their hyphens.
    const { container } = this.#pdfPages;
    container.addEventListener('copy', copyAsText, { capture: true, signal });
    const onSelect = (range: Range | null) =>
      events.selected(range && selectedOn(this.#pdfPages.touched(range), range, container));
    const stop = watchSelection(document, onSelect, '.lectern-pdf .textLayer');
    signal.addEventListener('abort', stop);
    signal.addEventListener(
      'abort',
      bindGestures(this.#pdfPages.container, this.#gestures(), this.#gestureOptions()),
    );
  }

  #gestures(): Gestures {
    const { events, direction } = this.#options;
    const onward = direction === 'rtl' ? 'left' : 'right';
    return {
      operate: ({ target }) => target instanceof Element && target.closest(controls) !== null,
      press: (x, y) => {
        const pdfPage = this.#pdfPages.around(document.elementFromPoint(x, y));
        const mark = pdfPage && this.#marks.at(pdfPage, x, y);
        if (mark) events.markPressed(mark.id, mark.box);
        return Boolean(mark);
      },
      tap: (where) => {
        if (where === 'middle') events.tapped();
        else this.step(where === onward ? 1 : -1);
      },
      // To the column, and back to what fits.
      doubleTap: (x, y) =>
        this.#pdfPages.fitColumn(x, y) ? events.zoomChosen(this.#pdfPages.scale) : events.zoomChosen('auto'),
      point: (selects) => events.pointed(selects),
      swipe: (to) => {
        if (to !== null) this.step(to === onward ? -1 : 1);
      },
      wheel: (turned) => this.step(turned === 'forward' ? 1 : -1),
      act: () => this.#scroll.readerActs(),
      zoom: (factor, x, y) => this.#pdfPages.zoom(factor, x, y),
      zoomed: () => events.zoomChosen(this.#pdfPages.scale),
    };
  }

  #gestureOptions(): GestureOptions {
    const { container } = this.#pdfPages;
    const remaining = {
      forward: () => container.scrollHeight - container.clientHeight - container.scrollTop,
      back: () => container.scrollTop,
    } satisfies Record<Direction, () => number>;
    return {
      hasEdges: () => !this.#continuous,
      across: (x) => {
        const box = container.getBoundingClientRect();
        return (x - box.left) / Math.max(1, box.width);
      },
      // Pages wider than the window are panned instead.
      canSwipe: () => !this.#continuous && container.scrollWidth <= container.clientWidth + 2,
      wheel: () => (this.#continuous ? { does: 'scrolls' } : { does: 'pulls', pixels: pastEnd }),
      exhausted: (towards) => remaining[towards]() <= 2,
    };
  }

  #arrange(): void {
    this.#scroll.ignore();
    this.#pdfPages.setNight(this.#appearance.theme === 'dark');
    this.#pdfPages.arrange(this.#appearance.pdf);
  }

  #setAttributes(): void {
    const { dataset } = this.#pdfPages.container;
    dataset.look = this.#appearance.theme;
    dataset.layout = this.#appearance.pdf.layout;
    dataset.direction = this.#options.direction;
  }

  #refit(): void {
    if (!this.#ready || this.#pdfPages.container.clientWidth === 0) return;
    this.#scroll.ignore();
    this.#pdfPages.refit();
  }

  #show(locator: Locator): void {
    this.#scroll.ignore();
    this.#pdfPages.show(locator);
  }

  async #flash(locator: Locator): Promise<void> {
    const page = locator.page ?? 1;
    await this.#pdfPages.textDrawn(page);
    const pdfPage = this.#pdfPages.pdfPage(page);
    if (!pdfPage) return;
    const rects = locator.rects ?? (locator.quote && rectsOfQuote(pdfPage, locator.quote));
    if (!rects || rects.length === 0) return;
    this.#show({ page, rects });
    this.#marks.flash({ rects }, pdfPage);
  }

  /** One screen, column or page forward or back. @returns false at the end */
  step(by: 1 | -1): boolean {
    if (this.#pdfPages.scroll(by)) {
      this.#scroll.soon('turn');
      return true;
    }
    this.#scroll.ignore();
    if (this.#continuous || !this.#pdfPages.turn(by)) {
      if (by > 0) this.#options.events.passedEnd();
      return false;
    }
    this.#reportMove('turn');
    return true;
  }

  #reportMove(cause: MoveCause): void {
    if (!this.#ready) return;
    if (cause === 'jump') this.#scroll.cancel();
    const page = this.#pdfPages.current;
    this.#watch.expect(page, () => this.#pdfPages.hasPaint(page));
    this.#options.events.moved(this.#place(), cause);
  }

  #place() {
    const { pages, container } = this.#pdfPages;
    return pdfPlace(pages, container, this.#appearance.pdf.layout, this.#labels);
  }
}
