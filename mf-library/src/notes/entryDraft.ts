/** Form state of an entry: texts, as they are typed. */
export interface EntryDraft {
  bookId: string | null;
  title: string;
  /** The text of a note, or what is written about a highlight. */
  thought: string;
  tags: string;
  page: string;
  /** The color; empty for none. */
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
