/** A piece of a spoken book: an element of the chapter, and the sound to it. */
export interface OverlayClip {
  /** Id of the element; null when the sound belongs to the whole chapter. */
  text: string | null;
  /** Address below content_url; null when the element is to be spoken by a voice of the browser. */
  audio: string | null;
  /** Seconds in the file; an end of null means that of the file. */
  begin: number;
  end: number | null;
  /** What readers may choose not to hear ('footnote', 'pagebreak'…), by its `epub:type`; absent for the text itself. */
  skip?: string;
  /** Inside a structure that a reader may leave, such as a table or a list: the clip that follows the structure. */
  leave?: number;
}

/** The media overlay of a spine item, in the order in which it is heard. */
export interface MediaOverlay {
  /** Class of the element that is heard. */
  active_class: string | null;
  /** Class of the root element while the book is heard. */
  playback_class: string | null;
  clips: OverlayClip[];
}
