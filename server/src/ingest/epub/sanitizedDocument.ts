import type { DocumentPolicy } from './documentPolicy.ts';

export interface SanitizeOptions {
  policy: DocumentPolicy;
  /** 'html' gives a whole XHTML page, 'svg' a drawing. */
  kind: 'html' | 'svg';
  /** Ids whose place in the text is wanted. */
  wantedIds: ReadonlySet<string>;
  /** Keeps a style sheet that stood in the page as a file of its own; its address, relative to the page. */
  keepStyle(css: string): string | null;
}

export interface SanitizedDocument {
  markup: string;
  /** Text content of the written page's body, exactly as a DOM gives it, without that of <title>s of drawings. */
  text: string;
  /** Offsets into `text` at which a block begins or ends, ascending. */
  breaks: readonly number[];
  /** Spans of `text` that are not read in line: ruby, formulas' sources. */
  asides: readonly (readonly [start: number, end: number])[];
  /** Offsets of the wanted ids that are there. */
  ids: ReadonlyMap<string, number>;
  title: string;
  /** Text of the first heading. */
  heading: string | null;
  /** Address of the first picture, as written. */
  firstPicture: string | null;
  /** It claims to be XML and is not well-formed: it was read as HTML, as far as that goes. */
  malformed?: true;
}
