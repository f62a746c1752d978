import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Appearance } from '../engine/appearance.ts';
import { ReaderFault } from '../engine/fault.ts';
import type { ShowOptions } from '../engine/publication.ts';
import type { Finder, Mark, MoveCause, Narrator, Renderer, Thumbnails } from '../engine/renderer.ts';
import { watchSelection } from '../engine/selection.ts';
import { createFinder } from './finder.ts';
import { keepFields } from './formFields.ts';
import { LinkService } from './linkService.ts';
import { PageWatch } from './pageWatch.ts';
import { listenToSheets, type SheetHands } from './sheetHands.ts';
import { SheetMarks } from './sheetMarks.ts';
import { sheetPlace } from './sheetPlace.ts';
import { rectsOfQuote, selectedOn } from './sheetSelection.ts';
import { Sheets } from './sheets.ts';
import { createThumbnails } from './thumbnails.ts';
import { viewer } from './viewer.ts';

/** Scrolling within this time after we have gone somewhere is our own. */
const ownScroll = 500;
const restOfScroll = 120;

/** A PDF in the viewer of pdf.js, with our marks, links and places. */
export class PdfRenderer implements Renderer {
  readonly totalPages: number;
  readonly finder: Finder;
  readonly thumbnails: Thumbnails;
  readonly #sheets: Sheets;
  readonly #bus = new viewer.EventBus();
  readonly #options: ShowOptions;
  readonly #marks = new SheetMarks();
  readonly #watch: PageWatch;
  readonly #close: () => void;
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
    this.#watch = new PageWatch(file, options.events);
    this.totalPages = file.numPages;
    const { signal } = this.#controller;
    const links = new LinkService(this.#bus, options.events, () => {
      const from = this.#place().locator;
      this.#quiet();
      options.events.jumped(from);
      this.#later('jump');
    });
    this.#sheets = new Sheets(host, file, this.#bus, links, signal);
    this.finder = createFinder(this.#bus, options.events);
    this.thumbnails = createThumbnails(file);
    this.#resizing = new ResizeObserver(() => this.#refit());
    this.#dress();
    this.#listen();
    keepFields(this.#sheets.container, file.annotationStorage, options.fields, signal);
    this.#sheets.begin();
  }

  /** Resolves with this once the first page that is wanted has been drawn. Rejects with a ReaderFault. */
  async begun(start: Locator | null): Promise<this> {
    const { signal } = this.#controller;
    await new Promise<void>((resolve, reject) => {
      const corrupt = (cause: Error) => reject(new ReaderFault('corrupt', cause.message, { cause }));
      this.#bus.on(
        'pagesinit',
        () => {
          this.#sheets.describe(this.#options.labels.page);
          this.#arrange();
          if (start) this.#show(start);
          this.#ready = true;
        },
        { signal },
      );
      this.#bus.on(
        'pagerendered',
        ({ error }: { error?: Error }) => {
          if (error) corrupt(error);
          else resolve();
        },
        { signal },
      );
      this.#sheets.pages.firstPagePromise?.catch(corrupt);
      this.#sheets.pages.pagesPromise?.catch(corrupt);
    }).catch((fault: unknown) => {
      this.destroy();
      throw fault;
    });
    if (start) this.#show(start);
    this.#quiet();
    this.#resizing.observe(this.#sheets.container);
    this.#moved('jump');
    runInBackground(
      this.#sheets.labels().then((labels) => {
        this.#labels = labels;
        if (labels) this.#moved('layout');
      }),
    );
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
      page: this.#sheets.current,
      totalPages: this.totalPages,
      container: this.#sheets.container,
      show: async (page) => {
        this.#show({ page });
        this.#moved('turn');
      },
      sheet: async (page) => {
        await this.#sheets.textDrawn(page);
        return this.#sheets.sheet(page);
      },
    });
  }

  setMarks(marks: readonly Mark[]): void {
    this.#marks.set(marks, this.#sheets.drawn());
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
    this.#sheets.container.focus({ preventScroll: true });
  }

  destroy(): void {
    clearTimeout(this.#resting);
    this.#watch.end();
    this.#resizing.disconnect();
    this.#controller.abort();
    this.#marks.destroy();
    this.#sheets.end();
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
        else if (pageNumber === this.#sheets.current) this.#watch.drawn();
        const sheet = this.#sheets.sheet(pageNumber);
        if (sheet) this.#marks.draw(sheet);
      },
      { signal },
    );
    this.#bus.on('scalechanging', ({ scale }: { scale: number }) => events.zoomed(scale), { signal });
    this.#bus.on('updateviewarea', () => performance.now() > this.#quietUntil && this.#later('turn'), {
      signal,
    });
    const stop = watchSelection(document, (range) => {
      const sheet = range && this.#sheets.around(range.startContainer);
      events.selected(range && sheet ? selectedOn(sheet, range) : null);
    });
    signal.addEventListener('abort', stop);
    listenToSheets(this.#sheets.container, this.#hands(), signal);
  }

  #hands(): SheetHands {
    const { events, direction } = this.#options;
    const [onward, swipedOnward] = direction === 'rtl' ? ['left', 'right'] : ['right', 'left'];
    return {
      press: (x, y) => {
        const sheet = this.#sheets.around(document.elementFromPoint(x, y));
        const mark = sheet && this.#marks.at(sheet, x, y);
        if (mark) events.markPressed(mark.id, mark.box);
        return Boolean(mark);
      },
      tap: (where) => {
        if (where === 'middle' || this.#continuous) events.tapped();
        else this.#step(where === onward ? 1 : -1);
      },
      point: () => events.pointed(),
      turn: (where) => {
        if (!this.#continuous) this.#step(where === 'down' || where === swipedOnward ? 1 : -1);
      },
      zoom: (scaleFactor, origin) =>
        this.#sheets.pages.updateScale({ scaleFactor, origin, drawingDelay: 300 }),
      zoomed: () => events.zoomChosen(this.#sheets.scale),
    };
  }

  #arrange(): void {
    this.#quiet();
    this.#sheets.arrange(this.#appearance.sheet);
  }

  #dress(): void {
    const { dataset } = this.#sheets.container;
    dataset.look = this.#appearance.theme;
    dataset.layout = this.#appearance.sheet.layout;
  }

  #refit(): void {
    if (!this.#ready || this.#sheets.container.clientWidth === 0) return;
    this.#quiet();
    this.#sheets.refit(this.#appearance.sheet);
  }

  #show(locator: Locator): void {
    this.#quiet();
    this.#sheets.show(locator);
  }

  async #flash(locator: Locator): Promise<void> {
    const page = locator.page ?? 1;
    await this.#sheets.textDrawn(page);
    const sheet = this.#sheets.sheet(page);
    if (!sheet) return;
    const rects = locator.rects ?? (locator.quote && rectsOfQuote(sheet, locator.quote));
    if (!rects || rects.length === 0) return;
    this.#show({ page, rects });
    this.#marks.flash({ rects }, sheet);
  }

  #step(by: 1 | -1): boolean {
    if (this.#sheets.scroll(by)) {
      this.#later('turn');
      return true;
    }
    if (this.#continuous) return false;
    this.#quiet();
    if (!this.#sheets.turn(by)) return false;
    this.#moved('turn');
    return true;
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
    const page = this.#sheets.current;
    this.#watch.expect(page, () => this.#sheets.hasPaint(page));
    this.#options.events.moved(this.#place(), cause);
  }

  #place() {
    const { pages, container } = this.#sheets;
    return sheetPlace(pages, container, this.#appearance.sheet.layout, this.#labels);
  }
}
