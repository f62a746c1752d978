import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { type Appearance, isStrip } from '../engine/appearance.ts';
import { filesOf } from '../engine/fonts/fontFiles.ts';
import { ScrollReports } from '../engine/gestures/scrollReports.ts';
import type { Readings } from '../engine/narration.ts';
import type { MoveCause } from '../engine/renderer.ts';
import { bindChapterInput } from './chapterInput.ts';
import type { ChapterArrival, ChapterView } from './chapterView.ts';
import { EpubRenderer } from './epubRenderer.ts';
import type { Frame } from './frame.ts';
import { verticalMode } from './layout/columns.ts';
import { fixedPageStyle, isFixed, pageSize, tintPage } from './layout/fixedPage.ts';
import { appFontSize, pageGeometry } from './layout/geometry.ts';
import { pageStyle } from './layout/pageStyle.ts';
import { overlap, Scroll } from './layout/scroll.ts';
import { Strip } from './layout/strip.ts';
import { PageZoom } from './pageZoom.ts';
import { placeOf } from './placeOf.ts';

/** Screens above and below within which chapters are loaded, and beyond which they are unloaded. */
const screens = { loaded: 1.5, kept: 6 } as const;
/** Maximum width of pages in CSS pixels, before they are zoomed. */
const maxPageWidth = 900;
/** Between pages that the reader chose to scroll, in CSS pixels. */
const pageGap = 8;

interface Loaded {
  view: ChapterView;
  /** Removes its listeners. */
  stop: () => void;
}

/**
 * Renderer for EPUBs in one strip: reflowable chapters (`scrolled-continuous`), fixed-layout pages without gaps
 * (`roll`, webtoons), or fixed-layout pages that the reader chose to scroll. Only chapters near the screen are loaded.
 */
export class ContinuousRenderer extends EpubRenderer {
  readonly #strip = this.#createStrip();
  readonly #zoom = this.#createZoom();
  readonly #scroll = new ScrollReports((cause) => this.#moved(cause), { whileScrolling: false });
  readonly #controller = this.bindInput({
    paginated: () => false,
    scrolls: true,
    turn: (forward) => (forward ? this.next() : this.previous()),
    act: () => this.#scroll.readerActs(),
    ...(this.#zoom ? { zoom: this.#zoom } : {}),
  });
  readonly #loaded = new Map<number, Loaded>();
  readonly #loading = new Map<number, Promise<ChapterView | null>>();
  /** The chapter being read aloud; null for the one at the top of the screen. */
  #spoken: number | null = null;
  readonly readings: Readings = {
    current: async () =>
      this.readingOf(this.#view(this.#spoken ?? -1) ?? this.current, () => this.#movedBySelf('turn')),
    select: (target) => {
      this.#spoken = target;
      return this.#view(target) !== null;
    },
    turn: async (forward) => {
      const { chapters } = this.book;
      const here = this.#spoken ?? this.current?.index ?? chapters.first();
      const neighbor = forward ? chapters.after(here) : chapters.before(here);
      if (neighbor === null) return false;
      const arrived = await this.goTo(neighbor, { at: forward ? 'start' : 'end' }, 'turn');
      // The last chapters may be too short to reach the top.
      this.#spoken = neighbor;
      return arrived;
    },
  };

  views(): readonly ChapterView[] {
    return [...this.#loaded.values()].map(({ view }) => view);
  }

  get current(): ChapterView | null {
    return this.#view(this.#strip.at(overlap));
  }

  next(): Promise<boolean> {
    return this.#scrollScreen(1);
  }

  previous(): Promise<boolean> {
    return this.#scrollScreen(-1);
  }

  override flush(): void {
    this.#scroll.flush();
  }

  setAppearance(appearance: Appearance): void {
    this.appearance = appearance;
    this.#zoom?.set(appearance.pdf.zoom);
    this.#relayout(() => {
      for (const view of this.views()) view.frame.setStyle(this.#style(view.index));
    });
  }

  override destroy(): void {
    super.destroy();
    this.#scroll.cancel();
    this.#keepOnly([]);
    this.#strip.remove();
  }

  protected resized(): void {
    this.#relayout();
  }

  async open(index: number, arrival: ChapterArrival, cause: MoveCause = 'jump'): Promise<void> {
    const view = await this.#load(index);
    if (!view || this.destroyed) return;
    this.#spoken = null;
    view.arrive(arrival);
    this.#movedBySelf(cause);
    this.drawMarks([view]);
    runInBackground(this.#loadNear());
  }

  /** Loads chapters near the screen and unloads distant ones. */
  async #loadNear(): Promise<void> {
    this.#keepOnly(this.#strip.near(screens.kept));
    for (const index of this.#strip.near(screens.loaded)) {
      if (this.destroyed) return;
      if (this.#view(index)) continue;
      const view = await this.#load(index).catch(() => null);
      if (view) this.drawMarks([view]);
    }
  }

  #createStrip(): Strip {
    const { spine } = this.book.manifest;
    const strip = new Strip(
      this.host,
      spine.flatMap((item, index) => (item.linear ? [index] : [])),
      isStrip(this.book.manifest) ? 0 : pageGap,
    );
    const onScroll = () => {
      runInBackground(this.#loadNear());
      if (!strip.keepsPlace && this.#scroll.scrolled()) this.#spoken = null;
    };
    strip.scroller.addEventListener('scroll', onScroll, { passive: true });
    return strip;
  }

  /** Of fixed-layout pages. Text has its font size instead. */
  #createZoom(): PageZoom | null {
    const { manifest } = this.book;
    if (!manifest.spine.some((_, index) => isFixed(manifest, index))) return null;
    const { scroller } = this.#strip;
    return new PageZoom(scroller, this.appearance.pdf.zoom, this.options.events, () => this.#relayout());
  }

  async #scrollScreen(direction: 1 | -1): Promise<boolean> {
    const { scroller } = this.#strip;
    const before = scroller.scrollTop;
    const maxScrollTop = scroller.scrollHeight - scroller.clientHeight;
    if (direction > 0 ? before >= maxScrollTop - 2 : before <= 1) {
      if (direction > 0) this.options.events.passedEnd();
      return false;
    }
    this.#scroll.readerActs();
    scroller.scrollBy({ top: direction * (scroller.clientHeight - overlap), behavior: 'smooth' });
    return true;
  }

  /** Lays out all loaded chapters again. @param restyle changes them before */
  #relayout(restyle = () => {}): void {
    const view = this.current;
    if (this.destroyed || !view || this.#strip.scroller.clientHeight === 0) return;
    const place = view.place();
    restyle();
    for (const each of this.views()) each.layout((page) => this.#paginator(each.index, each.frame, page));
    view.showLocator(place);
    this.#movedBySelf('layout');
    runInBackground(this.#loadNear());
  }

  #moved(cause: MoveCause): void {
    const view = this.current;
    if (!view || this.destroyed) return;
    if (cause === 'turn') view.anchor();
    this.options.events.moved(placeOf(view, this.book, true), cause);
  }

  /** Called after programmatic scrolling, so that the following scroll events are ignored. */
  #movedBySelf(cause: MoveCause): void {
    this.#scroll.ignore();
    if (cause === 'jump') this.#scroll.cancel();
    this.#moved(cause);
  }

  #view(index: number): ChapterView | null {
    return this.#loaded.get(index)?.view ?? null;
  }

  /**
   * Loads a chapter into its slot.
   * @returns null when the strip has no such chapter, or was destroyed
   * @throws ReaderError
   */
  async #load(index: number): Promise<ChapterView | null> {
    const loaded = this.#view(index);
    if (loaded) return loaded;
    const loading = this.#loading.get(index) ?? this.#fill(index).finally(() => this.#loading.delete(index));
    this.#loading.set(index, loading);
    return loading;
  }

  /** Unloads all other chapters; their slots keep their height. */
  #keepOnly(indexes: readonly number[]): void {
    const hadFocus = this.host.contains(document.activeElement);
    for (const [index, { view, stop }] of this.#loaded) {
      if (indexes.includes(index)) continue;
      this.#loaded.delete(index);
      stop();
      view.destroy();
    }
    if (hadFocus && !this.host.contains(document.activeElement)) this.focus();
  }

  get #available(): { width: number; height: number } {
    return { width: this.#strip.scroller.clientWidth, height: this.#strip.scroller.clientHeight };
  }

  async #fill(index: number): Promise<ChapterView | null> {
    const { chapters, manifest } = this.book;
    const chapter = await chapters.load(index);
    const slot = this.#strip.slot(index);
    if (this.destroyed || !slot) return null;
    const frame = this.createFrame(slot);
    frame.place({ left: 0, top: 0, width: slot.clientWidth, height: slot.clientHeight });
    const view = await this.renderChapter(frame, [index, chapter], {
      label: this.options.labels.page(index + 1),
      style: this.#style(index),
      isFixed: isFixed(manifest, index),
      divide: (document) => this.#paginator(index, frame, document),
    });
    this.#loaded.set(index, { view, stop: bindChapterInput(view, this.#controller) });
    if (this.destroyed) {
      this.#keepOnly([]);
      return null;
    }
    frame.reveal();
    return view;
  }

  #paginator(index: number, frame: Frame, page: Document): Scroll {
    const { scroller } = this.#strip;
    const slot = this.#strip.slot(index) as HTMLElement;
    return new Scroll({
      scroller,
      start: () => slot.offsetTop,
      length: () => slot.offsetHeight,
      at: (y) => slot.offsetTop + y * frame.scale,
      fit: () =>
        isFixed(this.book.manifest, index)
          ? this.#fitPage(index, frame, page)
          : this.#fitText(index, frame, page),
    });
  }

  /** Fixed-layout pages have the same width. */
  #fitPage(index: number, frame: Frame, page: Document): void {
    const size = pageSize(page, this.#available);
    const zoom = this.#zoom?.chosen ?? 1;
    const width = Math.min(this.#available.width, maxPageWidth) * zoom;
    const scale = width / size.width;
    this.#strip.scroller.style.overflowX = width > this.#available.width ? 'auto' : 'hidden';
    tintPage(frame.element, this.appearance.theme);
    this.options.events.zoomed(zoom);
    frame.place({ left: 0, top: 0, ...size });
    frame.magnify(scale);
    this.#strip.resize(index, { width, height: size.height * scale });
  }

  /** The height of text is determined by its layout. */
  #fitText(index: number, frame: Frame, page: Document): void {
    const { width } = this.#available;
    frame.place({ left: 0, top: 0, width, height: 1 });
    const height = verticalMode(page)
      ? this.#sideways(page)
      : Math.ceil(page.documentElement.getBoundingClientRect().height);
    frame.place({ left: 0, top: 0, width, height });
    this.#strip.resize(index, { width: null, height });
  }

  /**
   * Vertical writing has the height of the screen, and scrolls sideways.
   * @returns its height
   */
  #sideways(page: Document): number {
    page.documentElement.style.setProperty('overflow', 'auto hidden', 'important');
    return this.#available.height;
  }

  #style(index: number): string {
    if (isFixed(this.book.manifest, index)) return fixedPageStyle;
    const text = { ...this.appearance.text, flow: 'scrolled' as const };
    const geometry = pageGeometry(this.#available, text, appFontSize());
    // The strip scrolls, not the chapter.
    return `${pageStyle({ ...this.appearance, text }, geometry, filesOf)}
      :root { overflow: hidden !important; overscroll-behavior: auto !important; }
      body { padding-block-end: ${geometry.paddingBottom}px !important; }`;
  }
}
