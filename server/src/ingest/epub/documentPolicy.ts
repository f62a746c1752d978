/** Where the addresses in one document of a book may lead; made for each document by bookFiles.ts. */
export interface DocumentPolicy {
  /** For a hyperlink: a document of the book, or http, https and mailto outside. */
  link(address: string): { address: string; outside: boolean } | null;
  /** For something shown or played in place: a file of the book, or picture data. */
  resource(address: string): string | null;
  /** Like resource, but a picture only. */
  picture(address: string): string | null;
  /** A style sheet of the book. */
  sheet(address: string): string | null;
  /** For what a style attribute or a style sheet in place loads. */
  style(address: string, use: 'sheet' | 'resource'): string | null;
}
