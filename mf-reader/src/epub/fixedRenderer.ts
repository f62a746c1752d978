import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { placeOfPosition, positionAt } from '../engine/positions.ts';
import type { ShowOptions } from '../engine/publication.ts';
import { ReaderError } from '../engine/readerError.ts';
import type { Mark, MoveCause, Narrator, Renderer } from '../engine/renderer.ts';
import { bindChapterInput, bindMarginInput, type ChapterController } from './chapterInput.ts';
import { ChapterView } from './chapterView.ts';
import { Frame } from './frame.ts';
import { fitPages, pageSize, spreadOf } from './layout/fixedPage.ts';
import { fontFiles } from './layout/fontFiles.ts';
import { noteStyle } from './layout/pageStyle.ts';
import { singlePage } from './layout/singlePage.ts';
import { chapterOf } from './location/locate.ts';
import { type BookFacts, placeOf } from './placeOf.ts';
import { readingOf } from './reading.ts';

const style = ':root, body { margin: 0 !important; overflow: hidden !important; background: #fff; }';
/** Minimum width in CSS pixels for two pages, in landscape. */
const twoFrom = 900;

interface Shown {
  view: ChapterView;
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
  readonly #stopMargins: () => void;
  #shown: Shown[] = [];
  #marks: readonly Mark[] = [];
  #wish = 0;
  #dim = false;

  constructor(host: HTMLElement, book: BookFacts, options: ShowOptions) {
    this.#host = host;
    this.#book = book;
    this.#options = options;
    this.#dim = options.appearance.theme === 'dark';
    this.totalPages = book.manifest.total_positions;
    this.#controller = {
      events: options.events,
      chapters: book.chapters,
      host,
      sources: [book.chapters.url(0), fontFiles.serif[0]?.url ?? ''],
      noteStyle: () => noteStyle(options.appearance, (font) => (font === 'publisher' ? [] : fontFiles[font])),
      rtl: options.direction === 'rtl',
      paginated: true,
      turn: (forward) => (forward ? this.next() : this.previous()),
      pull: () => {},
      follow: (index) => {
        const from = this.#first?.place();
        runInBackground(this.#goTo(index).then(() => from && options.events.jumped(from)));
      },
      pageOf: (view, fraction) => {
        const item = book.manifest.spine[view.index];
        return item ? positionAt(item, fraction) : 1;
      },
    };
    this.#stopMargins = bindMarginInput(this.#controller);
    this.#resizing = new ResizeObserver(() => runInBackground(this.#refit()));
    this.#resizing.observe(host);
  }

  /** @throws ReaderError */
  async begin(start: Locator | null): Promise<void> {
    await this.#show(start ? this.#indexOf(start) : this.#book.chapters.first());
  }

  async go(locator: Locator, { flash = false } = {}): Promise<void> {
    await this.#goTo(this.#indexOf(locator));
    const view = this.#shown.find((shown) => shown.view.index === chapterOf(locator))?.view;
    const range = flash ? view?.showLocator(locator) : null;
    if (view && range && !range.collapsed) view.marks.flash(range);
  }

  async goToEntry({ target }: { target: number }): Promise<void> {
    await this.#goTo(target);
  }

  async goToEdge(edge: Parameters<Renderer['goToEdge']>[0]): Promise<void> {
    const { chapters } = this.#book;
    await this.#goTo(edge === 'bookStart' || edge === 'chapterStart' ? chapters.first() : chapters.count - 1);
  }

  async goToPage(page: number): Promise<void> {
    await this.#goTo(placeOfPosition(this.#book.manifest.spine, page)?.spineIndex ?? 0);
  }

  async next(): Promise<boolean> {
    const last = this.#shown.at(-1)?.view.index ?? 0;
    return last + 1 < this.#book.chapters.count && this.#goTo(last + 1, 'turn');
  }

  async previous(): Promise<boolean> {
    const first = this.#first?.index ?? 0;
    return first > 0 && this.#goTo(first - 1, 'turn');
  }

  async narrate(): Promise<Narrator> {
    const { SentenceNarrator } = await import('../engine/narration.ts');
    /** Index of the current page in the spread. */
    let side = 0;
    return new SentenceNarrator({
      current: async () => {
        const view = this.#shown[side]?.view;
        return view && view.map.length > 0 ? readingOf(view, this.#book.manifest.language, () => {}) : null;
      },
      turn: async (forward) => {
        side += forward ? 1 : -1;
        if (this.#shown[side]) return true;
        const turned = await (forward ? this.next() : this.previous());
        side = forward ? 0 : this.#shown.length - 1;
        return turned;
      },
    });
  }

  setMarks(marks: readonly Mark[]): void {
    this.#marks = marks;
    this.#drawMarks();
  }

  setAppearance(appearance: ShowOptions['appearance']): void {
    this.#dim = appearance.theme === 'dark';
    for (const { view } of this.#shown) this.#tint(view.frame);
  }

  clearSelection(): void {
    for (const { view } of this.#shown) view.document.getSelection()?.removeAllRanges();
  }

  focus(): void {
    this.#first?.frame.window?.focus();
  }

  destroy(): void {
    this.#wish++;
    this.#resizing.disconnect();
    this.#stopMargins();
    this.#clear(this.#shown);
  }

  get #first(): ChapterView | undefined {
    return this.#shown[0]?.view;
  }

  get #two(): boolean {
    return this.#host.clientWidth >= twoFrom && this.#host.clientWidth > this.#host.clientHeight;
  }

  #indexOf(locator: Locator): number {
    const index = chapterOf(locator);
    if (index !== null) return Math.min(index, this.#book.chapters.count - 1);
    return placeOfPosition(this.#book.manifest.spine, locator.page ?? 1)?.spineIndex ?? 0;
  }

  async #goTo(index: number, cause: MoveCause = 'jump'): Promise<boolean> {
    try {
      await this.#show(index, cause);
      return true;
    } catch (cause) {
      this.#options.events.failed(
        cause instanceof ReaderError ? cause : new ReaderError('corrupt', String(cause), { cause }),
      );
      return false;
    }
  }

  async #show(index: number, cause: MoveCause = 'jump'): Promise<void> {
    const wish = ++this.#wish;
    const { chapters } = this.#book;
    const spread = spreadOf(index, chapters.count, this.#two);
    if (spread.join() !== this.#shown.map(({ view }) => view.index).join()) {
      const views = await Promise.all(spread.map((page) => this.#page(page)));
      if (wish !== this.#wish) {
        for (const view of views) view.destroy();
        return;
      }
      const before = this.#shown;
      this.#shown = views.map((view) => ({ view, stop: bindChapterInput(view, this.#controller) }));
      this.#fit();
      this.#drawMarks();
      for (const view of views) view.frame.reveal();
      this.#clear(before);
      for (const next of [(spread.at(-1) ?? 0) + 1, (spread.at(-1) ?? 0) + 2])
        if (next < chapters.count) chapters.load(next).catch(() => {});
    }
    this.#moved(cause);
  }

  async #page(index: number): Promise<ChapterView> {
    const { chapters, manifest } = this.#book;
    const section = chapters.section(index);
    if (!section) throw new ReaderError('not_found', `page ${index}`);
    const frame = new Frame(this.#host, [chapters.url(0)]);
    frame.element.title = manifest.spine[index]?.title || this.#options.labels.page(index + 1);
    try {
      const page = await frame.fill(await chapters.load(index), chapters.url(index), style);
      return new ChapterView(frame, page, { index, cfiBase: section.cfiBase }, () => singlePage);
    } catch (error) {
      frame.remove();
      throw error;
    }
  }

  /** After a resize the spread may change. */
  async #refit(): Promise<void> {
    const index = this.#first?.index;
    if (index === undefined || this.#host.clientWidth === 0) return;
    const spread = spreadOf(index, this.#book.chapters.count, this.#two);
    if (spread.length !== this.#shown.length) await this.#goTo(index, 'layout');
    else this.#fit();
  }

  #fit(): void {
    const views = this.#shown.map(({ view }) => view);
    if (this.#options.direction === 'rtl') views.reverse();
    const sizes = views.map((view) => pageSize(view.document));
    const places = fitPages(sizes, { width: this.#host.clientWidth, height: this.#host.clientHeight });
    for (const [at, view] of views.entries()) {
      const { scale, left, top } = places[at] as (typeof places)[number];
      view.frame.place({ left, top, ...(sizes[at] as (typeof sizes)[number]) });
      view.frame.magnify(scale);
      this.#tint(view.frame);
    }
  }

  #tint(frame: Frame): void {
    frame.element.style.filter = this.#dim ? 'brightness(0.82)' : '';
  }

  #moved(cause: MoveCause): void {
    const last = this.#shown.at(-1)?.view;
    const first = this.#first;
    if (!first || !last) return;
    const place = { ...placeOf(first, this.#book, true), wordsLeft: null, wordsShown: null };
    const atEnd = this.#book.chapters.after(last.index) === null;
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
