import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { filesOf } from '../engine/fonts/fontFiles.ts';
import { type Edge, isEnd } from '../engine/keys.ts';
import { loadNarrator } from '../engine/loadNarrator.ts';
import type { Readings } from '../engine/narration.ts';
import type { ShowOptions } from '../engine/publication.ts';
import { asReaderError, ReaderError } from '../engine/readerError.ts';
import type { Mark, MoveCause, NarrationOptions, Narrator, Renderer } from '../engine/renderer.ts';
import { Turns } from '../engine/turns.ts';
import type { ChapterArrival } from './chapterArrival.ts';
import { controllerOf } from './chapterController.ts';
import { bindChapterInput, bindMarginInput, type ChapterController } from './chapterInput.ts';
import { ChapterView } from './chapterView.ts';
import { fragmentOf } from './content/links.ts';
import { Frame } from './frame.ts';
import { fitOnSide, fitPages, fixedPageStyle, pageSize, paper, untilSized } from './layout/fixedPage.ts';
import { noteStyle } from './layout/pageStyle.ts';
import { singlePage } from './layout/singlePage.ts';
import { type FixedPage, isSingleOfSpreads, type PlacedPage, spreadOf } from './layout/spreads.ts';
import { chapterOf } from './location/locate.ts';
import type { OtherLayout } from './otherLayout.ts';
import { PageZoom } from './pageZoom.ts';
import { type BookFacts, destinationOf, placeOf } from './placeOf.ts';
import { addPlayers } from './players/addPlayers.ts';
import { readingOf } from './reading.ts';

const atStart: ChapterArrival = { at: 'start' };

interface Shown {
  view: ChapterView;
  side: PlacedPage['side'];
  /** Removes its listeners. */
  stop: () => void;
}

/** Renderer for fixed-layout EPUBs: each chapter is one page, shown alone or as a spread. */
export class FixedRenderer implements Renderer {
  readonly totalPages: number;
  readonly finder = null;
  readonly thumbnails = null;
  readonly #host: HTMLElement;
  readonly #book: BookFacts;
  readonly #options: ShowOptions;
  readonly #resizing: ResizeObserver;
  readonly #controller: ChapterController;
  readonly #zoom: PageZoom;
  readonly #stopMargins: () => void;
  readonly #other: OtherLayout | null;
  /** The fixed pages by spine index; null for reflowable chapters between them. */
  readonly #pages: readonly (FixedPage | null)[];
  readonly readings: Readings;
  #shown: Shown[] = [];
  #marks: readonly Mark[] = [];
  #navigation = 0;
  #destroyed = false;
  readonly #turns = new Turns();
  #dim = false;
  /** The orientation that was last requested. */
  #requestedOrientation: 'landscape' | 'portrait' | null = null;

  /** @param other renders reflowable chapters, in a mixed book */
  constructor(host: HTMLElement, book: BookFacts, options: ShowOptions, other: OtherLayout | null = null) {
    this.#host = host;
    this.#book = book;
    this.#options = options;
    this.#other = other;
    this.#pages = book.manifest.spine.flatMap(({ linear, rendition }, index) => {
      if (!linear) return [];
      return [other?.shows(index) ? null : { index, spread: rendition?.spread, side: rendition?.side }];
    });
    this.readings = this.#makeReadings();
    this.#dim = options.appearance.theme === 'dark';
    this.totalPages = book.manifest.total_positions;
    this.#zoom = new PageZoom(host, options.appearance.pdf.zoom, options.events, () => this.#fit());
    this.#controller = {
      ...controllerOf(host, book, options),
      noteStyle: () => noteStyle(options.appearance, filesOf),
      paginated: true,
      zoom: this.#zoom,
      turn: (forward) => (forward ? this.next() : this.previous()),
      pull: () => {},
      follow: (index, fragment) => {
        runInBackground(this.#goTo(index, 'jump', { at: 'fragment', fragment }));
      },
    };
    this.#stopMargins = bindMarginInput(this.#controller);
    this.#resizing = new ResizeObserver(() => runInBackground(this.#refit()));
    this.#resizing.observe(host);
  }

  /** @throws ReaderError */
  async begin(start: Locator | null): Promise<void> {
    await this.#show(this.#clampIndex(destinationOf(start, this.#book).index));
  }

  async go(locator: Locator, { flash = false } = {}): Promise<void> {
    const { index, arrival } = destinationOf(locator, this.#book, flash);
    await this.#goTo(this.#clampIndex(index), 'jump', arrival);
    if (flash) this.#shown.find(({ view }) => view.index === index)?.view.arrive(arrival);
  }

  async goToEntry({ target, href }: { target: number; href: string | null }): Promise<void> {
    await this.#goTo(target, 'jump', { at: 'fragment', fragment: fragmentOf(href) });
  }

  async goToEdge(edge: Edge): Promise<void> {
    // Each chapter is one page, which has no other edge to go to: the edges of the book are meant.
    const bookEdge = isEnd(edge) ? 'bookEnd' : 'bookStart';
    await this.#goTo(this.#book.chapters.atEdge(bookEdge, this.#first?.index ?? null));
  }

  next(): Promise<boolean> {
    return this.#turns.follow(async () => {
      if (this.#destroyed) return false;
      if (this.#zoom.scroll('forward')) return true;
      const { chapters } = this.#book;
      const here = this.#shown.at(-1)?.view.index ?? 0;
      const after = chapters.after(here);
      if (chapters.endsWith(here)) this.#options.events.passedEnd();
      return after !== null && this.#goTo(after, 'turn');
    });
  }

  previous(): Promise<boolean> {
    return this.#turns.follow(async () => {
      if (this.#destroyed) return false;
      if (this.#zoom.scroll('back')) return true;
      const before = this.#book.chapters.before(this.#first?.index ?? 0);
      const turned = before !== null && (await this.#goTo(before, 'turn', { at: 'end' }));
      if (turned) this.#zoom.showEdge('end');
      return turned;
    });
  }

  narrate(options?: NarrationOptions): Promise<Narrator> {
    return loadNarrator(this.readings, options);
  }

  #makeReadings(): Readings {
    /** Index of the current page in the spread. */
    let side = 0;
    return {
      current: async () => {
        const view = this.#shown[side]?.view;
        const { chapters, manifest } = this.#book;
        return view ? readingOf(view, chapters, manifest.language, () => {}) : null;
      },
      select: (target) => {
        const index = this.#shown.findIndex(({ view }) => view.index === target);
        if (index >= 0) side = index;
        return index >= 0;
      },
      turn: async (forward) => {
        side += forward ? 1 : -1;
        if (this.#shown[side]) return true;
        const turned = await (forward ? this.next() : this.previous());
        side = forward ? 0 : this.#shown.length - 1;
        return turned;
      },
    };
  }

  flush(): void {
    // A turned page is reported at once.
  }

  setMarks(marks: readonly Mark[]): void {
    this.#marks = marks;
    this.#drawMarks();
  }

  setAppearance(appearance: ShowOptions['appearance']): void {
    this.#dim = appearance.theme === 'dark';
    for (const { view } of this.#shown) this.#tint(view.frame);
    this.#zoom.set(appearance.pdf.zoom);
  }

  clearSelection(): void {
    for (const { view } of this.#shown) view.document.getSelection()?.removeAllRanges();
  }

  focus(): void {
    this.#first?.frame.window?.focus();
  }

  destroy(): void {
    this.#navigation++;
    this.#destroyed = true;
    this.#resizing.disconnect();
    this.#stopMargins();
    this.#clear(this.#shown);
  }

  get #first(): ChapterView | undefined {
    return this.#shown[0]?.view;
  }

  get #available(): { width: number; height: number } {
    // Scroll bars of a zoomed page do not change its size.
    return { width: this.#host.offsetWidth, height: this.#host.offsetHeight };
  }

  #spread(index: number): PlacedPage[] {
    return spreadOf(index, this.#pages, this.#available, this.#options.direction === 'rtl');
  }

  #clampIndex(index: number): number {
    return Math.min(index, this.#book.chapters.count - 1);
  }

  async #goTo(index: number, cause: MoveCause = 'jump', arrival = atStart): Promise<boolean> {
    try {
      if (this.#other?.shows(index)) await this.#other.open(index, arrival, cause);
      else await this.#show(index, cause);
      return true;
    } catch (cause) {
      this.#options.events.failed(asReaderError(cause));
      return false;
    }
  }

  async #show(index: number, cause: MoveCause = 'jump'): Promise<void> {
    const navigation = ++this.#navigation;
    const { chapters } = this.#book;
    const spread = this.#spread(index);
    const arrangement = (pages: readonly PlacedPage[]) =>
      pages.map((page) => `${page.index} ${page.side}`).join();
    if (
      arrangement(spread) !== arrangement(this.#shown.map(({ view, side }) => ({ index: view.index, side })))
    ) {
      const views = await Promise.all(spread.map((page) => this.#loadPage(page.index)));
      if (navigation !== this.#navigation) {
        for (const view of views) view.destroy();
        return;
      }
      const before = this.#shown;
      this.#shown = views.map((view, at) => ({
        view,
        side: spread[at]?.side ?? null,
        stop: bindChapterInput(view, this.#controller),
      }));
      this.#fit();
      this.#zoom.showEdge('start');
      this.#drawMarks();
      for (const view of views) view.frame.reveal();
      const hadFocus = this.#host.contains(document.activeElement);
      this.#clear(before);
      if (hadFocus) this.focus();
      const last = spread.at(-1)?.index ?? 0;
      for (const next of [last + 1, last + 2]) if (next < chapters.count) chapters.load(next).catch(() => {});
    }
    this.#moved(cause);
  }

  async #loadPage(index: number): Promise<ChapterView> {
    const { chapters, manifest } = this.#book;
    const section = chapters.section(index);
    if (!section) throw new ReaderError('not_found', `page ${index}`);
    const frame = new Frame(this.#host, [chapters.url(0)]);
    frame.element.title = manifest.spine[index]?.title || this.#options.labels.page(index + 1);
    frame.element.style.background = paper;
    try {
      const chapter = await chapters.load(index);
      const page = await frame.fill(chapter, chapters.url(index), fixedPageStyle, { isFixed: true });
      await untilSized(page);
      await addPlayers(page, this.#options.labels.player, 'fixed');
      if (manifest.spine[index]?.malformed) this.#options.events.damaged();
      return new ChapterView(frame, page, { index, cfiBase: section.cfiBase }, () => singlePage);
    } catch (error) {
      frame.remove();
      throw error;
    }
  }

  /** The spread may change after a resize. */
  async #refit(): Promise<void> {
    const index = this.#first?.index;
    if (index === undefined || this.#host.clientWidth === 0) return;
    if (this.#spread(index).length !== this.#shown.length) await this.#goTo(index, 'layout');
    else this.#fit();
  }

  #fit(): void {
    const available = this.#available;
    const shown = this.#shown.toSorted((a, b) => Number(a.side === 'right') - Number(b.side === 'right'));
    const views = shown.map(({ view }) => view);
    const sizes = views.map((view) => pageSize(view.document, available));
    const [only] = shown;
    const { factor } = this.#zoom;
    const area = { width: available.width * factor, height: available.height * factor };
    const isHalf = shown.length === 1 && only && isSingleOfSpreads(only.view.index, this.#pages, available);
    const places =
      shown.length === 1 && only?.side && sizes[0]
        ? [fitOnSide(sizes[0], area, only.side)]
        : fitPages(sizes, area, isHalf ? 2 : sizes.length);
    this.#requestOrientation(only?.view.index);
    for (const [at, view] of views.entries()) {
      const { scale, left, top } = places[at] as (typeof places)[number];
      view.frame.place({ left, top, ...(sizes[at] as (typeof sizes)[number]) });
      view.frame.magnify(scale);
      this.#tint(view.frame);
    }
    this.#zoom.fitted();
  }

  #requestOrientation(index: number | undefined): void {
    const { width, height } = this.#available;
    const orientation = this.#book.manifest.spine[index ?? -1]?.rendition?.orientation ?? null;
    const wanted = orientation === (width >= height ? 'landscape' : 'portrait') ? null : orientation;
    if (wanted !== this.#requestedOrientation) this.#options.events.orientationWanted(wanted);
    this.#requestedOrientation = wanted;
  }

  #tint(frame: Frame): void {
    frame.element.style.filter = this.#dim ? 'brightness(0.82)' : '';
  }

  #moved(cause: MoveCause): void {
    const last = this.#shown.at(-1)?.view;
    const first = this.#first;
    if (!first || !last) return;
    const place = { ...placeOf(first, this.#book, true), wordsLeft: null, wordsShown: null };
    const atEnd = this.#book.chapters.endsWith(last.index);
    this.#options.events.moved(
      atEnd ? { ...place, atEnd, page: this.totalPages, percentage: 100 } : place,
      cause,
    );
  }

  #drawMarks(): void {
    for (const { view } of this.#shown)
      view.marks.draw(this.#marks.filter(({ locator }) => chapterOf(locator) === view.index));
  }

  #clear(shown: readonly Shown[]): void {
    for (const { view, stop } of shown) {
      stop();
      view.destroy();
    }
  }
}
