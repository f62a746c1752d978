import { useState } from 'react';
import { useHost } from './hooks.ts';

/** Unsaved text. */
export interface Draft<T> {
  /** The stored draft; null for none. */
  left: T | null;
  /** Stores the draft; call it with each change. */
  keep(value: T): void;
  /** Deletes the draft after saving or canceling. */
  drop(): void;
}

const nameOf = (name: string) => `draft.${name}`;

/** The draft stored under this name, so that its editor can be reopened; null for none. */
export function useLeftDraft<T extends object>(name: string): T | null {
  const { preferences } = useHost();
  // Only the initial value: later changes are the editor's own, or another tab's.
  return useState(() => preferences.watch<T | null>(nameOf(name), null).get())[0];
}

/**
 * Stores unsaved text in this browser for this reader, so that neither an update nor a closed
 * tab loses it.
 * @param name unique name of the draft: 'note', 'review.<book>'
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
