import { useState } from 'react';
import { useHost } from './hooks.ts';

/** Words that are being written and are not saved yet. */
export interface Draft<T> {
  /** As a page that was left in the middle of a sentence had them; null when nothing was begun. */
  left: T | null;
  /** Call it with each change. */
  keep(value: T): void;
  /** Saved, or given up. */
  drop(): void;
}

const nameOf = (name: string) => `draft.${name}`;

/**
 * What was being written under this name when the page was left, so that
 * its editor can be open again; null for nothing.
 */
export function useLeftDraft<T extends object>(name: string): T | null {
  const { preferences } = useHost();
  // As it was found: what is written from now on is known to whoever writes it, and other tabs write their own.
  return useState(() => preferences.watch<T | null>(nameOf(name), null).get())[0];
}

/**
 * Keeps what is being written in this browser, the reader's own, so that neither a new version of the app nor a closed
 * tab takes a sentence that was not finished.
 * @param name of what is written, unique in the product: 'note', 'review.<book>'
 */
export function useDraft<T extends object>(name: string): Draft<T> {
  const { preferences } = useHost();
  const left = useLeftDraft<T>(name);
  return {
    left,
    keep: (value) => preferences.set<T | null>(nameOf(name), value),
    drop: () => preferences.set<T | null>(nameOf(name), null),
  };
}
