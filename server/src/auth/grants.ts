/**
 * Signed, short-lived addresses, for what an img or a frame must load without a Bearer header. A grant names one
 * book and one purpose, is good for some hours, and is no use for anything else. It says nothing about the reader.
 */
export interface Grants {
  /** Stable within its period, so that browsers cache what it leads to. */
  issue(purpose: 'content' | 'cover', bookId: string): string;
  verify(purpose: 'content' | 'cover', bookId: string, grant: string): boolean;
}
