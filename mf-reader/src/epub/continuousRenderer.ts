import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { Appearance } from '../engine/appearance.ts';
import { filesOf } from '../engine/fonts/fontFiles.ts';
import { ScrollReports } from '../engine/gestures/scrollReports.ts';
import { type Edge, isEnd } from '../engine/keys.ts';
import { loadNarrator } from '../engine/loadNarrator.ts';
import type { Readings } from '../engine/narration.ts';
import type { ShowOptions } from '../engine/publication.ts';
import { asReaderError } from '../engine/readerError.ts';
import type { Mark, MoveCause, NarrationOptions, Narrator, Renderer } from '../engine/renderer.ts';
import type { ChapterArrival } from './chapterArrival.ts';
import { controllerOf } from './chapterController.ts';
import { bindMarginInput, type ChapterController } from './chapterInput.ts';
import type { ChapterView } from './chapterView.ts';
import { fragmentOf } from './content/links.ts';
import { noteStyle } from './layout/pageStyle.ts';
import { Strip } from './layout/strip.ts';
import { overlap } from './layout/stripPage.ts';
import { chapterOf } from './location/locate.ts';
import { type BookFacts, destinationOf, placeOf } from './placeOf.ts';
import { readingOf } from './reading.ts';
import { StripChapters } from './stripChapters.ts';

/** Screens above and below within which chapters are loaded, and beyond which they are unloaded. */
const screens = { loaded: 1.5, kept: 6 } as const;

/**
 * Renderer for EPUBs in one strip: reflowable chapters (`scrolled-continuous`), or fixed-layout pages without gaps
 * (`roll`, webtoons). Only chapters near the screen are loaded.
 */
export class ContinuousRenderer implements Renderer {
  readonly totalPages: number;
  readonly finder = null;
  readonly thumbnails = null;
  readonly readings: Readings;
  readonly #book: BookFacts;
  readonly #options: ShowOptions;
  readonly #strip: Strip;
  readonly #chapters: StripChapters;
  readonly #resizing: ResizeObserver;
  readonly #stopMargins: () => void;
  #marks: readonly Mark[] = [];
  readonly #scroll = new ScrollReports((cause) => this.#moved(cause), { whileScrolling: false });
  /** The chapter being read aloud; null for the one at the top of the screen. */
  #spoken: number | null = null;
  #destroyed = false;

  constructor(host: HTMLElement, book: BookFacts, options: ShowOptions) {
    this.#book = book;
    this.#options = options;
    this.totalPages = book.manifest.total_positions;
    const linear = book.manifest.spine.flatMap((item, index) => (item.linear ? [index] : []));
    this.#strip = new Strip(host, linear);
    const controller = this.#controller(host);
    this.#chapters = new StripChapters(this.#strip, book, options, controller);
    this.#stopMargins = bindMarginInput(controller);
    this.readings = this.#makeReadings();
    this.#strip.scroller.addEventListener('scroll', this.#onScroll, { passive: true });
    this.#resizing = new ResizeObserver(() => this.#relayout(() => this.#chapters.layout()));
    this.#resizing.observe(host);
  }

  /** @throws ReaderError */
  async begin(start: Locator | null): Promise<void> {
    const { index, arrival } = destinationOf(start, this.#book);
    await this.#open(index, arrival);
  }

  async go(locator: Locator, { flash = false } = {}): Promise<void> {
    const { index, arrival } = destinationOf(locator, this.#book, flash);
    await this.#goTo(index, arrival);
  }

  async goToEntry({ target, href }: { target: number; href: string | null }): Promise<void> {
    await this.#goTo(target, { at: 'fragment', fragment: fragmentOf(href) });
  }

  async goToEdge(edge: Edge): Promise<void> {
    const index = this.#book.chapters.atEdge(edge, this.#current?.index ?? null);
    await this.#goTo(index, { at: isEnd(edge) ? 'end' : 'start' });
  }

  next(): Promise<boolean> {
    return this.#scrollScreen(1);
  }

  previous(): Promise<boolean> {
    return this.#scrollScreen(-1);
  }

  narrate(options?: NarrationOptions): Promise<Narrator> {
    return loadNarrator(this.readings, options);
  }

  flush(): void {
    this.#scroll.flush();
  }

  setMarks(marks: readonly Mark[]): void {
    this.#marks = marks;
    for (const view of this.#chapters.views()) this.#drawMarks(view);
  }

  setAppearance(appearance: Appearance): void {
    this.#relayout(() => this.#chapters.setAppearance(appearance));
  }

  clearSelection(): void {
    for (const view of this.#chapters.views()) view.document.getSelection()?.removeAllRanges();
  }

  focus(): void {
    this.#current?.frame.window?.focus();
  }

  destroy(): void {
    this.#destroyed = true;
    this.#scroll.cancel();
    this.#resizing.disconnect();
    this.#stopMargins();
    this.#chapters.destroy();
    this.#strip.remove();
  }

  /** The chapter at the top of the screen. */
  get #current(): ChapterView | null {
    return this.#chapters.view(this.#strip.at(overlap));
  }

  #makeReadings(): Readings {
    return {
      current: async () => {
        const view = this.#chapters.view(this.#spoken ?? -1) ?? this.#current;
        const { chapters, manifest } = this.#book;
        return view && readingOf(view, chapters, manifest.language, () => this.#movedBySelf('turn'));
      },
      select: (target) => {
        this.#spoken = target;
        return this.#chapters.view(target) !== null;
      },
      turn: async (forward) => {
        const { chapters } = this.#book;
        const here = this.#spoken ?? this.#current?.index ?? chapters.first();
        const neighbor = forward ? chapters.after(here) : chapters.before(here);
        if (neighbor === null) return false;
        const arrived = await this.#goTo(neighbor, { at: forward ? 'start' : 'end' }, 'turn');
        // The last chapters may be too short to reach the top.
        this.#spoken = neighbor;
        return arrived;
      },
    };
  }

  async #open(index: number, arrival: ChapterArrival, cause: MoveCause = 'jump'): Promise<void> {
    const view = await this.#chapters.load(index);
    if (!view || this.#destroyed) return;
    this.#spoken = null;
    view.arrive(arrival);
    this.#movedBySelf(cause);
    this.#drawMarks(view);
    runInBackground(this.#loadNear());
  }

  /** Loads chapters near the screen and unloads distant ones. */
  async #loadNear(): Promise<void> {
    this.#chapters.keepOnly(this.#strip.near(screens.kept));
    for (const index of this.#strip.near(screens.loaded)) {
      if (this.#destroyed) return;
      if (this.#chapters.view(index)) continue;
      const view = await this.#chapters.load(index).catch(() => null);
      if (view) this.#drawMarks(view);
    }
  }

  readonly #onScroll = (): void => {
    runInBackground(this.#loadNear());
    if (!this.#strip.keepsPlace && this.#scroll.scrolled()) this.#spoken = null;
  };

  async #scrollScreen(direction: 1 | -1): Promise<boolean> {
    const { scroller } = this.#strip;
    const before = scroller.scrollTop;
    const maxScrollTop = scroller.scrollHeight - scroller.clientHeight;
    if (direction > 0 ? before >= maxScrollTop - 2 : before <= 1) {
      if (direction > 0) this.#options.events.passedEnd();
      return false;
    }
    this.#scroll.readerActs();
    scroller.scrollBy({ top: direction * (scroller.clientHeight - overlap), behavior: 'smooth' });
    return true;
  }

  #relayout(change: () => void): void {
    const view = this.#current;
    if (this.#destroyed || !view || this.#strip.scroller.clientHeight === 0) return;
    const place = view.place();
    change();
    view.showLocator(place);
    this.#movedBySelf('layout');
    runInBackground(this.#loadNear());
  }

  #moved(cause: MoveCause): void {
    const view = this.#current;
    if (!view || this.#destroyed) return;
    if (cause === 'turn') view.anchor();
    this.#options.events.moved(placeOf(view, this.#book, true), cause);
  }

  /** Called after programmatic scrolling, so that the following scroll events are ignored. */
  #movedBySelf(cause: MoveCause): void {
    this.#scroll.ignore();
    if (cause === 'jump') this.#scroll.cancel();
    this.#moved(cause);
  }

  #drawMarks(view: ChapterView): void {
    view.marks.draw(this.#marks.filter(({ locator }) => chapterOf(locator) === view.index));
  }

  /** Like `#open`, but reports a failure to the view. */
  async #goTo(index: number, arrival: ChapterArrival, cause: MoveCause = 'jump'): Promise<boolean> {
    try {
      await this.#open(index, arrival, cause);
      return true;
    } catch (error) {
      if (!this.#destroyed) this.#options.events.failed(asReaderError(error));
      return false;
    }
  }

  #controller(host: HTMLElement): ChapterController {
    return {
      ...controllerOf(host, this.#book, this.#options),
      noteStyle: () => noteStyle(this.#options.appearance, filesOf),
      paginated: false,
      scrolls: true,
      turn: (forward) => (forward ? this.next() : this.previous()),
      act: () => this.#scroll.readerActs(),
      pull: () => {},
      follow: (index, fragment) => {
        runInBackground(this.#goTo(index, { at: 'fragment', fragment }));
      },
    };
  }
}
