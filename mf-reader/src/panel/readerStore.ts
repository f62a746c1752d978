import type { ReturnPlace } from '@lectern/shared-contracts/api/locator.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  Box,
  FindState,
  MoveCause,
  NotePreview,
  Picture,
  Place,
  Selected,
  TextPlace,
} from '../engine/renderer.ts';
import type { PanelTab } from './SidePanel.tsx';

/** This book, or all books of the reader. */
export type SearchScope = 'book' | 'library';

/** UI state of an open book. */
export interface ReaderState {
  place: Place | null;
  selected: Selected | null;
  /** The edited highlight; `writing` opens its note field. */
  pressed: { id: string; box: Box; writing: boolean } | null;
  /** What is looked up in the dictionaries. */
  lookedUp: Selected | null;
  /** Open footnote popup. */
  note: NotePreview | null;
  /** Open picture. */
  picture: Picture | null;
  /** External link to confirm. */
  link: string | null;
  /** Where “Back to page N” leads to; null when there is nothing to go back to. */
  back: ReturnPlace | null;
  /** The reader looks at another place than the one where they read. */
  isVisit: boolean;
  scale: number;
  found: FindState | null;
  panel: PanelTab | null;
  query: string;
  /** Search scope. */
  scope: SearchScope;
  appearanceOpen: boolean;
  /** “The end” is shown, a page behind the last one. */
  finished: boolean;
  /** The next pages are loading slowly. */
  waiting: boolean;
  /** What a screen reader is told next. */
  announcement: string;
  /** While the book is read aloud: reads on from words that were tapped. False when they are the ones being read. */
  readFrom: ((text: TextPlace) => Promise<boolean>) | null;
}

export type ReaderStore = StoreApi<ReaderState>;

export function createReaderStore(isVisit = false): ReaderStore {
  return createStore<ReaderState>(() => ({
    place: null,
    selected: null,
    pressed: null,
    lookedUp: null,
    note: null,
    picture: null,
    link: null,
    back: null,
    isVisit,
    scale: 1,
    found: null,
    panel: null,
    query: '',
    scope: 'book',
    appearanceOpen: false,
    finished: false,
    waiting: false,
    announcement: '',
    readFrom: null,
  }));
}

/** The position changed: popups close, and a jump leads away from “The end”. */
export function movedTo(store: ReaderStore, place: Place, cause: MoveCause): void {
  const { selected, pressed, lookedUp, finished } = store.getState();
  store.setState({
    place,
    selected: cause === 'layout' ? selected : null,
    pressed: cause === 'layout' ? pressed : null,
    lookedUp: cause === 'layout' ? lookedUp : null,
    note: null,
    finished: cause === 'jump' ? false : finished,
  });
}
