import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { Appearance } from './appearance.ts';
import type { FieldSaver } from './fields.ts';
import type { Renderer, RendererEvents } from './renderer.ts';

export interface ShowOptions {
  manifest: Manifest;
  /** Asks for another content address once that of the manifest has run out. */
  freshAddress(): Promise<string>;
  /** Initial position; the beginning when null. */
  start: Locator | null;
  appearance: Appearance;
  /** Page progression direction. */
  direction: 'ltr' | 'rtl';
  events: RendererEvents;
  /** Accessible labels. */
  labels: {
    book: string;
    page(number: number): string;
    /**
     * Labels of the text view of a PDF: go to the printed page, pictures without alt text, notes, pages without text.
     */
    asPrinted: string;
    picture: string;
    notes: string;
    noText: string;
  };
  /** For PDFs with form fields. */
  fields: FieldSaver;
  /** Asks for the password; null cancels. `wrong` is true after a wrong one. */
  askPassword(wrong: boolean): Promise<string | null>;
}

/** Shows a book in an element. Resolves when the first text is visible. Rejects with a ReaderError. */
export type ShowBook = (into: HTMLElement, options: ShowOptions) => Promise<Renderer>;
