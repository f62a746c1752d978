import type { HighlightColor, HighlightStyle } from '@lectern/shared-contracts/api/annotations.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { Appearance } from './appearance.ts';
import type { PageAction } from './keys.ts';
import type { ReaderError } from './readerError.ts';

/** A box in the coordinates of the window, in CSS pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where a reader is: what is at the top of the screen now. */
export interface Place {
  /** Good enough to come back to this very place on another device. */
  locator: Locator;
  /** One-based position (EPUB) or page (PDF). */
  page: number;
  totalPages: number;
  /** 0-100; 100 when the end is on screen. */
  percentage: number;
  /** Zero-based spine index (EPUB), one-based page (PDF): what entries of the contents point to. */
  target: number;
  /** Address, with fragment, of the last entry of the contents at or before this place; EPUB only. */
  tocHref: string | null;
  /** Words from here to the end of the chapter; null when that is not known. */
  wordsLeft: number | null;
  /** Words on the screen; null when that is not known. */
  wordsShown: number | null;
  atStart: boolean;
  atEnd: boolean;
  /** Scrolled to the end of a chapter that others follow. */
  atChapterEnd: boolean;
  /** What the book itself calls this page ('iv', 'A-3'); null when it counts as we do. */
  label: string | null;
}

/** Words that the reader has selected. */
export interface Selected {
  text: string;
  locator: Locator;
  page: number;
  box: Box;
}

/** A highlight to draw. */
export interface Mark {
  id: string;
  color: HighlightColor;
  style: HighlightStyle;
  locator: Locator;
}

/** A note that a link in the text calls, to be read beside it. */
export interface NotePreview {
  /** The link. */
  box: Box;
  /** Puts the note into an element, in a document without scripts. @returns what takes it away again. */
  show(into: HTMLElement): Promise<() => void>;
  /** Goes to where the note stands in the book. */
  follow(): void;
}

/** A picture of the book, to be seen alone. */
export interface Picture {
  /** Address for an image. */
  source: string;
  /** What it shows, in the book's words; may be empty. */
  description: string;
}

/** A sentence that is read aloud. */
export interface Sentence {
  text: string;
  /** As BCP 47 says it; null when the book does not say. */
  language: string | null;
}

/** Goes through the words of a book sentence by sentence, marking the one it is at and keeping it on the screen. */
export interface Narrator {
  /** The first sentence on the screen. Null when the book has no words from here on. */
  begin(): Promise<Sentence | null>;
  next(): Promise<Sentence | null>;
  previous(): Promise<Sentence | null>;
  /** No sentence is marked any longer. */
  end(): void;
}

/** Why the place is another one: pages were turned, somebody asked to go there, or the text was set anew. */
export type MoveCause = 'turn' | 'jump' | 'layout';

/** How far a search on the pages themselves has come. */
export interface FindState {
  /** One-based number of the hit that is shown; 0 when none is. */
  current: number;
  total: number;
  searching: boolean;
}

/** Search that marks its hits on the pages; only engines that cannot be searched by the server alone have it. */
export interface Finder {
  find(query: string): void;
  again(backwards: boolean): void;
  stop(): void;
}

/** Small pictures of pages. */
export interface Thumbnails {
  /** Draws a one-based page into a canvas, `width` CSS pixels wide, unless it is not wanted any longer by then. */
  draw(page: number, canvas: HTMLCanvasElement, width: number, signal: AbortSignal): Promise<void>;
}

/** What a renderer tells. All of it may come at any time until `destroy`. */
export interface RendererEvents {
  moved(place: Place, cause: MoveCause): void;
  /** Null when nothing is selected any longer. */
  selected(selection: Selected | null): void;
  markPressed(id: string, box: Box): void;
  /** A tap that was for nothing else; the middle of the page. */
  tapped(): void;
  /** The mouse has moved over the page. */
  pointed(): void;
  /** A key, while the page has the keyboard. */
  keyPressed(event: KeyboardEvent): void;
  /** A link out of the book. */
  linkPressed(url: string): void;
  /** A link to a note was pressed. */
  notePressed(note: NotePreview): void;
  picturePressed(picture: Picture): void;
  /** A link within the book was followed from here. */
  jumped(from: Locator): void;
  /** Pages are drawn at this scale now; 1 is the size of the paper. */
  zoomed(scale: number): void;
  /** The reader has chosen a size with fingers or wheel. */
  zoomChosen(scale: number): void;
  found(state: FindState): void;
  /** What is wanted has not come yet; false when it has, or never will. */
  waiting(on: boolean): void;
  failed(readerError: ReaderError): void;
}

/** A book on the screen. Every method may be called at any time; work that is overtaken is dropped. */
export interface Renderer {
  readonly totalPages: number;
  readonly finder: Finder | null;
  readonly thumbnails: Thumbnails | null;
  /** Goes to a place; the words of it flash when `flash` is set. */
  go(locator: Locator, options?: { flash?: boolean }): Promise<void>;
  /** Goes to an entry of the contents: a spine index or page, and an address with fragment where there is one. */
  goToEntry(entry: { target: number; href: string | null }): Promise<void>;
  /** Goes to where the chapter or the book begins or ends. */
  goToEdge(edge: Exclude<PageAction, 'next' | 'previous'>): Promise<void>;
  /** Goes to a one-based position or page. */
  goToPage(page: number): Promise<void>;
  /** A screen on. False when there is none. */
  next(): Promise<boolean>;
  previous(): Promise<boolean>;
  /** Loaded when somebody wants to listen. */
  narrate(): Promise<Narrator>;
  setMarks(marks: readonly Mark[]): void;
  setAppearance(appearance: Appearance): void;
  clearSelection(): void;
  /** Gives the keyboard to the page. */
  focus(): void;
  destroy(): void;
}
