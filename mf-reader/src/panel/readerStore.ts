import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Box, FindState, MoveCause, NotePreview, Picture, Place, Selected } from '../engine/renderer.ts';
import type { PanelTab } from './SidePanel.tsx';

/** A place to come back to after a jump. */
export interface TrailStep {
  locator: Locator;
  page: number;
}

/** This book, or all books of the reader. */
export type SearchScope = 'book' | 'library';

/** What is going on in an open book, apart from what is stored. */
export interface ReaderState {
  place: Place | null;
  selected: Selected | null;
  /** A highlight that was pressed; `writing` when its note is to be written at once. */
  pressed: { id: string; box: Box; writing: boolean } | null;
  /** A note of the book that is read beside the text. */
  note: NotePreview | null;
  /** A picture of the book that is seen alone. */
  picture: Picture | null;
  /** A link out of the book that waits for the reader's consent. */
  link: string | null;
  /** Places that were left by a jump, the last one last. */
  trail: readonly TrailStep[];
  /** Pages turned since the last jump. */
  turned: number;
  scale: number;
  found: FindState | null;
  panel: PanelTab | null;
  query: string;
  /** Where words are looked for. */
  scope: SearchScope;
  appearanceOpen: boolean;
  finished: boolean;
  /** The next pages are on their way. */
  waiting: boolean;
}

export type ReaderStore = StoreApi<ReaderState>;

export function createReaderStore(): ReaderStore {
  return createStore<ReaderState>(() => ({
    place: null,
    selected: null,
    pressed: null,
    note: null,
    picture: null,
    link: null,
    trail: [],
    turned: 0,
    scale: 1,
    found: null,
    panel: null,
    query: '',
    scope: 'book',
    appearanceOpen: false,
    finished: false,
    waiting: false,
  }));
}

/** Pages after which nobody wants to go back any longer. */
const wayBackFor = 5;
const longestTrail = 20;

/** The reader is somewhere else: what floats over the words goes, and after some pages so does the way back. */
export function movedTo(store: ReaderStore, place: Place, cause: MoveCause): void {
  const { turned, trail, selected, pressed } = store.getState();
  const turns = cause === 'turn' ? turned + 1 : turned;
  store.setState({
    place,
    turned: turns,
    trail: turns >= wayBackFor && trail.length > 0 ? [] : trail,
    selected: cause === 'layout' ? selected : null,
    pressed: cause === 'layout' ? pressed : null,
    note: null,
  });
}

/** The reader jumps from here. */
export function leaveTrail(store: ReaderStore, step: TrailStep): void {
  store.setState(({ trail }) => ({ trail: [...trail, step].slice(-longestTrail), turned: 0 }));
}

/** Takes back the last jump; null when there is none. */
export function stepBack(store: ReaderStore): TrailStep | null {
  const { trail } = store.getState();
  const step = trail.at(-1) ?? null;
  if (step) store.setState({ trail: trail.slice(0, -1) });
  return step;
}
