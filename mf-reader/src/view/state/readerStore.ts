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
} from '../../engine/renderer.ts';

/** Tabs of the side panel; what other parts add has an id with a slash. */
export type PanelTab = 'contents' | 'pages' | 'bookmarks' | 'notes' | 'search' | `${string}/${string}`;

/** Scope of a search: this book, or all books. */
export type SearchScope = 'book' | 'library';

/** UI state of an open book. */
export interface ReaderState {
  place: Place | null;
  selected: Selected | null;
  /** The edited highlight; `writing` opens its note field. */
  pressed: { id: string; box: Box; writing: boolean } | null;
  /** The selection being looked up. */
  lookedUp: Selected | null;
  /** Open footnote popup. */
  note: NotePreview | null;
  /** Open picture. */
  picture: Picture | null;
  /** External link to confirm. */
  link: string | null;
  /** The position that “Back to page N” returns to; null for none. */
  back: ReturnPlace | null;
  /** Whether another place than the reading place is shown. */
  isVisit: boolean;
  scale: number;
  found: FindState | null;
  panel: PanelTab | null;
  query: string;
  scope: SearchScope;
  appearanceOpen: boolean;
  /** Whether “The end” is shown, after the last page. */
  finished: boolean;
  /** The next pages are loading slowly. */
  waiting: boolean;
  /** Text to be announced to screen readers. */
  announcement: string;
  /**
   * While reading aloud: continues from a tapped word.
   * @returns false when it is being read already
   */
  readFrom: ((text: TextPlace) => Promise<boolean>) | null;
}

export type ReaderStore = StoreApi<ReaderState>;

export function createReaderStore(isVisit: boolean): ReaderStore {
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
