import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { Appearance } from '../engine/appearance.ts';
import { ScrollReports } from '../engine/gestures/scrollReports.ts';
import type { Readings } from '../engine/narration.ts';
import type { MoveCause } from '../engine/renderer.ts';
import type { ChapterArrival, ChapterView } from './chapterView.ts';
import { EpubRenderer } from './epubRenderer.ts';
import { overlap } from './layout/scroll.ts';
import { Strip } from './layout/strip.ts';
import { placeOf } from './placeOf.ts';
import { StripChapters } from './stripChapters.ts';

/** Screens above and below within which chapters are loaded, and beyond which they are unloaded. */
const screens = { loaded: 1.5, kept: 6 } as const;

/**
 * Renderer for EPUBs in one strip: reflowable chapters (`scrolled-continuous`), or fixed-layout pages without gaps
 * (`roll`, webtoons). Only chapters near the screen are loaded.
 */
export class ContinuousRenderer extends EpubRenderer {
  readonly #strip = this.#createStrip();
  readonly #scroll = new ScrollReports((cause) => this.#moved(cause), { whileScrolling: false });
  readonly #chapters = new StripChapters(
    this.#strip,
    this.book,
    this.options,
    this.bindInput({
      paginated: () => false,
      scrolls: true,
      turn: (forward) => (forward ? this.next() : this.previous()),
      act: () => this.#scroll.readerActs(),
    }),
  );
  /** The chapter being read aloud; null for the one at the top of the screen. */
  #spoken: number | null = null;
  readonly readings: Readings = {
    current: async () =>
      this.readingOf(this.#chapters.view(this.#spoken ?? -1) ?? this.current, () =>
        this.#movedBySelf('turn'),
      ),
    select: (target) => {
      this.#spoken = target;
      return this.#chapters.view(target) !== null;
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
    return this.#chapters.views();
  }

  get current(): ChapterView | null {
    return this.#chapters.view(this.#strip.at(overlap));
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
    this.#relayout(() => this.#chapters.setAppearance(appearance));
  }

  override destroy(): void {
    super.destroy();
    this.#scroll.cancel();
    this.#chapters.destroy();
    this.#strip.remove();
  }

  protected resized(): void {
    this.#relayout(() => this.#chapters.layout());
  }

  async open(index: number, arrival: ChapterArrival, cause: MoveCause = 'jump'): Promise<void> {
    const view = await this.#chapters.load(index);
    if (!view || this.destroyed) return;
    this.#spoken = null;
    view.arrive(arrival);
    this.#movedBySelf(cause);
    this.drawMarks([view]);
    runInBackground(this.#loadNear());
  }

  /** Loads chapters near the screen and unloads distant ones. */
  async #loadNear(): Promise<void> {
    this.#chapters.keepOnly(this.#strip.near(screens.kept));
    for (const index of this.#strip.near(screens.loaded)) {
      if (this.destroyed) return;
      if (this.#chapters.view(index)) continue;
      const view = await this.#chapters.load(index).catch(() => null);
      if (view) this.drawMarks([view]);
    }
  }

  #createStrip(): Strip {
    const { spine } = this.book.manifest;
    const strip = new Strip(
      this.host,
      spine.flatMap((item, index) => (item.linear ? [index] : [])),
    );
    const onScroll = () => {
      runInBackground(this.#loadNear());
      if (!strip.keepsPlace && this.#scroll.scrolled()) this.#spoken = null;
    };
    strip.scroller.addEventListener('scroll', onScroll, { passive: true });
    return strip;
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

  #relayout(change: () => void): void {
    const view = this.current;
    if (this.destroyed || !view || this.#strip.scroller.clientHeight === 0) return;
    const place = view.place();
    change();
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
}
