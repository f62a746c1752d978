import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { Appearance } from '../engine/appearance.ts';
import { filesOf } from '../engine/fonts/fontFiles.ts';
import { ScrollReports } from '../engine/gestures/scrollReports.ts';
import { type Edge, isEnd } from '../engine/keys.ts';
import { loadNarrator } from '../engine/loadNarrator.ts';
import type { Readings } from '../engine/narration.ts';
import type { ShowOptions } from '../engine/publication.ts';
import { asReaderError, ReaderError } from '../engine/readerError.ts';
import type { Mark, MoveCause, NarrationOptions, Narrator, Renderer } from '../engine/renderer.ts';
import { Turns } from '../engine/turns.ts';
import type { ChapterArrival } from './chapterArrival.ts';
import { controllerOf, sourcesOf } from './chapterController.ts';
import { bindChapterInput, bindMarginInput, type ChapterController } from './chapterInput.ts';
import { ChapterView } from './chapterView.ts';
import { fragmentOf } from './content/links.ts';
import { Frame } from './frame.ts';
import { Columns } from './layout/columns.ts';
import { appFontSize, type Geometry, pageGeometry } from './layout/geometry.ts';
import { openBoxes } from './layout/openBoxes.ts';
import { noteStyle, pageStyle } from './layout/pageStyle.ts';
import type { Paginator } from './layout/paginator.ts';
import { Scroll } from './layout/scroll.ts';
import { VerticalColumns, verticalMode } from './layout/verticalColumns.ts';
import { chapterOf } from './location/locate.ts';
import { notifyIfSlow } from './notifyIfSlow.ts';
import type { OtherLayout } from './otherLayout.ts';
import { type BookFacts, destinationOf, placeOf } from './placeOf.ts';
import { addPlayers } from './players/addPlayers.ts';
import { readingOf } from './reading.ts';

/** Renderer for reflowable EPUBs. One chapter is rendered at a time. */
export class ReflowRenderer implements Renderer {
  readonly totalPages: number;
  readonly finder = null;
  readonly thumbnails = null;
  readonly #host: HTMLElement;
  readonly #book: BookFacts;
  readonly #options: ShowOptions;
  readonly #resizing: ResizeObserver;
  readonly #other: OtherLayout | null;
  readonly readings: Readings;
  #appearance: Appearance;
  #geometry: Geometry;
  #view: ChapterView | null = null;
  /** A spare frame for the next chapter. */
  #spare: Frame | null;
  #marks: readonly Mark[] = [];
  #stopChapter: () => void = () => {};
  #stopMargins: () => void;
  /** Navigations are serialized; a later one replaces those that have not started. */
  #navigation = 0;
  #opening: Promise<void> = Promise.resolve();
  readonly #turns = new Turns();
  #destroyed = false;
  readonly #scroll = new ScrollReports(() => this.#view?.scrolled() && this.#moved('turn'), {
    whileScrolling: false,
  });
  /** Vertical writing is always paginated. */
  #vertical = false;
  /** Spine index of the chapter that the current style is for. */
  #styled = 0;

  /** @param other renders fixed-layout pages, in a mixed book */
  constructor(host: HTMLElement, book: BookFacts, options: ShowOptions, other: OtherLayout | null = null) {
    this.#host = host;
    this.#book = book;
    this.#options = options;
    this.#other = other;
    this.readings = this.#makeReadings();
    this.#appearance = options.appearance;
    this.totalPages = book.manifest.total_positions;
    this.#geometry = this.#measure();
    this.#spare = this.#frame();
    this.#stopMargins = bindMarginInput(this.#controller());
    this.#resizing = new ResizeObserver(() => this.#relayout(false));
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
    await this.#turns.follow(async () => {
      await this.#opening.catch(() => {});
      const index = this.#book.chapters.atEdge(edge, this.#view?.index ?? null);
      return this.#goTo(index, { at: isEnd(edge) ? 'end' : 'start' });
    });
  }

  next(): Promise<boolean> {
    return this.#turn(true, false);
  }

  previous(): Promise<boolean> {
    return this.#turn(false, false);
  }

  narrate(options?: NarrationOptions): Promise<Narrator> {
    return loadNarrator(this.readings, options);
  }

  #makeReadings(): Readings {
    return {
      current: async () => {
        await this.#opening.catch(() => {});
        const { chapters, manifest } = this.#book;
        const turned = () => this.#moved('turn');
        return this.#view && readingOf(this.#view, chapters, manifest.language, turned);
      },
      turn: (forward) => this.#openNeighbor(forward),
    };
  }

  flush(): void {
    // A turned page is reported at once, and may still be moving.
    if (!this.#paginated) this.#scroll.flush();
  }

  setMarks(marks: readonly Mark[]): void {
    this.#marks = marks;
    this.#drawMarks();
  }

  setAppearance(appearance: Appearance): void {
    if (appearance === this.#appearance) return;
    this.#appearance = appearance;
    this.#relayout(true);
  }

  clearSelection(): void {
    this.#view?.document.getSelection()?.removeAllRanges();
  }

  focus(): void {
    this.#view?.frame.window?.focus();
  }

  destroy(): void {
    this.#destroyed = true;
    this.#resizing.disconnect();
    this.#stopChapter();
    this.#stopMargins();
    this.#view?.destroy();
    this.#spare?.remove();
  }

  get #paginated(): boolean {
    return this.#vertical || this.#chapterAppearance.text.flow === 'paginated';
  }

  /** The appearance of the chapter, which is scrolled if its book requires it. */
  get #chapterAppearance(): Appearance {
    const scrolled = this.#book.manifest.spine[this.#styled]?.rendition?.flow?.startsWith('scrolled');
    if (!scrolled) return this.#appearance;
    return { ...this.#appearance, text: { ...this.#appearance.text, flow: 'scrolled' } };
  }

  /** Opens a chapter, or navigates in the current one. */
  async #open(index: number, arrival: ChapterArrival, cause: MoveCause = 'jump'): Promise<void> {
    if (this.#other?.shows(index)) return this.#other.open(index, arrival, cause);
    const navigation = ++this.#navigation;
    const before = this.#opening;
    this.#opening = (async () => {
      await before.catch(() => {});
      if (navigation !== this.#navigation || this.#destroyed) return;
      if (this.#view?.index === index) this.#view.arrive(arrival);
      else await this.#replace(index, arrival);
      this.#moved(cause);
    })();
    await this.#opening;
  }

  async #replace(index: number, arrival: ChapterArrival): Promise<void> {
    const { chapters, manifest } = this.#book;
    const section = chapters.section(index);
    if (!section) throw new ReaderError('not_found', `chapter ${index}`);
    const frame = this.#spare ?? this.#frame();
    this.#spare = null;
    let hadFocus = false;
    frame.element.title = manifest.spine[index]?.title || this.#options.labels.book;
    try {
      const chapter = await notifyIfSlow(chapters.load(index), (slow) => {
        if (!this.#destroyed) this.#options.events.waiting(slow);
      });
      this.#styled = index;
      this.#vertical = false;
      this.#geometry = this.#measure();
      this.#placeFrame(frame);
      const page = await frame.fill(chapter, chapters.url(index), this.#style());
      openBoxes(page);
      await addPlayers(page, this.#options.labels.player, 'flow');
      const view = new ChapterView(frame, page, { index, cfiBase: section.cfiBase }, (document) =>
        this.#paginator(document),
      );
      view.arrive(arrival);
      hadFocus = this.#host.contains(document.activeElement);
      this.#stopChapter();
      this.#view?.destroy();
      this.#view = view;
    } catch (error) {
      frame.remove();
      this.#styled = this.#view?.index ?? index;
      throw error;
    }
    this.#drawMarks();
    frame.reveal();
    if (hadFocus) this.focus();
    if (manifest.spine[index]?.malformed) this.#options.events.damaged();
    this.#stopMargins();
    this.#stopMargins = bindMarginInput(this.#controller());
    this.#stopChapter = this.#bindChapter(this.#view);
    setTimeout(() => this.#prepareNeighbors(index), 150);
  }

  #prepareNeighbors(index: number): void {
    if (this.#destroyed || this.#view?.index !== index) return;
    const { chapters } = this.#book;
    this.#spare ??= this.#frame();
    for (const neighbor of [chapters.after(index), chapters.before(index)])
      if (neighbor !== null) chapters.load(neighbor).catch(() => {});
  }

  #turn(forward: boolean, animate: boolean): Promise<boolean> {
    return this.#turns.follow(() => this.#turnNow(forward, animate));
  }

  async #turnNow(forward: boolean, animate: boolean): Promise<boolean> {
    await this.#opening.catch(() => {});
    const view = this.#view;
    if (!view || this.#destroyed) return false;
    const { paginator } = view;
    if (forward ? !paginator.atEnd : !paginator.atStart) {
      this.#scroll.readerActs();
      paginator.show(paginator.index + (forward ? 1 : -1), animate || !this.#paginated);
      // In scrolled flow the position is reported when scrolling stops.
      if (this.#paginated) this.#moved('turn');
      return true;
    }
    if (await this.#openNeighbor(forward)) return true;
    if (forward && this.#book.chapters.endsWith(view.index)) this.#options.events.passedEnd();
    this.#view?.columns?.show(paginator.index, animate);
    return false;
  }

  /** The next chapter at its start, or the previous one at its end. False at the ends of the book. */
  async #openNeighbor(forward: boolean): Promise<boolean> {
    const { chapters } = this.#book;
    const here = this.#view?.index ?? chapters.first();
    const neighbor = forward ? chapters.after(here) : chapters.before(here);
    if (neighbor === null) return false;
    return this.#goTo(neighbor, { at: forward ? 'start' : 'end' }, 'turn');
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

  #moved(cause: MoveCause): void {
    const view = this.#view;
    if (!view || this.#destroyed) return;
    if (cause === 'turn') view.anchor();
    else this.#scroll.ignore();
    if (cause === 'jump') this.#scroll.cancel();
    this.#options.events.moved(placeOf(view, this.#book, this.#paginated), cause);
  }

  #relayout(restyle: boolean): void {
    const geometry = this.#measure();
    const same = JSON.stringify(geometry) === JSON.stringify(this.#geometry);
    if ((same && !restyle) || this.#destroyed || this.#host.clientWidth === 0) return;
    this.#geometry = geometry;
    const view = this.#view;
    if (!view) return;
    this.#placeFrame(view.frame);
    view.frame.setStyle(this.#style());
    view.layout((document) => this.#paginator(document));
    this.#stopMargins();
    this.#stopMargins = bindMarginInput(this.#controller());
    this.#stopChapter();
    this.#stopChapter = this.#bindChapter(view);
    this.#moved('layout');
  }

  #paginator(document: Document): Paginator {
    const vertical = verticalMode(document);
    this.#vertical = vertical !== null;
    const { side, align } = this.#book.manifest.spine[this.#styled]?.rendition ?? {};
    if (vertical) return new VerticalColumns(document, this.#geometry, vertical, align === 'center');
    if (!this.#paginated) return new Scroll(document);
    return new Columns(document, this.#geometry, align ?? (side === 'center' ? null : (side ?? null)));
  }

  #measure(): Geometry {
    return pageGeometry(
      { width: this.#host.clientWidth, height: this.#host.clientHeight },
      this.#appearance.text,
      appFontSize(),
    );
  }

  #style(): string {
    return pageStyle(this.#chapterAppearance, this.#geometry, filesOf);
  }

  #frame(): Frame {
    return new Frame(this.#host, sourcesOf(this.#book));
  }

  #placeFrame(frame: Frame): void {
    const hostWidth = this.#host.clientWidth;
    const width = this.#paginated ? this.#geometry.step : hostWidth;
    frame.place({ left: Math.floor((hostWidth - width) / 2), top: 0, width, height: this.#geometry.height });
  }

  #drawMarks(): void {
    const view = this.#view;
    view?.marks.draw(this.#marks.filter(({ locator }) => chapterOf(locator) === view.index));
  }

  #bindChapter(view: ChapterView): () => void {
    const stop = bindChapterInput(view, this.#controller());
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

  #controller(): ChapterController {
    return {
      ...controllerOf(this.#host, this.#book, this.#options),
      noteStyle: () => noteStyle(this.#appearance, filesOf),
      paginated: this.#paginated,
      turn: (forward, animate) => this.#turn(forward, animate),
      act: () => this.#scroll.readerActs(),
      pull: (by) => {
        if (by === null) this.#view?.columns?.show(this.#view.paginator.index, true);
        else this.#view?.columns?.drag(by);
      },
      follow: (index, fragment) => {
        runInBackground(this.#goTo(index, { at: 'fragment', fragment }));
      },
    };
  }
}
