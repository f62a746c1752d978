import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { Appearance } from '../engine/appearance.ts';
import type { Edge } from '../engine/keys.ts';
import type { Readings } from '../engine/narration.ts';
import type { Mark, MoveCause } from '../engine/renderer.ts';
import type { ChapterArrival, ChapterView } from './chapterView.ts';
import type { ContinuousRenderer } from './continuousRenderer.ts';
import { EpubRenderer } from './epubRenderer.ts';
import { FixedRenderer } from './fixedRenderer.ts';
import { isFixed } from './layout/fixedPage.ts';
import { ReflowRenderer } from './reflowRenderer.ts';

type Kind = 'text' | 'pages' | 'strip';

interface Shown {
  renderer: FixedRenderer | ReflowRenderer | ContinuousRenderer;
  kind: Kind;
  host: HTMLElement;
}

/**
 * Renderer for EPUBs that are shown by more than one: with reflowable chapters between fixed-layout pages, or with
 * pages that the reader turns or scrolls.
 */
export class SwitchingRenderer extends EpubRenderer {
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
    const kind = this.#kindOf(index);
    if (this.#shown?.kind === kind) return this.#shown.renderer.open(index, arrival, cause);
    const next = await this.#make(kind);
    try {
      await next.renderer.open(index, arrival, cause);
    } catch (error) {
      this.#close(next);
      throw error;
    }
    // Meanwhile the reader may have gone elsewhere, or chosen to turn pages again.
    if (navigation !== this.#navigation || kind !== this.#kindOf(index)) return this.#close(next);
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
    const { current, kind } = { current: this.current, kind: this.#shown?.kind };
    if (current && kind !== this.#kindOf(current.index))
      runInBackground(this.goTo(current.index, { at: 'start' }, 'layout'));
    else this.#renderer?.setAppearance(appearance);
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

  get #renderer(): Shown['renderer'] | undefined {
    return this.#shown?.renderer;
  }

  #kindOf(index: number): Kind {
    const { manifest } = this.book;
    if (manifest.layout === 'fixed' && this.appearance.pdf.flow === 'scrolled') return 'strip';
    return isFixed(manifest, index) ? 'pages' : 'text';
  }

  async #make(kind: Kind): Promise<Shown> {
    const Chosen = await rendererOf(kind);
    const host = document.createElement('div');
    host.style.cssText = 'position: absolute; inset: 0;';
    this.host.append(host);
    const other = {
      shows: (index: number) => this.#kindOf(index) !== kind,
      open: (index: number, arrival: ChapterArrival, cause: MoveCause) => this.open(index, arrival, cause),
    };
    const options = { ...this.options, appearance: this.appearance };
    return { renderer: new Chosen(host, this.book, options, other), kind, host };
  }

  #close(shown: Shown | null): void {
    shown?.renderer.destroy();
    shown?.host.remove();
  }
}

async function rendererOf(kind: Kind) {
  if (kind === 'strip') return (await import('./continuousRenderer.ts')).ContinuousRenderer;
  return kind === 'pages' ? FixedRenderer : ReflowRenderer;
}
