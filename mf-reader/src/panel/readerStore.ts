import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Box, FindState, MoveCause, NotePreview, Picture, Place, Selected } from '../engine/renderer.ts';
import type { PanelTab } from './SidePanel.tsx';

/** A position to return to after a jump. */
export interface TrailStep {
  locator: Locator;
  page: number;
}

/** This book, or all books of the reader. */
export type SearchScope = 'book' | 'library';

/** UI state of an open book. */
export interface ReaderState {
  place: Place | null;
  selected: Selected | null;
  /** The edited highlight; `writing` opens its note field. */
  pressed: { id: string; box: Box; writing: boolean } | null;
  /** Open footnote popup. */
  note: NotePreview | null;
  /** Open picture. */
  picture: Picture | null;
  /** External link to confirm. */
  link: string | null;
  /** Positions before jumps, latest last. */
  trail: readonly TrailStep[];
  /** Pages turned since the last jump. */
  turned: number;
  scale: number;
  found: FindState | null;
  panel: PanelTab | null;
  query: string;
  /** Search scope. */
  scope: SearchScope;
  appearanceOpen: boolean;
  finished: boolean;
  /** The next pages are loading slowly. */
  waiting: boolean;
  /** What a screen reader is told next. */
  announcement: string;
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
    announcement: '',
  }));
}

/** Page turns after which the way back is forgotten. */
const wayBackFor = 5;
const longestTrail = 20;

/** The position changed: popups close, and after some pages the way back is forgotten. */
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

/** Records a jump from this position. */
export function leaveTrail(store: ReaderStore, step: TrailStep): void {
  store.setState(({ trail }) => ({ trail: [...trail, step].slice(-longestTrail), turned: 0 }));
}

/** Removes and returns the last jump; null without one. */
export function stepBack(store: ReaderStore): TrailStep | null {
  const { trail } = store.getState();
  const step = trail.at(-1) ?? null;
  if (step) store.setState({ trail: trail.slice(0, -1) });
  return step;
}
