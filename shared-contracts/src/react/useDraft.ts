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

/** Fields of a form: texts, or nothing. */
type Texts<T> = { [K in keyof T]: string | null | undefined };

const nameOf = (name: string) => `draft.${name}`;

/** The draft stored under this name, so that its editor can be reopened; null for none. */
export function useLeftDraft<T extends Texts<T>>(name: string): T | null {
  const { preferences } = useHost();
  // Only the initial value: later changes are the editor's own, or another tab's.
  const [stored] = useState(() => preferences.watch<unknown>(nameOf(name), null).get());
  return hasTexts(stored) ? (stored as T) : null;
}

function hasTexts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every(
    (field) => field === null || field === undefined || typeof field === 'string',
  );
}

/**
 * Stores unsaved text in this browser for this reader, so that neither an update nor a closed
 * tab loses it.
 * @param name unique name of the draft: 'note', 'review.<book>'
 */
export function useDraft<T extends Texts<T>>(name: string): Draft<T> {
  const { preferences } = useHost();
  const left = useLeftDraft<T>(name);
  return {
    left,
    keep: (value) => preferences.set<T | null>(nameOf(name), value),
    drop: () => preferences.set<T | null>(nameOf(name), null),
  };
}
