import type { Appearance } from '../engine/appearance.ts';
import { filesOf } from '../engine/fonts/fontFiles.ts';
import type { ShowOptions } from '../engine/publication.ts';
import { bindChapterInput, type ChapterController } from './chapterInput.ts';
import type { ChapterView } from './chapterView.ts';
import { Frame } from './frame.ts';
import { fixedPageStyle, isFixed, pageSize } from './layout/fixedPage.ts';
import { appFontSize, pageGeometry } from './layout/geometry.ts';
import { pageStyle } from './layout/pageStyle.ts';
import { Scroll } from './layout/scroll.ts';
import type { Strip } from './layout/strip.ts';
import { verticalMode } from './layout/verticalColumns.ts';
import type { BookFacts } from './placeOf.ts';
import { renderChapter } from './renderChapter.ts';

/** Maximum width of a roll in CSS pixels. */
const maxRollWidth = 900;

interface Loaded {
  view: ChapterView;
  /** Removes its listeners. */
  stop: () => void;
}

/** The loaded chapters of a strip, each in its slot. */
export class StripChapters {
  readonly #strip: Strip;
  readonly #book: BookFacts;
  readonly #options: ShowOptions;
  readonly #controller: ChapterController;
  readonly #loaded = new Map<number, Loaded>();
  readonly #loading = new Map<number, Promise<ChapterView | null>>();
  #appearance: Appearance;
  #destroyed = false;

  constructor(strip: Strip, book: BookFacts, options: ShowOptions, controller: ChapterController) {
    this.#strip = strip;
    this.#book = book;
    this.#options = options;
    this.#controller = controller;
    this.#appearance = options.appearance;
  }

  view(index: number): ChapterView | null {
    return this.#loaded.get(index)?.view ?? null;
  }

  views(): ChapterView[] {
    return [...this.#loaded.values()].map(({ view }) => view);
  }

  /**
   * Loads a chapter into its slot.
   * @returns null when the strip has no such chapter, or was destroyed
   * @throws ReaderError
   */
  async load(index: number): Promise<ChapterView | null> {
    const loaded = this.view(index);
    if (loaded) return loaded;
    const loading = this.#loading.get(index) ?? this.#fill(index).finally(() => this.#loading.delete(index));
    this.#loading.set(index, loading);
    return loading;
  }

  /** Unloads all other chapters; their slots keep their height. */
  keepOnly(indexes: readonly number[]): void {
    for (const [index, { view, stop }] of this.#loaded) {
      if (indexes.includes(index)) continue;
      this.#loaded.delete(index);
      stop();
      view.destroy();
    }
  }

  setAppearance(appearance: Appearance): void {
    this.#appearance = appearance;
    for (const view of this.views()) view.frame.setStyle(this.#style(view.index));
    this.layout();
  }

  /** Lays out all loaded chapters again. */
  layout(): void {
    for (const view of this.views()) view.layout((page) => this.#paginator(view.index, view.frame, page));
  }

  destroy(): void {
    this.#destroyed = true;
    this.keepOnly([]);
  }

  get #available(): { width: number; height: number } {
    return { width: this.#strip.scroller.clientWidth, height: this.#strip.scroller.clientHeight };
  }

  async #fill(index: number): Promise<ChapterView | null> {
    const { chapters, manifest } = this.#book;
    const chapter = await chapters.load(index);
    const slot = this.#strip.slot(index);
    if (this.#destroyed || !slot) return null;
    const frame = new Frame(slot, this.#controller.sources);
    frame.place({ left: 0, top: 0, width: slot.clientWidth, height: slot.clientHeight });
    const view = await renderChapter(frame, this.#book, [index, chapter], {
      label: this.#options.labels.page(index + 1),
      style: this.#style(index),
      isFixed: isFixed(manifest, index),
      divide: (document) => this.#paginator(index, frame, document),
    });
    this.#loaded.set(index, { view, stop: bindChapterInput(view, this.#controller) });
    if (this.#destroyed) {
      this.keepOnly([]);
      return null;
    }
    frame.reveal();
    if (manifest.spine[index]?.malformed) this.#options.events.damaged();
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
        isFixed(this.#book.manifest, index)
          ? this.#fitPage(index, frame, page)
          : this.#fitText(index, frame, page),
    });
  }

  /** A fixed-layout page is as wide as the roll. */
  #fitPage(index: number, frame: Frame, page: Document): void {
    const size = pageSize(page, this.#available);
    const width = Math.min(this.#available.width, maxRollWidth);
    const scale = width / size.width;
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
    if (isFixed(this.#book.manifest, index)) return fixedPageStyle;
    const text = { ...this.#appearance.text, flow: 'scrolled' as const };
    const geometry = pageGeometry(this.#available, text, appFontSize());
    // The strip scrolls, not the chapter.
    return `${pageStyle({ ...this.#appearance, text }, geometry, filesOf)}
      :root { overflow: hidden !important; overscroll-behavior: auto !important; }
      body { padding-block-end: ${geometry.paddingBottom}px !important; }`;
  }
}
