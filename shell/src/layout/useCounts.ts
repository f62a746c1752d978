import type { HostData, UploadItem } from '@lectern/shared-contracts/contract/host.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useSelected } from '@lectern/shared-contracts/react/useReadable.ts';

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

const pending = (uploads: readonly UploadItem[]) => uploads.filter(({ state }) => !settled.has(state)).length;

/** The numbers beside the destinations. What is not known yet counts nothing. Whoever uses them is rendered anew when one changes. */
export function useCounts(): Counts {
  const { data, uploads } = useHost();
  return {
    unreadNotes: useSelected(data.watch('GET /notes', {}), (notes) =>
      notes.status === 'ready' ? notes.value.items.filter((note) => note.unread).length : 0,
    ),
    collections: useSelected(data.watch('GET /collections', {}), (collections) =>
      collections.status === 'ready' ? collections.value.items.length : 0,
    ),
    pendingUploads: useSelected(uploads.items, pending),
  };
}
