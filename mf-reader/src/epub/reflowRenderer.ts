import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { Appearance } from '../engine/appearance.ts';
import { type ContentsEntry, flattenContents } from '../engine/contents.ts';
import { ReaderFault } from '../engine/fault.ts';
import { percentageAt, placeOfPosition, positionAt } from '../engine/positions.ts';
import type { ShowOptions } from '../engine/publication.ts';
import type { Mark, Place, Renderer, RendererEvents } from '../engine/renderer.ts';
import type { Chapters } from './chapters.ts';
import { ChapterView } from './chapterView.ts';
import { fontFiles } from './fontFiles.ts';
import { Frame } from './frame.ts';
import { type Geometry, pageGeometry } from './geometry.ts';
import { listenToHands } from './gestures.ts';
import { addressOf, leadsOut } from './links.ts';
import { chapterOf } from './locate.ts';
import { pageStyle } from './pageStyle.ts';
import { outside, visibleBox, watchSelection } from './selection.ts';

/** Where to stand in a chapter that has just been opened. */
type Arrival = (view: ChapterView) => void;

/** An EPUB whose text flows into whatever page it is given. One chapter is in the document at a time. */
export class ReflowRenderer implements Renderer {
  readonly totalPages: number;
  readonly #host: HTMLElement;
  readonly #chapters: Chapters;
  readonly #manifest: Manifest;
  readonly #events: RendererEvents;
  readonly #contents: ContentsEntry[];
  readonly #resizing: ResizeObserver;
  #appearance: Appearance;
  #geometry: Geometry;
  #view: ChapterView | null = null;
  #spare: Frame | null = null;
  #marks: readonly Mark[] = [];
  #stopListening: () => void = () => {};
  readonly #stopHost: () => void;
  /** Openings follow one another; a later wish overtakes those that have not begun. */
  #wish = 0;
  #opening: Promise<void> = Promise.resolve();
  #destroyed = false;

  constructor(
    host: HTMLElement,
    chapters: Chapters,
    manifest: Manifest,
    { appearance, events }: ShowOptions,
  ) {
    this.#host = host;
    this.#chapters = chapters;
    this.#manifest = manifest;
    this.#events = events;
    this.#appearance = appearance;
    this.#contents = flattenContents(manifest);
    this.totalPages = manifest.total_positions;
    this.#geometry = this.#divide();
    this.#spare = this.#frame('');
    this.#stopHost = this.#listen(host, host);
    this.#resizing = new ResizeObserver(() => this.#relayout());
    this.#resizing.observe(host);
  }

  async begin(start: Locator | null): Promise<void> {
    if (start) await this.#goTo(start, false);
    else await this.#open(this.#chapters.first(), (view) => view.showStart());
  }

  async go(locator: Locator, { flash = false } = {}): Promise<void> {
    await this.#guarded(() => this.#goTo(locator, flash));
  }

  async goToEntry({ target, href }: { target: number; href: string | null }): Promise<void> {
    const fragment = href?.split('#')[1] ?? '';
    await this.#guarded(() => this.#open(target, (view) => arriveAt(view, fragment)));
  }

  async goToEdge(edge: Parameters<Renderer['goToEdge']>[0]): Promise<void> {
    const here = this.#view?.index ?? this.#chapters.first();
    const last = this.#chapters.before(this.#chapters.count) ?? here;
    const [index, atEnd] = {
      chapterStart: [here, false] as const,
      chapterEnd: [here, true] as const,
      bookStart: [this.#chapters.first(), false] as const,
      bookEnd: [last, true] as const,
    }[edge];
    await this.#guarded(() => this.#open(index, (view) => (atEnd ? view.showEnd() : view.showStart())));
  }

  async goToPage(page: number): Promise<void> {
    const place = placeOfPosition(this.#manifest.spine, page);
    if (place) await this.go({ spine_index: place.spineIndex, fraction: place.fraction });
  }

  next(): Promise<boolean> {
    return this.#turn(true, false);
  }

  previous(): Promise<boolean> {
    return this.#turn(false, false);
  }

  setMarks(marks: readonly Mark[]): void {
    this.#marks = marks;
    this.#drawMarks();
  }

  setAppearance(appearance: Appearance): void {
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
    this.#stopListening();
    this.#stopHost();
    this.#view?.destroy();
    this.#spare?.remove();
  }

  get #paginated(): boolean {
    return this.#appearance.text.flow === 'paginated';
  }

  async #goTo(locator: Locator, flash: boolean): Promise<void> {
    const index = chapterOf(locator);
    if (index === null && locator.page !== undefined) return this.goToPage(locator.page);
    await this.#open(index ?? this.#chapters.first(), (view) => {
      const range = view.showLocator(locator);
      if (flash && range && !range.collapsed) view.marks.flash(range);
    });
  }

  /** Shows a chapter, the one that is open or another. */
  async #open(index: number, arrive: Arrival): Promise<void> {
    const wish = ++this.#wish;
    if (this.#view?.index === index) {
      arrive(this.#view);
      this.#moved();
      return;
    }
    const before = this.#opening;
    this.#opening = (async () => {
      await before.catch(() => {});
      if (wish === this.#wish && !this.#destroyed) await this.#replace(index, arrive);
    })();
    await this.#opening;
  }

  async #replace(index: number, arrive: Arrival): Promise<void> {
    const section = this.#chapters.section(index);
    if (!section) throw new ReaderFault('not_found', `chapter ${index}`);
    const title = this.#manifest.spine[index]?.title ?? '';
    const frame = this.#spare ?? this.#frame(title);
    this.#spare = null;
    frame.element.title = title;
    try {
      const chapter = await this.#chapters.load(index);
      this.#geometry = this.#divide();
      this.#placeFrame(frame);
      const page = await frame.fill(chapter, this.#chapters.url(index), this.#style());
      if (this.#destroyed) return frame.remove();
      const view = new ChapterView(
        frame,
        page,
        { index, cfiBase: section.cfiBase },
        this.#geometry,
        this.#paginated,
      );
      arrive(view);
      this.#stopListening();
      this.#view?.destroy();
      this.#view = view;
      frame.reveal();
      this.#stopListening = this.#attend(view);
    } catch (error) {
      frame.remove();
      throw error;
    }
    this.#drawMarks();
    this.#moved();
    this.#prepareNeighbours(index);
  }

  #prepareNeighbours(index: number): void {
    setTimeout(() => {
      if (this.#destroyed || this.#view?.index !== index) return;
      this.#spare ??= this.#frame('');
      for (const neighbour of [this.#chapters.after(index), this.#chapters.before(index)])
        if (neighbour !== null) this.#chapters.load(neighbour).catch(() => {});
    }, 150);
  }

  async #turn(forward: boolean, animate: boolean): Promise<boolean> {
    await this.#opening.catch(() => {});
    const view = this.#view;
    if (!view) return false;
    const { leaves } = view;
    if (forward ? !leaves.atEnd : !leaves.atStart) {
      leaves.show(leaves.index + (forward ? 1 : -1), animate);
      // A sheet that scrolls tells by itself when it has come to rest.
      if (this.#paginated) this.#moved(true);
      return true;
    }
    const neighbour = forward ? this.#chapters.after(view.index) : this.#chapters.before(view.index);
    if (neighbour === null) {
      view.columns?.show(leaves.index, animate);
      return false;
    }
    return this.#guarded(() =>
      this.#open(neighbour, (next) => (forward ? next.showStart() : next.showEnd())),
    );
  }

  async #guarded(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (this.#destroyed) return false;
      this.#events.failed(
        error instanceof ReaderFault ? error : new ReaderFault('corrupt', String(error), { cause: error }),
      );
      return false;
    }
  }

  #moved(anchor = false): void {
    const view = this.#view;
    if (!view || this.#destroyed) return;
    if (anchor) view.anchor();
    this.#events.moved(this.#placeOf(view));
  }

  #placeOf(view: ChapterView): Place {
    const item = this.#manifest.spine[view.index];
    const { from, to } = view.fractions();
    const last = this.#chapters.after(view.index) === null;
    const { leaves } = view;
    const atEnd = last && leaves.atEnd;
    const page = item ? positionAt(item, from) : 1;
    return {
      locator: { ...view.place(), page },
      page: atEnd ? this.totalPages : page,
      totalPages: this.totalPages,
      percentage: atEnd || !item ? 100 : percentageAt(item, from, this.totalPages),
      target: view.index,
      tocHref: this.#tocHref(view),
      wordsLeft: item ? Math.round(item.words * (1 - from)) : null,
      wordsShown: item ? Math.round(item.words * Math.max(0, to - from)) : null,
      atStart: leaves.atStart && this.#chapters.before(view.index) === null,
      atEnd,
      atChapterEnd: !last && leaves.atEnd && !this.#paginated,
    };
  }

  /** The last entry of the contents that has begun before the end of the screen's first line. */
  #tocHref(view: ChapterView): string | null {
    const entries = this.#contents.filter(({ entry }) => entry.target === view.index && entry.href !== null);
    let found: string | null = null;
    const here = view.firstShown() + 1;
    for (const { entry } of entries) {
      const href = entry.href as string;
      const fragment = href.split('#')[1];
      const element = fragment ? view.document.getElementById(decode(fragment)) : view.document.body;
      if (found === null || (element && view.offsetOf(element) <= here)) found = href;
    }
    return found;
  }

  #relayout(restyle = false): void {
    const geometry = this.#divide();
    const same = JSON.stringify(geometry) === JSON.stringify(this.#geometry);
    if ((same && !restyle) || this.#destroyed) return;
    this.#geometry = geometry;
    const view = this.#view;
    if (!view) return;
    this.#placeFrame(view.frame);
    view.frame.setStyle(this.#style());
    view.layout(geometry, this.#paginated);
    this.#stopListening();
    this.#stopListening = this.#attend(view);
    this.#moved();
  }

  #divide(): Geometry {
    return pageGeometry(
      { width: this.#host.clientWidth, height: this.#host.clientHeight },
      this.#appearance.text,
    );
  }

  #style(): string {
    return pageStyle(this.#appearance, this.#geometry, (font) =>
      font === 'publisher' ? [] : fontFiles[font],
    );
  }

  #frame(title: string): Frame {
    return new Frame(
      this.#host,
      [
        new URL(this.#chapters.url(0)).origin,
        new URL(fontFiles.serif[0]?.url ?? '', document.baseURI).origin,
      ],
      title,
    );
  }

  #placeFrame(frame: Frame): void {
    const width = this.#paginated ? this.#geometry.step : this.#host.clientWidth;
    frame.place({
      left: Math.floor((this.#host.clientWidth - width) / 2),
      top: 0,
      width,
      height: this.#geometry.height,
    });
  }

  #drawMarks(): void {
    const view = this.#view;
    view?.marks.draw(this.#marks.filter(({ locator }) => chapterOf(locator) === view.index));
  }

  /** Listens to everything that a reader does to a chapter. */
  #attend(view: ChapterView): () => void {
    const stopHands = this.#listen(view.document, view.frame.element);
    const stopSelection = watchSelection(view.document, (range) => this.#selected(view, range));
    let resting: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(resting);
      resting = setTimeout(() => this.#moved(true), 120);
    };
    if (!this.#paginated) view.document.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(resting);
      view.document.removeEventListener('scroll', onScroll);
      stopHands();
      stopSelection();
    };
  }

  #selected(view: ChapterView, range: Range | null): void {
    if (!range) return this.#events.selected(null);
    const locator = view.locatorOf(range);
    const item = this.#manifest.spine[view.index];
    const page = item ? positionAt(item, locator.fraction ?? 0) : 1;
    const { clientWidth, clientHeight } = view.frame.element;
    const box = visibleBox(range, { width: clientWidth, height: clientHeight });
    this.#events.selected({
      text: range.toString().replace(/\s+/gu, ' ').trim(),
      locator: { ...locator, page },
      page,
      box: outside(box, view.frame.element),
    });
  }

  #listen(surface: Document | HTMLElement, frame: HTMLElement): () => void {
    const forwardIs = () => (this.#manifest.direction === 'rtl' ? 'left' : 'right');
    return listenToHands(
      surface,
      {
        link: (element) => this.#follow(element),
        press: (x, y) => {
          const mark = surface === this.#host ? null : this.#view?.marks.at(x, y);
          if (mark) this.#events.markPressed(mark.id, outside(mark.box, frame));
          return mark !== null && mark !== undefined;
        },
        drag: (by) => this.#view?.columns?.drag(by),
        release: (turn) => {
          if (turn === null) this.#view?.columns?.show(this.#view.leaves.index, true);
          // Pulling to the left brings what stands to the right.
          else void this.#turn(turn !== forwardIs(), true);
        },
        tap: (where) => {
          if (where === 'middle') this.#events.tapped();
          else void this.#turn(where === forwardIs(), false);
        },
        wheel: (direction) => void this.#turn(direction === 'forward', false),
        point: () => this.#events.pointed(),
        key: (event) => surface !== this.#host && this.#events.keyPressed(event),
      },
      {
        paginated: this.#paginated,
        across: (x) => {
          const host = this.#host.getBoundingClientRect();
          const left = surface === this.#host ? 0 : frame.getBoundingClientRect().left;
          return (left + x - host.left) / Math.max(1, host.width);
        },
        exhausted: (direction) => {
          const leaves = this.#view?.leaves;
          return leaves ? (direction === 'forward' ? leaves.atEnd : leaves.atStart) : false;
        },
      },
    );
  }

  #follow(link: Element): void {
    const address = addressOf(link);
    if (address === null) return;
    const path = this.#chapters.pathOf(address);
    const index = path === null ? null : this.#chapters.indexOf(path);
    if (index === null) {
      if (leadsOut(address)) this.#events.linkPressed(address);
      return;
    }
    const from = this.#view?.place();
    const fragment = path?.split('#')[1] ?? '';
    void this.#guarded(async () => {
      await this.#open(index, (view) => arriveAt(view, fragment));
      if (from) this.#events.jumped(from);
    });
  }
}

function arriveAt(view: ChapterView, fragment: string): void {
  if (fragment === '' || !view.showFragment(decode(fragment))) view.showStart();
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
