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
