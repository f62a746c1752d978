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
