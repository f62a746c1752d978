import type { Appearance } from '../engine/appearance.ts';
import type { Edge } from '../engine/keys.ts';
import type { Readings } from '../engine/narration.ts';
import type { Mark, MoveCause } from '../engine/renderer.ts';
import type { ChapterArrival, ChapterView } from './chapterView.ts';
import { EpubRenderer } from './epubRenderer.ts';
import { FixedRenderer } from './fixedRenderer.ts';
import { isFixed } from './layout/fixedPage.ts';
import { ReflowRenderer } from './reflowRenderer.ts';

interface Shown {
  renderer: FixedRenderer | ReflowRenderer;
  isFixed: boolean;
  host: HTMLElement;
}

/**
 * Renderer for EPUBs with both reflowable chapters and fixed-layout pages: delegates to the renderer of each layout.
 */
export class MixedRenderer extends EpubRenderer {
  #shown: Shown | null = null;
  /** Id of the latest navigation; earlier ones are canceled. */
  #navigation = 0;
  readonly readings: Readings = {
    current: async () => (await this.#renderer?.readings.current()) ?? null,
    turn: async (forward) => (await this.#renderer?.readings.turn(forward)) ?? false,
    select: (target) => this.#renderer?.readings.select?.(target) ?? true,
  };

  views(): readonly ChapterView[] {
    return this.#renderer?.views() ?? [];
  }

  get current(): ChapterView | null {
    return this.#renderer?.current ?? null;
  }

  async open(index: number, arrival: ChapterArrival, cause?: MoveCause): Promise<void> {
    const navigation = ++this.#navigation;
    const layout = isFixed(this.book.manifest, index);
    if (this.#shown?.isFixed === layout) return this.#shown.renderer.open(index, arrival, cause);
    const next = this.#make(layout);
    try {
      await next.renderer.open(index, arrival, cause);
    } catch (error) {
      this.#close(next);
      throw error;
    }
    if (navigation !== this.#navigation) return this.#close(next);
    const before = this.#shown;
    this.#shown = next;
    next.renderer.setMarks(this.marks);
    const hadFocus = before?.host.contains(document.activeElement) ?? false;
    this.#close(before);
    if (hadFocus) next.renderer.focus();
  }

  override async goToEdge(edge: Edge): Promise<void> {
    await this.#renderer?.goToEdge(edge);
  }

  next(): Promise<boolean> {
    return this.turns.follow(async () => (await this.#renderer?.next()) ?? false);
  }

  previous(): Promise<boolean> {
    return this.turns.follow(async () => (await this.#renderer?.previous()) ?? false);
  }

  override flush(): void {
    this.#renderer?.flush();
  }

  override setMarks(marks: readonly Mark[]): void {
    this.marks = marks;
    this.#renderer?.setMarks(marks);
  }

  setAppearance(appearance: Appearance): void {
    this.appearance = appearance;
    this.#renderer?.setAppearance(appearance);
  }

  override destroy(): void {
    super.destroy();
    this.#navigation++;
    this.#close(this.#shown);
    this.#shown = null;
  }

  protected resized(): void {
    // The renderer of the layout watches its own container.
  }

  get #renderer(): FixedRenderer | ReflowRenderer | undefined {
    return this.#shown?.renderer;
  }

  #make(layout: boolean): Shown {
    const host = document.createElement('div');
    host.style.cssText = 'position: absolute; inset: 0;';
    this.host.append(host);
    const other = {
      shows: (index: number) => isFixed(this.book.manifest, index) !== layout,
      open: (index: number, arrival: ChapterArrival, cause: MoveCause) => this.open(index, arrival, cause),
    };
    const Chosen = layout ? FixedRenderer : ReflowRenderer;
    const options = { ...this.options, appearance: this.appearance };
    return { renderer: new Chosen(host, this.book, options, other), isFixed: layout, host };
  }

  #close(shown: Shown | null): void {
    shown?.renderer.destroy();
    shown?.host.remove();
  }
}
