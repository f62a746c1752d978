import type { PartRow } from '@lectern/shared-contracts/contract/hostCollection.ts';
import { useCollection } from '@lectern/shared-contracts/react/hooks.ts';

/** A row of the collection `entries`, which remote.json declares. */
export interface Entry extends PartRow {
  content: string;
}

/** The entries, oldest first; empty while they are loading. */
export function useEntries(): readonly Entry[] {
  const entries = useCollection<Entry>('entries');
  return entries.status === 'ready' ? entries.value : [];
}
