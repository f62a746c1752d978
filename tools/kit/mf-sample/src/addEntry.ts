import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import type { ActionType } from '@lectern/shared-contracts/contract/host.ts';
import { withItem } from '@lectern/shared-contracts/sync/lists.ts';

/** Entries are notes with this tag. */
export const tag = 'sample';

/** POST /notes, with a client-generated id, so that a repeated request changes nothing. */
export interface AddEntry {
  id: string;
  content: string;
  created_at: string;
}

declare module '@lectern/shared-contracts/contract/syncActions.ts' {
  interface ActionPayloads {
    ADD_SAMPLE_ENTRY: AddEntry;
  }
}

/** Adds an entry: shown at once, sent when the server is reachable. */
export const addEntry: ActionType<AddEntry> = {
  type: 'ADD_SAMPLE_ENTRY',
  priority: 5,
  accepts: (payload): payload is AddEntry => {
    const { id, content } = (payload ?? {}) as Partial<AddEntry>;
    return typeof id === 'string' && typeof content === 'string';
  },
  entity: ({ id }) => `note:${id}`,
  request: (entry) => ({ key: 'POST /notes', body: { ...entry, tags: [tag] } }),
  overlay: { 'GET /notes': (list, entry) => withItem(list, noteOf(entry)) },
};

const noteOf = ({ id, content, created_at }: AddEntry): Note => ({
  id,
  book_id: null,
  title: '',
  content,
  type: 'note',
  page: null,
  position: null,
  color: null,
  tags: [tag],
  unread: false,
  created_at,
  updated_at: created_at,
});
