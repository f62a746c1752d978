import type { Appearance } from '../engine/appearance.ts';
import { filesOf } from '../engine/fonts/fontFiles.ts';
import { ScrollReports } from '../engine/gestures/scrollReports.ts';
import type { Edge } from '../engine/keys.ts';
import type { Readings } from '../engine/narration.ts';
import type { MoveCause } from '../engine/renderer.ts';
import { bindChapterInput } from './chapterInput.ts';
import type { ChapterArrival, ChapterView } from './chapterView.ts';
import { EpubRenderer } from './epubRenderer.ts';
import type { Frame } from './frame.ts';
import { Columns, VerticalColumns, verticalMode } from './layout/columns.ts';
import { appFontSize, type Geometry, pageGeometry } from './layout/geometry.ts';
import { openBoxes } from './layout/openBoxes.ts';
import { pageStyle } from './layout/pageStyle.ts';
import type { Paginator } from './layout/paginator.ts';
import { scrollAlone } from './layout/scroll.ts';
import { placeOf } from './placeOf.ts';

/** Milliseconds after which loading counts as slow. */
const slowAfterMs = 500;

/** Renderer for reflowable EPUBs. One chapter is rendered at a time. */
export class ReflowRenderer extends EpubRenderer {
  readonly readings: Readings = {
    current: async () => {
      await this.#opening.catch(() => {});
      return this.readingOf(this.#view, () => this.#moved('turn'));
    },
    turn: (forward) => this.#openNeighbor(forward),
  };
  #view: ChapterView | null = null;
  /** Spine index of the chapter that the current style is for. */
  #styled = 0;
  /** Vertical writing is always paginated. */
  #vertical = false;
  #geometry: Geometry = this.#measure();
  /** A spare frame for the next chapter. */
  #spare: Frame | null = this.createFrame();
  #stopChapter: () => void = () => {};
  /** Navigations are serialized; a later one replaces those that have not started. */
  #navigation = 0;
  #opening: Promise<void> = Promise.resolve();
  readonly #scroll = new ScrollReports(() => this.#view?.scrolled() && this.#moved('turn'), {
    whileScrolling: false,
  });
  readonly #controller = this.bindInput({
    paginated: () => this.#paginated,
    turn: (forward, animate) => this.#turn(forward, animate),
    act: () => this.#scroll.readerActs(),
    pull: (by) => {
      if (by === null) this.#view?.columns?.show(this.#view.paginator.index, true);
      else this.#view?.columns?.drag(by);
    },
  });

  views(): readonly ChapterView[] {
    return this.#view ? [this.#view] : [];
  }

  get current(): ChapterView | null {
    return this.#view;
  }

  override async goToEdge(edge: Edge): Promise<void> {
    await this.turns.follow(async () => {
      await this.#opening.catch(() => {});
      await super.goToEdge(edge);
      return true;
    });
  }

  next(): Promise<boolean> {
    return this.#turn(true, false);
  }

  previous(): Promise<boolean> {
    return this.#turn(false, false);
  }

  override flush(): void {
    // A turned page is reported at once, and may still be moving.
    if (!this.#paginated) this.#scroll.flush();
  }

  setAppearance(appearance: Appearance): void {
    if (appearance === this.appearance) return;
    this.appearance = appearance;
    this.#relayout(true);
  }

  override destroy(): void {
    super.destroy();
    this.#stopChapter();
    this.#view?.destroy();
    this.#spare?.remove();
  }

  protected resized(): void {
    this.#relayout(false);
  }

  get #paginated(): boolean {
    return this.#vertical || this.#chapterAppearance.text.flow === 'paginated';
  }

  /** The appearance of the chapter, which is scrolled if its book requires it. */
  get #chapterAppearance(): Appearance {
    const scrolled = this.book.manifest.spine[this.#styled]?.rendition?.flow?.startsWith('scrolled');
    if (!scrolled) return this.appearance;
    return { ...this.appearance, text: { ...this.appearance.text, flow: 'scrolled' } };
  }

  /** Opens a chapter, or navigates in the current one. */
  async open(index: number, arrival: ChapterArrival, cause: MoveCause = 'jump'): Promise<void> {
    const navigation = ++this.#navigation;
    const before = this.#opening;
    this.#opening = (async () => {
      await before.catch(() => {});
      if (navigation !== this.#navigation || this.destroyed) return;
      if (this.#view?.index === index) this.#view.arrive(arrival);
      else await this.#replace(index, arrival);
      this.#moved(cause);
    })();
    await this.#opening;
  }

  async #replace(index: number, arrival: ChapterArrival): Promise<void> {
    const chapter = await this.#load(index);
    const frame = this.#spare ?? this.createFrame();
    this.#spare = null;
    this.#styled = index;
    this.#vertical = false;
    this.#geometry = this.#measure();
    this.#placeFrame(frame);
    const view = await this.renderChapter(frame, [index, chapter], {
      label: this.options.labels.book,
      style: this.#style(),
      prepare: openBoxes,
      divide: (document) => this.#paginator(document),
    }).catch((error: unknown) => {
      this.#styled = this.#view?.index ?? index;
      throw error;
    });
    view.arrive(arrival);
    const hadFocus = this.host.contains(document.activeElement);
    this.#stopChapter();
    this.#view?.destroy();
    this.#view = view;
    this.drawMarks();
    frame.reveal();
    if (hadFocus) this.focus();
    this.#stopChapter = this.#bindChapter(view);
    setTimeout(() => this.#prepareNeighbors(index), 150);
  }

  /** Loads a chapter, and tells when that takes long. */
  async #load(index: number): Promise<Document> {
    const { waiting } = this.options.events;
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = !this.destroyed;
      if (isSlow) waiting(true);
    }, slowAfterMs);
    return this.book.chapters.load(index).finally(() => {
      clearTimeout(timer);
      if (isSlow && !this.destroyed) waiting(false);
    });
  }

  #prepareNeighbors(index: number): void {
    if (this.destroyed || this.#view?.index !== index) return;
    const { chapters } = this.book;
    this.#spare ??= this.createFrame();
    for (const neighbor of [chapters.after(index), chapters.before(index)])
      if (neighbor !== null) chapters.load(neighbor).catch(() => {});
  }

  #turn(forward: boolean, animate: boolean): Promise<boolean> {
    return this.turns.follow(() => this.#turnNow(forward, animate));
  }

  async #turnNow(forward: boolean, animate: boolean): Promise<boolean> {
    await this.#opening.catch(() => {});
    const view = this.#view;
    if (!view || this.destroyed) return false;
    const { paginator } = view;
    if (forward ? !paginator.atEnd : !paginator.atStart) {
      this.#scroll.readerActs();
      paginator.show(paginator.index + (forward ? 1 : -1), animate || !this.#paginated);
      // In scrolled flow the position is reported when scrolling stops.
      if (this.#paginated) this.#moved('turn');
      return true;
    }
    if (await this.#openNeighbor(forward)) return true;
    if (forward && this.book.chapters.endsWith(view.index)) this.options.events.passedEnd();
    this.#view?.columns?.show(paginator.index, animate);
    return false;
  }

  /** The next chapter at its start, or the previous one at its end. False at the ends of the book. */
  async #openNeighbor(forward: boolean): Promise<boolean> {
    const { chapters } = this.book;
    const here = this.#view?.index ?? chapters.first();
    const neighbor = forward ? chapters.after(here) : chapters.before(here);
    if (neighbor === null) return false;
    return this.goTo(neighbor, { at: forward ? 'start' : 'end' }, 'turn');
  }

  #moved(cause: MoveCause): void {
    const view = this.#view;
    if (!view || this.destroyed) return;
    if (cause === 'turn') view.anchor();
    else this.#scroll.ignore();
    if (cause === 'jump') this.#scroll.cancel();
    this.options.events.moved(placeOf(view, this.book, this.#paginated), cause);
  }

  #relayout(restyle: boolean): void {
    const geometry = this.#measure();
    const same = JSON.stringify(geometry) === JSON.stringify(this.#geometry);
    if ((same && !restyle) || this.destroyed || this.host.clientWidth === 0) return;
    this.#geometry = geometry;
    const view = this.#view;
    if (!view) return;
    this.#placeFrame(view.frame);
    view.frame.setStyle(this.#style());
    view.layout((document) => this.#paginator(document));
    this.#scroll.cancel();
    this.#moved('layout');
  }

  #paginator(document: Document): Paginator {
    const vertical = verticalMode(document);
    this.#vertical = vertical !== null;
    const { side, align } = this.book.manifest.spine[this.#styled]?.rendition ?? {};
    if (vertical) return new VerticalColumns(document, this.#geometry, vertical, align === 'center');
    if (!this.#paginated) return scrollAlone(document);
    return new Columns(document, this.#geometry, align ?? (side === 'center' ? null : (side ?? null)));
  }

  #measure(): Geometry {
    return pageGeometry(
      { width: this.host.clientWidth, height: this.host.clientHeight },
      this.appearance.text,
      appFontSize(),
    );
  }

  #style(): string {
    return pageStyle(this.#chapterAppearance, this.#geometry, filesOf);
  }

  #placeFrame(frame: Frame): void {
    const hostWidth = this.host.clientWidth;
    const width = this.#paginated ? this.#geometry.step : hostWidth;
    frame.place({ left: Math.floor((hostWidth - width) / 2), top: 0, width, height: this.#geometry.height });
  }

  #bindChapter(view: ChapterView): () => void {
    const stop = bindChapterInput(view, this.#controller);
    const onScroll = () => {
      // Paginated chapters know their screen; in scrolled ones, our own scroll events are ignored.
      if (this.#paginated) this.#scroll.soon('turn');
      else this.#scroll.scrolled();
    };
    view.document.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      this.#scroll.cancel();
      view.document.removeEventListener('scroll', onScroll);
      stop();
    };
  }
}
