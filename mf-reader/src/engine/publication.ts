import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { Appearance } from './appearance.ts';
import type { FieldSaver } from './fields.ts';
import type { Renderer, RendererEvents } from './renderer.ts';

export interface ShowOptions {
  /** Where to begin; the beginning when null. */
  start: Locator | null;
  appearance: Appearance;
  /** The direction in which its pages follow one another. */
  direction: 'ltr' | 'rtl';
  events: RendererEvents;
  /** What those hear who do not see the page. */
  labels: { book: string; page(number: number): string };
  /** How large its file is; null when that is not known. */
  bytes: number | null;
  /** For books that are forms. */
  fields: FieldSaver;
  /** Asked when a file is locked; null gives up. `wrong` is true when the last answer did not open it. */
  askPassword(wrong: boolean): Promise<string | null>;
}

/**
 * A book that can be shown: what an engine for a format gives, and all that the view knows of formats. It fetches
 * nothing until it is shown.
 */
export interface Publication {
  readonly format: 'epub' | 'pdf';
  /** Positions of an EPUB, pages of a PDF; 0 while a PDF has not said. */
  readonly totalPages: number;
  /** Resolves when the first words can be read. Rejects with a ReaderError. */
  show(into: HTMLElement, options: ShowOptions): Promise<Renderer>;
}
