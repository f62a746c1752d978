/** Form state of an entry. */
export interface EntryDraft {
  /** Id of the edited entry; undefined for a new one. */
  id?: string;
  bookId: string | null;
  title: string;
  thought: string;
  tags: string;
  page: string;
  ink: string;
  /** Stamp of the text when editing began. */
  seen?: string;
}

export const draftNames = {
  change: 'note.change',
  create: (bookId: string | null) => (bookId === null ? 'note' : `note.${bookId}`),
};
