import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import { useData } from '@lectern/shared-contracts/react/hooks.ts';
import { tag } from './addEntry.ts';

/** The entries, newest first; empty while they are loading. */
export function useEntries(): readonly Note[] {
  const notes = useData('GET /notes', {});
  return notes.status === 'ready' ? notes.value.items.filter(({ tags }) => tags.includes(tag)) : [];
}
