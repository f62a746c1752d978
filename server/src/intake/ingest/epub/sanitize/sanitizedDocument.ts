export interface SanitizeOptions {
  policy: DocumentPolicy;
  /** 'html' produces an XHTML page, 'svg' a drawing. */
  kind: 'html' | 'svg';
  /** Ids whose offsets are needed. */
  wantedIds: ReadonlySet<string>;
  /**
   * Stores an inline style sheet as a file.
   * @returns its URL relative to the page
   */
  keepStyle(css: string): string | null;
  /** Switches of which the first case is shown: `emptySwitches` of an earlier pass. */
  firstCases?: ReadonlySet<number>;
}

export interface SanitizedDocument {
  markup: string;
  /** Text content of the written body, as in a DOM, without the <title>s of drawings. */
  text: string;
  /** Offsets in `text` at which a block begins or ends, ascending. */
  breaks: readonly number[];
  /** Spans of `text` outside of the reading flow: ruby, annotations of formulas. */
  asides: readonly (readonly [start: number, end: number])[];
  /** Offsets of the wanted ids. */
  ids: ReadonlyMap<string, number>;
  title: string;
  /** Text of the first heading. */
  heading: string | null;
  /** URL of the first picture, as written. */
  firstPicture: string | null;
  /** The page claims to be XML but is not well-formed, so it was parsed as HTML. */
  malformed?: true;
  /** Each epub:switch without a default and a case that browsers support, by the number of its start tag. */
  emptySwitches?: ReadonlySet<number>;
}

/** Rewrites the URLs in one document of a book; created by package/bookFiles.ts. */
export interface DocumentPolicy {
  /** For hyperlinks: a document of the book, or an external http, https or mailto URL. */
  link(address: string): { address: string; outside: boolean } | null;
  /** For embedded media: a file of the book, or a data URL of a picture. */
  resource(address: string): string | null;
  /** Like resource, but pictures only. */
  picture(address: string): string | null;
  /** A style sheet of the book. */
  sheet(address: string): string | null;
  /** For URLs in style attributes and inline style sheets. */
  style(address: string, use: 'sheet' | 'resource'): string | null;
}
