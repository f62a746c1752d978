import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { Appearance } from './appearance.ts';
import type { FieldSaver } from './fields.ts';
import type { PlayerLabels } from './playerLabels.ts';
import type { Renderer, RendererEvents } from './renderer.ts';

export interface ShowOptions {
  /** Where to begin; the beginning when null. */
  start: Locator | null;
  appearance: Appearance;
  /** Page progression direction. */
  direction: 'ltr' | 'rtl';
  events: RendererEvents;
  /** Accessible labels. */
  labels: {
    book: string;
    page(number: number): string;
    /** For the text of a PDF: to its printed page, pictures without a description, notes, pages without words. */
    asPrinted: string;
    picture: string;
    notes: string;
    noText: string;
    player: PlayerLabels;
  };
  /** File size in bytes; null when unknown. */
  bytes: number | null;
  /** For PDFs with form fields. */
  fields: FieldSaver;
  /** Asks for the password; null cancels. `wrong` is true after a wrong one. */
  askPassword(wrong: boolean): Promise<string | null>;
}

/**
 * A book that an engine can render, and all that the view knows of its format. It fetches
 * nothing until `show`.
 */
export interface Publication {
  readonly format: 'epub' | 'pdf';
  /** Positions of an EPUB or pages of a PDF; 0 while a PDF is loading. */
  readonly totalPages: number;
  /** Resolves when the first words can be read. Rejects with a ReaderError. */
  show(into: HTMLElement, options: ShowOptions): Promise<Renderer>;
}
