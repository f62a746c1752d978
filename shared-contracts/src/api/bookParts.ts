/** Parts of a book's data that have a name of their own. */
import { OneOf, type Static, Type } from './type.ts';

/** Formats that are turned into an EPUB when they arrive; the file itself is kept. */
export const SourceFormat = OneOf('fb2', 'mobi', 'azw3', 'cbz', 'cbr', 'cb7', 'txt', 'md', 'html', 'docx');
export type SourceFormat = Static<typeof SourceFormat>;

export const Tag = Type.String({ minLength: 1, maxLength: 60 });

/** Own words for a book, beside its genre: compared without case and accents, none twice. */
export const Tags = Type.Array(Tag, { maxItems: 50 });

/** Layout of a spine item where it differs from the book, by EPUB's rendition properties. */
export const Rendition = Type.Object({
  layout: Type.Optional(OneOf('reflowable', 'fixed')),
  /** When to show spreads; absent for automatic. */
  spread: Type.Optional(OneOf('none', 'landscape', 'both')),
  /** Side of the page in a spread. */
  side: Type.Optional(OneOf('left', 'right', 'center')),
  /** Reflowable content centered on the screen. */
  align: Type.Optional(Type.Literal('center')),
  /** Preferred screen orientation of a fixed-layout page. */
  orientation: Type.Optional(OneOf('landscape', 'portrait')),
  /** Fixed-layout pages can only be scrolled continuously, as a webtoon. */
  flow: Type.Optional(OneOf('paginated', 'scrolled-doc', 'scrolled-continuous')),
});
export type Rendition = Static<typeof Rendition>;

/** A clip of a media overlay: an element of the chapter with its audio. */
export interface OverlayClip {
  /** Id of the element; null for the whole chapter. */
  text: string | null;
  /** URL relative to content_url; null when the browser's voice speaks the element. */
  audio: string | null;
  /** In seconds; null for the end of the file. */
  begin: number;
  end: number | null;
  /** `epub:type` of skippable content ('footnote', 'pagebreak'…); absent for the main text. */
  skip?: string;
  /** Inside an escapable structure, such as a table or list: index of the clip that follows it. */
  leave?: number;
}

/** The media overlay of a spine item, in playback order. */
export interface MediaOverlay {
  /** CSS class of the active element. */
  active_class: string | null;
  /** CSS class of the root element during playback. */
  playback_class: string | null;
  clips: OverlayClip[];
}
