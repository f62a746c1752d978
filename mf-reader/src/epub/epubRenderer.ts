import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { Appearance } from '../engine/appearance.ts';
import { filesOf, fontFiles } from '../engine/fonts/fontFiles.ts';
import { type Edge, isEnd } from '../engine/keys.ts';
import type { Readings } from '../engine/narration.ts';
import { positionAt } from '../engine/positions.ts';
import { asReaderError } from '../engine/readerError.ts';
import type {
  EntryTarget,
  Mark,
  MoveCause,
  NarrationOptions,
  Narrator,
  Renderer,
} from '../engine/renderer.ts';
import type { ShowOptions } from '../engine/showBook.ts';
import { Turns } from '../engine/turns.ts';
import { bindMarginInput, type ChapterController } from './chapterInput.ts';
import { type ChapterArrival, ChapterView } from './chapterView.ts';
import { fragmentOf } from './content/links.ts';
import { Frame } from './frame.ts';
import { isFixed, paper, untilSized } from './layout/fixedPage.ts';
import { noteStyle } from './layout/pageStyle.ts';
import type { Paginator } from './layout/paginator.ts';
import { chapterOf } from './location/locate.ts';
import { type BookFacts, destinationOf } from './placeOf.ts';
import { readingOf } from './reading.ts';

/** In a mixed book: opens chapters of the other layout. */
export interface OtherLayout {
  shows(index: number): boolean;
  /** Replaces the current renderer, which is destroyed. */
  open(index: number, arrival: ChapterArrival, cause: MoveCause): Promise<void>;
}

interface ChapterLook {
  /** Accessible name of a chapter without a title. */
  label: string;
  style: string;
  /** A page of fixed layout. */
  isFixed?: boolean;
  /** Changes the styled page before it is measured. */
  prepare?(page: Document): void;
  divide(page: Document): Paginator;
}

/** What is the same for every layout of an EPUB. A layout opens places in chapters, and turns its pages. */
export abstract class EpubRenderer implements Renderer {
  readonly totalPages: number;
  readonly finder = null;
  readonly thumbnails = null;
  abstract readonly readings: Readings;
  protected readonly host: HTMLElement;
  protected readonly book: BookFacts;
  protected readonly options: ShowOptions;
  protected readonly turns = new Turns();
  protected appearance: Appearance;
  protected marks: readonly Mark[] = [];
  protected destroyed = false;
  readonly #other: OtherLayout | null;
  readonly #resizing = new ResizeObserver(() => this.resized());
  #stopMargins: () => void = () => {};

  /** @param other renders the chapters of the other layout, in a mixed book */
  constructor(host: HTMLElement, book: BookFacts, options: ShowOptions, other: OtherLayout | null = null) {
    this.host = host;
    this.book = book;
    this.options = options;
    this.#other = other;
    this.appearance = options.appearance;
    this.totalPages = book.manifest.total_positions;
    this.#resizing.observe(host);
  }

  /** The chapters that are shown. */
  abstract views(): readonly ChapterView[];

  /** The chapter at the top of the screen. */
  abstract get current(): ChapterView | null;

  /**
   * Opens a place in a chapter, and reports the move.
   * @throws ReaderError
   */
  abstract open(index: number, arrival: ChapterArrival, cause?: MoveCause): Promise<void>;

  abstract next(): Promise<boolean>;

  abstract previous(): Promise<boolean>;

  abstract setAppearance(appearance: Appearance): void;

  /** The container has another size. */
  protected abstract resized(): void;

  /** @throws ReaderError */
  async begin(start: Locator | null): Promise<void> {
    const { index, arrival } = destinationOf(start, this.book);
    await this.open(index, arrival);
  }

  async go(locator: Locator, { flash = false } = {}): Promise<void> {
    const { index, arrival } = destinationOf(locator, this.book, flash);
    await this.goTo(index, arrival);
  }

  async goToEntry({ target, href }: EntryTarget): Promise<void> {
    await this.goTo(target, { at: 'fragment', fragment: fragmentOf(href) });
  }

  async goToEdge(edge: Edge): Promise<void> {
    const { chapters, manifest } = this.book;
    const here = this.current?.index ?? null;
    const end = isEnd(edge);
    // A fixed page has no other edge to go to: those of the book are meant.
    const meant = here !== null && isFixed(manifest, here) ? (end ? 'bookEnd' : 'bookStart') : edge;
    await this.goTo(chapters.atEdge(meant, here), { at: end ? 'end' : 'start' });
  }

  async narrate(options?: NarrationOptions): Promise<Narrator> {
    const { SentenceNarrator } = await import('../engine/narration.ts');
    return new SentenceNarrator(this.readings, options);
  }

  flush(): void {
    // A turned page is reported at once.
  }

  setMarks(marks: readonly Mark[]): void {
    this.marks = marks;
    this.drawMarks();
  }

  clearSelection(): void {
    for (const view of this.views()) view.document.getSelection()?.removeAllRanges();
  }

  focus(): void {
    this.current?.frame.window?.focus();
  }

  destroy(): void {
    this.destroyed = true;
    this.#resizing.disconnect();
    this.#stopMargins();
  }

  /** Opens a place, also one of the other layout. A failure is reported. @returns whether it is shown */
  protected async goTo(index: number, arrival: ChapterArrival, cause: MoveCause = 'jump'): Promise<boolean> {
    try {
      await (this.#other?.shows(index)
        ? this.#other.open(index, arrival, cause)
        : this.open(index, arrival, cause));
      return true;
    } catch (error) {
      if (!this.destroyed) this.options.events.failed(asReaderError(error));
      return false;
    }
  }

  protected drawMarks(views = this.views()): void {
    for (const view of views)
      view.marks.draw(this.marks.filter(({ locator }) => chapterOf(locator) === view.index));
  }

  /** A chapter for reading aloud. @param turned called when a sentence changed the screen */
  protected readingOf(view: ChapterView | null, turned: () => void) {
    return view && readingOf(view, this.book.chapters, this.book.manifest.language, turned);
  }

  protected createFrame(host = this.host): Frame {
    return new Frame(host, this.#sources);
  }

  /** Renders a loaded chapter in a frame, which is removed when that fails. */
  protected async renderChapter(
    frame: Frame,
    [index, chapter]: readonly [number, Document],
    { label, style, isFixed = false, prepare, divide }: ChapterLook,
  ): Promise<ChapterView> {
    const { chapters, manifest } = this.book;
    const { title, malformed } = manifest.spine[index] ?? {};
    frame.element.title = title || label;
    if (isFixed) frame.element.style.background = paper;
    try {
      const page = await frame.fill(chapter, chapters.url(index), style, { isFixed });
      if (isFixed) await untilSized(page);
      prepare?.(page);
      const address = { index, cfiBase: chapters.section(index)?.cfiBase ?? '' };
      const view = new ChapterView(frame, page, address, divide);
      if (malformed) this.options.events.damaged();
      return view;
    } catch (error) {
      frame.remove();
      throw error;
    }
  }

  /** Binds input on the margins around the chapters. @returns for the input of the chapters */
  protected bindInput(
    own: Pick<ChapterController, 'paginated' | 'turn'> & Partial<ChapterController>,
  ): ChapterController {
    const { events, direction } = this.options;
    const { chapters, manifest } = this.book;
    const controller = {
      events,
      chapters,
      host: this.host,
      sources: this.#sources,
      rtl: direction === 'rtl',
      pageOf: (view: ChapterView, fraction: number) => {
        const item = manifest.spine[view.index];
        return item ? positionAt(item, fraction) : 1;
      },
      noteStyle: () => noteStyle(this.appearance, filesOf),
      follow: (index: number, fragment: string) => {
        runInBackground(this.goTo(index, { at: 'fragment', fragment }));
      },
      pull: () => {},
      ...own,
    };
    this.#stopMargins = bindMarginInput(controller);
    return controller;
  }

  /** Addresses from whose origins the documents of the book may load. */
  get #sources(): string[] {
    return [this.book.chapters.url(0), fontFiles.serif[0]?.url ?? ''];
  }
}
