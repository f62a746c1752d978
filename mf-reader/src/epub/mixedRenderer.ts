import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { Edge } from '../engine/keys.ts';
import { loadNarrator } from '../engine/loadNarrator.ts';
import type { ShowOptions } from '../engine/publication.ts';
import type {
  Mark,
  MoveCause,
  NarrationOptions,
  Narrator,
  Renderer,
  RendererEvents,
} from '../engine/renderer.ts';
import { Turns } from '../engine/turns.ts';
import type { ChapterArrival } from './chapterArrival.ts';
import { FixedRenderer } from './fixedRenderer.ts';
import { isFixed } from './layout/fixedPage.ts';
import { type BookFacts, destinationOf } from './placeOf.ts';
import { ReflowRenderer } from './reflowRenderer.ts';

interface Shown {
  renderer: FixedRenderer | ReflowRenderer;
  host: HTMLElement;
}

/**
 * Renderer for EPUBs with both reflowable chapters and fixed-layout pages: delegates to the renderer of each layout.
 */
export class MixedRenderer implements Renderer {
  readonly totalPages: number;
  readonly finder = null;
  readonly thumbnails = null;
  readonly #host: HTMLElement;
  readonly #book: BookFacts;
  readonly #options: ShowOptions;
  #appearance: ShowOptions['appearance'];
  #marks: readonly Mark[] = [];
  #shown: Shown | null = null;
  /** Id of the latest navigation; earlier ones are canceled. */
  #navigation = 0;
  readonly #turns = new Turns();

  constructor(host: HTMLElement, book: BookFacts, options: ShowOptions) {
    this.#host = host;
    this.#book = book;
    this.#options = options;
    this.#appearance = options.appearance;
    this.totalPages = book.manifest.total_positions;
  }

  /** @throws ReaderError */
  async begin(start: Locator | null): Promise<void> {
    const { index, arrival } = destinationOf(start, this.#book);
    await this.#open(index, arrival, 'jump');
  }

  async go(locator: Locator, options?: { flash?: boolean }): Promise<void> {
    await this.#current?.go(locator, options);
  }

  async goToEntry(entry: { target: number; href: string | null }): Promise<void> {
    await this.#current?.goToEntry(entry);
  }

  async goToEdge(edge: Edge): Promise<void> {
    await this.#current?.goToEdge(edge);
  }

  next(): Promise<boolean> {
    return this.#turns.follow(async () => (await this.#current?.next()) ?? false);
  }

  previous(): Promise<boolean> {
    return this.#turns.follow(async () => (await this.#current?.previous()) ?? false);
  }

  narrate(options?: NarrationOptions): Promise<Narrator> {
    return loadNarrator(
      {
        current: async () => (await this.#current?.readings.current()) ?? null,
        turn: async (forward) => (await this.#current?.readings.turn(forward)) ?? false,
        select: (target) => this.#current?.readings.select?.(target) ?? true,
      },
      options,
    );
  }

  flush(): void {
    this.#current?.flush();
  }

  setMarks(marks: readonly Mark[]): void {
    this.#marks = marks;
    this.#current?.setMarks(marks);
  }

  setAppearance(appearance: ShowOptions['appearance']): void {
    this.#appearance = appearance;
    this.#current?.setAppearance(appearance);
  }

  clearSelection(): void {
    this.#current?.clearSelection();
  }

  focus(): void {
    this.#current?.focus();
  }

  destroy(): void {
    this.#navigation++;
    this.#close(this.#shown);
    this.#shown = null;
  }

  get #current(): FixedRenderer | ReflowRenderer | undefined {
    return this.#shown?.renderer;
  }

  async #open(index: number, arrival: ChapterArrival, cause: MoveCause): Promise<void> {
    const navigation = ++this.#navigation;
    const before = this.#shown;
    const fixed = isFixed(this.#book.manifest, index);
    const next = this.#make(fixed, cause);
    try {
      await next.renderer.begin(locatorOf(index, arrival));
    } catch (error) {
      this.#close(next);
      throw error;
    }
    if (navigation !== this.#navigation) {
      this.#close(next);
      return;
    }
    this.#shown = next;
    if (arrival.at === 'fragment' && arrival.fragment !== '' && !fixed)
      await next.renderer.goToEntry({ target: index, href: `#${encodeURIComponent(arrival.fragment)}` });
    if (arrival.at === 'locator' && arrival.flash) await next.renderer.go(arrival.locator, { flash: true });
    next.renderer.setMarks(this.#marks);
    const hadFocus = before?.host.contains(document.activeElement) ?? false;
    this.#close(before);
    if (hadFocus) next.renderer.focus();
  }

  #make(fixed: boolean, cause: MoveCause): Shown {
    const host = document.createElement('div');
    host.style.cssText = 'position: absolute; inset: 0;';
    this.#host.append(host);
    const other = {
      shows: (index: number) => isFixed(this.#book.manifest, index) !== fixed,
      open: (index: number, arrival: ChapterArrival, why: MoveCause) => this.#open(index, arrival, why),
    };
    const options = {
      ...this.#options,
      appearance: this.#appearance,
      events: firstMove(this.#options.events, cause),
    };
    const Chosen = fixed ? FixedRenderer : ReflowRenderer;
    return { renderer: new Chosen(host, this.#book, options, other), host };
  }

  #close(shown: Shown | null): void {
    shown?.renderer.destroy();
    shown?.host.remove();
  }
}

function locatorOf(index: number, arrival: ChapterArrival): Locator {
  if (arrival.at === 'locator') return { ...arrival.locator, spine_index: index };
  return { spine_index: index, fraction: arrival.at === 'end' ? 1 : 0 };
}

/** A new renderer starts with a jump, which may be a page turn for the user. */
function firstMove(events: RendererEvents, cause: MoveCause): RendererEvents {
  let first = true;
  return {
    ...events,
    moved(place, why) {
      events.moved(place, first ? cause : why);
      first = false;
    },
  };
}
