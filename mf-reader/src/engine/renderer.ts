import type { HighlightColor, HighlightStyle } from '@lectern/shared-contracts/api/annotations.ts';
import type { TocEntry } from '@lectern/shared-contracts/api/books.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { Appearance } from './appearance.ts';
import type { DocumentTools } from './documentTools.ts';
import type { Edge } from './keys.ts';
import type { ReaderError } from './readerError.ts';

/** A rectangle in window coordinates, in CSS pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** From a left to a right edge in window coordinates, in CSS pixels. */
export interface Interval {
  from: number;
  to: number;
}

/** The free space beside the text on the screen. */
export interface Margins {
  left: Interval;
  right: Interval;
}

/** The current position: the top of the screen. */
export interface Place {
  /** Precise enough to restore the position on another device. */
  locator: Locator;
  /** One-based position (EPUB) or page (PDF). */
  page: number;
  totalPages: number;
  /** 0-100; 100 when the end is on screen. */
  percentage: number;
  /** Zero-based spine index (EPUB) or one-based page (PDF), as in table-of-contents entries. */
  target: number;
  /** Address with fragment of the last table-of-contents entry at or before; EPUB only. */
  tocHref: string | null;
  /** Words from here to the end of the chapter; null when unknown. */
  wordsLeft: number | null;
  /** Words on the screen; null when unknown. */
  wordsShown: number | null;
  atStart: boolean;
  atEnd: boolean;
  /** Scrolled to the end of a chapter that is not the last. */
  atChapterEnd: boolean;
  /** Page label of the book ('iv', 'A-3'); null when it equals the number. */
  label: string | null;
}

/** Text before and after a selection, in its paragraph or on its page. */
export interface Surroundings {
  before: string;
  after: string;
}

/** The selected text. */
export interface Selected {
  text: string;
  /** Context for finding the sentence; missing when unknown. */
  around?: Surroundings;
  /** Declared for these words (BCP 47); missing or null where the text has the language of the book. */
  language?: string | null;
  locator: Locator;
  page: number;
  box: Box;
  margins: Margins;
}

/** A highlight to draw. */
export interface Mark {
  id: string;
  color: HighlightColor;
  style: HighlightStyle;
  locator: Locator;
}

/** A footnote that a link refers to, shown in a popup. */
export interface NotePreview {
  /** The link. */
  box: Box;
  /** Renders the note into an element, in a document without scripts. @returns removes it */
  show(into: HTMLElement): Promise<() => void>;
  /** Goes to the note in the book. */
  follow(): void;
}

/** A picture of the book, for the full-size view. */
export interface Picture {
  /** Address for an image. */
  source: string;
  /** Its alt text; may be empty. */
  description: string;
}

/** A sentence to be read aloud. */
export interface Sentence {
  text: string;
  /** BCP 47 tag; null when the book has none. */
  language: string | null;
  /** Audio of the book; without it, the sentence is spoken by the browser. */
  clip?: SoundClip;
  /** Whether it is in a structure that can be skipped, such as a table or list. */
  canLeave?: boolean;
  /** Whether a chapter (EPUB) or page (PDF) has ended before it. */
  beginsUnit?: boolean;
}

/** A tapped point in the text. */
export interface TextPlace {
  /** Zero-based spine index. */
  target: number;
  /** Offset in the chapter's text. */
  offset: number;
}

/** A part of a sound file. */
export interface SoundClip {
  url: string;
  /** In seconds; null for the end of the file. */
  begin: number;
  end: number | null;
}

/** Iterates over a book's sentences, highlighting the current one and keeping it in view. */
export interface Narrator {
  /** The first visible sentence. Null when no text follows. */
  begin(): Promise<Sentence | null>;
  next(): Promise<Sentence | null>;
  previous(): Promise<Sentence | null>;
  /** The first sentence after the current structure. */
  leave(): Promise<Sentence | null>;
  /** The sentence at a tapped point; null when there is none, or it is the current one. */
  at(place: TextPlace): Promise<Sentence | null>;
  /** Removes the highlight. */
  end(): void;
}

export interface NarrationOptions {
  /** Whether to skip footnotes, page numbers and the like. */
  skips(): boolean;
  /** Whether to read the descriptions of pictures. */
  describes(): boolean;
}

/** Why the position changed: a page turn, a jump, or a new layout. */
export type MoveCause = 'turn' | 'jump' | 'layout';

/** State of a search in the pages. */
export interface FindState {
  /** One-based number of the current match; 0 for none. */
  current: number;
  total: number;
  searching: boolean;
}

/** Matching options of the search. */
export interface FindOptions {
  caseSensitive: boolean;
  wholeWords: boolean;
}

/** Search that highlights matches on the pages; only PDFs have it. */
export interface Finder {
  find(query: string, options: FindOptions): void;
  again(backwards: boolean): void;
  stop(): void;
}

/** Page thumbnails. */
export interface Thumbnails {
  /** Renders a one-based page into a canvas, `width` CSS pixels wide; can be aborted. */
  draw(page: number, canvas: HTMLCanvasElement, width: number, signal: AbortSignal): Promise<void>;
}

/** Events of a renderer, at any time until `destroy`. */
export interface RendererEvents {
  moved(place: Place, cause: MoveCause): void;
  /** Null when the selection is cleared. */
  selected(selection: Selected | null): void;
  markPressed(id: string, box: Box): void;
  /** A tap in the middle of the page that nothing else handled; with its position when on text of an EPUB. */
  tapped(text?: TextPlace): void;
  /** The mouse has moved over the page. @param selects whether it selects text */
  pointed(selects: boolean): void;
  /** A key while the page has focus. */
  keyPressed(event: KeyboardEvent): void;
  /** An external link. */
  linkPressed(url: string): void;
  /** An internal link is about to be followed: the next jump is its own. */
  linkFollowed(): void;
  /** An internal link leads to a place that does not exist. */
  linkBroken(): void;
  /** A footnote link was clicked. */
  notePressed(note: NotePreview): void;
  picturePressed(picture: Picture): void;
  /** The scale has changed; 1 is the paper size. */
  zoomed(scale: number): void;
  /** The user has zoomed by pinch, wheel or double tap; 'auto' resets the zoom. */
  zoomChosen(scale: number | 'auto'): void;
  /** The user wants to see the printed pages of a PDF. */
  viewChosen(view: 'pages'): void;
  found(state: FindState): void;
  /** The user tried to turn past the last page. */
  passedEnd(): void;
  /** The chapter is malformed, so parts of it may be missing. */
  damaged(): void;
  /** The page is made for the other screen orientation; null when the current one fits. */
  orientationWanted(orientation: 'landscape' | 'portrait' | null): void;
  /** Loading takes long; false when it has finished or failed. */
  waiting(on: boolean): void;
  failed(readerError: ReaderError): void;
}

export type EntryTarget = Pick<TocEntry, 'target' | 'href' | 'fraction'>;

/** A rendered book. Methods may be called at any time; superseded work is canceled. */
export interface Renderer {
  readonly totalPages: number;
  readonly finder: Finder | null;
  readonly thumbnails: Thumbnails | null;
  /** Only PDFs have them. */
  readonly documentTools?: DocumentTools;
  /** Goes to a position; `flash` highlights its text briefly. */
  go(locator: Locator, options?: { flash?: boolean }): Promise<void>;
  /** Goes to a table-of-contents entry: spine index or page, and its URL with fragment. */
  goToEntry(entry: EntryTarget): Promise<void>;
  /** Goes to the start or end of the chapter or book. */
  goToEdge(edge: Edge): Promise<void>;
  /** One screen forward or back. False at the end. */
  next(): Promise<boolean>;
  previous(): Promise<boolean>;
  /** Loaded when reading aloud starts. */
  narrate(options?: NarrationOptions): Promise<Narrator>;
  /** Reports a scroll that has not been reported yet, because the page may be closed now. */
  flush(): void;
  setMarks(marks: readonly Mark[]): void;
  setAppearance(appearance: Appearance): void;
  clearSelection(): void;
  /** Focuses the page. */
  focus(): void;
  destroy(): void;
}
