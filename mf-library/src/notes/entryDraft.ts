/** Form state of an entry. */
export interface EntryDraft {
  bookId: string | null;
  title: string;
  thought: string;
  tags: string;
  page: string;
  ink: string;
  /** Stamp of the text when editing began. */
  seen?: string;
  /** Tags, page and color when editing began. */
  seenTags?: string;
  seenPage?: string;
  seenInk?: string;
}

export const draftNames = {
  change: (id: string) => `note.change.${id}`,
  create: (bookId: string | null) => (bookId === null ? 'note' : `note.${bookId}`),
};
