import { type HostData, useData, useHost } from '@lectern/shared-contracts/host.ts';
import { useReadable } from '@lectern/shared-contracts/readable.ts';

export interface Counts {
  unreadNotes: number;
  collections: number;
  /** Not yet on the server, or still being read there. */
  pendingUploads: number;
}

/** What they are counted from: the frame of every reader's page asks for it. */
export const countedReads = (data: HostData) => [
  data.watch('GET /notes', {}),
  data.watch('GET /collections', {}),
];

const settled = new Set(['done', 'refused', 'failed']);

/** The numbers beside the destinations. What is not known yet counts nothing. */
export function useCounts(): Counts {
  const notes = useData('GET /notes', {});
  const collections = useData('GET /collections', {});
  const uploads = useReadable(useHost().uploads.items);
  return {
    unreadNotes: notes.status === 'ready' ? notes.value.items.filter((note) => note.unread).length : 0,
    collections: collections.status === 'ready' ? collections.value.items.length : 0,
    pendingUploads: uploads.filter((item) => !settled.has(item.state)).length,
  };
}
