import type { Book, Manifest } from '@lectern/shared-contracts/api/books.ts';
import { createContext, useContext } from 'react';
import type { Annotations } from '../../annotations/annotations.ts';
import type { AppearanceChoices } from '../../appearance/useAppearance.ts';
import type { ContentsEntry } from '../../engine/contents.ts';
import type { Pace } from '../../engine/pace.ts';
import type { Mark, Renderer } from '../../engine/renderer.ts';
import type { ProgressSaver } from '../progress/progressSaver.ts';
import type { ReaderStore } from './readerStore.ts';

/** The visibility of the bars. */
export interface Controls {
  visible: boolean;
  /** Visible until input stops. */
  touch(): void;
  toggle(): void;
  hide(): void;
  /** Keeps the bars visible while a popup is open, or pointer or focus is on them. */
  hold(reason: string, on: boolean): void;
}

/** A book with its first page on the screen: what the interface around the page is about. */
export interface OpenedBook extends Annotations {
  manifest: Manifest;
  /** Null while loading. */
  book: Book | null;
  renderer: Renderer;
  store: ReaderStore;
  saver: ProgressSaver;
  /** Called when “Back to page N” may have changed. */
  onBackChange: () => void;
  choices: AppearanceChoices;
  controls: Controls;
  pace: Pace;
  /** Whether pages are scrolled instead of turned. */
  scrolled: boolean;
  /** The highlights that are drawn on the pages. */
  marks: readonly Mark[];
  /** Language of the book; null when unknown. */
  language: string | null;
  contents: readonly ContentsEntry[];
  /** Index of the current entry of the contents; -1 for none. */
  current: number;
  /** Title of the chapter at this place. */
  chapter: string | null;
}

export const OpenedBook = createContext<OpenedBook | null>(null);

export function useOpenedBook(): OpenedBook {
  const opened = useContext(OpenedBook);
  if (!opened) throw new Error('No book is open here.');
  return opened;
}
