import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { Appearance } from '../engine/appearance.ts';
import type { Readings } from '../engine/narration.ts';
import type { MoveCause } from '../engine/renderer.ts';
import type { ShowOptions } from '../engine/showBook.ts';
import { bindChapterInput } from './chapterInput.ts';
import type { ChapterArrival, ChapterView } from './chapterView.ts';
import { EpubRenderer, type OtherLayout } from './epubRenderer.ts';
import {
  type FixedPage,
  fitOnSide,
  fitPages,
  fixedPageStyle,
  isSingleOfSpreads,
  type PlacedPage,
  pageSize,
  singlePage,
  spreadOf,
  tintPage,
} from './layout/fixedPage.ts';
import { PageZoom } from './pageZoom.ts';
import { type BookFacts, placeOf } from './placeOf.ts';

const arrangementOf = (pages: readonly PlacedPage[]) =>
  pages.map(({ index, side }) => `${index} ${side}`).join();

const atStart: ChapterArrival = { at: 'start' };

interface Shown {
  view: ChapterView;
  side: PlacedPage['side'];
  /** Removes its listeners. */
  stop: () => void;
}

/** Renderer for fixed-layout EPUBs: each chapter is one page, shown alone or as a spread. */
export class FixedRenderer extends EpubRenderer {
  readonly #zoom = new PageZoom(this.host, this.appearance.pdf.zoom, this.options.events, () => this.#fit());
  /** The fixed pages by spine index; null for reflowable chapters between them. */
  readonly #pages: readonly (FixedPage | null)[];
  readonly #controller = this.bindInput({
    paginated: () => true,
    zoom: this.#zoom,
    turn: (forward) => (forward ? this.next() : this.previous()),
  });
  #shown: Shown[] = [];
  /** Index of the page in the spread that is read aloud. */
  #side = 0;
  #navigation = 0;
  /** The orientation that was last requested. */
  #requestedOrientation: 'landscape' | 'portrait' | null = null;
  readonly readings: Readings = {
    current: async () => this.readingOf(this.views()[this.#side] ?? null, () => {}),
    select: (target) => {
      const index = this.#shown.findIndex(({ view }) => view.index === target);
      if (index >= 0) this.#side = index;
      return index >= 0;
    },
    turn: async (forward) => {
      this.#side += forward ? 1 : -1;
      if (this.#shown[this.#side]) return true;
      const turned = await (forward ? this.next() : this.previous());
      this.#side = forward ? 0 : this.#shown.length - 1;
      return turned;
    },
  };

  constructor(host: HTMLElement, book: BookFacts, options: ShowOptions, other: OtherLayout | null = null) {
    super(host, book, options, other);
    this.#pages = book.manifest.spine.flatMap(({ linear, rendition }, index) => {
      if (!linear) return [];
      return [other?.shows(index) ? null : { index, spread: rendition?.spread, side: rendition?.side }];
    });
  }

  views(): readonly ChapterView[] {
    return this.#shown.map(({ view }) => view);
  }

  get current(): ChapterView | null {
    return this.#shown[0]?.view ?? null;
  }

  async open(index: number, arrival: ChapterArrival, cause: MoveCause = 'jump'): Promise<void> {
    await this.#show(Math.min(index, this.book.chapters.count - 1), cause);
    if (arrival.at === 'locator' && arrival.flash)
      this.views()
        .find((view) => view.index === index)
        ?.arrive(arrival);
  }

  next(): Promise<boolean> {
    return this.turns.follow(async () => {
      if (this.destroyed) return false;
      if (this.#zoom.scroll('forward')) return true;
      const { chapters } = this.book;
      const here = this.#shown.at(-1)?.view.index ?? 0;
      const after = chapters.after(here);
      if (chapters.endsWith(here)) this.options.events.passedEnd();
      return after !== null && this.goTo(after, atStart, 'turn');
    });
  }

  previous(): Promise<boolean> {
    return this.turns.follow(async () => {
      if (this.destroyed) return false;
      if (this.#zoom.scroll('back')) return true;
      const before = this.book.chapters.before(this.current?.index ?? 0);
      const turned = before !== null && (await this.goTo(before, { at: 'end' }, 'turn'));
      if (turned) this.#zoom.showEdge('end');
      return turned;
    });
  }

  setAppearance(appearance: Appearance): void {
    this.appearance = appearance;
    for (const { frame } of this.views()) tintPage(frame.element, appearance.theme);
    this.#zoom.set(appearance.pdf.zoom);
  }

  override destroy(): void {
    super.destroy();
    this.#navigation++;
    this.#clear(this.#shown);
  }

  get #available(): { width: number; height: number } {
    // Scroll bars of a zoomed page do not change its size.
    return { width: this.host.offsetWidth, height: this.host.offsetHeight };
  }

  #spread(index: number): PlacedPage[] {
    return spreadOf(index, this.#pages, this.#available, this.options.direction === 'rtl');
  }

  /** Whether these pages are shown, on these sides. */
  #isShown(spread: readonly PlacedPage[]): boolean {
    const shown = this.#shown.map(({ view, side }) => ({ index: view.index, side }));
    return arrangementOf(spread) === arrangementOf(shown);
  }

  async #show(index: number, cause: MoveCause): Promise<void> {
    const navigation = ++this.#navigation;
    const { chapters } = this.book;
    const spread = this.#spread(index);
    if (!this.#isShown(spread)) {
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
      this.drawMarks();
      for (const view of views) view.frame.reveal();
      const hadFocus = this.host.contains(document.activeElement);
      this.#clear(before);
      if (hadFocus) this.focus();
      const last = spread.at(-1)?.index ?? 0;
      for (const next of [last + 1, last + 2]) if (next < chapters.count) chapters.load(next).catch(() => {});
    }
    this.#moved(cause);
  }

  async #loadPage(index: number): Promise<ChapterView> {
    const chapter = await this.book.chapters.load(index);
    return this.renderChapter(this.createFrame(), [index, chapter], {
      label: this.options.labels.page(index + 1),
      style: fixedPageStyle,
      isFixed: true,
      divide: () => singlePage,
    });
  }

  protected resized(): void {
    runInBackground(this.#refit());
  }

  /** The spread may change after a resize. */
  async #refit(): Promise<void> {
    const index = this.current?.index;
    if (index === undefined || this.host.clientWidth === 0) return;
    if (this.#isShown(this.#spread(index))) this.#fit();
    else await this.goTo(index, atStart, 'layout');
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
      tintPage(view.frame.element, this.appearance.theme);
    }
    this.#zoom.fitted();
  }

  #requestOrientation(index: number | undefined): void {
    const { width, height } = this.#available;
    const orientation = this.book.manifest.spine[index ?? -1]?.rendition?.orientation ?? null;
    const wanted = orientation === (width >= height ? 'landscape' : 'portrait') ? null : orientation;
    if (wanted !== this.#requestedOrientation) this.options.events.orientationWanted(wanted);
    this.#requestedOrientation = wanted;
  }

  #moved(cause: MoveCause): void {
    const last = this.#shown.at(-1)?.view;
    const first = this.current;
    if (!first || !last) return;
    const place = { ...placeOf(first, this.book, true), wordsLeft: null, wordsShown: null };
    const atEnd = this.book.chapters.endsWith(last.index);
    this.options.events.moved(
      atEnd ? { ...place, atEnd, page: this.totalPages, percentage: 100 } : place,
      cause,
    );
  }

  #clear(shown: readonly Shown[]): void {
    for (const { view, stop } of shown) {
      stop();
      view.destroy();
    }
  }
}
