/**
 * The extension points of the shell and of Lectern's own remotes: what each gives to the parts that fill it, and what
 * it expects back. A team's remote adds its own by `declare module`, as it does with its types of queued writes.
 */
import type { ReactElement, ReactNode } from 'react';
import type { Book } from '../api/books.ts';
import type { Locator } from '../api/locator.ts';

/** An overlay that the shell keeps mounted. */
export interface OverlayInput {
  open: boolean;
  close(): void;
}

/** A passage of a book that the reader selected or marked. */
export interface PassageInput {
  bookId: string;
  /** 'epub', 'pdf' …: for `when.format`. */
  format: Book['format'];
  text: string;
  page: number | null;
  position: Locator | null;
}

export interface BookInput {
  book: Book;
  /** Its format once more, for `when.format`. */
  format: Book['format'];
}

/** Books that the reader selected in the library, or all of a collection. */
export interface BooksInput {
  books: readonly Book[];
}

/** A note or a highlight with its thought. */
export interface NoteInput {
  id: string;
  bookId: string | null;
  /** The note, or the highlighted words. */
  text: string;
}

/** A file that the browser saves. */
export interface ExportedFile {
  name: string;
  type: string;
  content: string | Uint8Array;
}

/** Notes and highlights in the order in which they are shown. */
export interface ExportInput {
  entries: readonly ExportedEntry[];
}

export interface ExportedEntry {
  kind: 'note' | 'highlight';
  bookId: string | null;
  bookTitle: string | null;
  author: string | null;
  title: string;
  /** The words of the book. */
  quote: string | null;
  /** What the reader wrote, Markdown. */
  thought: string;
  tags: readonly string[];
  page: number | null;
  /** ISO 8601 */
  createdAt: string;
}

/** A file with highlights and notes, to be made into one that Lectern reads, such as Readwise's CSV. */
export interface ImportInput {
  file: File;
  /** The ending of its name, in lower case: for `when.format`. */
  format: string;
}

/** What a dictionary says about a word. */
export interface DictionaryAnswer {
  /** Name of the source. */
  title: string;
  /** Plain text; line breaks separate senses. */
  text: string;
}

/** A filled point shows a component, or runs a function. */
export interface Points {
  'shell/dashboard': { input: undefined };
  'shell/dashboard-side': { input: undefined };
  'shell/header': { input: undefined };
  'shell/settings': { input: undefined };
  'shell/onboarding': { input: OverlayInput };
  'shell/search': { input: OverlayInput };
  'shell/session-end': { input: undefined };
  'mf-reader/selection-action': { input: PassageInput; result: unknown };
  'mf-reader/side-panel': { input: { bookId: string; format: Book['format'] } };
  'mf-reader/dictionary-source': {
    input: { word: string; language: string };
    result: DictionaryAnswer | null;
  };
  'mf-library/book-tab': { input: BookInput };
  'mf-library/book-action': { input: BookInput; result: unknown };
  'mf-library/shelf-action': { input: BooksInput; result: unknown };
  'mf-library/note-action': { input: NoteInput; result: unknown };
  'mf-library/export-format': { input: ExportInput; result: ExportedFile };
  'mf-library/import-format': { input: ImportInput; result: File };
  'mf-library/statistics-card': { input: undefined };
  'mf-library/upload-source': { input: undefined };
}

export type PointName = keyof Points;
export type PointInput<P extends PointName> = Points[P]['input'];
export type PointResult<P extends PointName> = Points[P] extends { result: infer R } ? R : never;

/** One part that fills a point, with what can be said before any of its code is loaded. */
export interface PointFill<P extends PointName = PointName> {
  /** 'mf-lending/LendingTab' */
  id: string;
  remote: string;
  /** Translated. */
  label: string;
  /** Where there is less room. */
  shortLabel: string;
  icon: ReactElement;
  /** The formats that it is for; empty for all. */
  formats: readonly string[];
  /** Whether it is for this input: for its format, for example. */
  isFor(input: PointInput<P>): boolean;
  /**
   * Shows it inside a boundary of its own: loaded when it is first rendered, with a skeleton until then and one line
   * with Try Again when it fails. Only where the point shows components.
   */
  render(input: PointInput<P>): ReactNode;
  /**
   * Loads it and runs it. Rejects with a HostError when it cannot be loaded or throws; the operator is told. Only where
   * the point runs functions.
   */
  run(input: PointInput<P>): Promise<PointResult<P>>;
}
