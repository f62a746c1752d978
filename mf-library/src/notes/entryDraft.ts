/** An entry that is being written, as its editor has it. */
export interface EntryDraft {
  /** Of the entry that is changed; undefined for a new one. */
  id?: string;
  bookId: string | null;
  title: string;
  thought: string;
  tags: string;
  page: string;
  ink: string;
  /** Stamp of the words that stood there when the writing began. */
  seen?: string;
}

export const draftNames = {
  change: 'note.change',
  create: (bookId: string | null) => (bookId === null ? 'note' : `note.${bookId}`),
};
